import { PROGRAM_IS_CLOSED } from '../access/program-scope.ts'
import type { Program } from '../levels/program.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { signWrites } from '../projects/writer.ts'
import { lockProgram } from './program.queries.ts'

/** The program with its row locked, as it is now: it may have been closed or deleted since the scope was loaded. */
export async function lockProgramRow(
  ctx: Ctx<unknown>,
  programId: string,
  options: { whenClosed?: 'allowed' } = {},
): Promise<Program> {
  const program = await lockProgram(ctx, programId)
  if (!program) throw notFound()
  if (program.is_closed && options.whenClosed !== 'allowed') throw forbidden(PROGRAM_IS_CLOSED)
  await signWrites(ctx)
  return program
}

/** Counts one save of the program row. */
export function touchProgram(ctx: Ctx<unknown>, program: Program): void {
  program.server_version += 1
  program.updated_at = ctx.services.clock.now()
}
