import { z } from 'zod'
import { civilDate } from '../../platform/http/wire-kinds.ts'
import { sprintName } from '../sprint.schema.ts'

export const MAX_SPRINTS = 52
const day = z.string().meta({ format: 'date' })

export const generateBody = z.object({
  count: z.int().min(1).max(MAX_SPRINTS).optional().describe('required unless `sprints` is sent'),
  start_date: civilDate.optional().describe('the first working day from here on; required unless `sprints` is sent'),
  length_days: z.int().min(2).max(30).optional().describe('working days of a sprint; 10 when left out'),
  name_pattern: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => text.includes('{n}'), 'Must contain {n}')
    .optional()
    .describe('`Sprint {n}` when left out'),
  first_index: z.int().min(1).max(999).optional().describe('1 when left out'),
  dry_run: z.boolean().optional().describe('a preview that writes nothing'),
  first_sprint_capacity_points: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullable()
    .optional()
    .describe('of the first row, if that is created now; Resource Manager and above'),
  sprints: z
    .array(z.object({ name: sprintName, start_date: civilDate, finish_date: civilDate }))
    .min(1, 'Name at least one sprint')
    .max(MAX_SPRINTS)
    .optional()
    .describe('rows as edited by hand; they win over count and start_date'),
})
export type GenerateInput = z.output<typeof generateBody>

export const capacityHintReply = z
  .object({
    points: z.int().nullable(),
    basis: z.enum(['velocity_average', 'no_history']),
    sprints_sampled: z.int().nullable(),
    note: z.string(),
  })
  .meta({ id: 'SprintCapacityHint' })

export const generateReply = z
  .object({
    dry_run: z.boolean(),
    sprints: z.array(
      z
        .object({
          name: z.string(),
          start_date: day,
          finish_date: day,
          working_days: z.int(),
          non_working_days_skipped: z.int(),
          status: z.enum(['new', 'exists', 'created']),
          id: z.guid().nullable(),
        })
        .meta({ id: 'SprintCadenceRow' }),
    ),
    created_count: z.int(),
    skipped_count: z.int(),
    capacity_hint: capacityHintReply,
  })
  .meta({ id: 'SprintGenerateResponse' })
