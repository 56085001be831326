import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { deletePin, findPins, insertPin, lockPinsOf, type PinTarget } from './pin.queries.ts'

type PinnedRow = Awaited<ReturnType<typeof findPins>>[number]

/** Pins it for the caller. Again changes nothing; the cap counts both kinds together. */
export async function pin(ctx: Ctx<unknown>, target: PinTarget): Promise<{ is_pinned: true }> {
  const accountId = actingAccount(ctx).id
  await lockPinsOf(ctx, accountId)
  const pinned = await findPins(ctx, accountId)
  if (pinned.some((row) => row.kind === target.kind && row.id === target.objectId)) return { is_pinned: true }
  const limit = ctx.services.config.maxUserPins
  refuseUnless(pinned.length < limit, () => pinLimitReached(limit))
  await insertPin(ctx, accountId, target, ctx.services.clock.now())
  return { is_pinned: true }
}

export function unpin(ctx: Ctx<unknown>, target: PinTarget): Promise<void> {
  return deletePin(ctx, actingAccount(ctx).id, target)
}

/** What the caller pinned and is still a member of, last pinned first. */
export function listPins(ctx: Ctx<unknown>): Promise<PinnedRow[]> {
  return findPins(ctx, actingAccount(ctx).id)
}

export function presentPinned(row: PinnedRow): object {
  return { ...row, pinned_at: instantText(row.pinned_at) }
}

function pinLimitReached(limit: number): Refusal {
  return new Refusal(400, `At most ${limit} projects and programs can be pinned.`, { code: 'pin_limit_reached' })
}
