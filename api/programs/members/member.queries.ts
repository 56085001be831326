import { listMemberIds, type MemberListQuery } from '../../access/member-list.queries.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import { ROLE } from '../../access/roles.ts'
import { loadUserSummaries, type UserSummary } from '../../accounts/user-summary.ts'
import { ProgramMember } from '../../levels/program.entity.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'

export interface ProgramMemberView {
  member: ProgramMember
  user: UserSummary
}

/** Members by role, then username. */
export async function listProgramMembers(ctx: Ctx<ProgramScope>, query: MemberListQuery): Promise<ProgramMemberView[]> {
  const ids = await listMemberIds(ctx, query)
  const members = await ctx.em.find(ProgramMember, { id: { $in: ids } })
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  members.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0))
  return viewMembers(ctx, members)
}

/** A live membership of the program in scope by its own id. */
export async function loadProgramMember(ctx: Ctx<ProgramScope>, memberId: string): Promise<ProgramMember> {
  const member = await ctx.em.findOne(
    ProgramMember,
    { id: memberId, program_id: ctx.scope.programId, is_deleted: false },
    { refresh: true },
  )
  if (!member) throw notFound()
  return member
}

/** The membership of an account, live or not; of several the live one, else the last. */
export async function findLatestProgramMember(
  ctx: Ctx<ProgramScope>,
  accountId: string,
): Promise<ProgramMember | undefined> {
  const found = await ctx.em.find(
    ProgramMember,
    { program_id: ctx.scope.programId, account_id: accountId },
    { orderBy: { is_deleted: 'asc', created_at: 'desc' }, limit: 1 },
  )
  return found[0]
}

/** The live membership of an account; null for who is no member. */
export function findProgramMember(ctx: Ctx<ProgramScope>, accountId: string): Promise<ProgramMember | null> {
  return ctx.em.findOne(ProgramMember, {
    program_id: ctx.scope.programId,
    account_id: accountId,
    is_deleted: false,
  })
}

/** A program keeps at least one Owner. The caller holds the program's lock. */
export async function checkOtherProgramOwner(ctx: Ctx<unknown>, leaving: ProgramMember): Promise<void> {
  if (leaving.role !== ROLE.owner) return
  const owners = await ctx.em.count(ProgramMember, {
    program_id: leaving.program_id,
    is_deleted: false,
    role: ROLE.owner,
  })
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
    members.map((member) => member.account_id),
  )
  return members.flatMap((member) => {
    const user = users.get(member.account_id)
    return user ? [{ member, user }] : []
  })
}
