import { checkReach } from '../access/member-reach.ts'
import { findProgramScope } from '../access/program-scope.ts'
import { projectRoleOf } from '../access/roles.queries.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { lockCalendarsInUse } from '../calendars/calendar.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { lockOpenProgram } from './project.queries.ts'

/** A calendar that a project or program is about to use; it cannot be deleted before the transaction ends. */
export async function checkCalendar(ctx: Ctx<unknown>, calendarId: string | null | undefined): Promise<void> {
  if (!calendarId) return
  const held = await lockCalendarsInUse(ctx, [calendarId])
  refuseUnless(held.has(calendarId), () => fieldError('calendar', 'Object does not exist.'))
}

/**
 * A program that a project is about to join. The caller manages it and it is open; hidden and absent ones read alike.
 * The row is held, so that it is not closed or deleted meanwhile.
 */
export async function checkJoinedProgram(ctx: Ctx<unknown>, programId: string | null | undefined): Promise<void> {
  if (!programId) return
  const scope = await findProgramScope(ctx, programId)
  if (!scope) throw fieldError('program', 'Object does not exist.')
  if (ctx.actor.kind !== 'system') checkManagesProgram(scope.role)
  const open = await lockOpenProgram(ctx, programId)
  refuseUnless(open, () => fieldError('program', 'The program is closed.'))
}

/** A program that a project is about to leave: closed ones can be left. */
export async function checkLeftProgram(ctx: Ctx<unknown>, programId: string | null | undefined): Promise<void> {
  if (!programId || ctx.actor.kind === 'system') return
  checkManagesProgram((await findProgramScope(ctx, programId))?.role ?? null)
}

function checkManagesProgram(role: number | null): void {
  refuseUnless(atLeast(role, ROLE.manager), () =>
    fieldError('program', 'You must be a Program Manager of the program.'),
  )
}

/** At creation nobody but the creator is a member, so whoever could be added may lead. */
export async function checkFirstLead(ctx: Ctx<unknown>, leadId: string | null | undefined): Promise<void> {
  if (leadId) await checkReach(ctx, leadId, 'lead')
}

export async function checkLead(
  ctx: Ctx<unknown>,
  projectId: string,
  leadId: string | null | undefined,
): Promise<void> {
  if (!leadId) return
  const role = await projectRoleOf(ctx, leadId, projectId)
  refuseUnless(role !== null, () => fieldError('lead', 'The lead must be a member of the project.'))
}
