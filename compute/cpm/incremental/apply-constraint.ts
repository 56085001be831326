import { checkConstraint } from '../../model/check-constraints.ts'
import { constraintOf, setConstraint, type TaskConstraint } from '../../model/constraint-columns.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { AppliedEdit } from './schedule-edit.ts'

/** Holds one task to something else, after the checks of any constraint. */
export function applyConstraint(graph: ScheduleGraph, task: number, constraint: TaskConstraint): AppliedEdit {
  const { columns, hierarchy } = graph
  const hadConstraints = columns.constraints !== null
  const before = constraintOf(columns, task)
  const undo = (): void => {
    if (hadConstraints) setConstraint(columns, task, before)
    else columns.constraints = null
  }
  setConstraint(columns, task, constraint)
  const { constraints } = columns
  try {
    if (constraints !== null) checkConstraint(columns, constraints, task, hierarchy.isSummary[task] === 1)
  } catch (error) {
    undo()
    throw error
  }
  const reach = constraint.day === NO_DAY ? 0 : constraint.day - columns.projectStartDay
  return { addedDays: Math.max(0, reach), undo }
}
