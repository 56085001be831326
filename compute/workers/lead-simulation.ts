// The calling side of a simulation that several threads share.

import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { type CheckedOptions, checkOptions, type SimulationOptions } from '../simulation/input/simulation-options.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import { blockCount } from '../simulation/run/run-blocks.ts'
import { BLOCK_RUNS } from '../simulation/run/sample-durations.ts'
import { allocateSinks, type SinkSizes, sharedMemory } from '../simulation/run/simulation-sinks.ts'
import type { SimulationJobOptions } from './compute-pool.ts'
import { ComputeFailure } from './failure.ts'
import { CONTROL, CONTROL_CELLS, type SharedSimulation, type SimulationTask } from './protocol.ts'

/** Parts a simulation is at least cut into where there are so many blocks: threads end about together, progress is told. */
const LEAST_BATCHES = 64
const PROGRESS_BATCHES = 40

export interface LedSimulation {
  readonly task: SimulationTask
  readonly sizes: SinkSizes
  readonly threads: number
  /** Aborted when the job is given up, and why. */
  readonly given: AbortSignal
  readonly onProgress: SimulationJobOptions['onProgress']
  /** Posts a part to a thread. */
  send(part: SharedSimulation): Promise<SimulationResult | null>
}

/** One thread leads; the others help as far as they are free. */
export async function leadSimulation(led: LedSimulation): Promise<SimulationResult> {
  const { task, sizes, threads, given, onProgress, send } = led
  const sinks = allocateSinks(sizes, task.options, sharedMemory(threads))
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_CELLS))
  const batches = onProgress === undefined ? LEAST_BATCHES : PROGRESS_BATCHES
  const batch = Math.max(1, Math.floor(blockCount(task.options.runs) / batches))
  const shared = { ...task, sinks, control, batch }
  const stop = (): void => {
    Atomics.store(control, CONTROL.isStopped, 1)
    Atomics.notify(control, CONTROL.doneBlocks)
    Atomics.notify(control, CONTROL.settledBlocks)
    Atomics.notify(control, CONTROL.doneGatherers)
  }
  given.addEventListener('abort', stop, { once: true })
  const lead = send({ ...shared, leads: true })
  const helpers = Array.from({ length: threads - 1 }, () => send({ ...shared, leads: false }))
  if (onProgress !== undefined) followProgress(control, task.options.runs, onProgress)
  // A helper is waited for only when it fails: its blocks would never be done.
  const failure = new Promise<never>((_, reject) => {
    for (const helper of helpers) helper.catch(reject)
  })
  try {
    const result = await Promise.race([lead, failure])
    if (result === null) throw given.reason
    return result
  } finally {
    stop()
  }
}

/** Options are checked before anything is posted, so that a cap is refused at once. */
export function checkedFor(columns: ScheduleColumns, options: SimulationOptions): CheckedOptions {
  try {
    return checkOptions(options, countLeaves(columns))
  } catch (error) {
    if (error instanceof PlanRefusal) throw new ComputeFailure('refused', error.detail, { refusal: error })
    throw error
  }
}

/** By plain loops: this runs before every simulation, and a set of all parents takes longer than posting the job. */
function countLeaves({ taskCount, parentIndex }: ScheduleColumns): number {
  const isParent = new Uint8Array(taskCount)
  for (let task = 0; task < taskCount; task++) if (parentIndex[task] >= 0) isParent[parentIndex[task]] = 1
  let leaves = taskCount
  for (let task = 0; task < taskCount; task++) leaves -= isParent[task]
  return leaves
}

/** Tells the caller as blocks are done, until all are or the simulation is stopped. */
async function followProgress(
  control: Int32Array,
  runs: number,
  onProgress: (finishedRuns: number, runs: number) => void,
): Promise<void> {
  const blocks = blockCount(runs)
  let told = 0
  while (told < blocks && Atomics.load(control, CONTROL.isStopped) === 0) {
    const done = Atomics.load(control, CONTROL.doneBlocks)
    if (done > told) {
      told = done
      onProgress(Math.min(done * BLOCK_RUNS, runs), runs)
      continue
    }
    await Atomics.waitAsync(control, CONTROL.doneBlocks, done, 1000).value
  }
}
