import { z } from 'zod'
import { windowQuery } from '../platform/http/paging.ts'

const text = z.string()
const date = z.string().meta({ format: 'date' })
const instant = z.string().meta({ format: 'date-time' })

export const myWorkQuery = z.object(windowQuery)

const task = z
  .object({
    id: z.guid(),
    short_id: text,
    short_id_display: text,
    qualified_id: text,
    name: text,
    url: text,
    server_version: z.int(),
    project_id: z.guid(),
    project_name: text,
    program_id: z.guid().nullable(),
    program_name: text.nullable(),
    program_color: text.nullable(),
    sprint_id: z.guid().nullable(),
    sprint_name: text.nullable(),
    sprint_pending: z.boolean(),
    status: text,
    story_points: z.number().nullable(),
    remaining_points: z.number().nullable(),
    due: date.nullable(),
    due_source: z.enum(['actual', 'planned', 'estimated', 'sprint']).nullable(),
    is_critical: z.boolean(),
    is_blocked: z.boolean(),
    blocked_reason: text,
    blocker_type: text,
    blocked_age_seconds: z.int().nullable(),
    group: z.enum(['today', 'this_sprint', 'upcoming']),
  })
  .meta({ id: 'MeWorkTask' })

const externalWork = z.object({
  external_items: z.array(
    z.object({
      id: z.guid(),
      source_type: text,
      key: text,
      title: text,
      external_status: text,
      status_category: z.enum(['todo', 'in_progress', 'done']),
      due_date: date.nullable(),
      url: text,
      synced_at: instant.nullable(),
    }),
  ),
  external_sources: z.array(
    z.object({ source_type: text, label: text, site_url: text, status: text, last_sync: instant.nullable() }),
  ),
})
export type ExternalWork = z.output<typeof externalWork>

const signals = z.object({
  schedule_health: z
    .object({ band: z.enum(['on_track', 'at_risk', 'critical']), project_count: z.int() })
    .optional()
    .describe('the worst band of the projects of the caller’s work'),
  forecast: z
    .object({ p80_finish: date, project_id: z.guid(), project_name: text, as_of: instant })
    .optional()
    .describe('of the project that was simulated last'),
  sprint_burndown: z
    .object({
      sprint_id: z.guid(),
      sprint_name: text,
      committed_points: z.int(),
      series: z.array(z.object({ date, remaining_points: z.int() })),
    })
    .optional()
    .describe('of the sprint that ends first'),
})

export const myWorkReply = z
  .object({
    count: z.int(),
    next: text.nullable(),
    previous: text.nullable(),
    results: z.array(task),
    active_sprints: z.array(
      z.object({
        id: z.guid(),
        name: text,
        project_id: z.guid(),
        project_name: text,
        finish_date: date,
        days_remaining: z.int(),
        task_count: z.int().describe('of the caller'),
      }),
    ),
    due_today_count: z.int(),
    server_version_high_water: z.int(),
    signals: signals.optional().describe('on the first page; a signal without data is left out'),
    ...externalWork.shape,
  })
  .meta({ id: 'PaginatedMeWorkTaskList' })
export type Signals = z.output<typeof signals>
