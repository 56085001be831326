import { sql } from 'kysely'
import { listMemberIds, type MemberListQuery } from '../../access/member-list.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { ROLE } from '../../access/roles.ts'
import { loadUserSummaries, type UserSummary } from '../../accounts/user-summary.ts'
import { type Db, tables } from '../../database.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { notFound } from '../../platform/errors.ts'
import { ProjectMember } from './project-member.entity.ts'

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

/** The membership of an account, live or not; of several the live one, else the last. */
export async function findLatestMember(ctx: Ctx<ProjectScope>, accountId: string): Promise<ProjectMember | undefined> {
  const found = await ctx.em.find(
    ProjectMember,
    { project_id: ctx.scope.projectId, account_id: accountId },
    { orderBy: { is_deleted: 'asc', created_at: 'desc' }, limit: 1 },
  )
  return found[0]
}

/** The live membership of an account; null for who is no member. */
export function findMember(ctx: Ctx<ProjectScope>, accountId: string): Promise<ProjectMember | null> {
  return ctx.em.findOne(ProjectMember, { project_id: ctx.scope.projectId, account_id: accountId, is_deleted: false })
}

/** How many live Owners a project has. */
export function countOwners(db: Db, projectId: string): Promise<number> {
  return db.em.count(ProjectMember, { project_id: projectId, is_deleted: false, role: ROLE.owner })
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
  const rows = await tables(ctx)
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .leftJoin('project_members as own', (join) =>
      join
        .onRef('own.project_id', '=', 'p.id')
        .on('own.account_id', '=', actingAccount(ctx).id)
        .on('own.role', '=', ROLE.owner)
        .on('own.is_deleted', '=', false),
    )
    .select(({ fn }) => [
      'm.account_id',
      fn.countAll<number>().as('count'),
      sql<string[] | null>`array_agg(p.name order by p.name) filter (where own.id is not null)`.as('names'),
    ])
    .where('m.account_id', '=', anyOf(accountIds))
    .where('m.project_id', '<>', projectId)
    .where('m.is_deleted', '=', false)
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .groupBy('m.account_id')
    .execute()
  return new Map(rows.map((row) => [row.account_id, { count: row.count, names: row.names ?? [] }]))
}
