import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'

/**
 * Takes the project's write lock for the open transaction and answers the sync cursor its rows must carry. Taken once a
 * transaction; a use case that touches several projects locks them in id order.
 */
export async function lockProject(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  const taken = ctx.memo.get(memoKey(projectId))
  return typeof taken === 'number' ? taken : (await advance(ctx, projectId, 0)).syncSeq
}

/** Reserves `count` consecutive numbers of the task and sprint sequence, under the lock; answers the first. */
export async function reserveItemNumbers(ctx: Ctx<unknown>, projectId: string, count: number): Promise<number> {
  return (await advance(ctx, projectId, count)).lastNumber - count + 1
}

const memoKey = (projectId: string) => `project-lock:${projectId}`

/** Reserves numbers, and takes the lock where it is not held: one statement for a write that needs both. */
async function advance(ctx: Ctx<unknown>, projectId: string, count: number) {
  const cursors = ctx.memo.has(memoKey(projectId)) ? 0 : 1
  const row = await sqlOne<{ sync_seq: string; item_number: number }>(
    ctx,
    `insert into project_counters (project_id, sync_seq, item_number, risk_number) values ($1, 1, $3, 0)
     on conflict (project_id) do update set sync_seq = project_counters.sync_seq + $2,
       item_number = project_counters.item_number + $3 returning sync_seq, item_number`,
    [projectId, cursors, count],
  )
  const syncSeq = Number(row?.sync_seq)
  ctx.memo.set(memoKey(projectId), syncSeq)
  return { syncSeq, lastNumber: row?.item_number ?? count }
}
