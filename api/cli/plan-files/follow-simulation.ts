import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { ComputePool } from '../../../compute/workers/compute-pool.ts'
import { ComputeFailure } from '../../../compute/workers/failure.ts'

/** Shorter simulations show nothing. */
const QUIET_MS = 400

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
  const line = new ProgressLine()
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

class ProgressLine {
  readonly #startedMs = performance.now()
  #done: { finished: number; runs: number } | null = null
  #isShown = false

  readonly show = (finished: number, runs: number): void => {
    this.#done = { finished, runs }
    const elapsedMs = performance.now() - this.#startedMs
    if (elapsedMs < QUIET_MS || finished === runs) return
    const leftS = Math.ceil((elapsedMs * (runs - finished)) / finished / 1000)
    const share = String(Math.floor((100 * finished) / runs)).padStart(3)
    process.stderr.write(`\r\u001b[K${share} %  ${this.text()}, about ${leftS} s left`)
    this.#isShown = true
  }

  text(): string {
    if (this.#done === null) return ''
    return `${this.#done.finished.toLocaleString('en')} of ${this.#done.runs.toLocaleString('en')} runs`
  }

  clear(): void {
    if (this.#isShown) process.stderr.write('\r\u001b[K')
  }
}
