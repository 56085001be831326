import type { ScheduleGraph } from '../../model/schedule-graph.ts'

/** Edges that may lead to a lesser key than their source has, as pairs of source and target. */
export type SuspectEdges = Int32Array

/**
 * Critical tasks in the topological order of the whole network keyed by early start and id: of all nodes whose predecessors are
 * listed, the one with the least key comes next. `startDay` and `isCritical` are per task; starts may be positions, because only
 * their order counts. No edge but the suspects may lead to a lesser key; those that do not are no harm. The next order of the same
 * network may overwrite the answer.
 */
export type PathOrder = (
  graph: ScheduleGraph,
  startDay: Int32Array,
  isCritical: Uint8Array,
  suspects: SuspectEdges,
) => Int32Array
