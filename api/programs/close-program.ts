import type { ProgramScope } from '../access/program-scope.ts'
import type { Program } from '../levels/program.entity.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { lockProgramRow, touchProgram } from './lock-program-row.ts'
import { emitProgram, programClosed, programReopened } from './program.events.ts'

/** Makes the program itself read-only; its projects stay writable. Repeating it changes nothing. */
export function closeProgram(ctx: Ctx<ProgramScope>): Promise<Program> {
  return setClosed(ctx, true)
}

export function reopenProgram(ctx: Ctx<ProgramScope>): Promise<Program> {
  return setClosed(ctx, false)
}

async function setClosed(ctx: Ctx<ProgramScope>, isClosed: boolean): Promise<Program> {
  const program = await lockProgramRow(ctx, ctx.scope.programId, { whenClosed: 'allowed' })
  if (program.is_closed === isClosed) return program
  program.is_closed = isClosed
  program.closed_at = isClosed ? ctx.services.clock.now() : null
  program.closed_by_id = isClosed ? actorId(ctx) : null
  touchProgram(ctx, program)
  await ctx.em.flush()
  emitProgram(ctx, isClosed ? programClosed : programReopened, program.id)
  return program
}
