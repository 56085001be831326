import { z } from 'zod'
import { velocityReply } from '../velocity/velocity.schema.ts'
import { CONFIDENCES } from './milestone-forecast.entity.ts'

const day = z.string().meta({ format: 'date' }).nullable()
const instant = z.string().meta({ format: 'date-time' })
const count = z.int().nullable()
const band = { velocity_low: count, velocity_high: count }

const milestoneForecast = z.object({
  id: z.guid(),
  milestone_id: z.guid().nullable(),
  milestone_name: z.string().nullable(),
  basis: z.string(),
  cpm_finish: day,
  p50: day,
  p80: day,
  ...band,
  confidence: z.enum(CONFIDENCES),
  unmodeled_dependency: z.boolean(),
  taken_at: instant,
  previous: z
    .object({
      cpm_finish: day,
      p50: day,
      p80: day,
      ...band,
      basis: z.string(),
      confidence: z.string().nullable(),
      taken_at: instant,
    })
    .nullable(),
  previous_sprint_name: z.string().nullable().describe('the one sprint that was closed since the previous was taken'),
})

export const projectForecastReply = z
  .object({
    velocity: velocityReply,
    remaining_committed_points: count,
    sprints_to_complete_low: count,
    sprints_to_complete_high: count,
    milestones: z.array(milestoneForecast),
  })
  .meta({ id: 'ProjectForecast' })

export const sprintForecastReply = z
  .object({
    status: z.enum(['ready', 'warming_up', 'insufficient_flow_history']),
    remaining_points: count,
    remaining_count: count,
    sample_count: count,
    p50_sprints: count,
    p80_sprints: count,
    p50_date: day,
    p80_date: day,
    p95_date: day,
    basis: z.string(),
    forecast_basis: z.enum(['velocity', 'throughput']),
    velocity_suppressed: z.boolean(),
  })
  .meta({ id: 'SprintForecast' })
