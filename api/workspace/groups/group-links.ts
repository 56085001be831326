import { checkReach } from '../../access/member-reach.ts'
import { findProjectScope } from '../../access/project-scope.ts'
import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, refuseUnless } from '../../platform/errors.ts'
import { lockProjectRow } from '../../projects/lock-project-row.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { type GroupView, lockGroup, viewGroup } from './group.queries.ts'
import {
  accountsIn,
  confersBeyond,
  deleteGroupMember,
  deleteGroupProject,
  insertGroupMember,
  projectsIn,
  storeGroupProject,
} from './group-link.queries.ts'
import { syncConferredMembers } from './sync-conferred-members.ts'

/**
 * Puts somebody into a group; again is the same as once. It confers what the group is linked to, so that only somebody may
 * who could give each of those roles by hand.
 */
export async function addGroupMember(ctx: Ctx<WorkspaceScope>, groupId: string, accountId: string): Promise<GroupView> {
  await lockGroup(ctx, groupId)
  await checkReach(ctx, accountId)
  if ((await accountsIn(ctx, groupId)).includes(accountId)) return viewGroup(ctx, groupId)
  const projectIds = await projectsIn(ctx, groupId)
  await checkMayConfer(ctx, groupId, projectIds)
  await insertGroupMember(ctx, { group_id: groupId, account_id: accountId, created_at: ctx.services.clock.now() })
  await syncConferredMembers(ctx, projectIds, [accountId])
  return viewGroup(ctx, groupId)
}

export async function removeGroupMember(ctx: Ctx<WorkspaceScope>, groupId: string, accountId: string): Promise<void> {
  await lockGroup(ctx, groupId)
  await deleteGroupMember(ctx, groupId, accountId)
  await syncConferredMembers(ctx, await projectsIn(ctx, groupId), [accountId])
}

/**
 * Links a project, or changes the role that an existing link confers. The caller holds a role there above it, as for a
 * membership given by hand; a project that he cannot see reads like an absent one.
 */
export async function linkProject(
  ctx: Ctx<WorkspaceScope>,
  groupId: string,
  input: { project: string; role: number },
): Promise<GroupView> {
  await lockGroup(ctx, groupId)
  // Under the project's write lock, so that neither it nor the caller's role changes before the link stands.
  if (!(await findProjectScope(ctx, input.project))) throw fieldError('project', 'Object does not exist.')
  await lockProjectRow(ctx, input.project)
  const scope = await findProjectScope(ctx, input.project)
  if (!scope) throw fieldError('project', 'Object does not exist.')
  refuseUnless(input.role < (scope.role ?? 0), () =>
    fieldError('role', 'The role must be below your own in the project.'),
  )
  await storeGroupProject(ctx, {
    group_id: groupId,
    project_id: input.project,
    role: input.role,
    created_at: ctx.services.clock.now(),
  })
  await syncConferredMembers(ctx, [input.project], await accountsIn(ctx, groupId))
  return viewGroup(ctx, groupId)
}

/** Takes a link away, also from an archived project: it only ends access. */
export async function unlinkProject(ctx: Ctx<WorkspaceScope>, groupId: string, projectId: string): Promise<void> {
  await lockGroup(ctx, groupId)
  await deleteGroupProject(ctx, groupId, projectId)
  await syncConferredMembers(ctx, [projectId], await accountsIn(ctx, groupId))
}

/** Under the write locks of the projects, so that the caller's roles are as they will be when the membership stands. */
async function checkMayConfer(ctx: Ctx<unknown>, groupId: string, projectIds: readonly string[]): Promise<void> {
  for (const projectId of projectIds) await lockProject(ctx, projectId)
  refuseUnless(!(await confersBeyond(ctx, groupId, actorId(ctx))), () =>
    forbidden('The group gives roles in projects where you hold none above them.'),
  )
}
