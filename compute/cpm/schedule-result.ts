/** A computed schedule, per task and per link of the columns it came from. Summaries carry their roll-up. */
export interface ScheduleResult {
  projectStartDay: number
  projectFinishDay: number
  earlyStartDay: Int32Array
  earlyFinishDay: Int32Array
  lateStartDay: Int32Array
  lateFinishDay: Int32Array
  /** Start of the whole span of a task in progress; the early start of every other task. */
  scheduledStartDay: Int32Array
  totalFloatDays: Int32Array
  freeFloatDays: Int32Array
  isCritical: Uint8Array
  /** 1 where the task has computed dates. */
  isScheduled: Uint8Array
  /** Per link. */
  isDriving: Uint8Array
  /** Task indexes in order. Worked out when first asked for. */
  readonly criticalPath: Int32Array
}

/** A schedule without what is worked out of it. */
export type ScheduleDates = Omit<ScheduleResult, 'criticalPath'>

/**
 * Rows over one block of shared memory, or those of an earlier result of a plan as large. Columns stand in the order of the
 * interface; whoever asks fills them.
 */
export function allocateDates(taskCount: number, linkCount: number, into: ScheduleDates | null = null): ScheduleDates {
  if (into !== null && into.isScheduled.length === taskCount && into.isDriving.length === linkCount) return into
  const memory = new SharedArrayBuffer(4 * 7 * taskCount + 2 * taskCount + linkCount)
  let offset = 0
  const integers = (length: number): Int32Array => {
    const view = new Int32Array(memory, offset, length)
    offset += view.byteLength
    return view
  }
  const flags = (length: number): Uint8Array => {
    const view = new Uint8Array(memory, offset, length)
    offset += view.byteLength
    return view
  }
  return {
    projectStartDay: 0,
    projectFinishDay: 0,
    earlyStartDay: integers(taskCount),
    earlyFinishDay: integers(taskCount),
    lateStartDay: integers(taskCount),
    lateFinishDay: integers(taskCount),
    scheduledStartDay: integers(taskCount),
    totalFloatDays: integers(taskCount),
    freeFloatDays: integers(taskCount),
    isCritical: flags(taskCount),
    isScheduled: flags(taskCount).fill(1),
    isDriving: flags(linkCount),
  }
}

/**
 * The result of rows that stand. Most callers never ask for the order of the critical path, which costs half of both passes
 * where most of a plan is critical; posting a result to another thread asks for it.
 */
export function resultOf(
  dates: ScheduleDates,
  orderCriticalPath: (dates: ScheduleDates) => Int32Array,
): ScheduleResult {
  return lendResult(dates, orderCriticalPath).result
}

/** A result whose rows are overwritten and which is then told so. */
export interface LentResult {
  readonly result: ScheduleResult
  renew(projectStartDay: number, projectFinishDay: number): void
}

export function lendResult(dates: ScheduleDates, orderCriticalPath: (dates: ScheduleDates) => Int32Array): LentResult {
  let criticalPath: Int32Array | null = null
  const result: ScheduleResult = {
    projectStartDay: dates.projectStartDay,
    projectFinishDay: dates.projectFinishDay,
    earlyStartDay: dates.earlyStartDay,
    earlyFinishDay: dates.earlyFinishDay,
    lateStartDay: dates.lateStartDay,
    lateFinishDay: dates.lateFinishDay,
    scheduledStartDay: dates.scheduledStartDay,
    totalFloatDays: dates.totalFloatDays,
    freeFloatDays: dates.freeFloatDays,
    isCritical: dates.isCritical,
    isScheduled: dates.isScheduled,
    isDriving: dates.isDriving,
    get criticalPath() {
      criticalPath ??= orderCriticalPath(dates)
      return criticalPath
    },
  }
  return {
    result,
    renew(projectStartDay, projectFinishDay) {
      result.projectStartDay = projectStartDay
      result.projectFinishDay = projectFinishDay
      criticalPath = null
    },
  }
}
