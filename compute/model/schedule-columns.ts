// The flat form of a plan: one column a field, tasks and links as indexes. Plan documents and database rows both
// become this, and it is what crosses to worker threads: every array is a view on shared memory, so posting it copies
// nothing. Ids stay on the caller's side; the engine only needs their order (`idRank`).

import type { CalendarColumns } from '../plan/calendar-days.ts'

/** Stands for "no date" in every column of days. */
export const NO_DAY = -2_147_483_648
/** Stands for "no estimate". */
export const NO_ESTIMATE = -1

export const LINK_TYPE = { FS: 0, SS: 1, FF: 2, SF: 3 } as const
export const LINK_TYPE_NAMES = ['FS', 'SS', 'FF', 'SF'] as const
export const LAG_UNIT = { working: 0, elapsed: 1 } as const
export const DELIVERY_MODE = { waterfall: 0, scrum: 1, kanban: 2, milestone: 3 } as const

export interface ScheduleColumns {
  taskCount: number
  linkCount: number
  /** Null where the ids stayed behind (in a worker). */
  ids: string[] | null
  calendarKeys: string[] | null
  /** Position of each task's id among all ids in code point order: the tie-breaker. */
  idRank: Int32Array
  /** Task index of the summary a task lies in; -1 for none. */
  parentIndex: Int32Array
  durationDays: Int32Array
  calendarIndex: Int32Array
  plannedStartDay: Int32Array
  actualStartDay: Int32Array
  actualFinishDay: Int32Array
  percentComplete: Float64Array
  optimisticDays: Int32Array
  mostLikelyDays: Int32Array
  pessimisticDays: Int32Array
  deliveryMode: Uint8Array
  /** A value of `MILESTONE_MOMENT`; it counts where a task takes no time. */
  milestoneMoment: Uint8Array
  /** NaN for none. */
  storyPoints: Float64Array
  /** Null for a plan that holds no constraint and no deadline. */
  constraints: ConstraintColumns | null
  /** -1 only between filling and the check of `columnsFromPlan`. */
  predecessorIndex: Int32Array
  successorIndex: Int32Array
  linkType: Uint8Array
  lagDays: Int32Array
  lagUnit: Uint8Array
  /** Index 0 is the project calendar. */
  calendars: CalendarColumns[]
  projectStartDay: number
  statusDay: number
  velocitySamples: Float64Array
  /** Working days a sprint; 0 for none. */
  sprintLengthDays: number
}

/** What a task has in numbers of its own: the same in any plan that the task is copied to. */
export const TASK_VALUE_COLUMNS = [
  'durationDays',
  'plannedStartDay',
  'actualStartDay',
  'actualFinishDay',
  'percentComplete',
  'optimisticDays',
  'mostLikelyDays',
  'pessimisticDays',
  'deliveryMode',
  'milestoneMoment',
  'storyPoints',
] as const

/** One value a task; beside its own numbers, its place among ids, tasks and calendars. */
export const TASK_COLUMNS = ['idRank', 'parentIndex', 'calendarIndex', ...TASK_VALUE_COLUMNS] as const

/** One value a link. */
export const LINK_COLUMNS = ['predecessorIndex', 'successorIndex', 'linkType', 'lagDays', 'lagUnit'] as const

/** Empty columns over one block of shared memory, with the neutral value in every field. Fill them and go. */
export function allocateColumns(taskCount: number, linkCount: number): ScheduleColumns {
  const bytes = 8 * 2 * taskCount + 4 * (10 * taskCount + 3 * linkCount) + 2 * taskCount + 2 * linkCount
  const memory = new SharedArrayBuffer(bytes)
  let offset = 0
  const doubles = (length: number): Float64Array => {
    const view = new Float64Array(memory, offset, length)
    offset += view.byteLength
    return view
  }
  const integers = (length: number, fill: number): Int32Array => {
    const view = new Int32Array(memory, offset, length)
    offset += view.byteLength
    return fill === 0 ? view : view.fill(fill)
  }
  const small = (length: number): Uint8Array => {
    const view = new Uint8Array(memory, offset, length)
    offset += view.byteLength
    return view
  }
  return {
    taskCount,
    linkCount,
    ids: null,
    calendarKeys: null,
    percentComplete: doubles(taskCount),
    storyPoints: doubles(taskCount).fill(Number.NaN),
    idRank: integers(taskCount, 0),
    parentIndex: integers(taskCount, -1),
    durationDays: integers(taskCount, 0),
    calendarIndex: integers(taskCount, 0),
    plannedStartDay: integers(taskCount, NO_DAY),
    actualStartDay: integers(taskCount, NO_DAY),
    actualFinishDay: integers(taskCount, NO_DAY),
    optimisticDays: integers(taskCount, NO_ESTIMATE),
    mostLikelyDays: integers(taskCount, NO_ESTIMATE),
    pessimisticDays: integers(taskCount, NO_ESTIMATE),
    predecessorIndex: integers(linkCount, 0),
    successorIndex: integers(linkCount, 0),
    lagDays: integers(linkCount, 0),
    deliveryMode: small(taskCount),
    milestoneMoment: small(taskCount),
    linkType: small(linkCount),
    lagUnit: small(linkCount),
    constraints: null,
    calendars: [calendarColumns(0b001_1111, [])],
    projectStartDay: 0,
    statusDay: NO_DAY,
    velocitySamples: new Float64Array(new SharedArrayBuffer(0)),
    sprintLengthDays: 0,
  }
}

/** A calendar from its weekday mask and its exceptions as day numbers. */
export function calendarColumns(
  weekdayMask: number,
  exceptions: readonly { firstDay: number; lastDay: number; isWorking: boolean }[],
): CalendarColumns {
  const count = exceptions.length
  const memory = new SharedArrayBuffer(9 * count)
  const columns = {
    weekdayMask,
    exceptionFirstDay: new Int32Array(memory, 0, count),
    exceptionLastDay: new Int32Array(memory, 4 * count, count),
    exceptionIsWorking: new Uint8Array(memory, 8 * count, count),
  }
  exceptions.forEach((exception, index) => {
    columns.exceptionFirstDay[index] = exception.firstDay
    columns.exceptionLastDay[index] = exception.lastDay
    columns.exceptionIsWorking[index] = exception.isWorking ? 1 : 0
  })
  return columns
}

/** One value a task, over one block of shared memory. */
export interface ConstraintColumns {
  type: Uint8Array
  /** NO_DAY for the kinds that take no date. */
  day: Int32Array
  deadlineDay: Int32Array
}
