import type { Calendar, CalendarException } from './calendar.entity.ts'

export interface CalendarView {
  calendar: Calendar
  exceptions: readonly CalendarException[]
}

export function presentCalendar({ calendar, exceptions }: CalendarView): object {
  return {
    id: calendar.id,
    server_version: calendar.server_version,
    name: calendar.name,
    working_days: calendar.working_days,
    hours_per_day: calendar.hours_per_day,
    timezone: calendar.timezone,
    exceptions: exceptions.map(presentException),
  }
}

export function presentException(exception: CalendarException): object {
  return {
    id: exception.id,
    exc_start: exception.exc_start,
    exc_end: exception.exc_end,
    is_working: exception.is_working,
    description: exception.description,
  }
}
