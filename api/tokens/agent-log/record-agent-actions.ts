import type Koa from 'koa'
import type { Caller, Services } from '../../platform/context.ts'
import type { Route } from '../../platform/http/route.ts'
import { payloadHash } from './agent-chain.ts'
import { type ActionFacts, appendAction } from './append-action.ts'

/** A token that was shown, known to us whether or not it was accepted. */
export interface ShownToken {
  readonly prefix: string
  readonly ownerId: string | null
  readonly isAgent: boolean
}

interface Attempt {
  readonly token: ShownToken
  readonly route: Route
  projectId: string | null
}

/** Attempts by the caller facts of their request, which is what authentication and scope loading both see. */
const attempts = new WeakMap<Caller, Attempt>()

export function noteTokenUse(caller: Caller, token: ShownToken, route: Route): void {
  attempts.set(caller, { token, route, projectId: null })
}

/** Only a project that the caller can see is written down. */
export function noteProject(caller: Caller, projectId: string): void {
  const attempt = attempts.get(caller)
  if (attempt) attempt.projectId = projectId
}

/**
 * Writes the record of a request before its reply goes out: what was not recorded is not answered. Agents leave one for
 * each request, other tokens only where the token itself was refused.
 */
export function recordAgentActions(services: Services): Koa.Middleware {
  return async (koa, next) => {
    await next()
    const attempt = attempts.get(koa.state.caller as Caller)
    if (!attempt) return
    const refusal = refusalOf(koa)
    if (attempt.token.isAgent || refusal?.constraint)
      await appendAction(services, factsOf(koa, services, attempt, refusal))
  }
}

interface ToldRefusal {
  readonly reason: string
  readonly constraint: string
  readonly detail: string
}

/** What the reply said: the envelope of a token refusal, or that a rule or a rate stood in the way. */
function refusalOf(koa: Koa.Context): ToldRefusal | null {
  if (koa.status !== 401 && koa.status !== 403 && koa.status !== 429) return null
  const body = JSON.parse(String(koa.body ?? 'null')) as {
    detail?: string
    refusal?: { reason: string; constraint: string }
  } | null
  const { reason = koa.status === 401 ? 'identity' : 'policy', constraint = '' } = body?.refusal ?? {}
  return { reason, constraint, detail: body?.detail ?? '' }
}

function factsOf(koa: Koa.Context, services: Services, attempt: Attempt, refusal: ToldRefusal | null): ActionFacts {
  const { route, token } = attempt
  const params = (koa.state.params ?? {}) as Record<string, string>
  return {
    actor_kind: 'mcp_token',
    actor_token_prefix: token.prefix,
    principal_id: token.ownerId,
    action: `${route.method} ${route.path}`,
    method: koa.method,
    ...objectOf(route.path, params),
    project_id: attempt.projectId,
    capability_used: token.isAgent ? 'mcp:read' : 'legacy:full',
    verdict: refusal ? 'refused' : 'allowed',
    refusal_reason: refusal?.reason ?? '',
    constraint_name: refusal?.constraint ?? '',
    refusal_detail: refusal?.detail ?? '',
    engine_version: services.config.version,
    payload_hash: payloadHash({ method: koa.method, path: koa.path, query: [...new URLSearchParams(koa.querystring)] }),
    summary: `${route.summary}: ${koa.status}`,
    source_ip: (koa.state.caller as Caller).ip,
  }
}

/** `/tasks/{id}/…` is about a task and its id; a list about its kind. Ids that are no ids are not kept. */
function objectOf(path: string, params: Readonly<Record<string, string>>): { object_type: string; object_id: string } {
  const segments = path.split('/').filter(Boolean)
  const at = segments.findLastIndex((segment) => segment.startsWith('{'))
  const kind = at > 0 ? segments[at - 1] : segments[0]
  const id = at > 0 ? (params[segments[at]!.slice(1, -1)] ?? '') : ''
  return { object_type: (kind ?? '').replace(/s$/, ''), object_id: /^[0-9a-f-]{36}$/i.test(id) ? id.toLowerCase() : '' }
}
