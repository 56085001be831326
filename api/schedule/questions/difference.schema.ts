import { z } from 'zod'
import { CAUSE_ORDER } from '../../../compute/diff/find-causes.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'

export const differenceQuery = z.object({ project: wireId.describe('the project to compare with') })

export const linkFields = z.object({
  predecessor: z.string(),
  successor: z.string(),
  dep_type: z.enum(['FS', 'SS', 'FF', 'SF']),
  lag: z.int(),
  lag_unit: z.enum(['working', 'elapsed']),
})
const kind = z.enum(CAUSE_ORDER)
const value = z.union([
  z.number(),
  z.string(),
  z.null(),
  linkFields,
  z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
])
const cause = z.object({
  kind,
  task: z.string().nullable(),
  task_name: z.string().nullable(),
  link: linkFields.nullable(),
  calendar: z.string().nullable(),
  before: value,
  after: value,
})
export const twoDates = z.tuple([z.string(), z.string()])
const threeDates = z.object({ p50: z.string(), p80: z.string(), p95: z.string() })

export const difference = {
  format: z.literal('svc-diff/1'),
  project_start: twoDates,
  project_finish: twoDates,
  finish_days: z.int(),
  order: z.array(kind).describe('the order in which changes are made and credited'),
  grouped_kinds: z.array(kind).describe('kinds with too many changes to credit one by one'),
  steps: z.array(
    z.object({
      causes: z.array(cause),
      finish_days: z.int(),
      moved_count: z.int(),
      moved: z.array(z.object({ task: z.string(), start_days: z.int(), finish_days: z.int() })),
    }),
  ),
  moved: z.array(
    z.object({
      task: z.string(),
      task_name: z.string(),
      early_start: twoDates,
      early_finish: twoDates,
      start_days: z.int(),
      finish_days: z.int(),
      float_days: z.int(),
      by: z.array(z.object({ step: z.int(), finish_days: z.int() })),
    }),
  ),
  left_critical_path: z.array(z.string()),
  joined_critical_path: z.array(z.string()),
}

export const forecastDifference = z.object({
  runs: z.int(),
  seed: z.int(),
  before: threeDates,
  after: threeDates,
  delta: z.object({ p50: z.int(), p80: z.int(), p95: z.int() }).describe('days later'),
})

export const differenceReply = z.object(difference).meta({ id: 'ScheduleDifference' })

export const editsReply = z
  .object({
    ...difference,
    forecast: forecastDifference.optional(),
  })
  .meta({ id: 'ScheduleWhatIf' })

export type DifferenceInput = z.output<typeof differenceQuery>
