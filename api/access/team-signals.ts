import type { Ctx } from '../platform/context.ts'
import type { ProjectScope } from './project-scope.ts'
import { ROLE } from './roles.ts'
import { isSoleMember } from './team-signals.queries.ts'

/**
 * Whether the caller may read what a team's points say of its pace. It is the team's to share: below the managers
 * everybody reads it, managers do not until the team raises its audience, which no project can set yet. Who works alone
 * reads their own. Everything that tells velocity asks here.
 */
export async function mayReadVelocity(ctx: Ctx<ProjectScope>): Promise<boolean> {
  if (ctx.actor.kind === 'system') return true
  const { role } = ctx.scope
  if (role === null) return false
  return role < ROLE.manager || isSoleMember(ctx)
}
