import { WORKSPACE_ROLE } from '../access/roles.ts'
import { lockWorkspace, workspaceRoleLabel } from '../access/workspace-scope.ts'
import { displayNameOf } from '../accounts/account.entity.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { forbidden, Refusal, refuseUnless } from '../platform/errors.ts'
import { loadMember, storeMember } from './members/member.queries.ts'

/** Makes another active member the Owner; the acting one becomes Admin. */
export async function transferOwnership(ctx: Ctx<unknown>, newOwnerId: string): Promise<{ detail: string }> {
  const ownRole = await lockWorkspace(ctx)
  // It may have been lowered while waiting.
  refuseUnless(ownRole >= WORKSPACE_ROLE.owner, () => forbidden())
  const target = await loadMember(ctx, newOwnerId)
  refuseUnless(
    target.status === 'active',
    () => new Refusal(400, 'The new Owner must be an active member of the workspace.'),
  )
  const ownId = actingAccount(ctx).id
  const detail = `${displayNameOf(target)} owns the workspace.`
  if (target.id === ownId) return { detail }
  const created_at = ctx.services.clock.now()
  await storeMember(ctx, { account_id: target.id, role: WORKSPACE_ROLE.owner, created_at })
  await storeMember(ctx, { account_id: ownId, role: WORKSPACE_ROLE.admin, created_at })
  await recordAuditEvent(ctx, {
    eventType: 'ownership_transferred',
    target: { type: 'account', id: target.id, label: displayNameOf(target) },
    metadata: { old: workspaceRoleLabel(target.role), new: workspaceRoleLabel(WORKSPACE_ROLE.owner) },
  })
  return { detail }
}
