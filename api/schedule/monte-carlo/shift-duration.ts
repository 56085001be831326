import { allocateColumns, NO_ESTIMATE, type ScheduleColumns } from '../../../compute/model/schedule-columns.ts'

/** The same plan with one task's duration and all its estimates moved by the same days, none below 0. */
export function shiftDuration(columns: ScheduleColumns, task: number, deltaDays: number): ScheduleColumns {
  const shifted = copyColumns(columns)
  const { durationDays, optimisticDays, mostLikelyDays, pessimisticDays } = shifted
  for (const column of [durationDays, optimisticDays, mostLikelyDays, pessimisticDays]) {
    const days = column[task] as number
    if (column === durationDays || days !== NO_ESTIMATE) column[task] = Math.max(0, days + deltaDays)
  }
  return shifted
}

function copyColumns(columns: ScheduleColumns): ScheduleColumns {
  const fresh = allocateColumns(columns.taskCount, columns.linkCount)
  const copy: ScheduleColumns = { ...columns }
  // Calendars and velocity are never written, so both plans may share them; so may ids, which are made when asked for.
  Object.defineProperty(copy, 'ids', { get: () => columns.ids, enumerable: false })
  for (const [name, target] of Object.entries(fresh)) {
    const source = columns[name as keyof ScheduleColumns]
    if (name === 'velocitySamples') continue
    if (target instanceof Int32Array && source instanceof Int32Array) target.set(source)
    else if (target instanceof Float64Array && source instanceof Float64Array) target.set(source)
    else if (target instanceof Uint8Array && source instanceof Uint8Array) target.set(source)
    else continue
    Object.assign(copy, { [name]: target })
  }
  return copy
}
