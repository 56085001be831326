import type { ProgramScope } from '../../access/program-scope.ts'
import { ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText, sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { booleanFilter, orderBySql, searchSql } from '../../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { loadUserSummaries, type UserSummary } from '../../projects/members/user-summary.ts'
import { ProgramMember } from '../program.entity.ts'
import { programRoleLabel } from '../program.policy.ts'

export interface ProgramMemberView {
  member: ProgramMember
  user: UserSummary
}

interface ListQuery {
  page?: string | undefined
  page_size?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
  self?: string | undefined
}

/** Members by role, then username. */
export async function pageProgramMembers(
  ctx: Ctx<ProgramScope>,
  query: ListQuery,
): Promise<OffsetPage<ProgramMemberView>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [ctx.scope.programId]
  const where = searchSql(query.search, ['a.username'], params)
  if (booleanFilter(query.self)) where.push(`m.account_id = $${params.push(actingAccount(ctx).id)}`)
  const from = `from program_members m join accounts a on a.id = m.account_id
    where m.program_id = $1 and not m.is_deleted ${where.map((condition) => `and ${condition}`).join(' ')}`
  const total = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const columns = { role: 'm.role', username: 'a.username', joined_at: 'm.created_at' }
  const order = orderBySql(query.ordering, columns, 'm.role desc, a.username', 'm.id')
  const rows = await sql<{ id: string }>(
    ctx,
    `select m.id ${from} order by ${order} limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, request.pageSize, request.offset],
  )
  const ids = rows.map((row) => row.id)
  const members = await ctx.em.find(ProgramMember, { id: { $in: ids } })
  members.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return { count: total?.count ?? 0, results: await viewMembers(ctx, members), request }
}

export async function loadProgramMember(ctx: Ctx<ProgramScope>, memberId: string): Promise<ProgramMember> {
  const member = await ctx.em.findOne(
    ProgramMember,
    { id: memberId, programId: ctx.scope.programId, isDeleted: false },
    { refresh: true },
  )
  if (!member) throw notFound()
  return member
}

/** A program keeps at least one Owner. The caller holds the program's lock. */
export async function checkOtherProgramOwner(ctx: Ctx<unknown>, leaving: ProgramMember): Promise<void> {
  if (leaving.role !== ROLE.owner) return
  const owners = await ctx.em.count(ProgramMember, { programId: leaving.programId, isDeleted: false, role: ROLE.owner })
  refuseUnless(owners > 1, () => new Refusal(400, 'This is the last Program Admin of the program.'))
}

export async function viewProgramMember(ctx: Ctx<unknown>, member: ProgramMember): Promise<ProgramMemberView> {
  const view = (await viewMembers(ctx, [member]))[0]
  if (!view) throw notFound()
  return view
}

async function viewMembers(ctx: Ctx<unknown>, members: readonly ProgramMember[]): Promise<ProgramMemberView[]> {
  const users = await loadUserSummaries(
    ctx,
    members.map((member) => member.accountId),
  )
  return members.flatMap((member) => {
    const user = users.get(member.accountId)
    return user ? [{ member, user }] : []
  })
}

export function presentProgramMember({ member, user }: ProgramMemberView): object {
  return {
    id: member.id,
    server_version: member.serverVersion,
    program: member.programId,
    user: member.accountId,
    user_detail: user,
    role: member.role,
    role_label: programRoleLabel(member.role),
    role_title: member.roleTitle,
    joined_at: instantText(member.createdAt),
    role_changed_at: instantText(member.roleChangedAt),
  }
}
