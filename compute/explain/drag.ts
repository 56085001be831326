// Drag: by how much the finish would come forward if a task took no time. Found by asking the forward pass, so that it
// holds for every kind of link, lag and calendar; a task of one day has none, because a task of no days fills its day.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { constrainedForward } from '../cpm/constraints/constrained-passes.ts'
import { placeConstraints } from '../cpm/constraints/place-constraints.ts'
import { forwardPass } from '../cpm/forward-pass.ts'
import { type NodePlacement, placeNodes } from '../cpm/place-nodes.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { tableAround } from './schedule-facts.ts'

export interface TaskDrag {
  task: number
  /** Working days of the project calendar between the two finishes. */
  dragDays: number
  /** The finish of the plan if the task took no time. */
  finishDay: number
}

/** The drag of the given leaves, by default of all critical tasks in their order: one forward pass each. */
export function computeDrag(
  graph: ScheduleGraph,
  result: ScheduleResult,
  tasks: ArrayLike<number> = result.criticalPath,
): TaskDrag[] {
  const table = tableAround(graph.columns, result)
  const placement = placeNodes(graph, table)
  const finishesOf = forwardOf(graph, placement, table)
  return Array.from(tasks, (task) => {
    const node = graph.nodeOfTask[task]
    // Only critical tasks carry the finish, and what lasts a day or less cannot give one back.
    if (result.isCritical[task] === 0 || placement.layoutDays[node] <= 1) {
      return { task, dragDays: 0, finishDay: result.projectFinishDay }
    }
    const layoutDays = placement.layoutDays.slice()
    layoutDays[node] = 0
    const finish = finishesOf(layoutDays).reduce((latest, day) => Math.max(latest, day))
    return { task, dragDays: table.countDays(0, finish, result.projectFinishDay), finishDay: finish }
  })
}

/** The forward pass of the plan as a function of the days to lay out. */
function forwardOf(graph: ScheduleGraph, placement: NodePlacement, table: CalendarTable) {
  const { columns } = graph
  if (columns.constraints === null)
    return (layoutDays: Int32Array) => forwardPass(graph, { ...placement, layoutDays }, table).finishDay
  const held = placeConstraints(graph, placement, table, columns, columns.constraints)
  return (layoutDays: Int32Array) =>
    constrainedForward(graph, { ...held, placement: { ...held.placement, layoutDays } }, table).finishDay
}
