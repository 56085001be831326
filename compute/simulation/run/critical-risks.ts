import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { Simulation } from '../prepare/simulation.ts'
import type { SimulationNetwork } from '../prepare/simulation-network.ts'
import type { BlockRunner } from './block-runner.ts'

/**
 * Per risk 1 where it costs a run nothing in which none of its tasks is critical. Finishes that only rise with durations are not
 * moved by what is not critical: a path as long as the run goes past it, and taking a delay off makes no other path longer.
 */
export function findMonotone(simulation: Simulation): Uint8Array {
  const { network, causes } = simulation
  const risks = causes?.risks ?? []
  const isMonotone = new Uint8Array(risks.length)
  if (risks.length === 0 || !risesWithDates(network)) return isMonotone
  const pullsStart = findPulling(network)
  risks.forEach(({ nodes }, risk) => {
    isMonotone[risk] = nodes.some((node) => pullsStart[node] === 1) ? 0 : 1
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
    if (isMonotone[risk] === 0 || simulation.causes === null) continue
    let critical = 0
    for (const node of simulation.causes.risks[risk].nodes) critical |= runner.criticalIn(node)
    into[risk] &= critical
  }
}

/**
 * Whether a date is never earlier for another being later. The start of a summary is held by the first of its leaves, which need not
 * be critical; and from one calendar to another, a later date can be an earlier one by the fraction of a day.
 */
function risesWithDates({ graph, edgeAdd, ruler }: SimulationNetwork): boolean {
  return !graph.hasSummaryStarts && ruler === null && !edgeAdd.some(Number.isNaN)
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
