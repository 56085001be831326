import { checkLinks } from './check-links.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { ScheduleLimits } from './limits.ts'
import { askBetween, holdsMoments } from './milestone-moments.ts'
import { refuseUnless } from './refusal.ts'
import { LINK_TYPE, type ScheduleColumns } from './schedule-columns.ts'

/** An edge from a leaf to the node that stands for the start of a summary around it. */
export const MEMBER_EDGE = 4

/**
 * Edges between nodes. Node t below `taskCount` is the leaf task t; node `taskCount + s` stands for the start of the
 * summary s: the earliest start among its leaves.
 */
export interface ExpandedLinks {
  edgeCount: number
  from: Int32Array
  to: Int32Array
  /** A link type, or `MEMBER_EDGE`. */
  type: Uint8Array
  lag: Int32Array
  lagUnit: Uint8Array
  /** The link an edge comes from, -1 for member edges; null where every link is one edge. */
  link: Int32Array | null
  /** Summaries whose start some link waits for. */
  startedSummaries: Int32Array
}

type SpreadLinks = ExpandedLinks & { link: Int32Array }

/**
 * Spreads the links of summaries over their leaves. From the finish of a summary (FS, FF) goes one edge per pair of
 * leaves, which is right because the latest bound wins. From its start (SS, SF) all edges leave one node that carries
 * the earliest start of its leaves: waiting for each leaf would wait for the last one. Links into a summary reach every
 * leaf. An edge from a leaf to itself is dropped.
 */
export function expandLinks(columns: ScheduleColumns, hierarchy: Hierarchy, limits: ScheduleLimits): ExpandedLinks {
  const hasSummaries = hierarchy.summaryCount > 0
  const hasMoments = holdsMoments(columns)
  if (hasSummaries || hasMoments) checkLinks(columns)
  const edges = hasSummaries ? spreadLinks(columns, hierarchy, limits) : linksAsTheyAre(columns)
  return hasMoments ? askMoments(edges, columns) : edges
}

function spreadLinks(columns: ScheduleColumns, hierarchy: Hierarchy, limits: ScheduleLimits): ExpandedLinks {
  const startedSummaries = findStartedSummaries(columns, hierarchy)
  const room = countEdges(columns, hierarchy, startedSummaries)
  refuseUnless(
    room <= limits.maxExpandedLinks,
    () => `The dependencies of summaries stand for ${room} links of tasks; ${limits.maxExpandedLinks} is the most.`,
  )
  const edges: SpreadLinks = {
    edgeCount: 0,
    from: new Int32Array(room),
    to: new Int32Array(room),
    type: new Uint8Array(room),
    lag: new Int32Array(room),
    lagUnit: new Uint8Array(room),
    link: new Int32Array(room),
    startedSummaries,
  }
  for (const summary of startedSummaries) addMembers(edges, columns.taskCount + summary, summary, hierarchy)
  for (let link = 0; link < columns.linkCount; link++) addLink(edges, link, columns, hierarchy)
  takeLags(edges, columns)
  return trimmed(edges)
}

/** Between leaves every link is one edge, and whoever lays the network out sees whether its ends are there. */
function linksAsTheyAre(columns: ScheduleColumns): ExpandedLinks {
  return {
    edgeCount: columns.linkCount,
    from: columns.predecessorIndex,
    to: columns.successorIndex,
    type: columns.linkType,
    lag: columns.lagDays,
    lagUnit: columns.lagUnit,
    link: null,
    startedSummaries: new Int32Array(0),
  }
}

/** What edges at milestones ask that stand at one end of a day. */
function askMoments(edges: ExpandedLinks, columns: ScheduleColumns): ExpandedLinks {
  const { edgeCount, from, to, link: links, startedSummaries } = edges
  const type = edges.type.slice()
  const lag = edges.lag.slice()
  const lagUnit = edges.lagUnit.slice()
  for (let edge = 0; edge < edgeCount; edge++) {
    const link = links === null ? edge : links[edge]
    if (link === -1) continue
    const asked = askBetween(columns, link, from[edge] < columns.taskCount ? from[edge] : -1, to[edge])
    type[edge] = asked.type
    lag[edge] = asked.lagDays
    lagUnit[edge] = asked.lagUnit
  }
  return { edgeCount, from, to, type, lag, lagUnit, link: links, startedSummaries }
}

function isFromStart(columns: ScheduleColumns, hierarchy: Hierarchy, link: number): boolean {
  const type = columns.linkType[link]
  return (type === LINK_TYPE.SS || type === LINK_TYPE.SF) && hierarchy.isSummary[columns.predecessorIndex[link]] === 1
}

function findStartedSummaries(columns: ScheduleColumns, hierarchy: Hierarchy): Int32Array {
  const summaries = new Set<number>()
  for (let link = 0; link < columns.linkCount; link++) {
    if (isFromStart(columns, hierarchy, link)) summaries.add(columns.predecessorIndex[link])
  }
  return Int32Array.from(summaries).sort()
}

function countEdges(columns: ScheduleColumns, hierarchy: Hierarchy, startedSummaries: Int32Array): number {
  const { leafFrom, leafTo } = hierarchy
  let count = 0
  for (const summary of startedSummaries) count += leafTo[summary] - leafFrom[summary]
  for (let link = 0; link < columns.linkCount; link++) {
    const predecessor = columns.predecessorIndex[link]
    const successor = columns.successorIndex[link]
    const sources = isFromStart(columns, hierarchy, link) ? 1 : leafTo[predecessor] - leafFrom[predecessor]
    count += sources * (leafTo[successor] - leafFrom[successor])
  }
  return count
}

function addMembers(edges: SpreadLinks, startNode: number, summary: number, hierarchy: Hierarchy): void {
  for (let at = hierarchy.leafFrom[summary]; at < hierarchy.leafTo[summary]; at++) {
    addEdge(edges, hierarchy.leafOrder[at], startNode, MEMBER_EDGE, -1)
  }
}

function addLink(edges: SpreadLinks, link: number, columns: ScheduleColumns, hierarchy: Hierarchy): void {
  const { leafOrder, leafFrom, leafTo } = hierarchy
  const predecessor = columns.predecessorIndex[link]
  const successor = columns.successorIndex[link]
  const type = columns.linkType[link]
  if (isFromStart(columns, hierarchy, link)) {
    for (let to = leafFrom[successor]; to < leafTo[successor]; to++) {
      addEdge(edges, columns.taskCount + predecessor, leafOrder[to], type, link)
    }
    return
  }
  for (let from = leafFrom[predecessor]; from < leafTo[predecessor]; from++) {
    for (let to = leafFrom[successor]; to < leafTo[successor]; to++) {
      if (leafOrder[from] !== leafOrder[to]) addEdge(edges, leafOrder[from], leafOrder[to], type, link)
    }
  }
}

function addEdge(edges: SpreadLinks, from: number, to: number, type: number, link: number): void {
  const edge = edges.edgeCount++
  edges.from[edge] = from
  edges.to[edge] = to
  edges.type[edge] = type
  edges.link[edge] = link
}

function takeLags({ edgeCount, link: links, lag, lagUnit }: SpreadLinks, columns: ScheduleColumns): void {
  for (let edge = 0; edge < edgeCount; edge++) {
    const link = links[edge]
    if (link === -1) continue
    lag[edge] = columns.lagDays[link]
    lagUnit[edge] = columns.lagUnit[link]
  }
}

function trimmed(edges: SpreadLinks): ExpandedLinks {
  const { edgeCount } = edges
  if (edgeCount === edges.from.length) return edges
  return {
    edgeCount,
    from: edges.from.subarray(0, edgeCount),
    to: edges.to.subarray(0, edgeCount),
    type: edges.type.subarray(0, edgeCount),
    lag: edges.lag.subarray(0, edgeCount),
    lagUnit: edges.lagUnit.subarray(0, edgeCount),
    link: edges.link.subarray(0, edgeCount),
    startedSummaries: edges.startedSummaries,
  }
}
