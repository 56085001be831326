import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { FOLDED_COLUMNS } from '../../kernels/folded-network.ts'
import type { GeneralDates, GeneralNetwork } from '../../kernels/general-network.ts'
import type { ScheduleGraph } from '../../model/build-graph.ts'
import type { ConstraintColumns } from '../../model/constraint-columns.ts'
import type { LateDates } from '../backward-pass.ts'
import { computeFloats, type Floats } from '../floats.ts'
import type { EarlyDates } from '../forward-pass.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { constrainedBackward, constrainedForward, holdBack } from './constrained-passes.ts'
import { type NodeConstraints, PIN, placeConstraints } from './place-constraints.ts'

/** The passes in dates over a plan that holds constraints or deadlines, with float below zero where a date is missed. */
export function runConstrained(network: GeneralNetwork): GeneralDates {
  const { graph, table, placement } = network
  const { columns, nodeCount } = graph
  const held = placeConstraints(graph, placement, table, columns, columns.constraints as ConstraintColumns)
  const early = constrainedForward(graph, held, table)
  let finish = early.finishDay[0]
  for (let node = 1; node < nodeCount; node++) finish = Math.max(finish, early.finishDay[node])
  const late = constrainedBackward(graph, held, table, early, finish)
  holdBack(graph, held, table, early, late)
  const floats = computeFloats(graph, held.placement, table, early, late)
  countLateness(graph, held, table, early, late, floats)
  // A pin may start before what leads to it, and what stands late after what it leads to.
  network.suspects = allEdges(graph)
  return gather(network, held, finish, early, late, floats)
}

/**
 * Total float below zero: the working days from the late start to the early one. A recorded start on a day off counts as
 * the working day before it, so that a day off makes nobody late.
 */
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
    const calendar = placement.calendar[node]
    // From a positive count to its negative; 0 - 0 is no negative zero.
    const startDay = table.previousDay(calendar, early.startDay[node])
    totalDays[node] = 0 - table.countDays(calendar, late.startDay[node], startDay)
  }
}

function gather(
  { graph, edgeLink }: GeneralNetwork,
  { placement, pin }: NodeConstraints,
  finish: number,
  early: EarlyDates,
  late: LateDates,
  { totalDays, freeDays, linkDays }: Floats,
): GeneralDates {
  const { taskCount, linkCount } = graph.columns
  const dates: GeneralDates = {
    earlyStart: early.startDay,
    finish,
    leastDay: finish,
    columns: new Int32Array(FOLDED_COLUMNS * taskCount),
    isCritical: new Uint8Array(taskCount),
    isDriving: new Uint8Array(linkCount),
  }
  const rows = [early.startDay, early.finishDay, late.startDay, late.finishDay, early.startDay, totalDays, freeDays]
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.isSummaryStart[node] === 1) continue
    const task = graph.taskOfNode[node]
    for (let row = 0; row < rows.length; row++) dates.columns[row * taskCount + task] = rows[row][node]
    dates.leastDay = Math.min(dates.leastDay, early.startDay[node], late.startDay[node], late.finishDay[node])
    const isOpen = placement.state[node] === NODE_STATE.open
    dates.isCritical[task] = isOpen && totalDays[node] <= 0 ? 1 : 0
    // Nothing drives a pin.
    if (pin[node] !== PIN.none) continue
    for (let edge = graph.edgeOffset[node]; edge < graph.edgeOffset[node + 1]; edge++) {
      if (linkDays[edge] === 0 && edgeLink[edge] < linkCount) dates.isDriving[edgeLink[edge]] = 1
    }
  }
  return dates
}

function allEdges({ nodeCount, edgeOffset, edgeSource }: ScheduleGraph): Int32Array {
  const pairs = new Int32Array(2 * edgeSource.length)
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      pairs[2 * edge] = edgeSource[edge]
      pairs[2 * edge + 1] = node
    }
  }
  return pairs
}
