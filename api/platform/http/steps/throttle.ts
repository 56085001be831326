import type { Caller, Ctx, Services } from '../../context.ts'
import { Refusal, throttled } from '../../errors.ts'
import { callerKey, type Limit } from '../rate-limits.ts'
import type { RawInput, Route } from '../route.ts'

const ANON = 'anon'

const anonRate: Limit = { name: ANON, rate: (config) => config.throttleAnonRate, key: (ctx) => ctx.caller.ip }
const userRate: Limit = { name: 'user', rate: (config) => config.throttleUserRate, key: callerKey }

/** Counts a request by the limits of its route, else by the general rate of its caller. */
export async function consumeLimits(ctx: Ctx, route: Route, raw: Omit<RawInput, 'query'>): Promise<void> {
  const general = ctx.actor.kind === 'anonymous' ? anonRate : userRate
  for (const limit of route.limits ?? [general]) {
    const key = await limit.key(ctx, raw)
    if (key === null) continue
    const rate = limit.rate(ctx.services.config)
    refuseAfter(await ctx.services.rateLimits.consume({ name: limit.name, rate }, key))
  }
}

/** Counts a request that no account answers for: of a page, of a path that is none, or with bad credentials. */
export async function countAnonymous(services: Services, caller: Caller): Promise<void> {
  const rate = services.config.throttleAnonRate
  refuseAfter(await services.rateLimits.consume({ name: ANON, rate }, caller.ip))
}

/** Counts bad credentials, so that they cannot be tried without end; then the refusal stands. */
export async function countBadCredentials(services: Services, caller: Caller, refusal: unknown): Promise<never> {
  if (refusal instanceof Refusal && refusal.status === 401) await countAnonymous(services, caller)
  throw refusal
}

function refuseAfter(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw throttled(waitSeconds)
}
