import type { Diagnostics } from '../../plan/diagnostics.ts'
import { parseDayOf } from '../../plan/file-day.ts'
import type { RawTask } from '../raw-project.ts'
import { plainNumber, wholeDays } from './convert-duration.ts'
import { workingDaysBetween } from './days-between.ts'

/** Minutes by which a length may miss whole days and still be them: planners round what they divide. */
const ROUNDING_MINUTES = 1
const MILLISECONDS_PER_MINUTE = 60_000

export interface StatedWork {
  readonly start: string | null
  readonly finish: string | null
  readonly minutes: number
}

export interface DaysOfCalendar {
  readonly minutesPerDay: number
  readonly countDays: (fromDay: number, toDay: number) => number
}

/**
 * Working days from one date of a file to the other, where they are not those that its work takes: null where they are.
 * Splits lay them apart, and calendars of people and days of other hours both apart and together.
 */
export function daysByDates(
  { start, finish, minutes }: StatedWork,
  { minutesPerDay, countDays }: DaysOfCalendar,
): number | null {
  const [from, to] = [start, finish].map((date) => (date === null ? null : parseDayOf(date)))
  if (from == null || to == null || minutes <= 0) return null
  // Nobody works longer than time goes on: such dates are not those of this work.
  const elapsedMinutes = (Date.parse(`${finish}Z`) - Date.parse(`${start}Z`)) / MILLISECONDS_PER_MINUTE
  if (!(elapsedMinutes >= minutes)) return null
  const days = workingDaysBetween({ start, finish }, countDays) ?? 0
  // Work of so many days touches that many and perhaps one more, and a part of a day is one.
  const most = Math.max(1, Math.ceil((minutes - ROUNDING_MINUTES) / minutesPerDay))
  const least = wholeDays(minutes, minutesPerDay)
  // Where it begins or ends on a day off, another calendar has laid it there.
  if (days > most) return countDays(from, from) === 1 && countDays(to, to) === 1 ? days : null
  return days > 0 && countDays(from, to) < least ? days : null
}

/**
 * How many days work lasts here whose file lays its dates otherwise than it takes: from one to the other, so that what
 * follows it follows its last part and moves with it. Null where its duration says how long it lasts, as that of work that
 * has begun does: what is left of that keeps its place instead.
 */
export function daysInFile(
  task: RawTask,
  { diagnostics, ...calendar }: DaysOfCalendar & { diagnostics: Diagnostics },
): number | null {
  const { uid, start, finish, duration } = task
  if (duration === null || duration.isElapsed || task.isMilestone || task.isManual || task.isExternal) return null
  const days = daysByDates({ start, finish, minutes: duration.minutes }, calendar)
  if (days === null) return null
  const warn = (code: string, text: string) => diagnostics.warn(code, { uid, field: 'duration' }, text)
  const takes = plainNumber(duration.minutes / calendar.minutesPerDay)
  const isSpread = days * calendar.minutesPerDay > duration.minutes
  if (task.percentComplete > 0 || task.actualStart !== null) {
    const text = `${takes} days of work are spread over ${days} working days in the file (a split, levelling or the calendars of its people); here they follow one another`
    if (isSpread) warn('task_split', text)
    return null
  }
  const text = isSpread
    ? `${takes} days of work are spread over ${days} working days in the file (a split, or the calendars of its people); here it lasts these`
    : `${takes} days of work are done within ${days} working days in the file (people or days of other hours); here it lasts these`
  warn(isSpread ? 'task_split' : 'task_condensed', text)
  return days
}
