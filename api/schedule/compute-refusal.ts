import { CAP_CODES, type PlanRefusal } from '../../compute/model/refusal.ts'
import { ComputeFailure } from '../../compute/workers/failure.ts'
import { describeCycle } from '../dependencies/describe-cycle.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, unavailable } from '../platform/errors.ts'

/** Awaits a computation and turns its failures into replies: caps 402, bad input 400, a busy or lost pool 503. */
export async function answerCompute<T>(ctx: Ctx<unknown>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ComputeFailure)) throw error
    if (error.refusal) throw await replyOfRefusal(ctx, error.refusal)
    throw unavailable('The computation could not be finished now.')
  }
}

async function replyOfRefusal(ctx: Ctx<unknown>, refusal: PlanRefusal): Promise<Refusal> {
  const { code, detail, offending } = refusal
  if (CAP_CODES.includes(code)) return capExceeded(ctx, detail, refusal.extra)
  const extra = offending === undefined ? refusal.extra : { ...refusal.extra, offending }
  const isNamed = code === 'cyclic_dependency' && offending !== undefined
  const text = isNamed ? `The dependencies form a cycle: ${await describeCycle(ctx, offending)}.` : detail
  return new Refusal(400, text, { code, extra })
}

/** A cap of the edition, not an error of the input. */
export function capExceeded(ctx: Ctx<unknown>, message: string, extra: Record<string, unknown>): Refusal {
  const code = 'simulation_cap_exceeded'
  return new Refusal(402, message, {
    code,
    extra: { error: code, tier: ctx.services.config.edition, message, ...extra },
  })
}
