import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { Simulation } from '../prepare/simulation.ts'
import type { SimulationNetwork } from '../prepare/simulation-network.ts'
import type { BlockRunner } from './block-runner.ts'

/**
 * Per risk 1 where it costs a run nothing in which none of its tasks is critical. Finishes that only rise with durations are not
 * moved by what is not critical: a path as long as the run goes past it, and taking a delay off makes no other path longer. From one
 * calendar to another a later date can be an earlier one by the fraction of a day that is carried along; that is no cost either.
 */
export function findMonotone(simulation: Simulation): Uint8Array {
  const { network, causes } = simulation
  const risks = causes?.risks ?? []
  const isMonotone = new Uint8Array(risks.length)
  if (risks.length === 0) return isMonotone
  const isOdd = findPulling(network)
  markStartsOfSummaries(network, isOdd)
  risks.forEach(({ nodes }, risk) => {
    isMonotone[risk] = nodes.some((node) => isOdd[node] === 1) ? 0 : 1
  })
  return isMonotone
}

/** Runs in which each risk can have moved the completion, a bit a run, of those in which it happened. */
export function keepCritical(
  simulation: Simulation,
  isMonotone: Uint8Array,
  happens: Int32Array,
  runner: BlockRunner,
  into: Int32Array,
): void {
  for (let risk = 0; risk < into.length; risk++) {
    into[risk] = happens[risk]
    if (happens[risk] === 0 || isMonotone[risk] === 0 || simulation.causes === null) continue
    let critical = 0
    for (const node of simulation.causes.risks[risk].nodes) critical |= runner.criticalIn(node)
    into[risk] &= critical
  }
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
