import { listMemberIds, type MemberListQuery } from '../../access/list-members.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import { ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { loadUserSummaries, type UserSummary } from '../../projects/members/user-summary.ts'
import { ProgramMember } from '../program.entity.ts'
import { programRoleLabel } from '../program.policy.ts'

export interface ProgramMemberView {
  member: ProgramMember
  user: UserSummary
}

/** Members by role, then username. */
export async function listProgramMembers(ctx: Ctx<ProgramScope>, query: MemberListQuery): Promise<ProgramMemberView[]> {
  const source = { table: 'program_members', scopeColumn: 'program_id', scopeId: ctx.scope.programId } as const
  const ids = await listMemberIds(ctx, source, query)
  const members = await ctx.em.find(ProgramMember, { id: { $in: ids } })
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  members.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0))
  return viewMembers(ctx, members)
}

export async function loadProgramMember(ctx: Ctx<ProgramScope>, memberId: string): Promise<ProgramMember> {
  const member = await ctx.em.findOne(
    ProgramMember,
    { id: memberId, program_id: ctx.scope.programId, is_deleted: false },
    { refresh: true },
  )
  if (!member) throw notFound()
  return member
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

export function presentProgramMember({ member, user }: ProgramMemberView): object {
  return {
    id: member.id,
    server_version: member.server_version,
    program: member.program_id,
    user: member.account_id,
    user_detail: user,
    role: member.role,
    role_label: programRoleLabel(member.role),
    role_title: member.role_title,
    joined_at: instantText(member.created_at),
    role_changed_at: instantText(member.role_changed_at),
  }
}
