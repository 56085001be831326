import type { Actor, Caller, Ctx, Services } from '../../context.ts'

/** A fresh context: nothing emitted, nothing enqueued, no locks taken. */
export function makeContext(parts: {
  services: Services
  em: Ctx['em']
  actor: Actor
  caller: Caller
  signal: AbortSignal
  scope?: unknown
}): Ctx {
  return {
    ...parts,
    scope: parts.scope,
    events: [],
    jobs: [],
    beforeCommit: [],
    afterCommit: [],
    replyHeaders: new Map(),
    memo: new Map(),
  }
}
