import type { Ctx } from '../context.ts'
import type { Config } from '../settings/config.ts'
import type { Rate } from '../settings/setting-kinds.ts'

/** One named limit. Several on a route stack; any of them replaces the general default. */
export interface Limit {
  readonly name: string
  readonly rate: (config: Config) => Rate
  /** What is counted: null means this limit does not apply to the caller. */
  readonly key: (
    ctx: Ctx,
    raw: { body: unknown; params: Readonly<Record<string, string>> },
  ) => string | null | Promise<string | null>
}

export function byIp(name: string, rate: (config: Config) => Rate): Limit {
  return { name, rate, key: (ctx) => ctx.caller.ip }
}

/** Counted per account; anonymous callers by address. */
export function byAccount(name: string, rate: (config: Config) => Rate): Limit {
  return { name, rate, key: callerKey }
}

/** The bucket of a caller: the account, else the token, else the address. */
export function callerKey(ctx: Ctx): string {
  if (ctx.actor.kind === 'account') return ctx.actor.account.id
  if (ctx.actor.kind === 'agent') return ctx.actor.account.id
  if (ctx.actor.kind === 'integration') return ctx.actor.tokenId
  return ctx.caller.ip
}
