import type { CalendarTable } from '../../calendar/calendar-table.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { LateDates } from '../backward-pass.ts'
import { computeFloats, type Floats } from '../floats.ts'
import type { EarlyDates } from '../forward-pass.ts'
import { gatherDates, latestFinish } from '../gather-dates.ts'
import type { GeneralDates, GeneralNetwork } from '../kernels/general-network.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { constrainedBackward, constrainedForward, holdBack } from './constrained-passes.ts'
import { type NodeConstraints, PIN } from './place-constraints.ts'

/** The passes in dates over a plan that holds constraints or deadlines, with float below zero where a date is missed. */
export function runConstrained(network: GeneralNetwork, holdsBack: boolean): GeneralDates {
  const { graph, table } = network
  const held = network.held as NodeConstraints
  const early = constrainedForward(graph, held, table)
  const finish = latestFinish(early)
  const late = constrainedBackward(graph, held, table, early, finish)
  if (holdsBack) holdBack(graph, held, table, early, late)
  const floats = computeFloats(graph, held.placement, table, early, late)
  countLateness(graph, held, table, early, late, floats)
  return gatherDates(network, { early, late, floats, finish }, (node) => held.pin[node] !== PIN.none)
}

function countLateness(
  { nodeCount }: ScheduleGraph,
  { placement }: NodeConstraints,
  table: CalendarTable,
  early: EarlyDates,
  late: LateDates,
  { totalDays }: Floats,
): void {
  for (let node = 0; node < nodeCount; node++) {
    if (placement.state[node] !== NODE_STATE.open || late.startDay[node] >= early.startDay[node]) continue
    totalDays[node] = latenessOf(table, placement.calendar[node], early.startDay[node], late.startDay[node])
  }
}

/**
 * Total float below zero: the working days from the late start to the early one. A recorded start on a day off counts as
 * the working day before it, so that a day off makes nobody late.
 */
export function latenessOf(table: CalendarTable, calendar: number, earlyDay: number, lateDay: number): number {
  // From a positive count to its negative; 0 - 0 is no negative zero.
  return 0 - table.countDays(calendar, lateDay, table.previousDay(calendar, earlyDay))
}
