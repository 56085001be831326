import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { SimulationNetwork } from './simulation-network.ts'

/**
 * Whether a delay of some nodes costs a run nothing in which none of them is critical. Finishes that only rise with durations are not
 * moved by what is not critical: a path as long as the run goes past it, and taking a delay off makes no other path longer. From one
 * calendar to another a later date can be an earlier one by the fraction of a day that is carried along; that is no cost either.
 */
export function monotoneRisks(network: SimulationNetwork): (nodes: Int32Array) => boolean {
  const isOdd = findPulling(network)
  markStartsOfSummaries(network, isOdd)
  return (nodes) => !nodes.some((node) => isOdd[node] === 1)
}

/** What leads to the start of a summary: that is held by the first of its leaves, and one that is not critical can become it. */
function markStartsOfSummaries({ graph, order, edgeOffset, edgeSource }: SimulationNetwork, into: Uint8Array): void {
  if (!graph.hasSummaryStarts) return
  const leads = graph.isSummaryStart.slice()
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]
    if (leads[node] === 0) continue
    into[node] = 1
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) leads[edgeSource[edge]] = 1
  }
}

/** Nodes whose finish is held, so that they start earlier for lasting longer, and what waits for their start with them. */
function findPulling({ graph, edgeOffset, edgeSource, edgeType, finishBound }: SimulationNetwork): Uint8Array {
  const isHeld = new Uint8Array(graph.nodeCount)
  const isAwaited = new Uint8Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    if (finishBound[node] > 0) isHeld[node] = 1
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const type = edgeType[edge]
      if (type === LINK_TYPE.FF || type === LINK_TYPE.SF) isHeld[node] = 1
      if (type === LINK_TYPE.SS || type === LINK_TYPE.SF) isAwaited[edgeSource[edge]] = 1
    }
  }
  return isHeld.map((held, node) => held & isAwaited[node])
}
