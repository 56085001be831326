import type { LateDates } from './backward-pass.ts'
import type { Floats } from './floats.ts'
import type { EarlyDates } from './forward-pass.ts'
import type { GeneralDates, GeneralNetwork } from './kernels/general-network.ts'
import { DATE_COLUMNS } from './kernels/workday-network.ts'
import { NODE_STATE } from './place-nodes.ts'

/** What passes in dates found. */
export interface FoundDates {
  early: EarlyDates
  late: LateDates
  floats: Floats
  /** The latest early finish. */
  finish: number
}

/** Rows of nodes to rows of tasks, with what is critical and which links drive; nothing drives a pinned node. */
export function gatherDates(
  { graph, placement, edgeLink }: GeneralNetwork,
  { early, late, floats, finish }: FoundDates,
  isPinned: (node: number) => boolean = () => false,
): GeneralDates {
  const { taskCount, linkCount } = graph.columns
  const { totalDays, freeDays, linkDays } = floats
  const dates: GeneralDates = {
    earlyStart: early.startDay,
    finish,
    leastDay: finish,
    columns: new Int32Array(DATE_COLUMNS * taskCount),
    isCritical: new Uint8Array(taskCount),
    isDriving: new Uint8Array(linkCount),
  }
  const rows = [early.startDay, early.finishDay, late.startDay, late.finishDay, early.startDay, totalDays, freeDays]
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.isSummaryStart[node] === 1) continue
    const task = graph.taskOfNode[node]
    for (let row = 0; row < rows.length; row++) dates.columns[row * taskCount + task] = rows[row][node]
    dates.leastDay = Math.min(dates.leastDay, early.startDay[node], late.startDay[node], late.finishDay[node])
    const isOpen = placement.state[node] === NODE_STATE.open
    dates.isCritical[task] = isOpen && totalDays[node] <= 0 ? 1 : 0
    if (isPinned(node)) continue
    for (let edge = graph.edgeOffset[node]; edge < graph.edgeOffset[node + 1]; edge++) {
      if (linkDays[edge] === 0 && edgeLink[edge] < linkCount) dates.isDriving[edgeLink[edge]] = 1
    }
  }
  return dates
}

/** The latest early finish of all nodes. */
export function latestFinish({ finishDay }: EarlyDates): number {
  let finish = finishDay[0]
  for (let node = 1; node < finishDay.length; node++) finish = Math.max(finish, finishDay[node])
  return finish
}
