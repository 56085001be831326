import type { TaskConstraint } from '../../model/constraint-columns.ts'

/** One change of a leaf, or of a link between leaves. Fields left out stay as they are. */
export type ScheduleEdit =
  | TaskEdit
  /** What a task, leaf or summary, is held to from now on. */
  | { task: number; constraint: TaskConstraint }
  | { link: number; type?: number; lagDays?: number }

export interface TaskEdit {
  task: number
  durationDays?: number
  plannedStartDay?: number
  percentComplete?: number
}

export interface AppliedEdit {
  /** What the longest path may have gained. */
  addedDays: number
  undo(): void
}
