import { MEMBER_EDGE } from '../../model/expand-links.ts'
import { LAG_UNIT, LINK_TYPE } from '../../model/schedule-columns.ts'
import { offsetOf, type SimulationNetwork } from './simulation-network.ts'

/** Copies the edges that samples can move; those of completed tasks become constant bounds, in dates first. */
export function keepLiveEdges(network: SimulationNetwork, isPinned: Uint8Array | null): void {
  const { graph, isConstant } = network
  let kept = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    network.edgeOffset[node] = kept
    if (isConstant[node] === 1 || isPinned?.[node] === 1) continue
    for (let edge = graph.edgeOffset[node]; edge < graph.edgeOffset[node + 1]; edge++) {
      const source = graph.edgeSource[edge]
      if (isConstant[source] === 1) {
        if (graph.edgeType[edge] !== MEMBER_EDGE)
          boundBy(network, node, edge, constantBound(network, node, edge, source))
        continue
      }
      const cap =
        graph.isSummaryStart[source] === 1 ? capOfMembers(network, node, edge, source) : Number.POSITIVE_INFINITY
      if (graph.isSummaryStart[source] === 1 && !hasLiveMember(network, source)) {
        boundBy(network, node, edge, cap)
        continue
      }
      copyEdge(network, edge, node, kept)
      network.edgeCap[kept++] = cap
    }
  }
  network.edgeOffset[graph.nodeCount] = kept
}

function copyEdge(network: SimulationNetwork, edge: number, node: number, at: number): void {
  const { graph, calendar } = network
  const source = graph.edgeSource[edge]
  const type = graph.edgeType[edge]
  const lag = graph.edgeLag[edge]
  network.edgeSource[at] = source
  network.edgeType[at] = type
  network.edgeLag[at] = lag
  network.edgeUnit[at] = graph.edgeUnit[edge]
  const isOneCalendar = calendar[source] === calendar[node]
  const isPlain = isOneCalendar && (lag === 0 || graph.edgeUnit[edge] === LAG_UNIT.working)
  network.edgeAdd[at] = isPlain ? lag + (type === LINK_TYPE.SF ? 1 : 0) : Number.NaN
}

function hasLiveMember(network: SimulationNetwork, start: number): boolean {
  const { graph, isConstant } = network
  for (let edge = graph.edgeOffset[start]; edge < graph.edgeOffset[start + 1]; edge++) {
    if (isConstant[graph.edgeSource[edge]] === 0) return true
  }
  return false
}

/** The earliest bound that the completed leaves of a summary impose on a node through the edge of its start. */
function capOfMembers(network: SimulationNetwork, node: number, edge: number, start: number): number {
  const { graph, isConstant } = network
  let cap = Number.POSITIVE_INFINITY
  for (let member = graph.edgeOffset[start]; member < graph.edgeOffset[start + 1]; member++) {
    const leaf = graph.edgeSource[member]
    if (isConstant[leaf] === 1) cap = Math.min(cap, constantBound(network, node, edge, leaf))
  }
  return cap
}

function boundBy(network: SimulationNetwork, node: number, edge: number, bound: number): void {
  const type = network.graph.edgeType[edge]
  const bounds = type === LINK_TYPE.FS || type === LINK_TYPE.SS ? network.startBound : network.finishBound
  bounds[node] = Math.max(bounds[node], bound)
}

/** What a completed task imposes: computed in dates, as the critical path does, then turned into an offset. */
function constantBound(network: SimulationNetwork, node: number, edge: number, source: number): number {
  const { graph, schedule, table, calendar } = network
  const type = graph.edgeType[edge]
  const lag = graph.edgeLag[edge]
  const task = graph.taskOfNode[source]
  const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
  const date = isFromFinish ? schedule.earlyFinishDay[task] : schedule.earlyStartDay[task]
  const raw = type === LINK_TYPE.FS ? date + 1 : date
  const day =
    graph.edgeUnit[edge] === LAG_UNIT.elapsed
      ? table.nextDay(calendar[node], raw + lag)
      : table.shiftDay(calendar[node], table.nextDay(calendar[node], raw), lag)
  const isToStart = type === LINK_TYPE.FS || type === LINK_TYPE.SS
  return offsetOf(network, calendar[node], day) + (isToStart ? 0 : 1)
}
