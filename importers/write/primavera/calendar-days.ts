import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { type DayRange, flattenExceptions } from '../../../compute/plan/flatten-exceptions.ts'
import type { PlanCalendar } from '../../plan/imported-plan.ts'

/**
 * Each day of a calendar's ranges, as Primavera lists them. It does not mind their order, which therefore says where one
 * range ends and an alike one begins on the day after: every second range then stands before the others.
 */
export function daysOfExceptions({ exceptions }: PlanCalendar): { day: number; isWorking: boolean }[] {
  const ranges = flattenExceptions(
    exceptions.flatMap(({ from, to, working }): DayRange[] => {
      const [fromDay, toDay] = [parseCivilDay(from), parseCivilDay(to)]
      return fromDay === null || toDay === null ? [] : [{ fromDay, toDay, isWorking: working }]
    }),
  )
  const hasTouching = ranges.some(({ fromDay, isWorking }, index) => {
    const before = ranges[index - 1]
    return before?.toDay === fromDay - 1 && before.isWorking === isWorking
  })
  const isSecond = (_: DayRange, index: number) => index % 2 === 1
  const isFirst = (_: DayRange, index: number) => index % 2 === 0
  const listed = hasTouching ? [...ranges.filter(isSecond), ...ranges.filter(isFirst)] : ranges
  return listed.flatMap(({ fromDay, toDay, isWorking }) =>
    Array.from({ length: toDay - fromDay + 1 }, (_, index) => ({ day: fromDay + index, isWorking })),
  )
}
