import { z } from 'zod'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'

export const MAX_MINUTES = 1_440

const minutes = z.int().min(1).max(MAX_MINUTES)
const note = z.string().max(500)

export const timeEntryBody = z.object({
  minutes,
  entry_date: civilDate.optional().describe('today where the caller is when left out'),
  note: note.optional(),
})
export type TimeEntryInput = z.output<typeof timeEntryBody>

export const timeEntryPatch = timeEntryBody.partial()
export type TimeEntryPatch = z.output<typeof timeEntryPatch>

export const timerBody = z.object({ task: wireId, note: note.optional() })

export const weekQuery = z.object({
  from: civilDate.optional().describe('Monday of the current week when left out; send both or neither'),
  to: civilDate.optional(),
})

/** The date of a path, so that a bad one is told by field. */
export const timesheetParams = z.object({ week_start: civilDate })

const entry = {
  id: z.guid(),
  task: z.guid(),
  minutes: z.int(),
  entry_date: z.string().meta({ format: 'date' }),
  note: z.string(),
  source: z.enum(['manual', 'timer']),
  server_version: z.int(),
  created_at: z.string().meta({ format: 'date-time' }),
}

export const timeEntryReply = z.object({ ...entry, user: z.guid() }).meta({ id: 'TimeEntry' })

export const taskTimeReply = z
  .object({ results: z.array(timeEntryReply), total_logged_minutes: z.int() })
  .meta({ id: 'TaskTime' })

const byKey = z.record(z.string(), z.int())

export const weekReply = z
  .object({
    results: z.array(
      z
        .object({
          ...entry,
          task_short_id: z.string(),
          task_name: z.string(),
          project: z.guid(),
          project_code: z.string(),
          project_name: z.string(),
        })
        .meta({ id: 'WeekTimeEntry' }),
    ),
    totals: z.object({
      by_day: byKey.describe('minutes by date'),
      by_cell: byKey.describe('minutes by task and date, as `<task>|<date>`'),
      today_minutes: z.int(),
      week_minutes: z.int(),
    }),
    submission: z.object({
      week_start: z.string().meta({ format: 'date' }),
      submitted: z.boolean(),
      submitted_at: z.string().meta({ format: 'date-time' }).nullable(),
    }),
  })
  .meta({ id: 'TimeWeek' })

const activeTimer = z.object({
  active: z.literal(true),
  id: z.guid(),
  task: z.guid(),
  task_short_id: z.string(),
  task_name: z.string(),
  project: z.guid(),
  started_at: z.string().meta({ format: 'date-time' }),
  elapsed_seconds: z.int(),
  note: z.string(),
  stale: z.boolean(),
})

export const timerReply = z.union([z.object({ active: z.literal(false) }), activeTimer]).meta({ id: 'Timer' })
export const startedReply = z
  .object({ active_timer: activeTimer, finalized_entry: timeEntryReply.nullable() })
  .meta({ id: 'StartedTimer' })

export const timesheetReply = z
  .object({
    week_start: z.string().meta({ format: 'date' }),
    submitted_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Timesheet' })
