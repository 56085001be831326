import type { RawDuration } from '../../raw-project.ts'
import { TASK } from '../rows/field-numbers.ts'
import type { TableRecord } from '../rows/record.ts'
import { durationOf } from '../values/decode-duration.ts'

const AS_LATE_AS_POSSIBLE = 1
const START_NO_LATER = 5
const FINISH_NO_LATER = 7

export type TaskDates = {
  start: string | null
  finish: string | null
  lateStart: string | null
  lateFinish: string | null
  duration: RawDuration | null
}

/**
 * The dates that the planner shows. Scheduled dates are stored apart from those that a person typed; a task placed by
 * hand shows the typed ones, and may lack them (a text such as "soon" stands there instead).
 */
export function taskDates(record: TableRecord, isManual: boolean, constraintCode: number): TaskDates {
  const scheduled = { start: record.timestamp(TASK.start), finish: record.timestamp(TASK.finish) }
  const typed = { start: record.timestamp(TASK.manualStart), finish: record.timestamp(TASK.manualFinish) }
  const [first, second] = isManual ? [typed, scheduled] : [scheduled, typed]
  const dates = {
    start: first.start ?? second.start,
    finish: first.finish ?? second.finish,
    lateStart: record.timestamp(TASK.lateStart),
    lateFinish: record.timestamp(TASK.lateFinish),
  }
  return {
    ...dates,
    ...constrainedDates(dates, constraintCode),
    duration: isManual
      ? durationOf(record, TASK.manualDuration, TASK.manualDurationUnits)
      : durationOf(record, TASK.duration, TASK.durationUnits),
  }
}

/** A task held as late as possible stands at its late dates, which the scheduled columns do not show. */
function constrainedDates(
  { start, finish, lateStart, lateFinish }: Omit<TaskDates, 'duration'>,
  constraintCode: number,
): { start: string | null; finish: string | null } {
  if (constraintCode === AS_LATE_AS_POSSIBLE)
    return { start: later(start, lateStart), finish: later(finish, lateFinish) }
  const isNoLater = constraintCode === START_NO_LATER || constraintCode === FINISH_NO_LATER
  const isReversed = start !== null && finish !== null && finish < start
  return { start, finish: isNoLater && isReversed ? lateFinish : finish }
}

function later(date: string | null, lateDate: string | null): string | null {
  return date !== null && lateDate !== null && date < lateDate ? lateDate : date
}
