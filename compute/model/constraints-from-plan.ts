import { parseCivilDay } from '../plan/civil-day.ts'
import type { PlanTask } from '../plan/plan-document.ts'
import { allocateConstraints, CONSTRAINT } from './constraint-columns.ts'
import type { ConstraintColumns } from './schedule-columns.ts'

/** The constraints and deadlines of checked tasks; null where they come to nothing. */
export function constraintsFromPlan(tasks: readonly PlanTask[]): ConstraintColumns | null {
  const constraints = allocateConstraints(tasks.length)
  let isAny = false
  for (let index = 0; index < tasks.length; index++) {
    const { constraint_type: type, constraint_date: date, deadline } = tasks[index]
    if (type != null) constraints.type[index] = CONSTRAINT[type]
    if (date != null) constraints.day[index] = parseCivilDay(date) as number
    if (deadline != null) constraints.deadlineDay[index] = parseCivilDay(deadline) as number
    isAny ||= constraints.type[index] !== CONSTRAINT.ASAP || date != null || deadline != null
  }
  return isAny ? constraints : null
}
