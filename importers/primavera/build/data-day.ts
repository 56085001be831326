import { formatCivilDay, isoWeekday } from '../../../compute/plan/civil-day.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { minuteOf, parseDayOf } from '../../plan/file-day.ts'
import type { PrimaveraCalendar } from '../primavera-model.ts'

/**
 * The day from which unfinished work goes on: that of the data date, or the one after it where the data date is the end of
 * its working day, as it is in plans that are reported in the evening. Null without a data date.
 */
export function dataDay(
  dataDate: string | null,
  calendars: ReadonlyMap<number, PrimaveraCalendar>,
  { calendarId, diagnostics }: { calendarId: number | null; diagnostics: Diagnostics },
): string | null {
  const day = dataDate === null ? null : parseDayOf(dataDate)
  if (dataDate === null || day === null) return null
  const ends = endOfWork(calendarId, isoWeekday(day), calendars)
  if (ends === null || minuteOf(dataDate) < ends) return dataDate.slice(0, 10)
  const next = formatCivilDay(day + 1)
  const text = `nothing is left of the working day at ${dataDate.slice(0, 16).replace('T', ' ')}; unfinished work goes on from ${next}`
  diagnostics.warn('data_date_at_end_of_day', { field: 'status_date' }, text)
  return next
}

/** The minute after which a weekday is worked no more, its breaks left out; null where it is not worked or not said. */
function endOfWork(
  calendarId: number | null,
  weekday: number,
  calendars: ReadonlyMap<number, PrimaveraCalendar>,
): number | null {
  const seen = new Set<number>()
  let calendar = calendarId === null ? undefined : calendars.get(calendarId)
  while (calendar !== undefined && !seen.has(calendar.id)) {
    seen.add(calendar.id)
    const minutes = calendar.week[weekday - 1] ?? null
    const from = calendar.starts[weekday - 1] ?? null
    if (minutes !== null) return minutes > 0 && from !== null ? from + minutes : null
    calendar = calendar.parentId === null ? undefined : calendars.get(calendar.parentId)
  }
  return null
}
