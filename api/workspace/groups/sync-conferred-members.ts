import { ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { requestEviction } from '../../platform/realtime/evict.ts'
import { emitMember, memberAdded, memberRemoved, memberRoleChanged } from '../../projects/members/member.events.ts'
import { ProjectMember } from '../../projects/members/project-member.entity.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { type Conferred, findConferred, findProjectState } from './group-link.queries.ts'

type MemberEvent = typeof memberAdded

/**
 * Makes the memberships that groups confer agree with the groups: of several groups the highest role counts, a direct
 * membership wins and is not touched. Called after each change of members or links, with the projects and accounts it
 * concerns. Archived and trashed projects follow too, so that they are right when they come back.
 */
export async function syncConferredMembers(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  for (const projectId of [...new Set(projectIds)].sort()) await syncProject(ctx, projectId, accountIds)
}

async function syncProject(ctx: Ctx<unknown>, projectId: string, accountIds: readonly string[]): Promise<void> {
  const project = await findProjectState(ctx, projectId)
  if (!project) return
  const syncSeq = await lockProject(ctx, projectId)
  const conferred = new Map((await findConferred(ctx, projectId, accountIds)).map((row) => [row.account_id, row]))
  const rows = await ctx.em.find(
    ProjectMember,
    { project_id: projectId, account_id: { $in: [...accountIds] } },
    { orderBy: { is_deleted: 'asc', created_at: 'desc' }, refresh: true },
  )
  const changes: [MemberEvent, ProjectMember][] = []
  for (const accountId of accountIds) {
    const row = rows.find((each) => each.account_id === accountId)
    const event = syncOne(ctx, { projectId, syncSeq, wanted: conferred.get(accountId), row })
    if (event) changes.push(event)
  }
  await ctx.em.flush()
  for (const [event, member] of project.is_deleted ? [] : changes) emitMember(ctx, event, member)
}

interface Pair {
  projectId: string
  syncSeq: number
  wanted: Conferred | undefined
  /** The live row, else the latest dead one. */
  row: ProjectMember | undefined
}

/** What has to be said about one person, or null when nothing changed. */
function syncOne(ctx: Ctx<unknown>, { projectId, syncSeq, wanted, row }: Pair): [MemberEvent, ProjectMember] | null {
  const live = row && !row.is_deleted ? row : undefined
  if (live && !live.group_id) return null
  const now = ctx.services.clock.now()
  if (!wanted) {
    if (!live) return null
    Object.assign(live, { is_deleted: true, server_version: live.server_version + 1, sync_seq: syncSeq })
    requestEviction(ctx, { projectId, accountId: live.account_id })
    return [memberRemoved, live]
  }
  const { role, group_id, account_id } = wanted
  if (!row) {
    const added = ctx.em.create(ProjectMember, {
      id: newId(),
      sync_seq: syncSeq,
      project_id: projectId,
      account_id,
      role,
      group_id,
      created_at: now,
    })
    return [memberAdded, added]
  }
  if (!live) {
    const revived = { role, group_id, is_deleted: false, created_at: now, role_changed_at: null }
    return [memberAdded, Object.assign(row, revived, { server_version: row.server_version + 1, sync_seq: syncSeq })]
  }
  if (live.role === role && live.group_id === group_id) return null
  const hasNewRole = live.role !== role
  if (hasNewRole) live.role_changed_at = now
  Object.assign(live, { role, group_id, server_version: live.server_version + 1, sync_seq: syncSeq })
  if (role < ROLE.member) requestEviction(ctx, { projectId, accountId: account_id })
  return hasNewRole ? [memberRoleChanged, live] : null
}
