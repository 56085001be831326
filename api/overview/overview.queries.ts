import { sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { ROLE } from '../access/roles.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import type { ForecastDiagnostic } from '../schedule/monte-carlo/run-detail.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'

/** Impact and probability from which a risk is high. */
const HIGH_SEVERITY = 12

export interface TaskFigures {
  readonly total_tasks: number
  readonly complete_tasks: number
  readonly tasks_late_count: number
  readonly critical_task_count: number
  /** Of the work itself, without the phases above it: what is done, and what was to be done by the day. */
  readonly done: number
  readonly due: number
}

/**
 * What the live tasks of the project amount to on a day. What was to be done is told by the active baseline, and without
 * one by the computed dates.
 */
export async function countTasks(ctx: Ctx<ProjectScope>, today: string): Promise<TaskFigures> {
  const { projectId } = ctx.scope
  const found = await sql<TaskFigures>`
    with active as (select id from baselines where project_id = ${projectId} and is_active),
    parents as (select distinct parent_id as id from tasks where project_id = ${projectId} and not is_deleted),
    work as (
      select t.status, s.early_finish, s.is_critical, ${schedulable} and p.id is null as is_work,
        case when a.id is null then s.early_finish else k.finish end as due_on
      from tasks t left join lateral ${datesOf('t')} on true left join parents p on p.id = t.id
      left join active a on true left join baseline_tasks k on k.baseline_id = a.id and k.task_id = t.id
      where t.project_id = ${projectId} and not t.is_deleted
    )
    select count(*) as total_tasks, count(*) filter (where status = 'COMPLETE') as complete_tasks,
      count(*) filter (where is_work and status <> 'COMPLETE' and early_finish < ${today}::date) as tasks_late_count,
      count(*) filter (where is_work and status <> 'COMPLETE' and is_critical) as critical_task_count,
      count(*) filter (where is_work and status = 'COMPLETE') as done,
      count(*) filter (where is_work and due_on <= ${today}::date) as due
    from work`.execute(tables(ctx))
  return found.rows[0] as TaskFigures
}

/** The next milestone that is not reached, from the day on. */
export function findNextMilestone(ctx: Ctx<ProjectScope>, today: string) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id', 't.name', 's.early_finish as date', 't.percent_complete'])
    .where('t.project_id', '=', ctx.scope.projectId)
    .where(schedulable)
    .where('t.is_milestone', '=', true)
    .where('t.status', '<>', 'COMPLETE')
    .where('s.early_finish', '>=', today)
    .orderBy('s.early_finish')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst()
}

/** What the roster can do in the project at one time, and what its tasks of the day ask of it. */
export async function loadDemand(ctx: Ctx<ProjectScope>, today: string) {
  const { projectId } = ctx.scope
  const found = await sql<{ available: number; asked: number; is_dated: boolean }>`
    select (select coalesce(sum(coalesce(p.units_override, r.max_units)), 0)::float8 from project_resources p
        join resources r on r.id = p.resource_id and not r.is_deleted where p.project_id = ${projectId}) as available,
      (select coalesce(sum(a.units), 0)::float8 from task_resources a join tasks t on t.id = a.task_id
        join resources r on r.id = a.resource_id and not r.is_deleted join lateral ${datesOf('t')} on true
        where a.project_id = ${projectId} and t.status <> 'COMPLETE' and ${schedulable}
          and ${today}::date between coalesce(s.scheduled_start, s.early_start) and s.early_finish) as asked,
      exists (select from tasks t join lateral ${datesOf('t')} on true where t.project_id = ${projectId}
        and not t.is_deleted) as is_dated`.execute(tables(ctx))
  return found.rows[0] as { available: number; asked: number; is_dated: boolean }
}

/** Start, first owner and open risks. */
export function loadProjectLine(ctx: Ctx<ProjectScope>) {
  const { projectId } = ctx.scope
  return tables(ctx)
    .selectFrom('projects as p')
    .select('p.start_date')
    .select(({ selectFrom }) => [
      selectFrom('project_members as m')
        .innerJoin('accounts as a', 'a.id', 'm.account_id')
        .select(personName('a').as('name'))
        .where('m.project_id', '=', projectId)
        .where('m.is_deleted', '=', false)
        .where('m.role', '=', ROLE.owner)
        .orderBy('m.created_at')
        .orderBy('m.id')
        .limit(1)
        .$asScalar()
        .as('owner_name'),
      selectFrom('risks as r')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('r.project_id', '=', projectId)
        .where('r.is_deleted', '=', false)
        .where('r.status', 'in', ['OPEN', 'MITIGATING'])
        .$asScalar()
        .$notNull()
        .as('open_risk_count'),
      selectFrom('risks as r')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('r.project_id', '=', projectId)
        .where('r.is_deleted', '=', false)
        .where('r.status', 'in', ['OPEN', 'MITIGATING'])
        .where('r.severity', '>=', HIGH_SEVERITY)
        .$asScalar()
        .$notNull()
        .as('high_risk_count'),
    ])
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow()
}

/** The last simulation, without its dates one by one. */
export function findLastForecast(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('monte_carlo_runs')
    .select(['p80', 'cpm_finish', 'taken_at', sql<ForecastDiagnostic>`detail->'diagnostic'`.as('diagnostic')])
    .where('project_id', '=', ctx.scope.projectId)
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
