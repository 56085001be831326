import { z } from 'zod'
import { projectScope } from '../access/project-scope.ts'
import { route } from '../platform/http/route.ts'
import { readOverview } from './read-overview.ts'

const date = z.string().meta({ format: 'date' })
const count = z.int()

const overviewReply = z
  .object({
    schedule_health: z.enum(['on_track', 'at_risk', 'critical', 'unknown']),
    spi: z.number().nullable().describe('tasks done, as a share of those that were to be done by now'),
    tasks_late_count: count,
    critical_task_count: count,
    total_tasks: count,
    complete_tasks: count,
    next_milestone: z
      .object({ id: z.guid(), name: z.string(), date: date.nullable(), percent_complete: z.number() })
      .nullable(),
    team_utilization_pct: z.int().nullable(),
    team_utilization_reason: z.enum(['no_team', 'no_schedule']).nullable(),
    owner_name: z.string().nullable(),
    open_risk_count: count,
    high_risk_count: count,
    start_date: date,
    risk_premium_days: z.int().nullable(),
    risk_premium_ratio: z.number().nullable(),
    risk_premium_band: z.null(),
    risk_premium_as_of: z.string().nullable(),
    risk_premium_reason: z.string().nullable(),
    risk_premium_cpm_finish: date.nullable(),
    risk_premium_p80: date.nullable(),
    risk_premium_state: z.enum(['not_run', 'unmeasurable', 'stale', 'zero', 'premium', 'negative']),
  })
  .meta({ id: 'ProjectOverview' })

export const overviewRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/overview/',
    tag: 'projects',
    summary: 'Where a project stands: health of its schedule, late and critical work, team, risks, forecast',
    agentReadable: true,
    scope: projectScope(),
    reply: overviewReply,
    run: readOverview,
  }),
]
