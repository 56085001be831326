import { z } from 'zod'
import { repeatable } from '../../platform/http/list-query.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'

const day = z.string().max(64).optional()
const date = z.string().meta({ format: 'date' })
const percent = z.number()

export const utilizationQuery = z.object({
  start: day.describe('eight weeks before today when left out, but not before the first task'),
  end: day.describe('eight weeks after today when left out, but not after the last task'),
})

export const heatmapQuery = z.object({
  weeks: z.string().max(64).optional().describe('4, 8, 12 or 16; 8 when left out'),
  start: day.describe('any day of the first week; the current week when left out'),
  group_by: z
    .union([
      z.enum(['none', 'role']),
      z.literal('project').meta({ deprecated: true, description: 'served as none; send none' }),
    ])
    .optional()
    .describe('role puts people of one job role together'),
})

export const deprecationHeaders = z.object({
  Deprecation: z.string().optional().describe('since when what was sent is deprecated (RFC 9745)'),
  Link: z.string().optional().describe('beside it: what to ask in its place (`rel="alternate"`)'),
})

export const allocationQuery = z.object({
  start: day.describe('the first day of the schedule when left out'),
  end: day.describe('its last day when left out'),
  resource: repeatable(wireId).optional().describe('only these; may be repeated'),
  status: repeatable(z.string().max(64)).optional().describe('only tasks of these statuses; may be repeated'),
})
export type AllocationQuery = z.output<typeof allocationQuery>

export const utilizationReply = z
  .object({
    project_id: z.guid(),
    window: z.object({ start: date, end: date }),
    resources: z.array(
      z.object({
        resource_id: z.guid(),
        resource_name: z.string(),
        max_units: z.string().describe('capacity in this project'),
        hours_per_day: z.number(),
        calendar_id: z.guid().nullable(),
        calendar_differs_from_project: z.boolean(),
        overallocated: z.boolean(),
        days: z.record(
          z.string(),
          z.object({
            hours: z.number(),
            tasks: z.array(z.guid()),
            load_pct: percent.nullable().describe('null: asked for work without any capacity'),
            load_band: z.enum(['on-track', 'at-risk', 'critical']),
            overallocated: z.boolean(),
          }),
        ),
      }),
    ),
    unassigned_task_count: z.int(),
  })
  .meta({ id: 'Utilization' })

export const heatmapReply = z
  .object({
    weeks: z.array(z.string()),
    resources: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        initials: z.string(),
        job_role: z.string(),
        color: z.string(),
        calendar_differs_from_project: z.boolean(),
        util: z.array(z.int()),
      }),
    ),
    group_by: z.enum(['none', 'role']),
  })
  .meta({ id: 'Heatmap' })

export const summaryReply = z
  .object({
    avg_utilization_pct: z.int(),
    over_allocated_count: z.int(),
    over_allocated_weeks: z.string(),
    under_utilized_count: z.int(),
    under_utilized_names: z.array(z.string()),
    headcount: z.int(),
    contractor_count: z.int(),
  })
  .meta({ id: 'CapacitySummary' })

const allocatedTask = {
  assignment_id: z.guid(),
  id: z.guid(),
  name: z.string(),
  early_start: date.nullable(),
  early_finish: date.nullable(),
  scheduled_start: date.nullable(),
  units: z.string(),
  status: z.string(),
}

function allocated(task: z.ZodRawShape) {
  return {
    window_start: date.nullable(),
    window_end: date.nullable(),
    resources: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        email: z.string().optional().describe('only for workspace Admins and the person'),
        max_units: z.string(),
        tasks: z.array(z.object(task)),
      }),
    ),
    truncated: z.boolean().describe('there are more people than one reply holds'),
    resource_count: z.int().describe('of all people who match'),
  }
}

export const allocationReply = z
  .object({ project_id: z.guid(), ...allocated(allocatedTask) })
  .meta({ id: 'ResourceAllocation' })

export const contentionReply = z
  .object({
    program_id: z.guid(),
    ...allocated({ ...allocatedTask, project_id: z.guid(), project_name: z.string() }),
  })
  .meta({ id: 'ResourceContention' })
