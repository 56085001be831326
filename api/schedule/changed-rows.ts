import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'
import { LINK_FLAG, ROW_FLAG, type StoredColumns } from './schedule-rows.ts'

/** What a pass has to write: only what differs from what the last one stored. */
export interface ScheduleChanges {
  /** Tasks of the columns whose computed fields differ. */
  readonly tasks: Int32Array
  /** Rows that carry values of an earlier pass and left the schedulable set. */
  readonly clearedRows: Int32Array
  /** Rows of links whose driving mark turns. */
  readonly turnedLinks: Int32Array
}

/** Compares in memory with the stored values that were read in the same statement as the input. */
export function findChanges(loaded: LoadedSchedule, result: ScheduleResult | null): ScheduleChanges {
  return {
    tasks: result ? changedTasks(loaded, result) : new Int32Array(0),
    clearedRows: clearedRows(loaded),
    turnedLinks: turnedLinks(loaded, result),
  }
}

function changedTasks({ rows, input }: LoadedSchedule, result: ScheduleResult): Int32Array {
  const { flags } = rows
  const stored = rows.stored as StoredColumns
  const changed = new Int32Array(input.rowOfTask.length)
  let count = 0
  for (let task = 0; task < input.rowOfTask.length; task++) {
    const row = input.rowOfTask[task] as number
    const flag = flags[row] as number
    const isSame =
      (flag & ROW_FLAG.stored) !== 0 &&
      ((flag & ROW_FLAG.critical) !== 0) === (result.isCritical[task] === 1) &&
      stored.earlyStartDay[row] === result.earlyStartDay[task] &&
      stored.earlyFinishDay[row] === result.earlyFinishDay[task] &&
      stored.lateStartDay[row] === result.lateStartDay[task] &&
      stored.lateFinishDay[row] === result.lateFinishDay[task] &&
      stored.scheduledStartDay[row] === result.scheduledStartDay[task] &&
      stored.totalFloatDays[row] === result.totalFloatDays[task] &&
      stored.freeFloatDays[row] === result.freeFloatDays[task]
    if (!isSame) changed[count++] = task
  }
  return changed.subarray(0, count)
}

function clearedRows({ rows, input }: LoadedSchedule): Int32Array {
  const cleared: number[] = []
  for (let row = 0; row < rows.flags.length; row++) {
    if (((rows.flags[row] as number) & ROW_FLAG.stored) !== 0 && input.taskOfRow[row] === -1) cleared.push(row)
  }
  return Int32Array.from(cleared)
}

function turnedLinks({ rows, input }: LoadedSchedule, result: ScheduleResult | null): Int32Array {
  const isDriving = new Uint8Array(rows.linkFlags.length)
  for (let link = 0; link < input.rowOfLink.length; link++) {
    isDriving[input.rowOfLink[link] as number] = result?.isDriving[link] ?? 0
  }
  const turned: number[] = []
  for (let row = 0; row < isDriving.length; row++) {
    const isStoredDriving = ((rows.linkFlags[row] as number) & LINK_FLAG.driving) !== 0
    if (isStoredDriving !== (isDriving[row] === 1)) turned.push(row)
  }
  return Int32Array.from(turned)
}
