import { z } from 'zod'
import type { ProgramScope } from '../access/program-scope.ts'
import type { WorkspaceScope } from '../access/workspace-scope.ts'
import { methodology, settingFields } from '../levels/setting-fields.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { lockProjectRow, touchProject } from '../projects/lock-project-row.ts'
import { emitProject, projectUpdated } from '../projects/project.events.ts'
import { lockProgramRow, touchProgram } from './lock-program-row.ts'
import { escalationDays, slipPropagation } from './policies.ts'
import { findOpenPrograms, findOpenProjects } from './program.queries.ts'

const ids = z
  .array(wireId)
  .min(1)
  .max(200)
  .transform((all) => [...new Set(all)].sort())

/** What is sent for many at once; a field that is not listed is refused under `fields`. */
function bulkBody<Fields extends z.ZodRawShape>(fields: Fields) {
  const sent = z.strictObject(fields).partial()
  return z.object({
    ids,
    fields: sent.refine((values) => Object.keys(values as object).length > 0, 'Name at least one field.'),
  })
}

/** As the program itself calls them. */
export const bulkProgramBody = bulkBody({
  methodology,
  iteration_label: settingFields.iteration_label,
  risk_slip_propagation: slipPropagation,
  risk_escalation_days: escalationDays,
})
export const bulkProjectBody = bulkBody({
  methodology: settingFields.methodology,
  iteration_label: settingFields.iteration_label,
})
export const bulkReply = z
  .object({
    updated: z.array(z.object({ id: z.guid(), server_version: z.int() })),
    fields: z.array(z.string()),
  })
  .meta({ id: 'BulkFields' })

interface Updated {
  readonly id: string
  readonly server_version: number
}

/** Sets the same values for many programs, or for none when one of them is not there or closed. */
export async function updateManyPrograms(
  ctx: Ctx<WorkspaceScope>,
  input: z.output<typeof bulkProgramBody>,
): Promise<{ updated: Updated[]; fields: string[] }> {
  checkAll(input.ids, await findOpenPrograms(ctx, input.ids))
  const updated: Updated[] = []
  for (const id of input.ids) {
    const program = await lockProgramRow(ctx, id)
    Object.assign(program, input.fields)
    touchProgram(ctx, program)
    updated.push({ id, server_version: program.server_version })
  }
  await ctx.em.flush()
  return { updated, fields: Object.keys(input.fields).sort() }
}

/** The same for projects of the program; archived ones and those of others are none of them. */
export async function updateManyProjects(
  ctx: Ctx<ProgramScope>,
  input: z.output<typeof bulkProjectBody>,
): Promise<{ updated: Updated[]; fields: string[] }> {
  const { id: programId } = await lockProgramRow(ctx, ctx.scope.programId)
  checkAll(input.ids, await findOpenProjects(ctx, programId, input.ids))
  const updated: Updated[] = []
  for (const id of input.ids) {
    const locked = await lockProjectRow(ctx, id)
    refuseUnless(locked.project.program_id === programId, unknownIds)
    Object.assign(locked.project, input.fields)
    touchProject(ctx, locked)
    updated.push({ id, server_version: locked.project.server_version })
    emitProject(ctx, projectUpdated, id)
  }
  await ctx.em.flush()
  return { updated, fields: Object.keys(input.fields).sort() }
}

function checkAll(asked: readonly string[], found: readonly string[]): void {
  refuseUnless(found.length === asked.length, unknownIds)
}

function unknownIds() {
  return fieldError('ids', 'Some of them are not there or cannot be changed.')
}
