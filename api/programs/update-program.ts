import { isDeepStrictEqual } from 'node:util'
import type { ProgramScope } from '../access/program-scope.ts'
import { emitCalendarChanged } from '../calendars/calendar.events.ts'
import { renameKey } from '../keys/rename-key.ts'
import type { Program } from '../levels/program.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { checkCalendar } from '../projects/check-project-fields.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { lockProgramRow, touchProgram } from './lock-program-row.ts'
import { findProgramMember } from './members/member.queries.ts'
import { projectsOfProgram } from './program.queries.ts'
import type { ProgramFields } from './program.schema.ts'
import { PROGRAM_COLUMNS, type StoredField } from './program-columns.ts'

/** Changes what was sent and differs. Another calendar moves the dates of projects that have none of their own. */
export async function updateProgram(ctx: Ctx<ProgramScope>, input: ProgramFields): Promise<Program> {
  const program = await lockProgramRow(ctx, ctx.scope.programId)
  const changed = changedFields(program, input)
  const isRenamed = input.code !== undefined && input.code.trim().toLowerCase() !== program.code
  if (changed.length === 0 && !isRenamed) return program
  if (changed.includes('lead')) await checkLead(ctx, input.lead)
  if (changed.includes('calendar')) await checkCalendar(ctx, input.calendar)
  if (isRenamed) await rename(ctx, program, input.code ?? '')
  for (const field of changed) Object.assign(program, { [PROGRAM_COLUMNS[field]]: input[field] })
  touchProgram(ctx, program)
  await ctx.em.flush()
  if (changed.includes('calendar')) await calendarMoved(ctx, program.id)
  return program
}

function changedFields(program: Program, input: ProgramFields): StoredField[] {
  return (Object.keys(PROGRAM_COLUMNS) as StoredField[]).filter((field) => {
    const sent = input[field]
    return sent !== undefined && !isDeepStrictEqual(sent, program[PROGRAM_COLUMNS[field]] ?? null)
  })
}

async function checkLead(ctx: Ctx<ProgramScope>, leadId: string | null | undefined): Promise<void> {
  if (!leadId) return
  const member = await findProgramMember(ctx, leadId)
  refuseUnless(member, () => fieldError('lead', 'The lead must be a member of the program.'))
}

async function rename(ctx: Ctx<ProgramScope>, program: Program, code: string): Promise<void> {
  refuseUnless(code.trim() !== '', () => fieldError('code', 'This field may not be blank.'))
  program.code = await renameKey(ctx, { kind: 'program', objectId: program.id, from: program.code, to: code })
}

async function calendarMoved(ctx: Ctx<unknown>, programId: string): Promise<void> {
  for (const { id, calendar_id } of await projectsOfProgram(ctx, programId)) {
    if (calendar_id !== null) continue
    emitCalendarChanged(ctx, id)
    requestRecompute(ctx, id)
  }
}
