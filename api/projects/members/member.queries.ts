import { listMemberIds, type MemberListQuery } from '../../access/member-list.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { ProjectMember } from './project-member.entity.ts'
import { loadUserSummaries, type UserSummary } from './user-summary.ts'

export interface MemberView {
  member: ProjectMember
  user: UserSummary
  otherProjectCount: number
  otherProjectNames: string[]
}

/** Members by role, then username. */
export async function listMembers(ctx: Ctx<ProjectScope>, query: MemberListQuery): Promise<MemberView[]> {
  const ids = await listMemberIds(ctx, query)
  const members = await ctx.em.find(ProjectMember, { id: { $in: ids } })
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  members.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0))
  return viewMembers(ctx, members)
}

/** A live membership of the project in scope. */
export async function loadMember(ctx: Ctx<ProjectScope>, memberId: string): Promise<ProjectMember> {
  const member = await ctx.em.findOne(
    ProjectMember,
    { id: memberId, project_id: ctx.scope.projectId, is_deleted: false },
    { refresh: true },
  )
  if (!member) throw notFound()
  return member
}

export async function countOwners(ctx: Pick<Ctx, 'em'>, projectId: string): Promise<number> {
  return ctx.em.count(ProjectMember, { project_id: projectId, is_deleted: false, role: ROLE.owner })
}

export async function viewMember(ctx: Ctx<unknown>, member: ProjectMember): Promise<MemberView> {
  const view = (await viewMembers(ctx, [member]))[0]
  if (!view) throw notFound()
  return view
}

async function viewMembers(ctx: Ctx<unknown>, members: readonly ProjectMember[]): Promise<MemberView[]> {
  const accountIds = members.map((member) => member.account_id)
  const users = await loadUserSummaries(ctx, accountIds)
  const others = await otherProjects(ctx, accountIds, members[0]?.project_id)
  return members.flatMap((member) => {
    const user = users.get(member.account_id)
    const other = others.get(member.account_id)
    return user ? [{ member, user, otherProjectCount: other?.count ?? 0, otherProjectNames: other?.names ?? [] }] : []
  })
}

/** How many other projects each person works on. Names only of projects that the caller owns. */
async function otherProjects(
  ctx: Ctx<unknown>,
  accountIds: readonly string[],
  projectId: string | undefined,
): Promise<Map<string, { count: number; names: string[] }>> {
  if (!projectId) return new Map()
  const rows = await sql<{ account_id: string; count: number; names: string[] | null }>(
    ctx,
    `select m.account_id, count(*)::int as count, array_agg(p.name order by p.name) filter (where own.id is not null) as names
     from project_members m
     join projects p on p.id = m.project_id and not p.is_deleted and not p.is_archived
     left join project_members own on own.project_id = p.id and own.account_id = $3 and own.role = $4 and not own.is_deleted
     where m.account_id = any($1::uuid[]) and m.project_id <> $2 and not m.is_deleted
     group by m.account_id`,
    [accountIds, projectId, actingAccount(ctx).id, ROLE.owner],
  )
  return new Map(rows.map((row) => [row.account_id, { count: row.count, names: row.names ?? [] }]))
}
