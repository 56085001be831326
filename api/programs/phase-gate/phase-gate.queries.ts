import type { ProgramScope } from '../../access/program-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

/** The program with its row, if it has one. */
export function findPhaseGate(ctx: Ctx<ProgramScope>) {
  return tables(ctx)
    .selectFrom('programs as g')
    .leftJoin('phase_gate_configs as c', 'c.program_id', 'g.id')
    .select(['c.server_version', 'c.enabled', 'c.invite_template', 'c.updated_at', 'g.created_at'])
    .where('g.id', '=', ctx.scope.programId)
    .executeTakeFirstOrThrow()
}

export async function savePhaseGate(
  ctx: Ctx<ProgramScope>,
  config: { readonly enabled: boolean; readonly invite_template: string },
): Promise<void> {
  const values = { ...config, updated_at: ctx.services.clock.now() }
  await tables(ctx)
    .insertInto('phase_gate_configs')
    .values({ program_id: ctx.scope.programId, ...values })
    .onConflict((conflict) =>
      conflict.column('program_id').doUpdateSet((eb) => ({
        ...values,
        server_version: eb('phase_gate_configs.server_version', '+', 1),
      })),
    )
    .execute()
}
