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
  for (let from = 0; from < leafOrder.length; ) from = widenByRun(result, leafOrder, parentIndex, from)
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

/** Leaves of one summary that stand side by side, taken together; returns where the next ones begin. */
function widenByRun(result: ScheduleResult, leafOrder: Int32Array, parentIndex: Int32Array, from: number): number {
  const { earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay, totalFloatDays } = result
  const { isCritical } = result
  const summary = parentIndex[leafOrder[from]]
  let [earlyStart, earlyFinish, lateStart, lateFinish] = [NONE, -NONE, NONE, -NONE]
  let [scheduledStart, totalFloat, anyCritical] = [NONE, NONE, 0]
  let at = from
  for (; at < leafOrder.length && parentIndex[leafOrder[at]] === summary; at++) {
    const leaf = leafOrder[at]
    earlyStart = Math.min(earlyStart, earlyStartDay[leaf])
    earlyFinish = Math.max(earlyFinish, earlyFinishDay[leaf])
    lateStart = Math.min(lateStart, lateStartDay[leaf])
    lateFinish = Math.max(lateFinish, lateFinishDay[leaf])
    scheduledStart = Math.min(scheduledStart, scheduledStartDay[leaf])
    totalFloat = Math.min(totalFloat, totalFloatDays[leaf])
    anyCritical |= isCritical[leaf]
  }
  if (summary === -1) return at
  earlyStartDay[summary] = Math.min(earlyStartDay[summary], earlyStart)
  earlyFinishDay[summary] = Math.max(earlyFinishDay[summary], earlyFinish)
  lateStartDay[summary] = Math.min(lateStartDay[summary], lateStart)
  lateFinishDay[summary] = Math.max(lateFinishDay[summary], lateFinish)
  scheduledStartDay[summary] = Math.min(scheduledStartDay[summary], scheduledStart)
  totalFloatDays[summary] = Math.min(totalFloatDays[summary], totalFloat)
  isCritical[summary] |= anyCritical
  return at
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
