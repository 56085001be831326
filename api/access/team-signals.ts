import { actorId, type Ctx } from '../platform/context.ts'
import type { ProjectScope } from './project-scope.ts'
import { ROLE } from './roles.ts'
import type { Audience, Signal } from './signals.ts'
import { findProjectsTelling, findProjectsTellingManagers, isSharedWithManagers } from './team-signals.queries.ts'

/** The audience that a signal needs to have for the caller to read it; null for who reads none. */
export function tierOf(role: number | null): Audience | null {
  if (role === null) return null
  return role < ROLE.manager ? 'team' : 'team_sm_pm'
}

/**
 * Whether the caller may read what a signal says of a team. It is the team's to share: below the managers everybody reads
 * it, managers do not until the team raises its audience. Who works alone reads their own. Everything that tells a signal
 * asks here.
 */
export async function mayReadSignal(ctx: Ctx<ProjectScope>, signal: Signal): Promise<boolean> {
  if (ctx.actor.kind === 'system') return true
  const tier = tierOf(ctx.scope.role)
  if (tier === null) return false
  return tier === 'team' || isSharedWithManagers(ctx, signal)
}

/** The same of the pace that points tell. */
export function mayReadVelocity(ctx: Ctx<ProjectScope>): Promise<boolean> {
  return mayReadSignal(ctx, 'velocity')
}

/**
 * Of several projects, those whose points the caller may read. What the system writes into files, any manager of the
 * project may fetch, so the system reads what managers are told.
 */
export async function projectsTellingPoints(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ctx.actor.kind === 'system') return findProjectsTellingManagers(ctx, projectIds, 'velocity')
  return findProjectsTelling(ctx, projectIds, { accountId: actorId(ctx), signal: 'velocity' })
}
