import { NO_DAY } from '../model/schedule-columns.ts'
import type { Simulation } from './prepare-simulation.ts'
import { TABLE_SUMS } from './rank-correlation.ts'
import type { CheckedOptions } from './simulation-options.ts'

/** Runs that the sensitivity looks at. */
const SENSITIVITY_RUNS = 2000

/** What is gathered per task. */
export interface TaskSinks {
  /** Signed rank correlation of the duration with the finish; 0 for a task that does not vary. */
  sensitivity: Float64Array
  /** 1 where the duration of an unfinished task varies and the sensitivity says something. */
  hasSensitivity: Uint8Array
  /** `NO_DAY` where it was not kept. */
  taskP80Day: Int32Array
}

/** Where blocks leave their results: shared memory, every cell written by one block only, or added to atomically. */
export interface SimulationSinks {
  /** Per run, in the order of the runs. */
  completions: Float64Array
  /** Per task. */
  criticalRuns: Int32Array
  /** Runs the sensitivity looks at; 0 where it is not wanted. */
  sampledRuns: number
  /** Finishes of the nodes kept, in units, a row of runs each; or how often each unit occurs, a row of units each. */
  finishes: Int32Array
  isCounted: boolean
  /** Sums of `rank-correlation.ts` for every table, a row for each of the threads that gather. */
  sums: Float64Array
  gatherers: number
  tasks: TaskSinks
}

/** Room for the results of one simulation. Nothing in it grows with runs times tasks except finishes asked for. */
export function allocateSinks(simulation: Simulation, options: CheckedOptions, gatherers = 1): SimulationSinks {
  const { keptNodes, keptOffset, tables, network } = simulation
  const { taskCount } = network.graph.columns
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)
  const countedUnits = keptOffset[keptNodes.length]
  const isCounted = countedUnits < keptNodes.length * options.runs
  const sampledRuns = options.withSensitivity ? Math.min(options.runs, SENSITIVITY_RUNS) : 0
  const sumCount = sampledRuns === 0 ? 0 : TABLE_SUMS * tables.nodes.length
  return {
    completions: new Float64Array(shared(8 * options.runs)),
    criticalRuns: new Int32Array(shared(4 * taskCount)),
    sampledRuns,
    finishes: new Int32Array(shared(4 * (isCounted ? countedUnits : keptNodes.length * options.runs))),
    isCounted,
    sums: new Float64Array(shared(8 * gatherers * sumCount)),
    gatherers,
    tasks: {
      sensitivity: new Float64Array(shared(8 * taskCount)),
      hasSensitivity: new Uint8Array(shared(taskCount)),
      taskP80Day: new Int32Array(shared(4 * taskCount)).fill(NO_DAY),
    },
  }
}

/** Keeps one run of a node. */
export function keepFinish(
  sinks: SimulationSinks,
  { keptOffset }: Simulation,
  kept: number,
  runs: number,
  run: number,
  units: number,
): void {
  if (sinks.isCounted) Atomics.add(sinks.finishes, keptOffset[kept] + units, 1)
  else sinks.finishes[kept * runs + run] = units
}
