import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, isTimeZone } from '../platform/http/wire-kinds.ts'
import { EVERY_DAY } from './compose-calendars.ts'

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
