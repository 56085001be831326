import { z } from 'zod'
import { difference, forecastDifference, linkFields } from '../questions/difference.schema.ts'

export const predictionQuery = {
  dry_run: z
    .stringbool()
    .optional()
    .describe(
      'true: nothing is stored; replies 200 with what the write would do to the dates, the critical path and the forecast',
    ),
  explain: z
    .stringbool()
    .optional()
    .describe('true: the reply tells under `explanation` what moved, and which link drove it'),
}

const because = z
  .object({
    kind: z.string().describe('as in `/schedule/derivation/`: `predecessor_fs`, `project_start`, …'),
    task: z.guid().nullable().describe('whose date speaks; null where none does'),
    link: linkFields.nullable(),
  })
  .meta({ id: 'PredictedReason', description: 'What holds a task where it starts.' })

/** Tasks are called by their ids. What others have saved in between is told apart by the causes of its steps. */
const comparison = z
  .object({
    ...difference,
    moved_count: z.int(),
    moved: z
      .array(difference.moved.element.extend({ because }))
      .describe('those whose finish moved the most, at most 500'),
  })
  .meta({ id: 'PredictedDifference' })

const effect = {
  difference: comparison.nullable().describe('null where nothing is scheduled before or after'),
  added: z
    .array(
      z
        .object({
          task: z.guid(),
          early_start: z.string(),
          early_finish: z.string(),
          total_float: z.int(),
          is_critical: z.boolean(),
          because,
        })
        .meta({ id: 'PredictedTask' }),
    )
    .describe('dates of tasks that were not scheduled before, at most 500'),
}

export const explanationReply = z
  .object({ ...effect, unavailable: z.string().optional().describe('why nothing can be told; the write was made') })
  .partial()
  .meta({ id: 'WriteExplanation' })

export const predictionReply = z
  .object({
    dry_run: z.literal(true),
    status: z.int().describe('of the reply that the write would have'),
    result: z.unknown().describe('its body; ids of new rows are not those that the write would give'),
    ...effect,
    forecast: forecastDifference.nullable().describe('null where no forecast can be made'),
  })
  .meta({ id: 'WritePrediction' })

export type Because = z.output<typeof because>
export type Comparison = z.output<typeof comparison>
export type Explanation = z.output<typeof explanationReply>
