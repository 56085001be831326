import { z } from 'zod'
import { wireId } from '../platform/http/wire-kinds.ts'
import { taskName } from '../tasks/task-values.ts'

const MAX_PHASES = 2000

const color = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .refine((text) => text === null || /^#[0-9a-fA-F]{6}$/.test(text), 'Send a color as #RRGGBB')
  .nullable()

export const phaseBody = z.object({ name: taskName, color: color.optional() })
export const patchPhaseBody = phaseBody.partial()
export type PhaseFields = z.output<typeof patchPhaseBody>

export const phaseReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    color: z.string().nullable(),
    priority_rank: z.int().nullable(),
    wbs_path: z.string().nullable(),
    task_count: z.int().describe('live tasks of the phase, itself among them'),
    server_version: z.int(),
  })
  .meta({ id: 'Phase' })

export const reorderPhasesBody = z.object({
  phases: z
    .array(z.object({ id: wireId, server_version: z.int().min(0).max(2_147_483_647) }))
    .min(1, 'Name the phases in their order')
    .max(MAX_PHASES)
    .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, 'Name each phase once'),
})
export type PhaseOrder = z.output<typeof reorderPhasesBody>['phases']
export const reorderPhasesReply = z.object({ updated: z.int() }).meta({ id: 'PhaseReorder' })
