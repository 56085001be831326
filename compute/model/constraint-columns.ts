// The constraint kinds of desktop planners and deadlines, as columns of their own. A plan that holds none has no
// such columns, and nothing of a plain plan's way through the engine looks at them.

import { type ConstraintColumns, NO_DAY, type ScheduleColumns } from './schedule-columns.ts'

export const CONSTRAINT = { ASAP: 0, ALAP: 1, SNET: 2, SNLT: 3, FNET: 4, FNLT: 5, MSO: 6, MFO: 7, MANUAL: 8 } as const
/** Constraint columns that say nothing yet. */
export function allocateConstraints(taskCount: number): ConstraintColumns {
  const memory = new SharedArrayBuffer(9 * taskCount)
  return {
    day: new Int32Array(memory, 0, taskCount).fill(NO_DAY),
    deadlineDay: new Int32Array(memory, 4 * taskCount, taskCount).fill(NO_DAY),
    type: new Uint8Array(memory, 8 * taskCount, taskCount),
  }
}

/** Whether a kind of constraint names a day. */
export function takesDay(type: number): boolean {
  return type !== CONSTRAINT.ASAP && type !== CONSTRAINT.ALAP
}

export function copyConstraints({ constraints, taskCount }: ScheduleColumns): ConstraintColumns | null {
  if (constraints === null) return null
  const copy = allocateConstraints(taskCount)
  placeConstraints(copy, constraints, 0)
  return copy
}

/** Writes the constraints of one plan into those of a larger one, from a task on. */
export function placeConstraints(to: ConstraintColumns, from: ConstraintColumns, firstTask: number): void {
  to.type.set(from.type, firstTask)
  to.day.set(from.day, firstTask)
  to.deadlineDay.set(from.deadlineDay, firstTask)
}

/** What one task is held to. */
export interface TaskConstraint {
  type: number
  day: number
  deadlineDay: number
}

const UNCONSTRAINED: TaskConstraint = { type: CONSTRAINT.ASAP, day: NO_DAY, deadlineDay: NO_DAY }

export function constraintOf({ constraints }: ScheduleColumns, task: number): TaskConstraint {
  if (constraints === null) return UNCONSTRAINED
  return { type: constraints.type[task], day: constraints.day[task], deadlineDay: constraints.deadlineDay[task] }
}

/** Holds a task to something, or to nothing; columns without constraints get them when the first one comes. */
export function setConstraint(columns: ScheduleColumns, task: number, constraint: TaskConstraint): void {
  const { type, day, deadlineDay } = constraint
  const isNone = type === CONSTRAINT.ASAP && day === NO_DAY && deadlineDay === NO_DAY
  if (columns.constraints === null && isNone) return
  columns.constraints ??= allocateConstraints(columns.taskCount)
  columns.constraints.type[task] = type
  columns.constraints.day[task] = day
  columns.constraints.deadlineDay[task] = deadlineDay
}
