import { z } from 'zod'
import { extraFields, simulationExtras } from './simulation-extras.schema.ts'

/** More runs than this are refused whatever the cap: the reply lists a date for each. */
export const MAX_SIMULATIONS = 1_000_000

export const runMonteCarloBody = z.object({
  n_simulations: z.int().min(1).max(MAX_SIMULATIONS).nullish().describe('the cap when left out'),
  seed: z.int().min(0).nullish().describe('the same seed on the same plan gives the same answer'),
  ...simulationExtras,
})

export const historyQuery = z.object({ expand: z.string().optional().describe('`distribution`') })

const threeDates = { p50: z.string(), p80: z.string(), p95: z.string() }
const threeDeltas = z.object({ p50: z.int().nullable(), p80: z.int().nullable(), p95: z.int().nullable() })
const bucket = z.object({ date: z.string(), count: z.int() })
const curvePoint = z.object({ date: z.string(), pct: z.number() })
const sensitivity = z.object({ task_id: z.guid(), index: z.number() })

export const forecastReason = z.enum([
  'all_complete',
  'estimates_off_critical_path',
  'estimates_pending_approval',
  'no_velocity_history',
  'no_estimates',
])

export const monteCarloReply = z
  .object({
    project_id: z.guid(),
    runs: z.int(),
    seed: z.int(),
    ...threeDates,
    distribution: z.array(z.string()).optional(),
    sensitivity: z.array(sensitivity),
    cpm_finish: z.string().nullable(),
    delta_vs_cpm: threeDeltas,
    histogram_buckets: z.array(bucket),
    confidence_curve: z.array(curvePoint),
    forecast_diagnostic: z.object({
      deterministic: z.boolean(),
      reason: forecastReason.nullable(),
      tasks_total: z.int(),
      tasks_with_variance: z.int(),
      tasks_pending_approval: z.int(),
      agile_tasks_without_velocity: z.int(),
    }),
    last_run_at: z.string(),
    status_date: z.string(),
    run_id: z.guid().optional(),
    risk_premium_days: z.int().nullable(),
    risk_premium_ratio: z.number().nullable(),
    risk_premium_band: z.null(),
    risk_premium_as_of: z.string().nullable(),
    risk_premium_reason: z.string().nullable(),
    risk_premium_cpm_finish: z.string().nullable(),
    risk_premium_p80: z.string().nullable(),
    risk_premium_state: z.enum(['not_run', 'unmeasurable', 'stale', 'zero', 'premium', 'negative']),
    from_history: z.literal(true).optional(),
    ...extraFields,
  })
  .meta({ id: 'MonteCarloRun' })

export const historyReply = z
  .object({
    results: z.array(
      z.object({
        id: z.guid(),
        taken_at: z.string(),
        ...threeDates,
        cpm_finish: z.string().nullable(),
        n_simulations: z.int(),
        task_count: z.int(),
        status_date: z.string(),
        delta: threeDeltas.nullable(),
        triggered_by_name: z.string().nullable(),
        distribution: z
          .object({
            histogram_buckets: z.array(bucket),
            confidence_curve: z.array(curvePoint),
            sensitivity: z.array(sensitivity),
          })
          .nullable(),
      }),
    ),
    cap: z.int().nullable(),
    enabled: z.boolean(),
  })
  .meta({ id: 'MonteCarloHistory' })

export type RunMonteCarloInput = z.output<typeof runMonteCarloBody>
export type ForecastReason = z.output<typeof forecastReason>
