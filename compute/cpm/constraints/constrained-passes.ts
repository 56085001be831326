// The passes over a plan that holds constraints. They share the bounds of links with the plain passes and differ in what
// a node does with them: a pin takes no notice of them, a cap is one bound more, and what is to stand late is moved once
// both passes are through.

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { handDown, type LateDates, settle, sweepLate } from '../backward-pass.ts'
import { type EarlyDates, layOut, startSummary } from '../forward-pass.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { holdsLate, type NodeConstraints, PIN } from './place-constraints.ts'

/** Early dates of all nodes. A pin stands before the links into it, the data date and the project start. */
export function constrainedForward(graph: ScheduleGraph, held: NodeConstraints, table: CalendarTable): EarlyDates {
  const { nodeCount } = graph
  const { placement } = held
  const early = {
    startDay: new Int32Array(nodeCount),
    finishDay: new Int32Array(nodeCount),
    standsFor: Int32Array.from({ length: nodeCount }, (_, node) => node),
  }
  for (let node = 0; node < nodeCount; node++) {
    const state = placement.state[node]
    if (state === NODE_STATE.pinned) {
      early.startDay[node] = placement.floorDay[node]
      early.finishDay[node] = placement.pinnedFinishDay[node]
    } else if (state === NODE_STATE.summaryStart) startSummary(node, graph, early)
    else if (held.pin[node] === PIN.none) layOut(node, graph, placement, table, early, held.finishFloorDay[node])
    else placePin(node, graph, held, table, early)
  }
  return early
}

/** What was recorded comes before what must be: a start recorded later than the pin allows takes the finish along. */
export function placePin(
  node: number,
  graph: ScheduleGraph,
  held: NodeConstraints,
  table: CalendarTable,
  early: LateDates,
): void {
  pinDates(node, held, table, early)
  const actualStartDay = graph.columns.actualStartDay[graph.taskOfNode[node]]
  if (actualStartDay <= early.startDay[node]) return
  const { calendar, layoutDays } = held.placement
  early.startDay[node] = actualStartDay
  early.finishDay[node] = table.finishDay(calendar[node], actualStartDay, layoutDays[node])
}

export function pinDates(node: number, held: NodeConstraints, table: CalendarTable, dates: LateDates): void {
  const { calendar, layoutDays } = held.placement
  const day = held.pinDay[node]
  const isStart = held.pin[node] !== PIN.finish
  dates.startDay[node] = isStart ? day : table.startDay(calendar[node], day, layoutDays[node])
  dates.finishDay[node] = isStart ? table.finishDay(calendar[node], day, layoutDays[node]) : day
}

/** Late dates of all nodes: like those of a plain plan under the caps; a constraint that pins leaves no others than its own. */
export function constrainedBackward(
  graph: ScheduleGraph,
  held: NodeConstraints,
  table: CalendarTable,
  early: EarlyDates,
  projectFinishDay: number,
): LateDates {
  const { nodeCount } = graph
  const { placement, finishCapDay, startCapDay, pin } = held
  const late = { startDay: startCapDay.slice(), finishDay: new Int32Array(nodeCount) }
  for (let node = 0; node < nodeCount; node++) {
    const lastDay = table.previousDay(placement.calendar[node], projectFinishDay)
    late.finishDay[node] = Math.min(lastDay, finishCapDay[node])
  }
  sweepLate(graph, placement, table, early, late, (node) => {
    if (holdsLate(pin[node])) pinDates(node, held, table, late)
    else settle(node, placement, table, late)
  })
  return late
}

/**
 * Moves what is to stand as late as possible up to what follows it, the last first: as far as the early dates of its
 * successors and its own late dates allow. Nothing else moves; a leaf from whose start a link of its summary runs stays,
 * so that it remains the one the link is about. What is complete by percentage alone was placed by what leads to it, and
 * is kept from falling behind it.
 */
export function holdBack(
  graph: ScheduleGraph,
  { placement, isLate }: NodeConstraints,
  table: CalendarTable,
  early: EarlyDates,
  late: LateDates,
): void {
  if (!isLate.includes(1)) return
  const speaks = new Uint8Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    if (placement.state[node] === NODE_STATE.summaryStart) speaks[early.standsFor[node]] = 1
  }
  const bounds = { startDay: late.startDay.slice(), finishDay: late.finishDay.slice() }
  for (let node = graph.nodeCount - 1; node >= 0; node--) {
    const state = placement.state[node]
    if (state !== NODE_STATE.open && state !== NODE_STATE.done) continue
    if (isLate[node] === 1 && speaks[node] === 0) {
      settle(node, placement, table, bounds)
      if (bounds.startDay[node] > early.startDay[node]) {
        early.startDay[node] = bounds.startDay[node]
        early.finishDay[node] = bounds.finishDay[node]
      }
    }
    handDown(node, graph, placement, table, early.standsFor, early, bounds)
  }
}
