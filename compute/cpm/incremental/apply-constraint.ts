import { checkConstraints } from '../../model/check-constraints.ts'
import { copyConstraints, setConstraint, type TaskConstraint } from '../../model/constraint-columns.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { AppliedEdit } from './schedule-edit.ts'

/** Holds one task to something else, after the checks of any constraint. */
export function applyConstraint(graph: ScheduleGraph, task: number, constraint: TaskConstraint): AppliedEdit {
  const { columns, hierarchy } = graph
  const before = columns.constraints
  // The constraints before are left as they are, so that they can come back whole.
  columns.constraints = copyConstraints(columns)
  const undo = (): void => {
    columns.constraints = before
  }
  try {
    setConstraint(columns, task, constraint)
    checkConstraints(columns, hierarchy.isSummary)
  } catch (error) {
    undo()
    throw error
  }
  const reach = constraint.day === NO_DAY ? 0 : constraint.day - columns.projectStartDay
  return { addedDays: Math.max(0, reach), undo }
}
