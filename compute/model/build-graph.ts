// From columns to the network the passes run on: leaves only, links expanded, nodes in topological order. Everything
// that can be refused without computing a date is refused here, and the passes trust what they get.

import { findLevels, orderByLevel } from '../cpm/topological-order.ts'
import { findNodeCycle } from '../plan/find-cycle.ts'
import { checkColumns } from './check-columns.ts'
import { checkSpan } from './check-span.ts'
import { type ExpandedLinks, expandLinks } from './expand-links.ts'
import { type Hierarchy, readHierarchy } from './hierarchy.ts'
import { DEFAULT_LIMITS, type ScheduleLimits } from './limits.ts'
import { askBetween, holdsMoments } from './milestone-moments.ts'
import { nameRefusals } from './name-refusals.ts'
import { PlanRefusal } from './refusal.ts'
import type { ScheduleColumns } from './schedule-columns.ts'
import type { ScheduleGraph } from './schedule-graph.ts'

/** Validates columns and builds their network. Throws a `PlanRefusal`, worded with ids where the columns hold them. */
export function buildGraph(columns: ScheduleColumns, limits: ScheduleLimits = DEFAULT_LIMITS): ScheduleGraph {
  return nameRefusals(columns, () => {
    checkColumns(columns, limits)
    const hierarchy = readHierarchy(columns.parentIndex)
    const links = expandLinks(columns, hierarchy, limits)
    const graph = layOut(columns, hierarchy, links)
    graph.longestPathDays = checkSpan(graph)
    return graph
  })
}

function layOut(columns: ScheduleColumns, hierarchy: Hierarchy, links: ExpandedLinks): ScheduleGraph {
  const { taskCount } = columns
  const rawCount = links.startedSummaries.length === 0 ? taskCount : 2 * taskCount
  const levels = findLevels(rawCount, links.from, links.to)
  if (levels === null) throw cyclicDependency(taskCount, rawCount, links)
  const order = orderByLevel(preferredNodes(columns, hierarchy, links), levels)
  const nodeOfRaw = new Int32Array(rawCount).fill(-1)
  const isSummaryStart = new Uint8Array(order.length)
  for (let node = 0; node < order.length; node++) {
    nodeOfRaw[order[node]] = node
    if (order[node] >= taskCount) isSummaryStart[node] = 1
  }
  const edges = sortEdges(columns, links, nodeOfRaw, order.length)
  // Nothing is spread into it: V8 throws the shape of such an object away with the last one, and code that relies on it.
  return {
    columns,
    hierarchy,
    nodeCount: order.length,
    edgeCount: links.edgeCount,
    taskOfNode: rawCount === taskCount ? order : order.map((raw) => (raw < taskCount ? raw : raw - taskCount)),
    isSummaryStart,
    nodeOfTask: nodeOfRaw.subarray(0, taskCount),
    edgeOffset: edges.edgeOffset,
    edgeSource: edges.edgeSource,
    edgeType: edges.edgeType,
    edgeLag: edges.edgeLag,
    edgeUnit: edges.edgeUnit,
    edgeLink: edges.edgeLink,
    hasSummaryStarts: links.startedSummaries.length > 0,
    longestPathDays: 0,
  }
}

/** All nodes in the order of their ids. */
function preferredNodes(columns: ScheduleColumns, hierarchy: Hierarchy, links: ExpandedLinks): Int32Array {
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

/** Counting sort of the edges by target node; edges of one target stay in the order of the links. */
function sortEdges(columns: ScheduleColumns, links: ExpandedLinks, nodeOfRaw: Int32Array, nodeCount: number) {
  const { edgeCount, from, to, type, link: linkOf } = links
  const { lagDays, lagUnit, taskCount } = columns
  const hasMoments = holdsMoments(columns)
  const edgeOffset = new Int32Array(nodeCount + 1)
  for (let edge = 0; edge < edgeCount; edge++) edgeOffset[nodeOfRaw[to[edge]] + 1]++
  for (let node = 0; node < nodeCount; node++) edgeOffset[node + 1] += edgeOffset[node]
  const cursor = edgeOffset.slice(0, nodeCount)
  const edgeSource = new Int32Array(edgeCount)
  const edgeType = new Uint8Array(edgeCount)
  const edgeLag = new Int32Array(edgeCount)
  const edgeUnit = new Uint8Array(edgeCount)
  const edgeLink = new Int32Array(edgeCount)
  for (let edge = 0; edge < edgeCount; edge++) {
    const at = cursor[nodeOfRaw[to[edge]]]++
    const link = linkOf === null ? edge : linkOf[edge]
    edgeSource[at] = nodeOfRaw[from[edge]]
    edgeType[at] = type[edge]
    edgeLink[at] = link
    if (link === -1) continue
    if (hasMoments) {
      const asked = askBetween(columns, link, from[edge] < taskCount ? from[edge] : -1, to[edge])
      edgeType[at] = asked.type
      edgeLag[at] = asked.lagDays
      edgeUnit[at] = asked.lagUnit
      continue
    }
    edgeLag[at] = lagDays[link]
    edgeUnit[at] = lagUnit[link]
  }
  return { edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit, edgeLink }
}

function cyclicDependency(taskCount: number, rawCount: number, links: ExpandedLinks): PlanRefusal {
  const cycle = findNodeCycle(rawCount, links.from, links.to) ?? []
  const tasks = cycle.map((raw) => (raw < taskCount ? raw : raw - taskCount))
  const names = tasks.map((task) => `{task:${task}}`)
  const shown = names.length <= 5 ? names : [names[0], names[1], '…', names[names.length - 2], names[names.length - 1]]
  return new PlanRefusal('cyclic_dependency', `The dependencies form a cycle: ${shown.join(' → ')}.`, {
    offendingTasks: tasks,
  })
}
