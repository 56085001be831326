import { z } from 'zod'

const day = z.string().meta({ format: 'date' })
const count = z.int()
const percentile = z.int().nullable()
const percentiles = z.object({ p50: percentile, p80: percentile, p95: percentile })

export const flowQuery = z.object({
  window: z.string().optional().describe('days up to today: 1 to 365, 90 when left out'),
  ageing: z.string().optional().describe('`true`: tell also how long each task under way has been so'),
})

export const flowReply = z
  .object({
    window_days: count,
    since: day,
    until: day,
    cycle_time: percentiles.describe('days from the start of work to its end'),
    lead_time: percentiles.describe('days from writing a task down to its end'),
    cfd: z
      .array(
        z.object({
          date: day,
          BACKLOG: count.describe('those on hold among them'),
          NOT_STARTED: count,
          IN_PROGRESS: count,
          REVIEW: count,
          COMPLETE: count,
        }),
      )
      .describe('tasks in each status at the end of each day'),
    throughput: z.array(z.object({ week_start: day, completed_count: count })),
    data_integrity: z.object({
      bulk_moved_count: count.describe('completed without having been in progress'),
      backdated_count: count.describe('completed with a finish before the day on which that was said'),
      missing_transition_count: count.describe('completed without telling when work on it began or ended'),
    }),
    flow_metrics_suppressed: z.boolean(),
    ageing: z
      .array(z.object({ task_id: z.guid(), short_id: z.string(), name: z.string(), status: z.string(), days: count }))
      .optional()
      .describe('work under way, the oldest first'),
  })
  .meta({ id: 'FlowMetrics' })

export const CHART_TYPES = ['burndown', 'burnup', 'combined'] as const
export type ChartType = (typeof CHART_TYPES)[number]

export const burnQuery = z.object({
  chart_type: z.string().optional().describe('`burndown`, `burnup` or `combined`'),
  metric: z.string().optional().describe('`tasks` or `points`'),
  since: z.string().optional().describe('the start of the project when left out'),
  until: z.string().optional().describe('today when left out'),
})

export const burnReply = z
  .object({
    chart_type: z.enum(CHART_TYPES),
    metric: z.enum(['tasks', 'points']),
    since: day,
    until: day,
    series: z.array(
      z.union([
        z.object({ date: day, scope: z.number(), actual: z.number(), ideal: z.number() }),
        z.object({ date: day, remaining: z.number(), completed: z.number(), total: z.number(), ideal: z.number() }),
      ]),
    ),
    baseline_series: z.array(z.object({ date: day, planned: z.number() })).optional(),
  })
  .meta({ id: 'ProjectBurn' })
