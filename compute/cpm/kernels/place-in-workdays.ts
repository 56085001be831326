// Completed tasks, constraints and deadlines in a network of working days. What is complete or pinned stands where it stands and
// is a start like any other to what follows it.

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { STATE_HELD, STATE_PLACED } from '../../wasm/layout.ts'
import { NO_BOUND } from '../backward-pass.ts'
import { holdsLate, type NodeConstraints, PIN, placeConstraints } from '../constraints/place-constraints.ts'
import { NODE_STATE, type NodePlacement, placeNodes } from '../place-nodes.ts'
import type { Crossings } from './crossings.ts'

/** Later than every position, and far enough from the ends that a weight can be taken off without wrapping round. */
export const NO_CAP = 0x3fff_ffff

/** What a network of working days says of single nodes. */
export interface WorkdayNodes {
  /** Latest start bound that no link sets, as a position in the days; of a node that no link moves its start. */
  floor: Int32Array
  /** Days a node occupies: a milestone takes its day. */
  length: Int32Array
  /** How each node is treated, a value of `NODE_STATE`, `STATE_HELD` or `STATE_PLACED`; null where all are open. */
  states: Uint8Array | null
  /** Latest start that no link sets, or `NO_CAP`; of a held node its start. Null where nothing has any. */
  latestStart: Int32Array | null
  /** 1 where a node is to stand as late as it can; null where none is. */
  isLate: Uint8Array | null
}

/** Whether a node stands where it is, whatever links ask. */
export function holdsStill(state: number): boolean {
  return state === NODE_STATE.pinned || state === STATE_HELD || state === STATE_PLACED
}

/** Whether the work of a node is behind it: it hands nothing down, and its late dates are its early ones. */
export function isDone(state: number): boolean {
  return state === NODE_STATE.pinned || state === NODE_STATE.done
}

/** Places every node of a plan that is more than plain. Returns false where one has no position. */
export function placeAllInWorkdays(
  nodes: WorkdayNodes,
  graph: ScheduleGraph,
  table: CalendarTable,
  crossings: Crossings | null = null,
  plain: NodePlacement = placeNodes(graph, table),
): boolean {
  const { columns, nodeCount } = graph
  const held = columns.constraints === null ? null : placeConstraints(graph, plain, table, columns, columns.constraints)
  giveRows(nodes, nodeCount, held !== null)
  for (let node = 0; node < nodeCount; node++) {
    if (!placeInWorkdays(nodes, node, graph, table, plain, held, crossings)) return false
  }
  if (nodes.states?.every((state) => state === NODE_STATE.open)) nodes.states = null
  if (nodes.latestStart?.every((position) => position === NO_CAP)) nodes.latestStart = null
  if (nodes.isLate?.includes(1) === false) nodes.isLate = null
  return true
}

/** Rows in which any node may come to be more than plain. The one past the last state stands for all summaries. */
export function giveRows(nodes: WorkdayNodes, nodeCount: number, hasConstraints: boolean): void {
  nodes.states ??= new Uint8Array(nodeCount + 1)
  if (!hasConstraints) return
  nodes.latestStart ??= new Int32Array(nodeCount).fill(NO_CAP)
  nodes.isLate ??= new Uint8Array(nodeCount)
}

/** Turns the days of one node into positions. Returns false where they have none. */
export function placeInWorkdays(
  nodes: WorkdayNodes,
  node: number,
  graph: ScheduleGraph,
  table: CalendarTable,
  plain: NodePlacement,
  held: NodeConstraints | null,
  crossings: Crossings | null,
): boolean {
  const { state, calendar, floorDay, layoutDays, pinnedFinishDay } = held?.placement ?? plain
  const states = nodes.states as Uint8Array
  const own = crossings?.calendar[node] ?? calendar[node]
  const days = crossings?.table ?? table
  const isWorking = (day: number): boolean => days.nextDay(own, day) === day
  const first = crossings === null ? 0 : crossings.firstOf(node)
  // Before the tables there is one position, which makes them wider.
  const positionOf = (day: number): number => first + (day < days.firstDay ? -1 : days.rankOf(own, day))
  const length = Math.max(1, layoutDays[node])
  const pin = held === null ? PIN.none : held.pin[node]
  nodes.length[node] = length
  nodes.floor[node] = positionOf(floorDay[node])
  states[node] = state[node]
  if (nodes.latestStart !== null) nodes.latestStart[node] = NO_CAP
  if (nodes.isLate !== null) nodes.isLate[node] = held?.isLate[node] ?? 0
  if (state[node] === NODE_STATE.pinned) {
    nodes.length[node] = positionOf(pinnedFinishDay[node]) - nodes.floor[node] + 1
    return nodes.length[node] > 0 && isWorking(floorDay[node]) && isWorking(pinnedFinishDay[node])
  }
  if (!isWorking(floorDay[node]) || crossings?.isOff(node)) return false
  if (held === null || state[node] !== NODE_STATE.open) return true
  const latestStart = nodes.latestStart as Int32Array
  const toLast = length - 1
  latestStart[node] = Math.min(
    held.startCapDay[node] === NO_BOUND ? NO_CAP : positionOf(held.startCapDay[node]),
    held.finishCapDay[node] === NO_BOUND ? NO_CAP : positionOf(held.finishCapDay[node]) - toLast,
  )
  if (pin === PIN.none) {
    const finishFloor = held.finishFloorDay[node]
    if (finishFloor !== NO_DAY) nodes.floor[node] = Math.max(nodes.floor[node], positionOf(finishFloor) - toLast)
    return true
  }
  const start = positionOf(held.pinDay[node]) - (pin === PIN.finish ? toLast : 0)
  nodes.floor[node] = start
  states[node] = holdsLate(pin) ? STATE_HELD : STATE_PLACED
  if (holdsLate(pin)) latestStart[node] = start
  // A recorded start comes before what must be.
  return start >= first && graph.columns.actualStartDay[graph.taskOfNode[node]] === NO_DAY
}
