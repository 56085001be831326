import { refuseUnless } from '../../model/refusal.ts'

/** What a team's past sprints delivered. */
export interface TeamVelocity {
  samples: readonly number[]
  sprintLengthDays: number
}

export interface ProjectGroups {
  /** The tasks of project p are `firstTask[p]` up to, not including, `firstTask[p + 1]`. */
  firstTask: readonly number[]
  startDays: readonly number[]
  /** Per project: its own velocity; null for none. */
  velocities: readonly (TeamVelocity | null)[]
}

export function checkGroups(groups: ProjectGroups, taskCount: number): void {
  const { firstTask, startDays, velocities } = groups
  const ascends = firstTask.every((first, at) => Number.isInteger(first) && (at === 0 || first >= firstTask[at - 1]))
  const covers = firstTask[0] === 0 && firstTask[firstTask.length - 1] === taskCount
  refuseUnless(ascends && covers, () => 'The projects of the program do not divide its tasks.')
  const isFull = startDays.length === firstTask.length - 1 && velocities.length === startDays.length
  refuseUnless(isFull, () => 'Every project of the program needs a start and a velocity or null.')
}
