import { type RawBuilder, sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { datesMeet, datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { containsWords, orderTerms } from '../../platform/db/page-rows.ts'

/** Working days of float up to which an unfinished task counts as at risk; late ones have less than none. */
const AT_RISK_FLOAT = 5
const SAMPLE_SIZE = 5

/** Conditions on task `t` and its schedule `s`. */
const HAS_LITTLE_FLOAT: RawBuilder<boolean> = sql`s.total_float <= ${sql.lit(AT_RISK_FLOAT)}`
export const AT_RISK_TASK: RawBuilder<boolean> = sql`(t.status <> 'COMPLETE' and ${HAS_LITTLE_FLOAT})`
export const CRITICAL_TASK: RawBuilder<boolean> = sql`(t.status <> 'COMPLETE' and s.is_critical)`

/** What is counted of the live tasks of project `p`. */
function taskFigures(db: Db) {
  return tables(db)
    .selectFrom('tasks as t')
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(({ fn }) => [
      fn.countAll<number>().as('task_count'),
      fn.max('t.edited_at').as('last_saved'),
      fn.countAll<number>().filterWhere(AT_RISK_TASK).as('at_risk_count'),
      fn.countAll<number>().filterWhere(CRITICAL_TASK).as('critical_count'),
    ])
    .where('t.project_id', '=', sql<string>`p.id`)
    .where('t.is_deleted', '=', false)
    .as('c')
}

/** What a project in scope says of itself, with the last forecast, and the state that its tasks are in. */
export function loadStanding(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('projects as p')
    .leftJoin('project_counters as k', 'k.project_id', 'p.id')
    .select(['p.health', 'p.recalculated_at', 'p.dates_stale_since', 'p.dates_stale_because'])
    .select(['k.sync_seq', sql<string>`p.xmin::text`.as('stamp')])
    .select(({ selectFrom }) =>
      selectFrom('monte_carlo_runs as r')
        .select('r.p80')
        .whereRef('r.project_id', '=', 'p.id')
        .orderBy('r.taken_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('p80'),
    )
    .where('p.id', '=', ctx.scope.projectId)
    .executeTakeFirstOrThrow()
}

/** What the tasks of a project in scope amount to. */
export function loadTaskFigures(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('projects as p')
    .innerJoinLateral(taskFigures(ctx), (join) => join.onTrue())
    .select(['c.task_count', 'c.last_saved', 'c.at_risk_count', 'c.critical_count'])
    .where('p.id', '=', ctx.scope.projectId)
    .executeTakeFirstOrThrow()
}

function taskSample({ em, scope }: Ctx<ProjectScope>) {
  return tables({ em })
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id', 't.name', sql<string>`coalesce(array_to_string(t.wbs_order, '.'), '')`.as('wbs')])
    .where('t.project_id', '=', scope.projectId)
    .where('t.is_deleted', '=', false)
    .limit(SAMPLE_SIZE)
}

/** The first few tasks at risk, those with the least float first. */
export function sampleAtRisk(ctx: Ctx<ProjectScope>) {
  const hasLittleFloat = datesMeet(ctx.scope.projectId, ['total_float'], HAS_LITTLE_FLOAT)
  const sample = taskSample(ctx).where(hasLittleFloat).where(AT_RISK_TASK)
  return sample.orderBy('s.total_float').orderBy('t.wbs_order').orderBy('t.id').execute()
}

/** The first few critical tasks that are still to do, in the order of the plan. */
export function sampleCritical(ctx: Ctx<ProjectScope>) {
  const isCritical = datesMeet(ctx.scope.projectId, [], sql`s.is_critical`)
  return taskSample(ctx).where(isCritical).where(CRITICAL_TASK).orderBy('t.wbs_order').orderBy('t.id').execute()
}

/** The caller's projects in use with what is counted of their tasks; drafts and archived ones are left out. */
export function findProjectHealth(
  ctx: Ctx<unknown>,
  query: { search?: string | undefined; ordering?: string | undefined },
) {
  const terms = orderTerms(query.ordering, { name: 'p.name' }) ?? [sql.ref('p.name')]
  const statement = tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actingAccount(ctx).id), 'm.project_id', 'p.id')
    .innerJoinLateral(taskFigures(ctx), (join) => join.onTrue())
    .select(['p.id', 'p.name', 'p.health', 'c.at_risk_count', 'c.critical_count'])
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .where('p.lifecycle', '<>', 'draft')
    .where(containsWords(query.search, ['p.name']))
  return terms
    .reduce((ordered, term) => ordered.orderBy(term), statement)
    .orderBy('p.id')
    .execute()
}
