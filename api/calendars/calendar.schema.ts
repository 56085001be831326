import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, isTimeZone, wireId } from '../platform/http/wire-kinds.ts'
import { EVERY_DAY } from './compose-calendars.ts'

const MAX_OVERLAYS = 50

export const listCalendarsQuery = z.object({
  ...pageQuery,
  search: z.string().optional(),
  ordering: z.string().optional(),
})
export type ListCalendarsQuery = z.output<typeof listCalendarsQuery>
export const listExceptionsQuery = z.object({ ...pageQuery })

const name = z.string().trim().min(1, 'This field may not be blank').max(255)
const workingDays = z.int().min(1, 'At least one weekday must work').max(EVERY_DAY)
const hoursPerDay = z.number().gt(0).max(24)
const timezone = z.string().min(1).max(64).refine(isTimeZone, 'Not an IANA time zone')

export const calendarBody = z.object({
  name,
  working_days: workingDays.optional().describe('bit mask, Monday = 1 to Sunday = 64'),
  hours_per_day: hoursPerDay.optional(),
  timezone: timezone.optional(),
})
export type CalendarInput = z.output<typeof calendarBody>

export const exceptionBody = z.object({
  exc_start: civilDate,
  exc_end: civilDate,
  is_working: z.boolean().optional().describe('true: extra working days; false: days off'),
  description: z.string().max(255).optional(),
})
export type ExceptionInput = z.output<typeof exceptionBody>

export const exceptionReply = z
  .object({
    id: z.guid(),
    exc_start: z.string(),
    exc_end: z.string(),
    is_working: z.boolean(),
    description: z.string(),
  })
  .meta({ id: 'CalendarException' })

export const calendarReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    name: z.string(),
    working_days: z.int(),
    hours_per_day: z.number(),
    timezone: z.string(),
    exceptions: z.array(exceptionReply),
  })
  .meta({ id: 'Calendar' })

const layer = z
  .object({
    layer_id: z.guid().nullable(),
    role: z.enum(['project', 'holidays', 'workspace']),
    sort_order: z.int(),
    calendar: calendarReply,
  })
  .meta({ id: 'AppliedCalendar' })

export const appliedReply = z
  .object({ base: calendarReply.nullable(), overlays: z.array(layer), applied: z.array(layer) })
  .meta({ id: 'AppliedCalendars' })

export const applyBody = z.object({
  base_calendar_id: wireId.nullable().optional().describe('null inherits; absent keeps'),
  overlays: z
    .array(
      z.object({
        calendar_id: wireId,
        role: z.enum(['holidays', 'workspace']).optional(),
      }),
    )
    .max(MAX_OVERLAYS),
})

export type ApplyInput = z.output<typeof applyBody>

export const previewQuery = z.object({ start: civilDate, end: civilDate })

export const previewReply = z
  .object({
    start: z.string(),
    end: z.string(),
    days: z.array(
      z.object({
        date: z.string(),
        working: z.boolean(),
        sources: z.array(z.object({ role: z.string(), calendar_id: z.guid(), name: z.string() })),
      }),
    ),
  })
  .meta({ id: 'CalendarPreview' })
