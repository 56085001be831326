import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'

/**
 * The plan as it stood on an earlier data date: what had not begun by then has no progress and begins when it did, what
 * had not ended is under way by the share of its time that had gone by.
 */
export function rewindColumns(columns: ScheduleColumns, statusDay: number): ScheduleColumns {
  const rewound: ScheduleColumns = {
    ...columns,
    statusDay,
    plannedStartDay: copyOf(columns.plannedStartDay),
    actualStartDay: copyOf(columns.actualStartDay),
    actualFinishDay: copyOf(columns.actualFinishDay),
    percentComplete: copyOf(columns.percentComplete),
  }
  for (let task = 0; task < columns.taskCount; task++) rewindTask(columns, rewound, task)
  return rewound
}

function rewindTask(now: ScheduleColumns, then: ScheduleColumns, task: number): void {
  const startDay = now.actualStartDay[task] as number
  const finishDay = now.actualFinishDay[task] as number
  const percent = now.percentComplete[task] as number
  if (startDay === NO_DAY || (finishDay !== NO_DAY && finishDay < then.statusDay)) return
  then.actualFinishDay[task] = NO_DAY
  if (startDay >= then.statusDay) {
    then.actualStartDay[task] = NO_DAY
    then.percentComplete[task] = 0
    then.plannedStartDay[task] = startDay
    return
  }
  // A task under way carries the data date as its planned start; then it went on from the one of then.
  then.plannedStartDay[task] = NO_DAY
  const lastDay = finishDay === NO_DAY ? now.statusDay : finishDay + 1
  const share = (then.statusDay - startDay) / Math.max(1, lastDay - startDay)
  then.percentComplete[task] = Math.min(99, Math.round((finishDay === NO_DAY ? percent : 100) * share))
}

/** Shared with the threads, as the columns themselves are. */
function copyOf<A extends Int32Array | Float64Array>(column: A): A {
  const copy = new (column.constructor as new (memory: SharedArrayBuffer) => A)(
    new SharedArrayBuffer(column.byteLength),
  )
  copy.set(column)
  return copy
}
