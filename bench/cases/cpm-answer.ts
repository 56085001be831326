import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { NO_DAY } from '../../compute/model/schedule-columns.ts'
import type { PlanSketch } from '../../fixtures/generate/plan-sketch.ts'
import type { Aim } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'

/** Microseconds for a full pass over so many tasks, on the plain plan and on the full one. */
const FULL_PASS_AIMS_US: Readonly<Record<number, number>> = { 5000: 60, 20000: 250, 100000: 1_200, 1000000: 13_000 }

export function aimOfFullPass(size: number): readonly Aim[] {
  const atMost = FULL_PASS_AIMS_US[size]
  return atMost === undefined ? [] : [{ of: 'median', atMost }]
}

/** Hash of every column of a schedule. */
export function hashSchedule(result: ScheduleResult): string {
  return hashAnswer(
    result.projectFinishDay,
    result.earlyStartDay,
    result.earlyFinishDay,
    result.lateStartDay,
    result.lateFinishDay,
    result.totalFloatDays,
    result.freeFloatDays,
    result.isCritical,
    result.isDriving,
    result.criticalPath,
  )
}

/** Hash of what every way to the critical path computes. */
export function hashDates(
  starts: Int32Array,
  finishes: Int32Array,
  floats: Int32Array,
  isCritical: Uint8Array,
): string {
  return hashAnswer(starts, finishes, floats, isCritical)
}

/** The day of each working position of the calendar of a plain plan, from its start. */
export function workingDays(sketch: PlanSketch, count: number): Int32Array {
  const calendar = sketch.calendars[0]
  if (!calendar || sketch.statusDay !== NO_DAY) throw new Error('only plain plans have one axis')
  const days = new Int32Array(count)
  const isOff = (day: number) => calendar.daysOff.some(([from, to]) => day >= from && day <= to)
  for (let day = sketch.startDay, at = 0; at < count; day++) {
    // Day 0 was a Thursday.
    const weekday = ((((day + 3) % 7) + 7) % 7) + 1
    if (calendar.workingDays.includes(weekday) && !isOff(day)) days[at++] = day
  }
  return days
}
