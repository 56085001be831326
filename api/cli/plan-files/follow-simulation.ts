import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { ComputePool } from '../../../compute/workers/compute-pool.ts'
import { ComputeFailure } from '../../../compute/workers/failure.ts'
import { ProgressLine } from '../output/progress-line.ts'

/** Thrown when Ctrl-C ended a simulation; its message says how far that was, where it is known. */
export class Cancelled extends Error {}

/**
 * Simulates in the pool. On a terminal, a long run shows how far it is on one line of standard error; Ctrl-C ends it. A
 * refusal inside a worker is a refusal of the plan; the pool's own failures stay what they are.
 */
export async function followSimulation(
  pool: ComputePool,
  columns: ScheduleColumns,
  options: SimulationOptions,
): Promise<SimulationResult> {
  const line = new ProgressLine('runs')
  const stop = new AbortController()
  const cancel = (): void => stop.abort()
  process.once('SIGINT', cancel)
  try {
    const onProgress = process.stderr.isTTY ? { onProgress: line.show } : {}
    return await pool.simulate(columns, options, { signal: stop.signal, ...onProgress })
  } catch (error) {
    if (stop.signal.aborted) throw new Cancelled(line.text())
    if (error instanceof ComputeFailure && error.refusal) throw error.refusal
    throw error
  } finally {
    process.removeListener('SIGINT', cancel)
    line.clear()
  }
}
