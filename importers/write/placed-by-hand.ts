import type { PlanTask } from '../plan/imported-plan.ts'
import { MINUTES_PER_ELAPSED_DAY, wholeDays } from '../plan-file/build/convert-duration.ts'
import { workingDaysBetween } from '../plan-file/build/days-between.ts'
import { type DaysOfCalendar, daysByDates } from '../plan-file/build/days-by-dates.ts'

/** A summary, and a task without dates, can be placed by hand and held to nothing. */
export function isPlacedByHand({ source, constraint_type: held, planned_start: planned }: PlanTask): boolean {
  return held === 'MANUAL' || (source?.mode === 'manual' && (held ?? 'ASAP') === 'ASAP' && planned === null)
}

/** The dates at which a person has put a task, each as long as the plan has not moved it. */
export function keptPlacement(
  task: PlanTask,
  isSummary: boolean,
  context: DaysOfCalendar,
): { start: string; finish: string | null } | null {
  const { source, constraint_date: placed } = task
  if (!isPlacedByHand(task) || source == null || source.start === null) return null
  if (placed != null && !source.start.startsWith(placed)) return null
  const lasts = isSummary || task.is_milestone || daysAsPlaced(task, context) === task.duration
  return { start: source.start, finish: lasts ? source.finish : null }
}

/** How long a task lasts that is placed by hand: from where it was put to where it was put, else what its file says. */
export function daysAsPlaced({ source, duration }: PlanTask, { countDays, minutesPerDay }: DaysOfCalendar): number {
  if (source == null) return duration
  const minutes = source.duration_minutes
  const days = workingDaysBetween(source, countDays) ?? 0
  if (days > 0 && (minutes ?? 1) > 0) return days
  return minutes === null || source.duration_elapsed === true ? duration : wholeDays(minutes, minutesPerDay)
}

/** Whether a task still lasts as its file has it; else the finish of the file is none any more. */
export function lastsAsInFile(task: PlanTask, context: DaysOfCalendar): boolean {
  const { source, duration } = task
  const minutes = source?.duration_minutes ?? null
  if (source == null || source.summary || task.is_milestone || minutes === null) return true
  if (isPlacedByHand(task)) return daysAsPlaced(task, context) === duration
  if (source.duration_elapsed === true)
    return Math.max(1, workingDaysBetween(source, context.countDays) ?? duration) === duration
  return lastsByDates(task, context) || wholeDays(minutes, context.minutesPerDay) === duration
}

/** Whether it lasts from one date of its file to the other and not as long as its work, as what has not begun may. */
export function lastsByDates(task: PlanTask, context: DaysOfCalendar): boolean {
  const { source, percent_complete: percent, actual_start: began } = task
  const minutes = source?.duration_minutes ?? null
  if (source == null || minutes === null || percent > 0 || began !== null || source.actual_start !== null) return false
  if (task.is_milestone || source.duration_elapsed === true || isPlacedByHand(task)) return false
  return daysByDates({ start: source.start, finish: source.finish, minutes }, context) === task.duration
}

/** A stretch of the calendar never holds more days of work than it touches. */
export function mayBeElapsed(days: number, minutes: number): boolean {
  return days <= Math.ceil(minutes / MINUTES_PER_ELAPSED_DAY) + 1
}
