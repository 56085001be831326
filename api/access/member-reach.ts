import { actingAccount, type Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'
import { workspaceRoleOf } from './roles.queries.ts'
import { WORKSPACE_ROLE } from './roles.ts'

/**
 * Whom the caller may name, as a new member or as the lead of a new project: a workspace Admin any active account; anyone else oneself and whoever
 * is or was on a roster of one's own. Unknown, out of reach and deactivated ids get one and the same answer.
 */
export async function checkReach(ctx: Ctx<unknown>, accountId: string, field = 'user'): Promise<void> {
  const isActive = await sqlOne(
    ctx,
    `select 1 as ok from accounts a where a.id = $1 and a.is_active
     and not exists (select 1 from workspace_members w where w.account_id = a.id and w.status = 'deactivated')`,
    [accountId],
  )
  if (!isActive || !(await isInReach(ctx, accountId))) throw fieldError(field, 'Object does not exist.')
}

async function isInReach(ctx: Ctx<unknown>, accountId: string): Promise<boolean> {
  if (ctx.actor.kind === 'system') return true
  const caller = actingAccount(ctx)
  if (caller.id === accountId) return true
  if (((await workspaceRoleOf(ctx, caller)) ?? 0) >= WORKSPACE_ROLE.admin) return true
  const shared = await sqlOne(
    ctx,
    `select 1 as ok from project_members mine
     join projects p on p.id = mine.project_id and not p.is_deleted
     join project_members theirs on theirs.project_id = mine.project_id and theirs.account_id = $2
     where mine.account_id = $1 and not mine.is_deleted
     union all
     select 1 from program_members mine
     join programs g on g.id = mine.program_id and not g.is_deleted
     join program_members theirs on theirs.program_id = mine.program_id and theirs.account_id = $2
     where mine.account_id = $1 and not mine.is_deleted
     limit 1`,
    [caller.id, accountId],
  )
  return shared !== undefined
}
