import { sql } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, tables } from '../../database.ts'
import { AT_RISK_TASK, CRITICAL_TASK } from '../../projects/status/status-summary.queries.ts'

/** The live projects of a program that count in its figures: drafts are no work yet. */
export async function findCountedProjects(db: Db, programId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('projects')
    .select('id')
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .where('lifecycle', '<>', 'draft')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export interface ProjectFiguresRow {
  readonly project_id: string
  /** Tasks that are more than plans. */
  readonly weight: number
  readonly critical_tasks: number
  readonly at_risk_tasks: number
  /** Work that was to be done by the day, phases left out, and what of it is. */
  readonly due: number
  readonly done: number
  readonly milestones: number
  readonly late_milestones: number
  readonly near_milestones: number
  readonly has_dates: boolean
  readonly risk_score: number
  /** Days by which the last task lies behind where the active baseline has it; null without one. */
  readonly baseline_variance: number | null
  /** Mean of the days by which complete tasks came after their baseline. */
  readonly schedule_variance: number | null
  readonly p80: string | null
}

/** What each of the projects amounts to on a day. A milestone is near when it lies before the other day. */
export async function loadProjectFigures(
  db: Db,
  projectIds: readonly string[],
  { today, soon }: { today: string; soon: string },
): Promise<ProjectFiguresRow[]> {
  const found = await sql<ProjectFiguresRow>`
    with counted as (select unnest(${projectIds}::uuid[]) as id),
    active as (select b.project_id, b.id from baselines b join counted on counted.id = b.project_id where b.is_active),
    parents as (select distinct c.parent_id as id from tasks c join counted on counted.id = c.project_id
      where not c.is_deleted),
    work as (
      select t.project_id, t.status, t.is_milestone, t.percent_complete, t.actual_finish, s.early_finish,
        k.finish as baseline_finish, case when a.id is null then s.early_finish else k.finish end as due_on,
        p.id is null as is_leaf, ${CRITICAL_TASK} as is_critical, ${AT_RISK_TASK} as is_at_risk
      from tasks t join counted on counted.id = t.project_id left join lateral ${datesOf('t')} on true
      left join parents p on p.id = t.id left join active a on a.project_id = t.project_id
      left join baseline_tasks k on k.baseline_id = a.id and k.task_id = t.id
      where not t.is_deleted
    ), figures as (
      select project_id, count(*) filter (where status <> 'BACKLOG') as weight,
        count(*) filter (where is_critical) as critical_tasks, count(*) filter (where is_at_risk) as at_risk_tasks,
        count(*) filter (where is_leaf and due_on <= ${today}::date) as due,
        count(*) filter (where is_leaf and due_on <= ${today}::date and status = 'COMPLETE'
          and (actual_finish is null or actual_finish <= ${today}::date)) as done,
        count(*) filter (where is_milestone) as milestones,
        count(*) filter (where is_milestone and status <> 'COMPLETE' and percent_complete < 100
          and early_finish < ${today}::date) as late_milestones,
        count(*) filter (where is_milestone and status <> 'COMPLETE' and percent_complete < 100
          and early_finish between ${today}::date and ${soon}::date) as near_milestones,
        max(early_finish) as last_finish, max(baseline_finish) as last_baseline,
        avg(actual_finish - baseline_finish) filter (where status = 'COMPLETE' and is_leaf)::float8 as schedule_variance
      from work group by project_id
    )
    select counted.id as project_id, coalesce(f.weight, 0) as weight, coalesce(f.critical_tasks, 0) as critical_tasks,
      coalesce(f.at_risk_tasks, 0) as at_risk_tasks, coalesce(f.due, 0) as due, coalesce(f.done, 0) as done,
      coalesce(f.milestones, 0) as milestones, coalesce(f.late_milestones, 0) as late_milestones,
      coalesce(f.near_milestones, 0) as near_milestones, f.last_finish is not null as has_dates,
      (f.last_finish - f.last_baseline) as baseline_variance, f.schedule_variance,
      (select coalesce(sum(r.probability * r.impact), 0)::int from risks r where r.project_id = counted.id
        and not r.is_deleted and r.status in ('OPEN', 'MITIGATING')) as risk_score,
      (select m.p80 from monte_carlo_runs m where m.project_id = counted.id
        order by m.taken_at desc, m.id desc limit 1) as p80
    from counted left join figures f on f.project_id = counted.id order by counted.id`.execute(tables(db))
  return found.rows
}
