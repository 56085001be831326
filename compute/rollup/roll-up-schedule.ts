import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { Hierarchy } from '../model/hierarchy.ts'

/** Fills the rows of summaries from the leaves below them: the widest dates, the least total float, no free float. */
export function rollUpSchedule(result: ScheduleResult, hierarchy: Hierarchy): void {
  if (hierarchy.summaryCount === 0) return
  for (let task = 0; task < hierarchy.isSummary.length; task++) {
    if (hierarchy.isSummary[task] === 1) rollUpSummary(result, hierarchy, task)
  }
}

function rollUpSummary(result: ScheduleResult, hierarchy: Hierarchy, summary: number): void {
  const leaves = hierarchy.leafOrder.subarray(hierarchy.leafFrom[summary], hierarchy.leafTo[summary])
  const over = (column: Int32Array, pick: (left: number, right: number) => number): number => {
    let value = column[leaves[0]]
    for (const leaf of leaves) value = pick(value, column[leaf])
    return value
  }
  result.earlyStartDay[summary] = over(result.earlyStartDay, Math.min)
  result.earlyFinishDay[summary] = over(result.earlyFinishDay, Math.max)
  result.lateStartDay[summary] = over(result.lateStartDay, Math.min)
  result.lateFinishDay[summary] = over(result.lateFinishDay, Math.max)
  result.scheduledStartDay[summary] = over(result.scheduledStartDay, Math.min)
  result.totalFloatDays[summary] = over(result.totalFloatDays, Math.min)
  result.freeFloatDays[summary] = 0
  result.isCritical[summary] = leaves.some((leaf) => result.isCritical[leaf] === 1) ? 1 : 0
  result.isScheduled[summary] = 1
}
