import type { Calendar, CalendarException } from './calendar.entity.ts'

export interface CalendarView {
  calendar: Calendar
  exceptions: readonly CalendarException[]
}

export function presentCalendar({ calendar, exceptions }: CalendarView): object {
  return {
    id: calendar.id,
    server_version: calendar.serverVersion,
    name: calendar.name,
    working_days: calendar.workingDays,
    hours_per_day: calendar.hoursPerDay,
    timezone: calendar.timezone,
    exceptions: exceptions.map(presentException),
  }
}

export function presentException(exception: CalendarException): object {
  return {
    id: exception.id,
    exc_start: exception.excStart,
    exc_end: exception.excEnd,
    is_working: exception.isWorking,
    description: exception.description,
  }
}
