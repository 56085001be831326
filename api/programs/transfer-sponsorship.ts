import { z } from 'zod'
import type { ProgramScope } from '../access/program-scope.ts'
import { findEnabledAccount } from '../access/reach.queries.ts'
import { ROLE } from '../access/roles.ts'
import type { Program, ProgramMember } from '../levels/program.entity.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { forbidden, notFound, Refusal, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { lockProgramRow, touchProgram } from './lock-program-row.ts'
import { findProgramMember } from './members/member.queries.ts'
import { programSponsorshipTransferred } from './program.events.ts'

export const sponsorshipBody = z.object({
  new_owner_user_id: wireId,
  new_lead_user_id: wireId.optional(),
})

/** Makes another member the Program Admin; the acting one becomes Program Manager. The lead may change with it. */
export async function transferSponsorship(
  ctx: Ctx<ProgramScope>,
  input: z.output<typeof sponsorshipBody>,
): Promise<Program> {
  const newOwnerId = input.new_owner_user_id
  const program = await lockProgramRow(ctx, ctx.scope.programId, { whenClosed: 'allowed' })
  const isOther = newOwnerId !== actingAccount(ctx).id
  if (!isOther && input.new_lead_user_id === undefined) return program
  if (input.new_lead_user_id !== undefined) {
    const lead = await loadMember(ctx, input.new_lead_user_id)
    program.lead_id = lead.account_id
  }
  if (isOther) await swapRoles(ctx, newOwnerId)
  touchProgram(ctx, program)
  await ctx.em.flush()
  if (isOther) {
    const payload = { id: program.id, new_owner_id: newOwnerId }
    emit(ctx, programSponsorshipTransferred, { projectId: null, payload })
  }
  return program
}

async function swapRoles(ctx: Ctx<ProgramScope>, newOwnerId: string): Promise<void> {
  const target = await loadMember(ctx, newOwnerId)
  const own = await loadMember(ctx, actingAccount(ctx).id)
  // It may have been handed on while this waited for the lock.
  refuseUnless(own.role === ROLE.owner, () => forbidden())
  setRole(ctx, target, ROLE.owner)
  setRole(ctx, own, ROLE.manager)
}

/** Unknown accounts are 404, known ones that are no members 400. */
async function loadMember(ctx: Ctx<ProgramScope>, accountId: string): Promise<ProgramMember> {
  refuseUnless(await findEnabledAccount(ctx, accountId), notFound)
  const member = await findProgramMember(ctx, accountId)
  if (!member) throw new Refusal(400, 'The account must be a member of the program.')
  return member
}

function setRole(ctx: Ctx<unknown>, member: ProgramMember, role: number): void {
  if (member.role === role) return
  member.role = role
  member.role_changed_at = ctx.services.clock.now()
  member.server_version += 1
}
