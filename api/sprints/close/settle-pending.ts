import type { Ctx } from '../../platform/context.ts'
import { decideScopeChanges, deletePending, listPending, settleTasks } from '../scope/scope-change.queries.ts'
import { carryPending, findWaitingTasks } from './close.queries.ts'
import type { findOpenWithProject } from './close-request.queries.ts'

type Request = Pick<
  NonNullable<Awaited<ReturnType<typeof findOpenWithProject>>>,
  'sprint_id' | 'requested_by_id' | 'pending_disposition' | 'carry_over_sprint_id'
>

/**
 * What waited to be accepted in a sprint that ends. Rejected, it leaves the sprint, also the next one that it was carried
 * to. Carried, it goes on waiting in the next sprint, or waits no more; the old sprint keeps it in its outcome alone.
 * Returns the tasks that were changed.
 */
export async function settlePending(ctx: Ctx<unknown>, request: Request, syncSeq: number): Promise<string[]> {
  const { sprint_id: sprintId, carry_over_sprint_id: nextId } = request
  const waiting = await findWaitingTasks(ctx, sprintId)
  if (request.pending_disposition === 'reject') {
    const ids = (await listPending(ctx, sprintId)).map((change) => change.id)
    const decided_at = ctx.services.clock.now()
    await decideScopeChanges(ctx, ids, { status: 'rejected', decided_by_id: request.requested_by_id, decided_at })
    await deletePending(ctx, sprintId)
    return savedIds(await settleTasks(ctx, waiting, syncSeq, true))
  }
  const carried = nextId === null ? [] : await carryPending(ctx, sprintId, nextId, ctx.services.clock.now())
  await deletePending(ctx, sprintId)
  const free = waiting.filter((id) => !carried.includes(id))
  return savedIds(await settleTasks(ctx, free, syncSeq, false))
}

const savedIds = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id)
