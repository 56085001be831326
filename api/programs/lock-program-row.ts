import { PROGRAM_IS_CLOSED } from '../access/program-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { Program } from './program.entity.ts'

/** The program with its row locked, as it is now: it may have been closed or deleted since the scope was loaded. */
export async function lockProgramRow(
  ctx: Ctx<unknown>,
  programId: string,
  options: { whenClosed?: 'allowed' } = {},
): Promise<Program> {
  const row = await sqlOne(ctx, 'select 1 as ok from programs where id = $1 and not is_deleted for update', [programId])
  if (!row) throw notFound()
  const program = await ctx.em.findOneOrFail(Program, { id: programId }, { refresh: true })
  if (program.is_closed && options.whenClosed !== 'allowed') throw forbidden(PROGRAM_IS_CLOSED)
  return program
}

/** Counts one save of the program row. */
export function touchProgram(ctx: Ctx<unknown>, program: Program): void {
  program.server_version += 1
  program.updated_at = ctx.services.clock.now()
}
