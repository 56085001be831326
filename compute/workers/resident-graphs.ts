import { buildGraph, type ScheduleGraph } from '../model/build-graph.ts'
import type { ResidentColumns } from './protocol.ts'

/** Networks a worker keeps, so that the shards of one simulation, and a schedule after it, build theirs once. */
const KEPT_GRAPHS = 4
const graphs = new Map<number, ScheduleGraph>()

/** The network of some columns, built on first use and forgotten when four others were used since. */
export function loadGraph(plan: ResidentColumns): ScheduleGraph {
  const kept = graphs.get(plan.key)
  graphs.delete(plan.key)
  const graph = kept ?? buildGraph(plan.columns, plan.limits)
  graphs.set(plan.key, graph)
  if (graphs.size > KEPT_GRAPHS) {
    const oldest = graphs.keys().next().value
    if (oldest !== undefined) graphs.delete(oldest)
  }
  return graph
}
