import type { TaskSinks } from '../run/simulation-sinks.ts'
import type { DriverResult, RiskResult } from './gather-causes.ts'
import type { ProjectFinish } from './gather-projects.ts'
import type { HistogramBucket } from './histogram.ts'
import type { SimulatedFinish } from './simulated-finish.ts'

/** What a simulation says about a plan. Arrays are per task of the columns, unless said otherwise. */
export interface SimulationResult extends TaskSinks, SimulatedFinish {
  runs: number
  seed: number
  unitsPerDay: number
  /** The finish of every run, ascending. */
  finishDays: Int32Array
  histogram: HistogramBucket[]
  tasksWithVariance: number
  /** Risks and drivers, in the order in which they were given. */
  risks: RiskResult[]
  drivers: DriverResult[]
  /** The projects of a program; null for one without tasks. */
  projects: (ProjectFinish | null)[]
}

/** A row of the sensitivity table. */
export interface SensitivityRow {
  taskIndex: number
  /** Absolute rank correlation, 0 to 1. */
  index: number
}

const MAX_SENSITIVITY_ROWS = 20

/** The tasks whose durations go with the finish the most: at most 20, by descending index, then by id. */
export function rankSensitivities(result: SimulationResult, idRank: Int32Array): SensitivityRow[] {
  const rows: SensitivityRow[] = []
  result.hasSensitivity.forEach((has, taskIndex) => {
    if (has === 1) rows.push({ taskIndex, index: Math.abs(result.sensitivity[taskIndex]) })
  })
  rows.sort((left, right) => right.index - left.index || idRank[left.taskIndex] - idRank[right.taskIndex])
  return rows.slice(0, MAX_SENSITIVITY_ROWS)
}
