import { LAG_UNIT, NO_DAY, type ScheduleColumns } from '../schedule-columns.ts'
import type { ColumnSurvey } from './column-survey.ts'

/** Surveys columns: the readable way, and the one where there is no WebAssembly. */
export function surveyInTypeScript(columns: ScheduleColumns): ColumnSurvey {
  const { durationDays, optimisticDays, mostLikelyDays, pessimisticDays, percentComplete, storyPoints } = columns
  const recorded = [...columns.actualStartDay, ...columns.actualFinishDay].filter((day) => day !== NO_DAY)
  const isDisordered = (task: number): boolean => {
    const [optimistic, likely, pessimistic] = [optimisticDays[task], mostLikelyDays[task], pessimisticDays[task]]
    const isTriple = optimistic >= 0 && likely >= 0 && pessimistic >= 0
    return isTriple && (optimistic > likely || likely > pessimistic)
  }
  const isReversed = (finish: number, task: number): boolean =>
    finish !== NO_DAY && columns.actualStartDay[task] > finish
  const longest = [durationDays, optimisticDays, mostLikelyDays, pessimisticDays].map(greatest)
  return {
    leastParent: least(columns.parentIndex),
    greatestParent: greatest(columns.parentIndex),
    leastCalendar: least(columns.calendarIndex),
    greatestCalendar: greatest(columns.calendarIndex),
    leastDuration: least(durationDays),
    longestDays: greatest(longest),
    greatestPlanned: greatest(columns.plannedStartDay),
    leastRecorded: recorded.length === 0 ? NO_DAY : least(recorded),
    greatestRecorded: greatest(recorded),
    leastLag: least(columns.lagDays),
    greatestLag: greatest(columns.lagDays),
    hasReversal: columns.actualFinishDay.some(isReversed),
    hasDisorder: Array.from(durationDays.keys()).some(isDisordered),
    hasOddNumber: percentComplete.some((percent) => !Number.isFinite(percent)) || storyPoints.some(isInfinite),
    hasProgress: percentComplete.some((percent) => percent > 0),
    hasElapsedLag: columns.lagUnit.some((unit) => unit !== LAG_UNIT.working),
  }
}

function isInfinite(value: number): boolean {
  return Math.abs(value) === Number.POSITIVE_INFINITY
}

/** Where there is nothing, what is greater than all else. */
function least(values: Iterable<number>): number {
  let least = 0x7fff_ffff
  for (const value of values) if (value < least) least = value
  return least
}

/** Where there is nothing, what is less than all else. */
function greatest(values: Iterable<number>): number {
  let greatest = NO_DAY
  for (const value of values) if (value > greatest) greatest = value
  return greatest
}
