// Which window each node counts its finish in. A window is as much of the time axis as 16 bits tell, and each run has a base of its own
// for it, so that only dates of one run need lie close together: those that would lie so if every task took the longest it can.

import { MEMBER_EDGE } from '../../../model/expand-links.ts'
import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import { isToStart } from '../../prepare/forward-block.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { LANE_MAX, STEP_MAX } from './lanes.ts'

/** Units from one window to the next, in the longest run. */
export const WINDOW_UNITS = 40_960
/** Units that the base of a window lies before the first date that is estimated to be in it. */
export const MARGIN_UNITS = 9_000
/** A longer task that ends in a later window than it begins in has a date in each. */
const LONG_UNITS = MARGIN_UNITS / 2
/** More of them would take more steps than they save. */
const MOST_WINDOWS = 64

/** Per node. */
export interface Windows {
  count: number
  ofFinish: Int32Array
  /** That of the finish, but for long tasks. */
  ofStart: Int32Array
  /** How far the durations of its table are shifted: what reaches beyond a window by itself. */
  shift: Uint8Array
}

/** The windows of a simulation; null where it needs what they do not have. */
export function planWindows(simulation: Simulation): Windows | null {
  const { network, tables, longestOffset } = simulation
  const { edgeAdd, edgeOffset, graph } = network
  const shift = shiftsOf(simulation)
  if (!hasNarrowDays(simulation, shift)) return null
  if (edgeAdd.subarray(0, edgeOffset[graph.nodeCount]).some(Number.isNaN) || isBoundByDone(simulation)) return null
  // One more than an offset stands for it, and the one after that for none.
  if ((longestOffset + 1) * tables.unitsPerDay < LANE_MAX && !shift.some((by) => by > 0)) {
    const none = new Int32Array(graph.nodeCount)
    return { count: 1, ofFinish: none, ofStart: none, shift }
  }
  const windows = divide(simulation, shift)
  return windows.count > MOST_WINDOWS ? null : windows
}

function shiftsOf({ network, tables }: Simulation): Uint8Array {
  const shift = new Uint8Array(network.graph.nodeCount)
  tables.nodes.forEach((node, row) => {
    shift[node] = tables.shift[row]
  })
  return shift
}

/** Whether durations fit 16 bits, but for those of shifted tables: these take no driver, and nothing holds their finish. */
function hasNarrowDays({ network, tables, causes }: Simulation, shift: Uint8Array): boolean {
  const { edgeOffset, finishBound, graph, isConstant, sampling } = network
  if (tables.base.some((base) => base > LANE_MAX) || tables.delta.some((step) => step > STEP_MAX)) return false
  if (causes?.hitNodes.some((node) => shift[node] > 0)) return false
  for (let node = 0; node < graph.nodeCount; node++) {
    if (isConstant[node] === 1) continue
    if (shift[node] === 0) {
      if (sampling.longestDays[node] * tables.unitsPerDay > LANE_MAX) return false
      continue
    }
    if (finishBound[node] > 0) return false
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) if (!isToStart(network, edge)) return false
  }
  return true
}

/** Whether completed leaves bound the start of a summary. */
function isBoundByDone({ network }: Simulation): boolean {
  const { edgeCap, edgeOffset, graph } = network
  return edgeCap.subarray(0, edgeOffset[graph.nodeCount]).some((cap) => cap !== Number.POSITIVE_INFINITY)
}

/** Whether an edge counts from the start of its source, as the leaves of a summary do. */
export function countsFromStart(type: number): boolean {
  return type === LINK_TYPE.SS || type === LINK_TYPE.SF || type === MEMBER_EDGE
}

/** Windows by the longest run. No edge leads to one below; the start of a summary is in the lowest of its leaves. */
function divide({ network, tables, longestFinish }: Simulation, shift: Uint8Array): Windows {
  const { edgeOffset, edgeSource, edgeType, graph, isConstant, sampling } = network
  const ofFinish = new Int32Array(graph.nodeCount)
  const ofStart = new Int32Array(graph.nodeCount)
  let count = 1
  for (let node = 0; node < graph.nodeCount; node++) {
    if (isConstant[node] === 1) continue
    let [lowest, highest] = [MOST_WINDOWS, 0]
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const from = (countsFromStart(edgeType[edge]) ? ofStart : ofFinish)[edgeSource[edge]]
      lowest = Math.min(lowest, from)
      highest = Math.max(highest, from)
    }
    if (graph.isSummaryStart[node] === 1) {
      ofFinish[node] = edgeOffset[node] === edgeOffset[node + 1] ? 0 : lowest
      ofStart[node] = ofFinish[node]
      continue
    }
    const finish = longestFinish[node] * tables.unitsPerDay
    const length = sampling.longestDays[node] * tables.unitsPerDay
    const isLong = shift[node] > 0 || length > LONG_UNITS
    ofFinish[node] = Math.max(highest, Math.floor(finish / WINDOW_UNITS))
    ofStart[node] = isLong ? Math.max(highest, Math.floor((finish - length) / WINDOW_UNITS)) : ofFinish[node]
    if (shift[node] > 0) ofFinish[node] = Math.max(ofFinish[node], ofStart[node] + 1)
    count = Math.max(count, ofFinish[node] + 1)
  }
  return { count, ofFinish, ofStart, shift }
}
