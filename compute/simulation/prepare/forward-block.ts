// One block of runs through the network, all runs of a node before the next node, so that an edge is read once a block.

import type { UnionRuler } from '../../calendar/union-ruler.ts'
import { LINK_TYPE } from '../../model/schedule-columns.ts'
import { convertOffset } from './convert-offset.ts'
import type { ProjectGroup } from './project-groups.ts'
import { roundHalfEven } from './round-half-even.ts'
import { dayAtOffset, type SimulationNetwork } from './simulation-network.ts'

/** Scratch of one block; row n holds the runs of node n. */
export interface BlockRows {
  /** Runs a row holds. */
  width: number
  /** Samples in, then what is laid out of them. */
  days: Float64Array
  start: Float64Array
  finish: Float64Array
  /** 1 where a node is critical in a run. */
  isCritical: Uint8Array
  /** Completion of each run. */
  completion: Float64Array
  /**
   * Only where the longest run is looked for: the shortest each node can be. What is held at its finish starts the later the
   * shorter it is, so its start is that of the shortest, its finish that of the longest.
   */
  shortestDays: Float64Array | null
}

export function allocateRows(nodeCount: number, width: number): BlockRows {
  const cells = nodeCount * width
  return {
    width,
    days: new Float64Array(cells),
    start: new Float64Array(cells),
    finish: new Float64Array(cells),
    isCritical: new Uint8Array(cells),
    completion: new Float64Array(width),
    shortestDays: null,
  }
}

/** Forward pass of a block: fills starts, finishes and completions from the samples in `rows.days`. */
export function runBlock(network: SimulationNetwork, rows: BlockRows): void {
  const { graph, isConstant, constantStart, constantFinish } = network
  const bound = new Float64Array(rows.width)
  rows.completion.fill(0)
  for (let node = 0; node < graph.nodeCount; node++) {
    const row = node * rows.width
    if (graph.isSummaryStart[node] === 1) {
      startSummary(network, rows, node)
      continue
    }
    if (isConstant[node] === 1) {
      rows.start.fill(constantStart[node], row, row + rows.width)
      rows.finish.fill(constantFinish[node], row, row + rows.width)
    } else placeNode(network, rows, node, bound)
    for (let run = 0; run < rows.width; run++) {
      const position = rulerPosition(network, network.ruler, node, rows.finish[row + run])
      if (position > rows.completion[run]) rows.completion[run] = position
    }
  }
}

function placeNode(network: SimulationNetwork, rows: BlockRows, node: number, bound: Float64Array): void {
  const { days, start, finish, shortestDays } = rows
  const { edgeOffset, edgeSource } = network
  const row = node * rows.width
  const elapsed = network.sampling.elapsedDays[node]
  const finishBound = network.finishBound[node]
  let hasFinishBound = finishBound > Number.NEGATIVE_INFINITY
  start.fill(network.startBound[node], row, row + rows.width)
  finish.fill(finishBound, row, row + rows.width)
  for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
    const source = edgeSource[edge]
    if (network.calendar[source] === -1) boundByMembers(network, rows, node, edge, network.edgeCap[edge], bound)
    else boundRow(network, rows, node, edge, source, network.edgeCap[edge], bound)
    const target = isToStart(network, edge) ? start : finish
    if (target === finish) hasFinishBound = true
    for (let run = 0; run < rows.width; run++) target[row + run] = Math.max(target[row + run], bound[run])
  }
  for (let at = row; at < row + rows.width; at++) {
    // A milestone, and the rest of a task almost done, still takes its day.
    const length = Math.max(1, days[at] - elapsed)
    const held = finish[at]
    if (hasFinishBound) start[at] = Math.max(start[at], Math.max(start[at] + length, held) - length)
    finish[at] = start[at] + length
    if (hasFinishBound && shortestDays !== null) {
      start[at] = Math.max(start[at], held - Math.max(1, shortestDays[node] - elapsed))
    }
  }
}

/** The bounds that one edge sets in every run. */
export function boundRow(
  network: SimulationNetwork,
  rows: BlockRows,
  node: number,
  edge: number,
  source: number,
  cap: number,
  bound: Float64Array,
): void {
  const type = network.edgeType[edge]
  const from = type === LINK_TYPE.FS || type === LINK_TYPE.FF ? rows.finish : rows.start
  const row = source * rows.width
  const add = network.edgeAdd[edge]
  if (Number.isNaN(add)) {
    const fromCalendar = network.calendar[source]
    const toCalendar = network.calendar[node]
    for (let run = 0; run < rows.width; run++) {
      bound[run] = Math.min(cap, convertOffset(network, edge, fromCalendar, toCalendar, from[row + run]))
    }
  } else for (let run = 0; run < rows.width; run++) bound[run] = Math.min(cap, from[row + run] + add)
}

/** Leaves on different calendars have no common offset: each makes its bound, and the earliest counts. */
export function boundByMembers(
  network: SimulationNetwork,
  rows: BlockRows,
  node: number,
  edge: number,
  cap: number,
  bound: Float64Array,
): void {
  const { edgeOffset, edgeSource } = network
  const start = edgeSource[edge]
  const own = new Float64Array(rows.width)
  bound.fill(cap)
  for (let member = edgeOffset[start]; member < edgeOffset[start + 1]; member++) {
    memberBound(network, rows, node, edge, edgeSource[member], own)
    for (let run = 0; run < rows.width; run++) bound[run] = Math.min(bound[run], own[run])
  }
}

export function memberBound(
  network: SimulationNetwork,
  rows: BlockRows,
  node: number,
  edge: number,
  leaf: number,
  own: Float64Array,
): void {
  const row = leaf * rows.width
  for (let run = 0; run < rows.width; run++) {
    own[run] = convertOffset(network, edge, network.calendar[leaf], network.calendar[node], rows.start[row + run])
  }
}

function startSummary(network: SimulationNetwork, rows: BlockRows, node: number): void {
  const { edgeOffset, edgeSource } = network
  const row = node * rows.width
  rows.start.fill(Number.POSITIVE_INFINITY, row, row + rows.width)
  for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
    const leaf = edgeSource[edge] * rows.width
    for (let run = 0; run < rows.width; run++) {
      rows.start[row + run] = Math.min(rows.start[row + run], rows.start[leaf + run])
    }
  }
}

export function isToStart(network: SimulationNetwork, edge: number): boolean {
  const type = network.edgeType[edge]
  return type === LINK_TYPE.FS || type === LINK_TYPE.SS
}

/** The finish of a project in one run, on the axis of the project. */
export function groupFinish(network: SimulationNetwork, group: ProjectGroup, rows: BlockRows, run: number): number {
  let latest = 0
  for (const node of group.nodes) {
    latest = Math.max(latest, rulerPosition(network, group.ruler, node, rows.finish[node * rows.width + run]))
  }
  return latest
}

/** Whether a project holds the completion of a run. */
export function endsLast(network: SimulationNetwork, { nodes }: ProjectGroup, rows: BlockRows, run: number): boolean {
  return nodes.some((node) => {
    const position = rulerPosition(network, network.ruler, node, rows.finish[node * rows.width + run])
    return position === rows.completion[run]
  })
}

/** A finish on a ruler that calendars share; its own offset without one. */
export function rulerPosition(
  network: SimulationNetwork,
  ruler: UnionRuler | null,
  node: number,
  finish: number,
): number {
  const { table } = network
  if (ruler === null) return finish
  const whole = roundHalfEven(finish)
  if (whole <= 0) return finish
  const day = dayAtOffset(network, network.calendar[node], whole - 1)
  return ruler.positionOf[day - table.firstDay] + 1 + (finish - whole)
}
