import { NO_DAY } from '../model/schedule-columns.ts'
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
  /** Runs kept per varying node. */
  sampledRuns: number
  samples: Float32Array
  finishes: Float32Array
  tasks: TaskSinks
}

/**
 * Room for the results of one simulation. Single precision is exact here: samples and finishes are multiples of 1/64
 * day at most, and fewer than 2^24 of them fit the longest plan.
 */
export function allocateSinks(
  varyingCount: number,
  keptCount: number,
  taskCount: number,
  options: CheckedOptions,
): SimulationSinks {
  const sampledRuns = options.withSensitivity ? Math.min(options.runs, SENSITIVITY_RUNS) : 0
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)
  return {
    completions: new Float64Array(shared(8 * options.runs)),
    criticalRuns: new Int32Array(shared(4 * taskCount)),
    sampledRuns,
    samples: new Float32Array(shared(4 * varyingCount * sampledRuns)),
    finishes: new Float32Array(shared(4 * keptCount * options.runs)),
    tasks: {
      sensitivity: new Float64Array(shared(8 * taskCount)),
      hasSensitivity: new Uint8Array(shared(taskCount)),
      taskP80Day: new Int32Array(shared(4 * taskCount)).fill(NO_DAY),
    },
  }
}
