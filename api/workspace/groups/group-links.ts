import { checkReach } from '../../access/member-reach.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { fieldError } from '../../platform/errors.ts'
import { lockProjectRow } from '../../projects/lock-project-row.ts'
import type { WorkspaceScope } from '../workspace-scope.ts'
import { type GroupView, lockGroup, viewGroup } from './group.queries.ts'
import { syncConferredMembers } from './sync-conferred-members.ts'

export async function accountsIn(ctx: Ctx<unknown>, groupId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    'select account_id as id from workspace_group_members where group_id = $1 order by account_id',
    [groupId],
  )
  return rows.map((row) => row.id)
}

export async function projectsIn(ctx: Ctx<unknown>, groupId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    'select project_id as id from workspace_group_projects where group_id = $1 order by project_id',
    [groupId],
  )
  return rows.map((row) => row.id)
}

/** Puts somebody into a group; again is the same as once. */
export async function addGroupMember(ctx: Ctx<WorkspaceScope>, groupId: string, accountId: string): Promise<GroupView> {
  await lockGroup(ctx, groupId)
  await checkReach(ctx, accountId)
  await sql(
    ctx,
    `insert into workspace_group_members (group_id, account_id, created_at) values ($1, $2, $3)
     on conflict do nothing`,
    [groupId, accountId, ctx.services.clock.now()],
  )
  await syncConferredMembers(ctx, await projectsIn(ctx, groupId), [accountId])
  return viewGroup(ctx, groupId)
}

export async function removeGroupMember(ctx: Ctx<WorkspaceScope>, groupId: string, accountId: string): Promise<void> {
  await lockGroup(ctx, groupId)
  await sql(ctx, 'delete from workspace_group_members where group_id = $1 and account_id = $2', [groupId, accountId])
  await syncConferredMembers(ctx, await projectsIn(ctx, groupId), [accountId])
}

/** Links a project, or changes the role that an existing link confers. */
export async function linkProject(
  ctx: Ctx<WorkspaceScope>,
  groupId: string,
  input: { project: string; role: number },
): Promise<GroupView> {
  await lockGroup(ctx, groupId)
  await checkProject(ctx, input.project)
  await sql(
    ctx,
    `insert into workspace_group_projects (group_id, project_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (group_id, project_id) do update set role = excluded.role`,
    [groupId, input.project, input.role, ctx.services.clock.now()],
  )
  await syncConferredMembers(ctx, [input.project], await accountsIn(ctx, groupId))
  return viewGroup(ctx, groupId)
}

/** Takes a link away, also from an archived project: it only ends access. */
export async function unlinkProject(ctx: Ctx<WorkspaceScope>, groupId: string, projectId: string): Promise<void> {
  await lockGroup(ctx, groupId)
  await sql(ctx, 'delete from workspace_group_projects where group_id = $1 and project_id = $2', [groupId, projectId])
  await syncConferredMembers(ctx, [projectId], await accountsIn(ctx, groupId))
}

/** Holds the project's write lock, so that it is not archived or deleted before the link stands. */
async function checkProject(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const found = await sqlOne(ctx, 'select 1 as ok from projects where id = $1 and not is_deleted', [projectId])
  if (!found) throw fieldError('project', 'Object does not exist.')
  await lockProjectRow(ctx, projectId)
}
