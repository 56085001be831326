import { WORKSPACE_ROLE } from '../access/roles.ts'
import { displayNameOf } from '../auth/account.entity.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { forbidden, Refusal, refuseUnless } from '../platform/errors.ts'
import { recordAuditEvent } from './audit/record-audit-event.ts'
import { loadMember } from './members/member.queries.ts'
import { lockWorkspace, workspaceRoleLabel } from './workspace-scope.ts'

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
  await storeRole(ctx, target.id, WORKSPACE_ROLE.owner)
  await storeRole(ctx, ownId, WORKSPACE_ROLE.admin)
  await recordAuditEvent(ctx, {
    eventType: 'ownership_transferred',
    target: { type: 'account', id: target.id, label: displayNameOf(target) },
    metadata: { old: workspaceRoleLabel(target.role), new: workspaceRoleLabel(WORKSPACE_ROLE.owner) },
  })
  return { detail }
}

async function storeRole(ctx: Ctx<unknown>, accountId: string, role: number): Promise<void> {
  await sql(
    ctx,
    `insert into workspace_members (account_id, role, created_at) values ($1, $2, $3)
     on conflict (account_id) do update set role = excluded.role`,
    [accountId, role, ctx.services.clock.now()],
  )
}
