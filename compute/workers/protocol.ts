// What the threads say to each other. Arrays in here are views on shared memory: posting them copies no data.

import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { ScheduleLimits } from '../model/limits.ts'
import type { RefusalValue } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { CheckedOptions } from '../simulation/simulation-options.ts'
import type { SimulationResult } from '../simulation/simulation-result.ts'
import type { SimulationSinks } from '../simulation/simulation-sinks.ts'

/** Columns without the texts, under a number that lets a worker keep the network it built for them. */
export interface ResidentColumns {
  key: number
  columns: ScheduleColumns
  limits: ScheduleLimits
}

export interface ScheduleTask {
  plan: ResidentColumns
}

export interface SimulationTask {
  plan: ResidentColumns
  options: CheckedOptions
}

/** A piece of a simulation: a range of blocks to run, or of nodes to gather. */
export interface SimulationPiece extends SimulationTask {
  sinks: SimulationSinks
  from: number
  to: number
}

/** What the caller needs to hand out the pieces. */
export interface OpenedSimulation {
  sinks: SimulationSinks
  nodeCount: number
}

/** A failure crosses the boundary as a value: a refusal of the input, or a bug with its stack. */
export type Outcome<Value> =
  | { isOk: true; value: Value }
  | { isOk: false; kind: 'refused'; refusal: RefusalValue }
  | { isOk: false; kind: 'bug'; message: string; stack: string }

/** Input and output of every exported function of `entry.ts`. */
export interface WorkerTasks {
  schedule: { input: ScheduleTask; output: ScheduleResult }
  simulateWhole: { input: SimulationTask; output: SimulationResult }
  openSimulation: { input: SimulationTask; output: OpenedSimulation }
  runPiece: { input: SimulationPiece; output: null }
  gatherPiece: { input: SimulationPiece; output: null }
  closeSimulation: { input: SimulationPiece; output: SimulationResult }
}
