import { checkReach } from '../../access/member-reach.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'
import type { WorkspaceScope } from '../workspace-scope.ts'
import { WorkspaceGroup } from './group.entity.ts'
import { type GroupView, lockGroup, viewGroup } from './group.queries.ts'
import type { GroupPatch } from './group.schema.ts'
import { accountsIn, projectsIn } from './group-links.ts'
import { syncConferredMembers } from './sync-conferred-members.ts'

export async function createGroup(
  ctx: Ctx<WorkspaceScope>,
  input: { name: string; description: string; lead: string | null },
): Promise<GroupView> {
  if (input.lead) await checkReach(ctx, input.lead, 'lead')
  const id = newId()
  const { name, description, lead: leadId } = input
  ctx.em.create(WorkspaceGroup, { id, name, description, lead_id: leadId, created_at: ctx.services.clock.now() })
  await ctx.em.flush()
  return viewGroup(ctx, id)
}

export async function updateGroup(ctx: Ctx<WorkspaceScope>, groupId: string, input: GroupPatch): Promise<GroupView> {
  const group = await lockGroup(ctx, groupId)
  if (input.lead && input.lead !== group.lead_id) await checkReach(ctx, input.lead, 'lead')
  if (input.name !== undefined) group.name = input.name
  if (input.description !== undefined) group.description = input.description
  if (input.lead !== undefined) group.lead_id = input.lead
  await ctx.em.flush()
  return viewGroup(ctx, groupId)
}

/** Deletes a group with its links; what it conferred ends unless another group confers it. */
export async function deleteGroup(ctx: Ctx<WorkspaceScope>, groupId: string): Promise<void> {
  await lockGroup(ctx, groupId)
  const projectIds = await projectsIn(ctx, groupId)
  const accountIds = await accountsIn(ctx, groupId)
  await sql(ctx, 'delete from workspace_group_members where group_id = $1', [groupId])
  await sql(ctx, 'delete from workspace_group_projects where group_id = $1', [groupId])
  await sql(ctx, 'delete from workspace_groups where id = $1', [groupId])
  await syncConferredMembers(ctx, projectIds, accountIds)
}
