import {
  type BlockRows,
  boundByMembers,
  boundRow,
  isToStart,
  memberBound,
  rulerPosition,
} from '../../prepare/forward-block.ts'
import type { SimulationNetwork } from '../../prepare/simulation-network.ts'

/** Only unfinished leaves can be critical, so the trace leaves out what completed ones impose. */
const NO_CAP = Number.POSITIVE_INFINITY

/** Marks, from the end backwards, every node that holds the completion of its run through links without slack. */
export function traceCriticality(network: SimulationNetwork, rows: BlockRows): void {
  const { graph, isConstant, edgeOffset, edgeSource } = network
  const bound = new Float64Array(rows.width)
  rows.isCritical.fill(0)
  for (let node = graph.nodeCount - 1; node >= 0; node--) {
    if (isConstant[node] === 1) continue
    const row = node * rows.width
    if (graph.isSummaryStart[node] === 0) {
      for (let run = 0; run < rows.width; run++) {
        const isLast = rulerPosition(network, network.ruler, node, rows.finish[row + run]) === rows.completion[run]
        if (isLast) rows.isCritical[row + run] = 1
      }
    }
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = edgeSource[edge]
      if (graph.isSummaryStart[node] === 1)
        markTight(rows, node, source, rows.start.subarray(source * rows.width), rows.start)
      else if (network.calendar[source] === -1) markMembers(network, rows, node, edge, bound)
      else {
        boundRow(network, rows, node, edge, source, NO_CAP, bound)
        markTight(rows, node, source, bound, isToStart(network, edge) ? rows.start : rows.finish)
      }
    }
  }
}

function markMembers(
  network: SimulationNetwork,
  rows: BlockRows,
  node: number,
  edge: number,
  bound: Float64Array,
): void {
  const { edgeOffset, edgeSource } = network
  const start = edgeSource[edge]
  const own = new Float64Array(rows.width)
  boundByMembers(network, rows, node, edge, NO_CAP, bound)
  for (let member = edgeOffset[start]; member < edgeOffset[start + 1]; member++) {
    memberBound(network, rows, node, edge, edgeSource[member], own)
    for (let run = 0; run < rows.width; run++) if (own[run] !== bound[run]) own[run] = Number.NaN
    markTight(rows, node, edgeSource[member], own, isToStart(network, edge) ? rows.start : rows.finish)
  }
}

/** Marks the source in every run in which the node is critical and stands exactly on the bound. */
function markTight(rows: BlockRows, node: number, source: number, bound: Float64Array, dates: Float64Array): void {
  const row = node * rows.width
  const sourceRow = source * rows.width
  for (let run = 0; run < rows.width; run++) {
    if (rows.isCritical[row + run] === 1 && bound[run] === dates[row + run]) rows.isCritical[sourceRow + run] = 1
  }
}
