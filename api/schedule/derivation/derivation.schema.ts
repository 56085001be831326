import { z } from 'zod'
import { QUANTITIES } from '../../../compute/explain/quantity.ts'

export const PERCENTILES = ['p50', 'p80', 'p95'] as const

export const derivationQuery = z.object({
  quantity: z.enum([...QUANTITIES, ...PERCENTILES]).describe('which date or figure to explain'),
  task_id: z.string().optional().describe('needed for everything but a percentile'),
  trace: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true` adds `chain`: from the date back, step by step, to what it hangs on'),
})

const contribution = z.object({
  kind: z.string(),
  source_task_id: z.guid().nullable(),
  source_task_name: z.string().nullable(),
  dep_type: z.enum(['FS', 'SS', 'FF', 'SF']).nullable(),
  lag_days: z.int().nullable(),
  imposed_date: z.string().nullable(),
  calendar_days_added: z.int().nullable(),
  slack_days: z.int().nullable(),
  is_binding: z.boolean(),
})

const chainStep = z.object({
  task_id: z.guid(),
  task_name: z.string().nullable(),
  quantity: z.enum(QUANTITIES),
  value: z.string(),
  because: contribution,
})

const taskDerivation = z.object({
  task_id: z.guid(),
  task_name: z.string(),
  quantity: z.enum(QUANTITIES),
  value: z.union([z.string(), z.int()]),
  pass: z.enum(['forward', 'backward', 'float']),
  is_critical: z.boolean(),
  binding: contribution,
  contributions: z.array(contribution),
  chain: z.array(chainStep).optional().describe('where asked for; empty for floats'),
})

const percentileDerivation = z.object({
  quantity: z.enum(PERCENTILES),
  value: z.string(),
  pass: z.literal('monte_carlo'),
  cpm_finish: z.string().nullable(),
  delta_vs_cpm_days: z.int().nullable(),
  drivers: z.array(z.object({ task_id: z.guid(), index: z.number() })),
  runs: z.int(),
  last_run_at: z.string(),
})

export const derivationReply = z.union([taskDerivation, percentileDerivation]).meta({ id: 'ScheduleDerivation' })

export type DerivationInput = z.output<typeof derivationQuery>
