import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { Hierarchy } from '../model/hierarchy.ts'

const NONE = 2_147_483_647

/**
 * Fills the rows of summaries from the leaves below them: the widest dates, the least total float, no free float. Every
 * task hands its row to the summary it lies in, the innermost summaries first, so that each is read once.
 */
export function rollUpSchedule(result: ScheduleResult, hierarchy: Hierarchy): void {
  const { summaryCount, summaryOrder, leafOrder, parentIndex } = hierarchy
  if (summaryCount === 0) return
  for (const summary of summaryOrder) empty(result, summary)
  for (const leaf of leafOrder) if (parentIndex[leaf] !== -1) widen(result, parentIndex[leaf], leaf)
  for (let at = summaryCount - 1; at >= 0; at--) {
    const summary = summaryOrder[at]
    if (parentIndex[summary] !== -1) widen(result, parentIndex[summary], summary)
  }
}

function empty(result: ScheduleResult, summary: number): void {
  result.earlyStartDay[summary] = NONE
  result.earlyFinishDay[summary] = -NONE
  result.lateStartDay[summary] = NONE
  result.lateFinishDay[summary] = -NONE
  result.scheduledStartDay[summary] = NONE
  result.totalFloatDays[summary] = NONE
  result.freeFloatDays[summary] = 0
  result.isCritical[summary] = 0
  result.isScheduled[summary] = 1
}

function widen(result: ScheduleResult, summary: number, child: number): void {
  const { earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay, totalFloatDays } = result
  earlyStartDay[summary] = Math.min(earlyStartDay[summary], earlyStartDay[child])
  earlyFinishDay[summary] = Math.max(earlyFinishDay[summary], earlyFinishDay[child])
  lateStartDay[summary] = Math.min(lateStartDay[summary], lateStartDay[child])
  lateFinishDay[summary] = Math.max(lateFinishDay[summary], lateFinishDay[child])
  scheduledStartDay[summary] = Math.min(scheduledStartDay[summary], scheduledStartDay[child])
  totalFloatDays[summary] = Math.min(totalFloatDays[summary], totalFloatDays[child])
  result.isCritical[summary] |= result.isCritical[child]
}
