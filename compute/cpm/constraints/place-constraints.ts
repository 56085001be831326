import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { CONSTRAINT } from '../../model/constraint-columns.ts'
import { type ConstraintColumns, NO_DAY, type ScheduleColumns } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { NO_BOUND } from '../backward-pass.ts'
import { NODE_STATE, type NodePlacement } from '../place-nodes.ts'

/** Which end of a node is pinned to a day; what a person placed by hand stands at its start. */
export const PIN = { none: 0, start: 1, finish: 2, byHand: 3 } as const

/** Whether a pin holds the late dates as well. What is placed by hand has the float that what follows it leaves. */
export function holdsLate(pin: number): boolean {
  return pin === PIN.start || pin === PIN.finish
}

/** What constraints and deadlines ask of each node, on working days of its calendar. */
export interface NodeConstraints {
  /** The bounds of the plain pass with the earliest starts raised. */
  placement: NodePlacement
  /** The earliest finish; NO_DAY, which lies before every day, for none. */
  finishFloorDay: Int32Array
  /** The latest start and the latest finish; `NO_BOUND` for none. */
  startCapDay: Int32Array
  finishCapDay: Int32Array
  pin: Uint8Array
  pinDay: Int32Array
  /** 1 where the node is to stand as late as it can. */
  isLate: Uint8Array
}

/** Reads the constraints of every leaf and of the summaries around it. What is complete keeps its dates whatever they say. */
export function placeConstraints(
  graph: ScheduleGraph,
  plain: NodePlacement,
  table: CalendarTable,
  columns: ScheduleColumns,
  constraints: ConstraintColumns,
): NodeConstraints {
  const { nodeCount } = graph
  const placed: NodeConstraints = {
    placement: { ...plain, floorDay: plain.floorDay.slice() },
    finishFloorDay: new Int32Array(nodeCount).fill(NO_DAY),
    startCapDay: new Int32Array(nodeCount).fill(NO_BOUND),
    finishCapDay: new Int32Array(nodeCount).fill(NO_BOUND),
    pin: new Uint8Array(nodeCount),
    pinDay: new Int32Array(nodeCount),
    isLate: new Uint8Array(nodeCount),
  }
  for (let node = 0; node < nodeCount; node++) holdNode(placed, node, graph, table, columns, constraints)
  return placed
}

/** Holds one leaf anew, because its row or its constraint changed. */
export function holdAgain(
  placed: NodeConstraints,
  node: number,
  plain: NodePlacement,
  graph: ScheduleGraph,
  table: CalendarTable,
  constraints: ConstraintColumns,
): void {
  placed.placement.floorDay[node] = plain.floorDay[node]
  placed.finishFloorDay[node] = NO_DAY
  placed.startCapDay[node] = NO_BOUND
  placed.finishCapDay[node] = NO_BOUND
  placed.pin[node] = PIN.none
  placed.isLate[node] = 0
  holdNode(placed, node, graph, table, graph.columns, constraints)
}

function holdNode(
  placed: NodeConstraints,
  node: number,
  { taskOfNode }: ScheduleGraph,
  table: CalendarTable,
  columns: ScheduleColumns,
  constraints: ConstraintColumns,
): void {
  const state = placed.placement.state[node]
  if (state === NODE_STATE.summaryStart || state === NODE_STATE.pinned) return
  const leaf = taskOfNode[node]
  for (let task = leaf; task !== -1; task = columns.parentIndex[task]) {
    holdStart(placed, node, table, constraints, task)
    if (state === NODE_STATE.open) capFinish(placed, node, table, constraints, task)
  }
  if (state === NODE_STATE.open) holdLeaf(placed, node, table, columns, constraints, leaf)
}

/** "Start no earlier than" is a planned start under its other name, for what has begun as well. */
function holdStart(
  { placement }: NodeConstraints,
  node: number,
  table: CalendarTable,
  constraints: ConstraintColumns,
  task: number,
): void {
  if (constraints.type[task] !== CONSTRAINT.SNET) return
  const day = table.nextDay(placement.calendar[node], constraints.day[task])
  if (day > placement.floorDay[node]) placement.floorDay[node] = day
}

function capFinish(
  { placement, finishCapDay }: NodeConstraints,
  node: number,
  table: CalendarTable,
  { type, day, deadlineDay }: ConstraintColumns,
  task: number,
): void {
  const calendar = placement.calendar[node]
  for (const last of [deadlineDay[task], type[task] === CONSTRAINT.FNLT ? day[task] : NO_DAY]) {
    if (last === NO_DAY) continue
    finishCapDay[node] = Math.min(finishCapDay[node], table.previousDay(calendar, last))
  }
}

/** The kinds that only a leaf can have. One that has begun has its start behind it. */
function holdLeaf(
  placed: NodeConstraints,
  node: number,
  table: CalendarTable,
  columns: ScheduleColumns,
  { type, day }: ConstraintColumns,
  task: number,
): void {
  const calendar = placed.placement.calendar[node]
  switch (type[task]) {
    case CONSTRAINT.FNET:
      placed.finishFloorDay[node] = table.nextDay(calendar, day[task])
      return
    case CONSTRAINT.MFO:
      placed.pin[node] = PIN.finish
      placed.pinDay[node] = table.previousDay(calendar, day[task])
      return
  }
  if (hasBegun(columns, task)) return
  switch (type[task]) {
    case CONSTRAINT.SNLT:
      placed.startCapDay[node] = table.previousDay(calendar, day[task])
      return
    case CONSTRAINT.MSO:
      placed.pin[node] = PIN.start
      placed.pinDay[node] = table.nextDay(calendar, day[task])
      return
    case CONSTRAINT.MANUAL:
      placed.pin[node] = PIN.byHand
      placed.pinDay[node] = table.nextDay(calendar, day[task])
      return
    case CONSTRAINT.ALAP:
      placed.isLate[node] = 1
  }
}

/** Whether an unfinished task has something recorded of it. */
export function hasBegun({ percentComplete, actualStartDay }: ScheduleColumns, task: number): boolean {
  return percentComplete[task] > 0 || actualStartDay[task] !== NO_DAY
}
