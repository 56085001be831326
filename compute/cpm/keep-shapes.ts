// V8 throws compiled code away with the last object of a shape that it relies on. Between two plans that are computed once each,
// nothing of the one before may be left, so that every plan would be read and laid out by the interpreter: two to three times as
// slow. Two small plans that stay keep the shapes.

import { buildGraph } from '../model/build-graph.ts'
import { columnsFromPlan } from '../model/columns-from-plan.ts'
import { IdIndex } from '../model/id-index.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { Plan } from '../plan/plan-document.ts'
import type { ScheduleResult } from './schedule-result.ts'

const PLAIN: Plan = {
  format: 'svc-plan/1',
  start_date: '2026-01-05',
  tasks: [
    { id: 'a', duration: 2 },
    { id: 'b', duration: 1 },
    { id: 'c', duration: 3 },
  ],
  dependencies: [
    { predecessor: 'a', successor: 'b' },
    { predecessor: 'b', successor: 'c', dep_type: 'SS', lag: -1 },
  ],
}

/** What takes the passes in dates. */
const UNDER_WAY: Plan = {
  ...PLAIN,
  tasks: [{ id: 'a', duration: 2, percent_complete: 100 }, ...PLAIN.tasks.slice(1)],
}

const kept: unknown[] = []
let networks = 0

/**
 * Told of every network that is new, and how networks are scheduled. Shapes are kept from the second one on: a process that computes
 * one plan and ends would only pay for it.
 */
export function keepShapes(schedule: (graph: ScheduleGraph) => ScheduleResult): void {
  if (++networks !== 2) return
  for (const plan of [PLAIN, UNDER_WAY]) {
    const graph = buildGraph(columnsFromPlan(plan))
    // The second run is of another layout, and so is the second order.
    kept.push(graph, schedule(graph).criticalPath, schedule(graph).criticalPath, new IdIndex(['a', 'b']))
  }
}
