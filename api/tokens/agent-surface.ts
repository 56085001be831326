import { programConsents, projectConsents } from '../access/agent-consent.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { callerKey, type Limit } from '../platform/http/rate-limits.ts'
import { isWrite, type Route } from '../platform/http/route.ts'
import { noteProject } from './agent-log/record-agent-actions.ts'
import { tokenMayNot } from './token.errors.ts'

const tokenOf = (ctx: Ctx) => (ctx.actor.kind === 'agent' ? ctx.actor.tokenId : null)

const userRate: Limit = { name: 'user', rate: (config) => config.throttleUserRate, key: callerKey }
const readRate: Limit = { name: 'mcp_read', rate: (config) => config.throttleMcpReadRate, key: tokenOf }
const computeRate: Limit = {
  name: 'mcp_read_compute',
  rate: (config) => config.throttleMcpReadComputeRate,
  key: tokenOf,
}

/**
 * The route table as agents meet it. A view is agent-readable as a whole: its writes are known as part of it, so that
 * they are refused as writes. Reads get the rates of tokens and the consent of the project they are about.
 */
export function withAgentSurface(table: readonly Route[]): Route[] {
  const views = new Set(table.filter((entry) => entry.agentReadable && !isWrite(entry)).map((entry) => entry.path))
  return table.map((entry) => {
    if (!views.has(entry.path)) return entry
    if (isWrite(entry)) return { ...entry, agentReadable: true }
    return entry.agentReadable ? guarded(entry) : entry
  })
}

function guarded(entry: Route): Route {
  const compute = entry.agentReadable === 'compute' ? [computeRate] : []
  const limits = [...(entry.limits ?? [userRate]).map(forPeople), readRate, ...compute]
  const load = entry.scope
  if (!load) return { ...entry, limits }
  const isProjectNamed = entry.path.startsWith('/projects/{id}/')
  const scope: Route['scope'] = async (ctx, raw) => {
    const loaded = await load(ctx, raw)
    if (ctx.actor.kind === 'agent') await checkConsent(ctx, loaded, isProjectNamed)
    return loaded
  }
  return { ...entry, limits, scope }
}

/** Rates of people do not count agents, which have their own in their place. */
function forPeople(limit: Limit): Limit {
  return { ...limit, key: (ctx, raw) => (ctx.actor.kind === 'agent' ? null : limit.key(ctx, raw)) }
}

/** Told where the address names the project; a row of a project that opted out does not exist for agents. */
async function checkConsent(ctx: Ctx, scope: unknown, isProjectNamed: boolean): Promise<void> {
  const { projectId, programId } = (scope ?? {}) as { projectId?: string; programId?: string }
  if (projectId !== undefined) {
    noteProject(ctx.caller, projectId)
    if (await projectConsents(ctx, projectId)) return
    throw isProjectNamed ? tokenMayNot('This project does not let agents read.') : notFound()
  }
  if (programId !== undefined && !(await programConsents(ctx, programId))) throw notFound()
}
