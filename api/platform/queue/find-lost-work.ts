import type { Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'

export interface OpenWork {
  /** Table whose rows stand for work in the background. */
  readonly table: string
  /** Statuses of a row whose work has not ended. Written into the statement, so that an index over them serves it. */
  readonly openStatuses: readonly string[]
  /** What stands before the id of the row in the key of its job. */
  readonly jobKeyPrefix: string
}

export interface LostWork {
  readonly id: string
  /** The job is there, but has used up its attempts; otherwise it is gone. */
  readonly isUsedUp: boolean
}

/**
 * Locks and answers the open rows that nothing works on any more: their job is gone from the queue, or it has used up its
 * attempts and nobody holds it. A row and its job are written together, so one without the other is never merely early.
 */
export function findLostWork(ctx: Ctx<unknown>, work: OpenWork): Promise<LostWork[]> {
  const statuses = work.openStatuses.map((status) => `'${status}'`).join(', ')
  return sql<LostWork>(
    ctx,
    `select r.id, j.id is not null as "isUsedUp"
     from ${work.table} r left join graphile_worker.jobs j on j.key = $1 || r.id::text
     where r.status in (${statuses})
       and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null))
     for update of r`,
    [work.jobKeyPrefix],
  )
}
