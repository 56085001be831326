import { WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../../plan/imported-plan.ts'
import type { DaysOfCalendar } from '../../plan-file/build/days-by-dates.ts'
import type { ScheduleDates } from '../schedule-dates.ts'
import type { PlanNumbers } from './plan-numbers.ts'

export const PROJECT_ID = 1
export const BASELINE_ID = 2
const DEFAULT_MINUTES = 480

/** What every part of a plan that is being written asks for. */
export interface WriteContext {
  readonly plan: ImportedPlan
  readonly dates: ScheduleDates | undefined
  readonly numbers: PlanNumbers
  /** The node of the work breakdown that stands for the project. */
  readonly rootId: number
  readonly parents: ReadonlySet<string>
  /** Days that a calendar works from one day to another. */
  readonly countDays: (calendar: PlanCalendar) => (fromDay: number, toDay: number) => number
}

/** Counts days on each calendar by a table that is made once. */
export function daysCounter(): WriteContext['countDays'] {
  const counters = new Map<PlanCalendar, WorkingDayCounter>()
  return (calendar) => (fromDay, toDay) => {
    const counter = counters.get(calendar) ?? new WorkingDayCounter(calendar)
    counters.set(calendar, counter)
    return counter.count(fromDay, toDay)
  }
}

export function at(day: string | null | undefined, time: string): string | null {
  return day == null ? null : `${day}T${time}`
}

export function minutesOf({ plan }: WriteContext, calendar: PlanCalendar | undefined): number {
  return calendar?.source?.minutes_per_day ?? plan.source?.minutes_per_day ?? DEFAULT_MINUTES
}

export function calendarOfTask({ plan }: WriteContext, task: PlanTask | undefined): PlanCalendar {
  return task?.calendar == null ? plan.calendar : (plan.calendars[task.calendar] ?? plan.calendar)
}

export function daysOf(context: WriteContext, task: PlanTask): DaysOfCalendar {
  const calendar = calendarOfTask(context, task)
  return { countDays: context.countDays(calendar), minutesPerDay: minutesOf(context, calendar) }
}

export function minutesOfTask(context: WriteContext, task: PlanTask | undefined): number {
  return minutesOf(context, calendarOfTask(context, task))
}
