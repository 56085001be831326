import { z } from 'zod'
import { MAX_DURATION_DAYS } from '../../../compute/model/limits.ts'
import { MAX_FACTOR } from '../../../compute/simulation/input/common-causes.ts'
import { civilDate, wireId } from '../../platform/http/wire-kinds.ts'

const MAX_INPUTS = 200
const MAX_TASKS = 2000

const spread = (least: number, most: number) => {
  const value = z.number().min(least).max(most)
  return z.discriminatedUnion('distribution', [
    z.object({ distribution: z.literal('fixed'), value }),
    z.object({ distribution: z.literal('uniform'), low: value, high: value }),
    z.object({ distribution: z.literal('triangular'), low: value, likely: value, high: value }),
    z.object({ distribution: z.literal('pert'), low: value, likely: value, high: value }),
  ])
}

/** Working days that something may take longer. */
export const delaySpread = spread(0, MAX_DURATION_DAYS).refine(
  (delay) =>
    isInOrder(
      'value' in delay ? [] : 'likely' in delay ? [delay.low, delay.likely, delay.high] : [delay.low, delay.high],
    ),
  'Send low, likely and high in this order.',
)

function isInOrder(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] as number))
}

const id = z.string().min(1).max(64)
const tasks = z.array(wireId).min(1).max(MAX_TASKS)

const risk = z.object({
  id,
  probability: z.number().min(0).max(1),
  delay: spread(0, MAX_DURATION_DAYS).describe('working days'),
  tasks,
})

const driver = z
  .object({
    id,
    factor: spread(0, MAX_FACTOR).optional().describe('of the durations'),
    shift: spread(-MAX_DURATION_DAYS, MAX_DURATION_DAYS).optional().describe('of the durations, in working days'),
    tasks: tasks.describe('a phase stands for the tasks in it'),
  })
  .refine(({ factor, shift }) => (factor === undefined) !== (shift === undefined), {
    message: 'Send exactly one of factor and shift.',
  })

const percent = z.number().min(0).max(100)
const uncertaintyRule = z.object({
  low_percent: z.number().min(-100).max(0).describe('-10: a tenth shorter'),
  high_percent: z
    .number()
    .min(0)
    .max((MAX_FACTOR - 1) * 100),
  wbs: z.string().min(1).max(255).optional().describe('the task at this code and all below it'),
  label: z.string().min(1).max(50).optional(),
  percent_from: percent.optional().describe('at least so much is done'),
  percent_below: percent.optional().describe('less than so much is done'),
})
const correlation = z.object({
  share: z.number().min(0).max(1).describe('of the variance of each task'),
  within: z.enum(['all', 'wbs', 'label']).describe('all tasks, a phase of the first level, or a label'),
})

/** What a simulation can be asked beyond its percentiles; nothing of it changes an answer that does not ask. */
export const simulationExtras = {
  include: z
    .array(z.enum(['standard_error', 'criticality', 'milestones']))
    .optional()
    .describe('further fields'),
  target_date: civilDate.optional().describe('adds the chance of finishing by this day'),
  sampling: z.enum(['beta', 'triangular']).optional().describe('how three-point estimates are drawn'),
  risks: z.array(risk).max(MAX_INPUTS).optional().describe('events that delay tasks in a share of the runs'),
  open_risks: z
    .boolean()
    .optional()
    .describe(
      'adds the open risks of the register that have a delay; probability 1 to 5 is 10, 30, 50, 70, 90 percent',
    ),
  drivers: z.array(driver).max(MAX_INPUTS).optional().describe('one draw a run for all of its tasks'),
  uncertainty: z
    .array(uncertaintyRule)
    .max(MAX_INPUTS)
    .optional()
    .describe(
      'a spread for tasks without estimates, in percent of their durations; of two that name a task the later holds',
    ),
  correlation: correlation.optional().describe('of the uncertainty: what the tasks of a group have in common'),
}

const share = z.number()

/** The fields that those questions add. */
export const extraFields = {
  standard_error: z
    .object({ p50: z.number(), p80: z.number(), p95: z.number() })
    .nullable()
    .optional()
    .describe('working days; null where every run ends on one day'),
  criticality: z
    .array(z.object({ task_id: z.guid(), index: share }))
    .optional()
    .describe('share of the runs in which each task was critical, greatest first'),
  milestones: z.array(z.object({ task_id: z.guid(), p80: z.string().nullable() })).optional(),
  target: z
    .object({
      date: z.string(),
      chance: share.nullable().describe('null where the runs tell none'),
      standard_error: z.number().nullable(),
      why_unknown: z.string().optional().describe('why there is no chance: nothing varies, or other projects decide'),
    })
    .optional(),
  risks: z
    .array(
      z.object({
        id: z.string(),
        occurrence: share,
        mean_days: z.number().nullable().describe('working days by which it moved the finish'),
        mean_days_error: z.number().nullable(),
        mean_days_when_hit: z.number().nullable(),
        sensitivity: z.number(),
      }),
    )
    .optional(),
  drivers: z.array(z.object({ id: z.string(), sensitivity: z.number() })).optional(),
  uncertainty: z
    .array(uncertaintyRule.extend({ tasks: z.int().describe('how many it spread') }))
    .optional()
    .describe('what was assumed of tasks without estimates'),
  correlation: correlation.optional(),
  stored: z.literal(false).optional().describe('the run is of other inputs than the plan and is not kept'),
}

export type SimulationExtras = z.output<z.ZodObject<typeof simulationExtras>>
