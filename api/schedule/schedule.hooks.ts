import { defineHook } from '../platform/hooks.ts'

/** What a team completed in its newest sprints that count, in points, and how many calendar days it plans a sprint for. */
export interface TeamPace {
  readonly samples: readonly number[]
  readonly sprintDays: number
}

/** The pace of the team of a project, for simulations of tasks that have points; a team without sprints has no samples. */
export const readTeamPace = defineHook<{ readonly projectId: string }, TeamPace>('the pace of a team')
