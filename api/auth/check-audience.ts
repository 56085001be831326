import type { Actor, Services } from '../platform/context.ts'
import { unauthenticated } from '../platform/errors.ts'
import { isWrite, type Route } from '../platform/http/route.ts'
import { tokenMayNot, tokenNotAccepted } from '../tokens/token.errors.ts'

/**
 * Whether this kind of caller may use this kind of route at all, before any scope is looked at. Integrations reach only
 * ingest; agents only agent-readable views and only to read; token management is for signed-in people.
 */
export function checkAudience(services: Services, actor: Actor, route: Route): void {
  const audience = route.audience ?? 'account'
  if (audience === 'public' || actor.kind === 'system') return
  if (audience === 'integration') {
    if (actor.kind === 'account' && actor.via === 'session') throw unauthenticated()
    if (actor.kind !== 'integration') throw tokenNotAccepted()
    return
  }
  if (audience === 'session') {
    // Agent tokens are of the wrong scope anywhere but on views made for them.
    if (actor.kind === 'agent') throw tokenNotAccepted()
    if (actor.kind !== 'account' || actor.via !== 'session') throw tokenMayNot('Only a signed-in person may do this.')
    return
  }
  if (actor.kind === 'integration') throw tokenNotAccepted()
  if (actor.kind === 'agent') checkAgent(services, route)
}

/** Off the agent surface the token is of the wrong kind (401); on it the switch and then the method decide (403). */
function checkAgent(services: Services, route: Route): void {
  if (!route.agentReadable) throw tokenNotAccepted()
  if (!services.config.mcpEnabled) throw tokenMayNot('Agent reads are switched off on this installation.')
  if (isWrite(route)) throw tokenMayNot('An mcp:read token may only read.')
}
