import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import { isActiveAccount, sharesRoster } from './reach.queries.ts'
import { workspaceRoleOf } from './roles.queries.ts'
import { WORKSPACE_ROLE } from './roles.ts'

/**
 * Whom the caller may name, as a new member or as the lead of a new project: a workspace Admin any active account; anyone
 * else oneself and whoever is or was on a roster of one's own. Unknown, out of reach and deactivated ids are refused alike.
 */
export async function checkReach(ctx: Ctx<unknown>, accountId: string, field = 'user'): Promise<void> {
  if (!(await isActiveAccount(ctx, accountId)) || !(await isInReach(ctx, accountId)))
    throw fieldError(field, 'Object does not exist.')
}

async function isInReach(ctx: Ctx<unknown>, accountId: string): Promise<boolean> {
  if (ctx.actor.kind === 'system') return true
  const caller = actingAccount(ctx)
  if (caller.id === accountId) return true
  if (((await workspaceRoleOf(ctx, caller)) ?? 0) >= WORKSPACE_ROLE.admin) return true
  return sharesRoster(ctx, caller.id, accountId)
}
