import { paintWorkingDays } from '../../compute/plan/calendar-days.ts'
import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

const MONDAY_TO_FRIDAY = 31

interface CalendarRow {
  id: string
  working_days: number
}

interface ExceptionRow {
  calendar_id: string
  exc_start: string
  exc_end: string
  is_working: boolean
}

/**
 * Working days between two days, both included: days on which the calendar and every calendar laid over the project
 * work. Without a calendar, Monday to Friday.
 */
export async function countWorkingDays(
  ctx: Ctx<unknown>,
  projectId: string,
  calendarId: string | null,
  firstDay: number,
  lastDay: number,
): Promise<number> {
  const dayCount = lastDay - firstDay + 1
  const calendars = await sql<CalendarRow>(
    ctx,
    `select c.id, c.working_days from calendars c where not c.is_deleted
     and (c.id = $2 or c.id in (select calendar_id from project_calendar_overlays where project_id = $1))`,
    [projectId, calendarId],
  )
  const exceptions = await sql<ExceptionRow>(
    ctx,
    'select calendar_id, exc_start, exc_end, is_working from calendar_exceptions where calendar_id = any($1::uuid[]) order by exc_start, id',
    [calendars.map((calendar) => calendar.id)],
  )
  const masks = calendars.map((calendar) => paint(calendar, exceptions, firstDay, dayCount))
  if (!calendars.some((calendar) => calendar.id === calendarId)) {
    masks.push(paint({ id: '', working_days: MONDAY_TO_FRIDAY }, [], firstDay, dayCount))
  }
  let count = 0
  for (let day = 0; day < dayCount; day++) if (masks.every((mask) => mask[day] === 1)) count++
  return count
}

function paint(calendar: CalendarRow, exceptions: ExceptionRow[], firstDay: number, dayCount: number): Uint8Array {
  const own = exceptions.filter((exception) => exception.calendar_id === calendar.id)
  const columns = {
    weekdayMask: calendar.working_days,
    exceptionFirstDay: Int32Array.from(own, (exception) => parseCivilDay(exception.exc_start) as number),
    exceptionLastDay: Int32Array.from(own, (exception) => parseCivilDay(exception.exc_end) as number),
    exceptionIsWorking: Uint8Array.from(own, (exception) => (exception.is_working ? 1 : 0)),
  }
  return paintWorkingDays(columns, firstDay, dayCount)
}
