import { z } from 'zod'

const contentKind = z.enum(['board', 'schedule'])
export type ContentKind = z.output<typeof contentKind>

export const mintLinkBody = z.object({
  content_kind: contentKind.default('board'),
  label: z.string().trim().max(120).default(''),
  show_assignees: z.boolean().default(false),
  show_milestone_dates: z.boolean().default(true),
  show_forecast: z.boolean().default(false).describe('schedules: the newest simulation that is kept'),
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
})

const linkFacts = {
  id: z.guid(),
  content_kind: contentKind,
  token_prefix: z.string(),
  label: z.string(),
  show_assignees: z.boolean(),
  show_milestone_dates: z.boolean(),
  show_forecast: z.literal(true).optional().describe('only where it is shown'),
  created_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  access_count: z.int(),
  last_accessed_at: z.string().nullable(),
  is_active: z.boolean(),
  is_expired: z.boolean(),
}
export const linkReply = z.object(linkFacts).meta({ id: 'ShareLink' })
export const mintedLinkReply = z
  .object({ ...linkFacts, token: z.string(), share_path: z.string() })
  .meta({ id: 'ShareLinkCreateResponse' })

const project = z.object({ name: z.string(), short_id: z.string() })
const day = z.string().nullable()

export const sharedBoardReply = z
  .object({
    content_kind: z.literal('board'),
    project,
    columns: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        cards: z.array(
          z.object({
            short_id: z.string(),
            name: z.string(),
            status: z.string(),
            is_milestone: z.boolean(),
            percent_complete: z.number(),
            due_date: day,
            assignee: z.string().nullable(),
          }),
        ),
      }),
    ),
    show_assignees: z.boolean(),
    truncated: z.boolean(),
  })
  .meta({ id: 'SharedBoard' })
export type SharedBoard = z.output<typeof sharedBoardReply>

export const sharedScheduleReply = z
  .object({
    content_kind: z.literal('schedule'),
    project,
    truncated: z.boolean().describe('whether the plan has more rows than are listed'),
    totals: z
      .object({
        row_count: z.int(),
        start: day,
        finish: day,
        task_count: z.int().describe('phases are not counted'),
        done_count: z.int(),
        critical_count: z.int().describe('on the critical path and still to do'),
      })
      .optional()
      .describe('of the whole plan; only where the rows are cut'),
    tasks: z.array(
      z.object({
        short_id: z.string(),
        name: z.string(),
        wbs_path: z.string().nullable(),
        duration: z.number(),
        planned_start: day,
        early_start: day,
        early_finish: day,
        scheduled_start: day,
        is_milestone: z.boolean(),
        is_critical: z.boolean(),
        percent_complete: z.number(),
        status: z.string(),
        assignee: z.string().nullable(),
      }),
    ),
    dependencies: z.array(
      z.object({
        predecessor_short_id: z.string(),
        successor_short_id: z.string(),
        dep_type: z.enum(['FS', 'SS', 'FF', 'SF']),
        lag: z.number(),
      }),
    ),
    show_assignees: z.boolean(),
    show_milestone_dates: z.boolean(),
    forecast: z
      .object({
        taken_at: z.string(),
        runs: z.int(),
        p50: z.string(),
        p80: z.string(),
        p95: z.string(),
        cpm_finish: day,
        waits_for_others: z
          .boolean()
          .describe('tasks of other projects, which the runs leave out, may decide the finish'),
      })
      .nullable()
      .optional()
      .describe('only where the link shows it; null before the first simulation that is kept'),
  })
  .meta({ id: 'SharedSchedule' })
export type SharedSchedule = z.output<typeof sharedScheduleReply>
