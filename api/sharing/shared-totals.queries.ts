import { type RawBuilder, sql } from 'kysely'
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
  const found = await sql<SharedTotals>`
    select count(*) as row_count,
      min(coalesce(s.scheduled_start, s.early_start)) filter (where l.is_leaf and ${schedulable}) as start,
      max(s.early_finish) filter (where l.is_leaf and ${schedulable}) as finish,
      count(*) filter (where l.is_leaf) as task_count,
      count(*) filter (where l.is_leaf and t.status = 'COMPLETE') as done_count,
      count(*) filter (where l.is_leaf and t.status <> 'COMPLETE' and ${schedulable} and s.is_critical) as critical_count
    from tasks t left join task_schedules s on s.task_id = t.id
    cross join lateral (select not exists (
      select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as is_leaf) l
    where t.project_id = ${projectId} and not t.is_deleted and ${condition}`.execute(tables(db))
  const [totals] = found.rows
  if (!totals) throw new Error('an aggregate returns one row')
  return totals
}
