import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { RawCalendar, RawException } from '../../plan-file/raw-project.ts'
import type { PrimaveraCalendar } from '../primavera-model.ts'

const DEFAULT_MINUTES = 480
const LEAST_MINUTES = 1
const MOST_MINUTES = 1440

/** Minutes that a usual day of the calendar is worked; what the planner shows as days is only a choice of display. */
export function usualMinutes(calendar: PrimaveraCalendar | undefined): number {
  const counts = new Map<number, number>()
  for (const minutes of calendar?.week ?? [])
    if (minutes !== null && minutes > 0) counts.set(minutes, (counts.get(minutes) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  const said = (calendar?.hoursPerDay ?? 0) * 60
  const minutes = most?.[0] ?? (said > 0 ? said : DEFAULT_MINUTES)
  return minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES ? minutes : DEFAULT_MINUTES
}

/**
 * A calendar in whole days: what is worked at all is a working day, and days of other hours than usual are counted. The
 * length of its day is its own where it is another than the plan's.
 */
export function rawCalendar(calendar: PrimaveraCalendar, planMinutes: number, diagnostics: Diagnostics): RawCalendar {
  const usual = usualMinutes(calendar)
  const isPart = (minutes: number | null) => minutes !== null && minutes > 0 && minutes !== usual
  const partDays =
    calendar.week.filter(isPart).length + calendar.exceptions.filter(({ minutes }) => isPart(minutes)).length
  const where = { uid: calendar.id, field: 'calendar' }
  if (partDays > 0)
    diagnostics.warn(
      'part_days',
      where,
      `${partDays} days of other hours than ${usual / 60} count as whole working days`,
    )
  if (calendar.hoursPerDay !== null && calendar.hoursPerDay > 0 && Math.abs(calendar.hoursPerDay * 60 - usual) > 0.5) {
    const text = `a day is shown as ${calendar.hoursPerDay} hours and worked for ${usual / 60}; durations count by the hours worked`
    diagnostics.warn('hours_per_day', where, text)
  }
  return {
    uid: calendar.id,
    // The planner has no calendar without a name: one that has none is written with its number.
    name: calendar.name === String(calendar.id) ? null : calendar.name,
    parentUid: calendar.parentId === calendar.id ? null : calendar.parentId,
    week: calendar.week.map((minutes) => (minutes === null ? null : minutes > 0)),
    hours: calendar.week.map((minutes, at) => {
      const from = calendar.starts[at] ?? null
      return minutes === null || minutes <= 0 || from === null ? null : { from, minutes }
    }),
    exceptions: ranges(calendar.exceptions),
    workWeeks: [],
    ...(usual === planMinutes ? {} : { minutesPerDay: usual }),
  }
}

/**
 * Days that are alike and follow one another, in the file as in time, as one range; of two entries for a day the last one
 * counts. A plan of ours lists days apart that begin a range of their own (`write/primavera/calendar-days.ts`).
 */
function ranges(exceptions: PrimaveraCalendar['exceptions']): RawException[] {
  const days = new Map(exceptions.map(({ day, minutes }) => [day, minutes > 0]))
  const found: RawException[] = []
  for (const [day, isWorking] of days) {
    const last = found.at(-1)
    if (last !== undefined && last.toDay === day - 1 && last.isWorking === isWorking) last.toDay = day
    else found.push({ name: null, fromDay: day, toDay: day, isWorking, recurrence: null })
  }
  return found.sort((a, b) => a.fromDay - b.fromDay)
}
