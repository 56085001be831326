import { PlanRefusal, refuseUnless } from '../../model/refusal.ts'
import { type CommonCauses, NO_COMMON_CAUSES } from './common-causes.ts'
import type { ProjectGroups } from './program-projects.ts'

export type Distribution = 'beta' | 'triangular'

/** Caps of the edition; null is unlimited. */
export interface SimulationCaps {
  maxRuns: number | null
  maxTasks: number | null
  maxLagTableCells: number | null
}

export interface SimulationOptions {
  runs: number
  /** A non-negative whole number; the same seed gives the same bits on any kernel and number of threads. */
  seed?: number
  distribution?: Distribution
  caps?: SimulationCaps
  /** Share of the runs in which each task was critical. On unless switched off. */
  withCriticality?: boolean
  /** Rank correlation of each task's duration with the finish. On unless switched off. */
  withSensitivity?: boolean
  /** Whose P80 finish to keep: every task's costs memory in proportion to tasks times runs. */
  taskFinishes?: 'none' | 'milestones' | 'all'
  /** Risk events and drivers; none unless given. */
  causes?: CommonCauses
  /** Days each risk costs the finish, by the first runs with and without it. On unless switched off. */
  withRiskCost?: boolean
  /** The projects of a program, where their own finishes are wanted too. */
  projects?: ProjectGroups | null
}

export type CheckedOptions = Required<SimulationOptions>

export const DEFAULT_SEED = 20_260_401
const NO_CAPS: SimulationCaps = { maxRuns: null, maxTasks: null, maxLagTableCells: null }

/** Fills in defaults and refuses what is out of range; caps have codes of their own. */
export function checkOptions(options: SimulationOptions, taskCount: number): CheckedOptions {
  const { runs, seed = DEFAULT_SEED, caps = NO_CAPS } = options
  refuseUnless(Number.isSafeInteger(runs) && runs >= 1, () => `runs is ${runs}, not a whole number of at least 1.`)
  refuseUnless(Number.isSafeInteger(seed) && seed >= 0, () => `seed is ${seed}, not a whole number of at least 0.`)
  checkCap('simulation_task_cap_exceeded', 'tasks', taskCount, caps.maxTasks)
  checkCap('simulation_run_cap_exceeded', 'runs', runs, caps.maxRuns)
  return {
    runs,
    seed,
    caps,
    distribution: options.distribution ?? 'beta',
    withCriticality: options.withCriticality ?? true,
    withSensitivity: options.withSensitivity ?? true,
    taskFinishes: options.taskFinishes ?? 'milestones',
    causes: options.causes ?? NO_COMMON_CAUSES,
    withRiskCost: options.withRiskCost ?? true,
    projects: options.projects ?? null,
  }
}

function checkCap(
  code: 'simulation_task_cap_exceeded' | 'simulation_run_cap_exceeded',
  what: string,
  value: number,
  cap: number | null,
): void {
  if (cap === null || value <= cap) return
  throw new PlanRefusal(code, `A simulation of ${value} ${what} is over the cap of ${cap}.`, { extra: { value, cap } })
}
