import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { IS_SCHEDULABLE } from '../tasks/task-row.ts'

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
  ctx: Pick<Ctx, 'em'>,
  projectId: string,
  condition: string,
): Promise<SharedTotals> {
  const row = await sqlOne<SharedTotals>(
    ctx,
    `select count(*)::int as row_count,
       min(coalesce(s.scheduled_start, s.early_start)) filter (where l.is_leaf and ${IS_SCHEDULABLE}) as start,
       max(s.early_finish) filter (where l.is_leaf and ${IS_SCHEDULABLE}) as finish,
       (count(*) filter (where l.is_leaf))::int as task_count,
       (count(*) filter (where l.is_leaf and t.status = 'COMPLETE'))::int as done_count,
       (count(*) filter (where l.is_leaf and t.status <> 'COMPLETE' and ${IS_SCHEDULABLE} and s.is_critical))::int
         as critical_count
     from tasks t left join task_schedules s on s.task_id = t.id
     cross join lateral (select not exists (
       select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as is_leaf) l
     where t.project_id = $1 and not t.is_deleted and ${condition}`,
    [projectId],
  )
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
