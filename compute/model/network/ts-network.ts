import { findLevels, orderByLevel } from '../../cpm/topological-order.ts'
import { areLinksGood } from '../check-links.ts'
import type { LaidNetwork, NetworkFault, NetworkSource } from './laid-network.ts'

/** Lays a network out: the readable way, and the one where there is no WebAssembly. */
export function layOutInTypeScript(source: NetworkSource): LaidNetwork | NetworkFault {
  const { columns, links } = source
  const { taskCount } = columns
  if (!areLinksGood(columns)) return 'bad_links'
  const rawCount = links.startedSummaries.length === 0 ? taskCount : 2 * taskCount
  const levels = findLevels(rawCount, links.from, links.to)
  if (levels === null) return 'cycle'
  const order = orderByLevel(preferredNodes(source), levels)
  const nodeOfRaw = new Int32Array(rawCount).fill(-1)
  const isSummaryStart = new Uint8Array(order.length)
  for (let node = 0; node < order.length; node++) {
    nodeOfRaw[order[node]] = node
    if (order[node] >= taskCount) isSummaryStart[node] = 1
  }
  const edges = sortEdges(source, nodeOfRaw, order.length)
  return {
    nodeCount: order.length,
    taskOfNode: rawCount === taskCount ? order : order.map((raw) => (raw < taskCount ? raw : raw - taskCount)),
    isSummaryStart,
    nodeOfTask: nodeOfRaw.subarray(0, taskCount),
    edgeOffset: edges.edgeOffset,
    edgeSource: edges.edgeSource,
    edgeType: edges.edgeType,
    edgeLag: edges.edgeLag,
    edgeUnit: edges.edgeUnit,
    edgeOrigin: edges.edgeOrigin,
    longestPathDays: undefined,
  }
}

/** All nodes in the order of their ids. */
function preferredNodes({ columns, hierarchy, links }: NetworkSource): Int32Array {
  const { taskCount, idRank } = columns
  const taskOfRank = new Int32Array(taskCount)
  for (let task = 0; task < taskCount; task++) taskOfRank[idRank[task]] = task
  if (hierarchy.summaryCount === 0) return taskOfRank
  const isStarted = new Uint8Array(taskCount)
  for (const summary of links.startedSummaries) isStarted[summary] = 1
  const nodes = new Int32Array(hierarchy.leafOrder.length + links.startedSummaries.length)
  let count = 0
  for (const task of taskOfRank) {
    if (hierarchy.isSummary[task] === 0) nodes[count++] = task
    else if (isStarted[task] === 1) nodes[count++] = taskCount + task
  }
  return nodes
}

/** Counting sort of the edges by target node. */
function sortEdges({ links }: NetworkSource, nodeOfRaw: Int32Array, nodeCount: number) {
  const { edgeCount, from, to, type, lag, lagUnit } = links
  const edgeOffset = new Int32Array(nodeCount + 1)
  for (let edge = 0; edge < edgeCount; edge++) edgeOffset[nodeOfRaw[to[edge]] + 1]++
  for (let node = 0; node < nodeCount; node++) edgeOffset[node + 1] += edgeOffset[node]
  const cursor = edgeOffset.slice(0, nodeCount)
  const edgeSource = new Int32Array(edgeCount)
  const edgeType = new Uint8Array(edgeCount)
  const edgeLag = new Int32Array(edgeCount)
  const edgeUnit = new Uint8Array(edgeCount)
  const edgeOrigin = new Int32Array(edgeCount)
  for (let edge = 0; edge < edgeCount; edge++) {
    const at = cursor[nodeOfRaw[to[edge]]]++
    edgeSource[at] = nodeOfRaw[from[edge]]
    edgeType[at] = type[edge]
    edgeLag[at] = lag[edge]
    edgeUnit[at] = lagUnit[edge]
    edgeOrigin[at] = edge
  }
  return { edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit, edgeOrigin }
}
