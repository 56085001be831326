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
  const first: SensitivityRow[] = []
  const isBefore = (row: SensitivityRow, other: SensitivityRow) =>
    row.index > other.index || (row.index === other.index && idRank[row.taskIndex] < idRank[other.taskIndex])
  for (let taskIndex = 0; taskIndex < result.hasSensitivity.length; taskIndex++) {
    if (result.hasSensitivity[taskIndex] !== 1) continue
    const row = { taskIndex, index: Math.abs(result.sensitivity[taskIndex]) }
    let at = first.length
    while (at > 0 && isBefore(row, first[at - 1])) at--
    if (at < MAX_SENSITIVITY_ROWS) first.splice(at, 0, row)
    if (first.length > MAX_SENSITIVITY_ROWS) first.pop()
  }
  return first
}
