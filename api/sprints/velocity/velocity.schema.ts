import { z } from 'zod'

const day = z.string().meta({ format: 'date' })
const count = z.int().nullable()
const share = z.number().nullable()

export const velocityReply = z
  .object({
    sprints: z
      .array(
        z.object({
          id: z.guid(),
          name: z.string(),
          start_date: day,
          finish_date: day,
          committed_points: count,
          committed_task_count: count,
          completed_points: count,
          completed_task_count: count,
          exclude_from_velocity: z.boolean(),
          delta_vs_prior_points: count.describe('against the sprint before that counts; null for one that does not'),
          delta_vs_prior_tasks: count,
        }),
      )
      .describe('the eight newest closed, oldest first, those that do not count among them'),
    excluded_count: z.int(),
    rolling_avg_points: share,
    rolling_stdev_points: share,
    forecast_range_low: count,
    forecast_range_high: count,
    rolling_avg_tasks: share,
    rolling_stdev_tasks: share,
    team_velocity_per_day: share.describe('points a day from Monday to Friday; null below three sprints that count'),
    velocity_suppressed: z.boolean().describe('the team does not share its points with the caller'),
  })
  .meta({ id: 'ProjectVelocity' })
