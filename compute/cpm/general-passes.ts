// Dates that fall off the tables of a network in dates, which are sentinels there.

import type { GeneralDates, GeneralNetwork } from './kernels/general-network.ts'

/** The first leaf that finishes past the tables, or -1. */
export function findTooLate({ graph, table }: GeneralNetwork, dates: GeneralDates): number {
  if (dates.finish < table.endDay) return -1
  const { taskCount } = graph.columns
  return findLeaf(graph, (task) => dates.columns[taskCount + task] >= table.endDay)
}

/** The first leaf with a date before the tables, or -1. */
export function findTooEarly({ graph, table }: GeneralNetwork, dates: GeneralDates): number {
  if (dates.leastDay >= table.firstDay) return -1
  const { taskCount } = graph.columns
  return findLeaf(graph, (task) =>
    [0, 2, 3].some((column) => dates.columns[column * taskCount + task] < table.firstDay),
  )
}

/** In the order of nodes, so that the order in which a plan is written does not matter. */
function findLeaf(
  { taskOfNode, isSummaryStart, nodeCount }: GeneralNetwork['graph'],
  holds: (task: number) => boolean,
): number {
  for (let node = 0; node < nodeCount; node++) {
    if (isSummaryStart[node] === 0 && holds(taskOfNode[node])) return taskOfNode[node]
  }
  return -1
}
