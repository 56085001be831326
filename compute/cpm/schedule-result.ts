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
  /** Task indexes in order. */
  criticalPath: Int32Array
}

/** An empty result over one block of shared memory. */
export function allocateResult(taskCount: number, linkCount: number, criticalCount: number): ScheduleResult {
  const memory = new SharedArrayBuffer(4 * (7 * taskCount + criticalCount) + 2 * taskCount + linkCount)
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
    criticalPath: integers(criticalCount),
    isCritical: flags(taskCount),
    isScheduled: flags(taskCount),
    isDriving: flags(linkCount),
  }
}
