import { type RawBuilder, sql } from 'kysely'
import type { TaskRow } from './task-row.ts'

// What the scheduler computes dates for, said once for statements and once for rows that are read already. A test holds
// the two together.

/** The condition on `tasks t`. */
export const schedulable: RawBuilder<boolean> = sql`(t.status <> 'BACKLOG' and t.type <> 'epic' and not t.is_recurring
  and not t.is_deleted)`

/** The condition on `tasks t` of what a plan document can say: what is schedulable, and the backlog. */
export const isOfPlan: RawBuilder<boolean> = sql`(t.type <> 'epic' and not t.is_recurring and not t.is_deleted)`

/** Whether a row is schedulable. */
export function isSchedulable(row: Pick<TaskRow, 'status' | 'type' | 'is_recurring' | 'is_deleted'>): boolean {
  return row.status !== 'BACKLOG' && row.type !== 'epic' && !row.is_recurring && !row.is_deleted
}
