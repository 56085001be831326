// The network of a simulation: the leaf network of the critical path in offsets. Offset k is the k-th working day at or
// after the project start on a task's own calendar; finishes are exclusive, so that a finish is a start plus a duration.
// Completed tasks are constants, and so is everything that links from them impose.

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import type { UnionRuler } from '../../calendar/union-ruler.ts'
import type { ScheduleResult } from '../../cpm/schedule-result.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { SamplingPlan } from './sampling-plan.ts'

export interface SimulationNetwork {
  graph: ScheduleGraph
  schedule: ScheduleResult
  sampling: SamplingPlan
  /** Per node: 1 where the task is complete. */
  isConstant: Uint8Array
  /** Of the start of a summary the calendar its unfinished leaves share; -1 when they differ. */
  calendar: Int32Array
  /** Start bounds that no sample moves. */
  startBound: Float64Array
  /** Finish bounds that no sample moves; minus infinity for none. */
  finishBound: Float64Array
  /** Per constant node. */
  constantStart: Float64Array
  constantFinish: Float64Array
  /** Edges between nodes that vary, and from leaves to the starts of their summaries; sorted by target. */
  edgeOffset: Int32Array
  edgeSource: Int32Array
  edgeType: Uint8Array
  edgeLag: Int32Array
  edgeUnit: Uint8Array
  /** What an edge adds to the offset of its source, where that is all it does; else NaN. */
  edgeAdd: Float64Array
  /** The bound of the completed leaves of a summary start: no later bound counts. Infinity for none. */
  edgeCap: Float64Array
  /** The nodes that are not completed, in the order in which kernels take them. */
  order: Int32Array
  /** The latest recorded or computed finish of a completed task; `NO_DAY` for none. */
  latestDoneDay: number
  isAllDone: boolean
  calendarsInUse: number[]
  /** Null with one calendar, whose own offsets then serve. */
  ruler: UnionRuler | null
  table: CalendarTable
  /** Rank of the first working day at or after the project start, per calendar. */
  originRank: Int32Array
}

/** Index of the first working day at or after `day`, from the project start; never negative. */
export function offsetOf(network: SimulationNetwork, calendar: number, day: number): number {
  return Math.max(0, network.table.rankOf(calendar, day) - network.originRank[calendar])
}

/** The working day at an offset. */
export function dayAtOffset(network: SimulationNetwork, calendar: number, offset: number): number {
  return network.table.dayAt(calendar, offset + network.originRank[calendar])
}
