import { type RawBuilder, sql } from 'kysely'
import { datesOf } from '../access/task-dates.queries.ts'
import { type Db, tables } from '../database.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'

/** What a shared schedule amounts to, whether all of its rows are shown or not. Phases are no tasks, and their dates those of theirs. */
export interface SharedTotals {
  readonly row_count: number
  readonly start: string | null
  readonly finish: string | null
  readonly task_count: number
  readonly done_count: number
  /** On the critical path and still to do. */
  readonly critical_count: number
}

/** Totals of the live tasks `t` of a project that meet a condition. */
export async function loadSharedTotals(
  db: Db,
  projectId: string,
  condition: RawBuilder<boolean>,
): Promise<SharedTotals> {
  return (await loadManyTotals(db, [projectId], condition)).get(projectId) ?? NOTHING
}

const NOTHING: SharedTotals = {
  row_count: 0,
  start: null,
  finish: null,
  task_count: 0,
  done_count: 0,
  critical_count: 0,
}

/** The same of many projects; those without such tasks are left out. */
export async function loadManyTotals(
  db: Db,
  projectIds: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<Map<string, SharedTotals>> {
  const found = await sql<SharedTotals & { project_id: string }>`
    select t.project_id, count(*) as row_count,
      min(coalesce(s.scheduled_start, s.early_start)) filter (where l.is_leaf and ${schedulable}) as start,
      max(s.early_finish) filter (where l.is_leaf and ${schedulable}) as finish,
      count(*) filter (where l.is_leaf) as task_count,
      count(*) filter (where l.is_leaf and t.status = 'COMPLETE') as done_count,
      count(*) filter (where l.is_leaf and t.status <> 'COMPLETE' and ${schedulable} and s.is_critical) as critical_count
    from tasks t left join lateral ${datesOf('t')} on true
    cross join lateral (select not exists (
      select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as is_leaf) l
    where t.project_id = any(${projectIds}::uuid[]) and not t.is_deleted and ${condition}
    group by t.project_id`.execute(tables(db))
  return new Map(found.rows.map(({ project_id, ...totals }) => [project_id, totals]))
}
