import { isAfterNoon, parseDay, parseDayOf } from '../plan/file-day.ts'
import type { PlanBaseline, PlanTask } from '../plan/imported-plan.ts'
import { dayHours } from './day-hours.ts'

/** The date-time of the file while the day is still the same. */
export function keptDateTime(date: string | null, dateTime: string | null | undefined, time: string): string | null {
  if (date === null) return null
  return dateTime?.startsWith(date) ? dateTime : `${date}T${time}`
}

/**
 * What holds a task, at the hour of its file while that still means the same day. A milestone stands at one end of its
 * day, whichever of its own ends is held; where its file holds it to the end of a day it begins the next one.
 */
export function heldDateTime(
  task: PlanTask,
  date: string | null | undefined,
  stated: string | null | undefined,
  { time, countDays }: { time: string; countDays: (fromDay: number, toDay: number) => number },
): string | null {
  if (date == null || !task.is_milestone) return keptDateTime(date ?? null, stated, time)
  const movesOn = task.milestone_at !== 'end_of_day' && stated != null && isAfterNoon(stated)
  const from = movesOn ? parseDayOf(stated) : null
  const to = parseDay(date)
  const isNext = from !== null && to !== null && from < to && countDays(from + 1, to) === 1 && countDays(to, to) === 1
  return isNext ? (stated ?? null) : `${date}T${dayHours(task).start}`
}

/** When the captured work ended: in the morning where it took a day less than its dates span, or no time. */
export function baselineFinish(
  { start, finish, duration }: PlanBaseline,
  countDays: (fromDay: number, toDay: number) => number,
): string | null {
  if (finish === null) return null
  const [from, to] = [start === null ? null : parseDay(start), parseDay(finish)]
  const isDayLess = from !== null && to !== null && duration === countDays(from, to) - 1
  return `${finish}T${duration === 0 || isDayLess ? '08:00:00' : '17:00:00'}`
}
