import type { Ctx } from '../context.ts'
import type { BackgroundWork, WorkFailure, WorkPayload } from './background-work.ts'
import { deleteEndedWork, firstStart, lockLostWork, updateOpenWork } from './work.queries.ts'

/** Details are also told in frames of sockets, which have to stay small. */
const MAX_DETAIL = 2_000
const DAY_MS = 86_400_000

/** Marks the row as under way; undefined where it has ended. One whose process died was so already, and is claimed again. */
export async function claimWork<Row extends WorkPayload>(
  ctx: Ctx<unknown>,
  work: BackgroundWork<Row>,
  id: string,
): Promise<Row | undefined> {
  const claimed = await updateOpenWork(ctx, work, id, {
    ...work.resets,
    status: work.statuses.running,
    started_at: firstStart(ctx.services.clock.now()),
  })
  if (claimed) work.onStart?.(ctx, claimed)
  return claimed
}

/** The last word on work, in the transaction of its effects; undefined where it had ended already, which stays as it is. */
export async function endWork<Row extends WorkPayload, Columns extends object>(
  ctx: Ctx<unknown>,
  work: BackgroundWork<Row, Columns>,
  id: string,
  end: NoInfer<Columns> & { readonly status: string },
): Promise<Row | undefined> {
  const values = { ...work.clears, completed_at: ctx.services.clock.now(), ...end }
  const ended = await updateOpenWork<Row>(ctx, work as BackgroundWork<Row>, id, values)
  if (ended) await work.onEnd?.(ctx, id)
  return ended
}

/** A good end, with what came of it. */
export function finishWork<Row extends WorkPayload, Columns extends object>(
  ctx: Ctx<unknown>,
  work: BackgroundWork<Row, Columns>,
  id: string,
  result: NoInfer<Columns>,
): Promise<Row | undefined> {
  return endWork(ctx, work, id, { ...result, status: work.statuses.done })
}

/** A bad end, with its reason. */
export async function failWork<Row extends WorkPayload>(
  ctx: Ctx<unknown>,
  work: BackgroundWork<Row>,
  id: string,
  failure: WorkFailure,
): Promise<void> {
  const detail = failure.detail.slice(0, MAX_DETAIL)
  const columns = { ...work.failureColumns?.(failure), error_detail: detail, status: work.statuses.failed }
  const ended = await endWork(ctx, work, id, columns)
  if (ended) work.onFail?.(ctx, ended, detail)
}

/** Ends open rows that nothing works on any more; returns their ids. */
export async function endLostWork(ctx: Ctx<unknown>, work: BackgroundWork): Promise<string[]> {
  const lost = await lockLostWork(ctx, work)
  for (const { id, is_used_up } of lost)
    if (!(await work.endLost?.(ctx, id))) await failWork(ctx, work, id, is_used_up ? work.usedUp : work.lost)
  return lost.map(({ id }) => id)
}

/** Removes what has been kept long enough. */
export async function purgeEndedWork(ctx: Ctx<unknown>, work: BackgroundWork): Promise<void> {
  const days = work.kept?.days(ctx.services.config) ?? null
  if (work.kept && days !== null) {
    const before = new Date(ctx.services.clock.now().getTime() - days * DAY_MS)
    await deleteEndedWork(ctx, work, work.kept.since, before)
  }
  await work.onSweep?.(ctx)
}
