import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'

/**
 * Takes the project's write lock for the open transaction and answers the sync cursor its rows must carry. Taken once a
 * transaction; a use case that touches several projects locks them in id order.
 */
export async function lockProject(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  const memoKey = `project-lock:${projectId}`
  const taken = ctx.memo.get(memoKey)
  if (typeof taken === 'number') return taken
  const row = await sqlOne<{ sync_seq: string }>(
    ctx,
    `insert into project_counters (project_id, sync_seq, item_number, risk_number) values ($1, 1, 0, 0)
     on conflict (project_id) do update set sync_seq = project_counters.sync_seq + 1 returning sync_seq`,
    [projectId],
  )
  const syncSeq = Number(row?.sync_seq)
  ctx.memo.set(memoKey, syncSeq)
  return syncSeq
}

/** Reserves `count` consecutive numbers of the task and sprint sequence; answers the first. */
export async function reserveItemNumbers(ctx: Ctx<unknown>, projectId: string, count: number): Promise<number> {
  await lockProject(ctx, projectId)
  const row = await sqlOne<{ item_number: number }>(
    ctx,
    'update project_counters set item_number = item_number + $2 where project_id = $1 returning item_number',
    [projectId, count],
  )
  return (row?.item_number ?? count) - count + 1
}
