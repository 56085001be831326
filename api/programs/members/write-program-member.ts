import { checkReach } from '../../access/member-reach.ts'
import { loadProgramScope, PROGRAM_IS_CLOSED, type ProgramScope } from '../../access/program-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { ProgramMember } from '../../levels/program.entity.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProgramRow } from '../lock-program-row.ts'
import { checkOtherProgramOwner, findLatestProgramMember, loadProgramMember } from './member.queries.ts'

/** Adds somebody to the program, or takes a former member back. */
export async function addProgramMember(
  ctx: Ctx<ProgramScope>,
  input: { user: string; role: number; role_title?: string | undefined },
): Promise<ProgramMember> {
  await checkReach(ctx, input.user)
  const program = await lockProgramRow(ctx, ctx.scope.programId)
  await checkBelowOwn(ctx, input.role)
  const former = await findLatestProgramMember(ctx, input.user)
  refuseUnless(!former || former.is_deleted, () => new Refusal(409, 'This account is a member already.'))
  const values = { role: input.role, role_title: input.role_title ?? '', created_at: ctx.services.clock.now() }
  const member = former
    ? Object.assign(former, {
        ...values,
        is_deleted: false,
        role_changed_at: null,
        server_version: former.server_version + 1,
      })
    : ctx.em.create(ProgramMember, { id: newId(), program_id: program.id, account_id: input.user, ...values })
  await ctx.em.flush()
  return member
}

/** A role takes a Program Admin; a title alone a Program Manager. */
export async function changeProgramMember(
  ctx: Ctx<ProgramScope>,
  memberId: string,
  input: { role?: number | undefined; role_title?: string | undefined },
): Promise<ProgramMember> {
  await lockProgramRow(ctx, ctx.scope.programId)
  const member = await loadProgramMember(ctx, memberId)
  if (input.role !== undefined && input.role !== member.role) await changeRole(ctx, member, input.role)
  if (input.role_title !== undefined) member.role_title = input.role_title
  member.server_version += 1
  await ctx.em.flush()
  return member
}

async function changeRole(ctx: Ctx<ProgramScope>, member: ProgramMember, role: number): Promise<void> {
  await checkBelowOwn(ctx, role)
  await checkOtherProgramOwner(ctx, member)
  member.role = role
  member.role_changed_at = ctx.services.clock.now()
}

/** Everyone may leave, also a closed program; removing others takes a Program Admin and a lower role. */
export async function removeProgramMember(ctx: Ctx<ProgramScope>, memberId: string): Promise<void> {
  const program = await lockProgramRow(ctx, ctx.scope.programId, { whenClosed: 'allowed' })
  const member = await loadProgramMember(ctx, memberId)
  if (member.account_id !== actorId(ctx)) {
    refuseUnless(!program.is_closed, () => forbidden(PROGRAM_IS_CLOSED))
    refuseUnless(atLeast(ctx.scope.role, ROLE.owner), () => forbidden())
    refuseUnless(member.role < (ctx.scope.role ?? 0), () =>
      forbidden('You cannot remove a member whose role is at or above your own.'),
    )
  }
  await checkOtherProgramOwner(ctx, member)
  member.is_deleted = true
  member.server_version += 1
  await ctx.em.flush()
}

/** The own role is read under the program's lock, because it may have been lowered while waiting for it. */
async function checkBelowOwn(ctx: Ctx<ProgramScope>, role: number): Promise<void> {
  const { role: own } = await loadProgramScope(ctx, ctx.scope.programId)
  refuseUnless(atLeast(own, ROLE.owner), () => forbidden())
  refuseUnless(role < (own ?? 0), () => fieldError('role', 'The role must be below your own.'))
}
