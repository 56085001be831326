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

/**
 * A result over one block of shared memory, or over that of an earlier result of a plan as large. Columns stand in the
 * order of the interface; whoever asks fills them.
 */
export function allocateResult(
  taskCount: number,
  linkCount: number,
  criticalPath: Int32Array,
  into: ScheduleResult | null = null,
): ScheduleResult {
  if (into !== null && into.isScheduled.length === taskCount && into.isDriving.length === linkCount) {
    return { ...into, criticalPath }
  }
  const memory = new SharedArrayBuffer(4 * (7 * taskCount + criticalPath.length) + 2 * taskCount + linkCount)
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
  const result: ScheduleResult = {
    projectStartDay: 0,
    projectFinishDay: 0,
    earlyStartDay: integers(taskCount),
    earlyFinishDay: integers(taskCount),
    lateStartDay: integers(taskCount),
    lateFinishDay: integers(taskCount),
    scheduledStartDay: integers(taskCount),
    totalFloatDays: integers(taskCount),
    freeFloatDays: integers(taskCount),
    criticalPath: integers(criticalPath.length),
    isCritical: flags(taskCount),
    isScheduled: flags(taskCount).fill(1),
    isDriving: flags(linkCount),
  }
  result.criticalPath.set(criticalPath)
  return result
}
