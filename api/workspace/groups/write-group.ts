import { checkReach } from '../../access/member-reach.ts'
import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import {
  deleteGroupWithLinks,
  type GroupView,
  insertGroup,
  lockGroup,
  updateGroupRow,
  viewGroup,
} from './group.queries.ts'
import type { GroupPatch } from './group.schema.ts'
import { accountsIn, projectsIn } from './group-link.queries.ts'
import { syncConferredMembers } from './sync-conferred-members.ts'

export async function createGroup(
  ctx: Ctx<WorkspaceScope>,
  input: { name: string; description: string; lead: string | null },
): Promise<GroupView> {
  if (input.lead) await checkReach(ctx, input.lead, 'lead')
  const id = newId()
  const { name, description, lead: lead_id } = input
  await insertGroup(ctx, { id, name, description, lead_id, created_at: ctx.services.clock.now() })
  return viewGroup(ctx, id)
}

export async function updateGroup(ctx: Ctx<WorkspaceScope>, groupId: string, input: GroupPatch): Promise<GroupView> {
  const group = await lockGroup(ctx, groupId)
  if (input.lead && input.lead !== group.lead_id) await checkReach(ctx, input.lead, 'lead')
  const { name = group.name, description = group.description, lead: lead_id = group.lead_id } = input
  await updateGroupRow(ctx, groupId, { name, description, lead_id })
  return viewGroup(ctx, groupId)
}

/** Deletes a group with its links; what it conferred ends unless another group confers it. */
export async function deleteGroup(ctx: Ctx<WorkspaceScope>, groupId: string): Promise<void> {
  await lockGroup(ctx, groupId)
  const projectIds = await projectsIn(ctx, groupId)
  const accountIds = await accountsIn(ctx, groupId)
  await deleteGroupWithLinks(ctx, groupId)
  await syncConferredMembers(ctx, projectIds, accountIds)
}
