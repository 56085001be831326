import { z } from 'zod'
import { wholeNumber } from '../../platform/http/list-query.ts'
import { MAX_SIMULATIONS } from './monte-carlo.schema.ts'

const MAX_DAYS = 36_525

export const whatIfQuery = z
  .object({
    task_id: z.guid('Must be a valid UUID.').transform((id) => id.toLowerCase()),
    duration_delta: wholeNumber(-MAX_DAYS, MAX_DAYS).optional().describe('working days to add or take away'),
    new_duration: wholeNumber(0, MAX_DAYS).optional().describe('working days instead of the stored ones'),
    n_simulations: wholeNumber(1, MAX_SIMULATIONS).optional(),
  })
  .refine((query) => (query.duration_delta === undefined) !== (query.new_duration === undefined), {
    message: 'Send exactly one of duration_delta and new_duration.',
  })

const forecast = z.object({
  p50: z.string(),
  p80: z.string(),
  p95: z.string(),
  cpm_finish: z.string(),
  critical_path: z.array(z.guid()),
})

export const whatIfReply = z
  .object({
    task_id: z.guid(),
    applied: z.object({
      base_duration_days: z.int(),
      duration_delta_days: z.int(),
      new_duration_days: z.int(),
    }),
    current: forecast,
    whatif: forecast,
    critical_path_changed: z.boolean(),
    delta_vs_current: z.object({ p50: z.int(), p80: z.int(), p95: z.int(), cpm_finish: z.int() }),
    runs: z.int(),
    seed: z.int(),
    cpm_status_date: z.string().nullable(),
    mc_status_date: z.string().nullable(),
  })
  .meta({ id: 'MonteCarloWhatIf' })

export type WhatIfInput = z.output<typeof whatIfQuery>
