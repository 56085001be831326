import { WORKSPACE_ROLE } from '../../access/roles.ts'
import { lockWorkspace, type WorkspaceScope, workspaceRoleLabel } from '../../access/workspace-scope.ts'
import { displayNameOf } from '../../accounts/account.entity.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { hasOtherOwner, loadMember, type MemberRow, storeMember } from './member.queries.ts'
import type { MemberPatch } from './member.schema.ts'
import { deactivateAccount, reactivateAccount } from './set-account-active.ts'

/** Changes somebody's role, status or availability; the first change makes the row. */
export async function updateMember(
  ctx: Ctx<WorkspaceScope>,
  accountId: string,
  input: MemberPatch,
  options: { isRemoval?: boolean } = {},
): Promise<MemberRow> {
  const ownRole = await lockWorkspace(ctx)
  const member = await loadMember(ctx, accountId)
  const role = input.role ?? member.role
  const status = input.status ?? member.status
  await checkGuards(ctx, { member, ownRole, role, status })
  await storeChanges(ctx, member, { ...input, role, status })
  if (status !== member.status) await applyStatus(ctx, member, status)
  await recordChanges(ctx, member, { role, status, isRemoval: options.isRemoval === true })
  return loadMember(ctx, accountId)
}

/** Removing somebody from the workspace is deactivating: what they did keeps its author. */
export async function removeMember(ctx: Ctx<WorkspaceScope>, accountId: string): Promise<void> {
  await updateMember(ctx, accountId, { status: 'deactivated' }, { isRemoval: true })
}

interface Change {
  member: MemberRow
  ownRole: number
  role: number
  status: string
}

/** Peers are left alone, nobody hands out a rank like one's own, and an Owner remains. Availability passes them all. */
async function checkGuards(ctx: Ctx<unknown>, { member, ownRole, role, status }: Change): Promise<void> {
  const isChanged = role !== member.role || status !== member.status
  const isSelf = member.id === actorId(ctx)
  refuseUnless(!isChanged || isSelf || member.role < ownRole, () =>
    forbidden('You cannot change a member whose role is at or above your own.'),
  )
  refuseUnless(role === member.role || role < ownRole, () => forbidden('You cannot grant a role at or above your own.'))
  const wasOwner = member.role === WORKSPACE_ROLE.owner && member.status !== 'deactivated'
  const isOwner = role === WORKSPACE_ROLE.owner && status !== 'deactivated'
  refuseUnless(
    !wasOwner || isOwner || (await hasOtherOwner(ctx, member.id)),
    () => new Refusal(400, 'This is the last active Owner of the workspace.'),
  )
}

async function storeChanges(
  ctx: Ctx<unknown>,
  member: MemberRow,
  next: Omit<MemberPatch, 'role' | 'status'> & { role: number; status: string },
): Promise<void> {
  const {
    role,
    status,
    availability_percent = member.availability_percent,
    availability_effective_from: from = member.availability_effective_from,
    availability_effective_to: to = member.availability_effective_to,
    availability_notes = member.availability_notes,
  } = next
  refuseUnless(from === null || to === null || from <= to, () =>
    fieldError('availability_effective_to', 'The end lies before the beginning.'),
  )
  await storeMember(ctx, {
    account_id: member.id,
    role,
    status,
    availability_percent,
    availability_effective_from: from,
    availability_effective_to: to,
    availability_notes,
    created_at: ctx.services.clock.now(),
  })
}

async function applyStatus(ctx: Ctx<WorkspaceScope>, member: MemberRow, status: string): Promise<void> {
  if (status === 'deactivated') await deactivateAccount(ctx, member.id)
  else if (member.status === 'deactivated') await reactivateAccount(ctx, member.id)
}

async function recordChanges(
  ctx: Ctx<unknown>,
  member: MemberRow,
  next: { role: number; status: string; isRemoval: boolean },
): Promise<void> {
  const target = { type: 'account', id: member.id, label: displayNameOf(member) }
  if (next.role !== member.role) {
    const metadata = { old: workspaceRoleLabel(member.role), new: workspaceRoleLabel(next.role) }
    await recordAuditEvent(ctx, { eventType: 'member_role_changed', target, metadata })
  }
  if (next.status === member.status) return
  const metadata = { old: member.status, new: next.status }
  await recordAuditEvent(ctx, {
    eventType: next.isRemoval ? 'member_removed' : 'member_status_changed',
    target,
    metadata: next.isRemoval ? { ...metadata, role: workspaceRoleLabel(member.role) } : metadata,
  })
}
