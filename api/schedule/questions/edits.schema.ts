import { z } from 'zod'
import { MAX_DURATION_DAYS } from '../../../compute/model/limits.ts'
import { CONSTRAINT_NAMES } from '../../../compute/plan/constraint-names.ts'
import { civilDate } from '../../platform/http/wire-kinds.ts'
import { MAX_SIMULATIONS } from '../monte-carlo/monte-carlo.schema.ts'

const MAX_EDITS = 1000
const MAX_STEPS = 500

const id = z.string().min(1).max(64).toLowerCase().describe('the id of a task, or of one that an edit before adds')
const days = z.int().min(0).max(MAX_DURATION_DAYS)
const depType = z.enum(['FS', 'SS', 'FF', 'SF'])
const lag = z.int().min(-MAX_DURATION_DAYS).max(MAX_DURATION_DAYS)
const lagUnit = z.enum(['working', 'elapsed'])
const ends = { predecessor: id, successor: id }

const edit = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set_duration'), task: id, duration: days }),
  z.object({ op: z.literal('shift_duration'), task: id, days: lag }).describe('estimates move along'),
  z.object({
    op: z.literal('set_estimates'),
    task: id,
    optimistic_duration: days.nullable(),
    most_likely_duration: days.nullable(),
    pessimistic_duration: days.nullable(),
  }),
  z.object({ op: z.literal('set_planned_start'), task: id, date: civilDate.nullable() }),
  z.object({
    op: z.literal('set_constraint'),
    task: id,
    constraint_type: z.enum(CONSTRAINT_NAMES),
    constraint_date: civilDate.nullish(),
  }),
  z.object({ op: z.literal('set_deadline'), task: id, date: civilDate.nullable() }),
  z.object({
    op: z.literal('set_progress'),
    task: id,
    percent_complete: z.number().min(0).max(100).optional(),
    actual_start: civilDate.nullish(),
    actual_finish: civilDate.nullish(),
  }),
  z.object({
    op: z.literal('add_task'),
    id,
    name: z.string().max(255).optional(),
    duration: days,
    parent: id.nullish(),
    planned_start: civilDate.nullish(),
  }),
  z.object({ op: z.literal('remove_task'), task: id }).describe('a phase goes with everything in it'),
  z.object({
    op: z.literal('add_link'),
    ...ends,
    dep_type: depType.optional(),
    lag: lag.optional(),
    lag_unit: lagUnit.optional(),
  }),
  z.object({
    op: z.literal('change_link'),
    ...ends,
    dep_type: depType.optional().describe('which of several links between the two'),
    new_dep_type: depType.optional(),
    lag: lag.optional(),
    lag_unit: lagUnit.optional(),
  }),
  z.object({ op: z.literal('remove_link'), ...ends, dep_type: depType.optional() }),
  z.object({ op: z.literal('set_project_start'), date: civilDate }),
  z.object({ op: z.literal('set_status_date'), date: civilDate.nullable() }),
])

export const whatIfBody = z.object({
  edits: z.array(edit).min(1).max(MAX_EDITS).describe('made one after the other'),
  max_steps: z.int().min(1).max(MAX_STEPS).optional().describe('changes beyond these are credited kind by kind'),
  forecast: z
    .object({
      n_simulations: z.int().min(1).max(MAX_SIMULATIONS).nullish(),
      seed: z.int().min(0).nullish(),
    })
    .optional()
    .describe('the percentiles before and after'),
})

/** An address is no place for a thousand edits. */
const MAX_QUESTION = 12_000

export const whatIfQuery = z.object({
  question: z
    .string()
    .max(MAX_QUESTION)
    .transform((text, check) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        check.addIssue({ code: 'custom', message: 'Send JSON.' })
        return z.NEVER
      }
    })
    .pipe(whatIfBody)
    .describe('the body of the POST, as JSON'),
})

export type EditsInput = z.output<typeof whatIfBody>
