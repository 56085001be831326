// The typed caller of the worker threads, and the only file that names Piscina. A job is refused when too many wait,
// given up when its deadline passes or its caller aborts it (the thread that works on it is ended and replaced), and
// fails with a reason when its thread dies.

import { Piscina } from 'piscina'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { chooseKernel } from '../kernels/choose-kernel.ts'
import { DEFAULT_LIMITS, type ScheduleLimits } from '../model/limits.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { blockCount } from '../simulation/run-blocks.ts'
import { BLOCK_RUNS } from '../simulation/sample-durations.ts'
import { type CheckedOptions, checkOptions, type SimulationOptions } from '../simulation/simulation-options.ts'
import type { SimulationResult } from '../simulation/simulation-result.ts'
import { ComputeFailure } from './failure.ts'
import type { Outcome, ResidentColumns, WorkerTasks } from './protocol.ts'

export interface ComputePoolOptions {
  threads: number
  /** Jobs that may wait while every thread has one. */
  maxQueue: number
  deadlineMs: number
  limits?: ScheduleLimits
  /** Heap a thread may use; one that needs more dies alone. Typed arrays lie outside it. */
  heapMb?: number
}

export interface JobOptions {
  deadlineMs?: number
  signal?: AbortSignal
}

export interface SimulationJobOptions extends JobOptions {
  /** Called as runs are finished; a job without it is not cut finer than the threads need. */
  onProgress?: (finishedRuns: number, runs: number) => void
}

export interface ComputePoolStats {
  threads: number
  /** Jobs taken and not finished. */
  activeJobs: number
  /** Pieces of jobs that wait for a thread. */
  queueSize: number
  /** The kernel that the threads of this machine run. */
  kernel: 'ts' | 'wasm'
}

export interface ComputePool {
  schedule(columns: ScheduleColumns, options?: JobOptions): Promise<ScheduleResult>
  simulate(columns: ScheduleColumns, options: SimulationOptions, job?: SimulationJobOptions): Promise<SimulationResult>
  stats(): ComputePoolStats
  close(): Promise<void>
}

/** Starts a pool of threads. Close it, or the process stays alive. */
export function createComputePool(options: ComputePoolOptions): ComputePool {
  return new ThreadedComputePool(options)
}

/** Below this many task-runs one thread is faster than two that have to be woken. */
const SPLIT_TASK_RUNS = 150_000
/** Pieces a simulation with progress is cut into. */
const PROGRESS_PIECES = 20

/** Options are checked before anything is posted, so that a cap is refused at once. */
function checkedFor(columns: ScheduleColumns, options: SimulationOptions): CheckedOptions {
  const parents = new Set(columns.parentIndex)
  parents.delete(-1)
  try {
    return checkOptions(options, columns.taskCount - parents.size)
  } catch (error) {
    if (error instanceof PlanRefusal) throw new ComputeFailure('refused', error.detail, { refusal: error })
    throw error
  }
}

/** What the pieces of one job share: when to stop, and why. */
interface Job {
  signal: AbortSignal
  columns: ScheduleColumns
}

class ThreadedComputePool implements ComputePool {
  readonly #options: ComputePoolOptions
  readonly #threads: Piscina
  readonly #keys = new WeakMap<ScheduleColumns, number>()
  #lastKey = 0
  #activeJobs = 0

  constructor(options: ComputePoolOptions) {
    this.#options = options
    this.#threads = new Piscina({
      filename: new URL('./entry.ts', import.meta.url).href,
      minThreads: options.threads,
      maxThreads: options.threads,
      ...(options.heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: options.heapMb } }),
    })
    // A thread that dies idle is replaced; without a listener its error would end the process.
    this.#threads.on('error', () => undefined)
  }

  schedule(columns: ScheduleColumns, options: JobOptions = {}): Promise<ScheduleResult> {
    return this.#admit(columns, options, (job) => this.#send('schedule', { plan: this.#resident(columns) }, job))
  }

  simulate(
    columns: ScheduleColumns,
    options: SimulationOptions,
    jobOptions: SimulationJobOptions = {},
  ): Promise<SimulationResult> {
    return this.#admit(columns, jobOptions, async (job) => {
      const task = { plan: this.#resident(columns), options: checkedFor(columns, options) }
      const isSmall = columns.taskCount * options.runs < SPLIT_TASK_RUNS || this.#options.threads === 1
      if (isSmall && jobOptions.onProgress === undefined) return this.#send('simulateWhole', task, job)
      const { sinks, nodeCount } = await this.#send('openSimulation', task, job)
      const blocks = blockCount(task.options.runs)
      const { threads } = this.#options
      const pieces = jobOptions.onProgress === undefined ? threads : Math.max(threads, PROGRESS_PIECES)
      let finishedBlocks = 0
      await this.#spread(blocks, pieces, async (from, to) => {
        await this.#send('runPiece', { ...task, sinks, from, to }, job)
        finishedBlocks += to - from
        jobOptions.onProgress?.(Math.min(finishedBlocks * BLOCK_RUNS, task.options.runs), task.options.runs)
      })
      await this.#spread(nodeCount, threads, (from, to) => this.#send('gatherPiece', { ...task, sinks, from, to }, job))
      return this.#send('closeSimulation', { ...task, sinks, from: 0, to: 0 }, job)
    })
  }

  stats(): ComputePoolStats {
    return {
      threads: this.#threads.threads.length,
      activeJobs: this.#activeJobs,
      queueSize: this.#threads.queueSize,
      kernel: chooseKernel().name,
    }
  }

  async close(): Promise<void> {
    await this.#threads.destroy()
  }

  async #admit<Value>(
    columns: ScheduleColumns,
    options: JobOptions,
    work: (job: Job) => Promise<Value>,
  ): Promise<Value> {
    const { threads, maxQueue } = this.#options
    if (this.#activeJobs >= threads + maxQueue) {
      throw new ComputeFailure('queue_full', `${this.#activeJobs} jobs are under way or waiting; ${maxQueue} may wait.`)
    }
    if (options.signal?.aborted) throw new ComputeFailure('aborted', 'The job was aborted before it began.')
    const deadlineMs = options.deadlineMs ?? this.#options.deadlineMs
    const stop = new AbortController()
    const timer = setTimeout(() => {
      stop.abort(new ComputeFailure('deadline', `The job took longer than ${deadlineMs} ms.`))
    }, deadlineMs)
    const onAbort = (): void => stop.abort(new ComputeFailure('aborted', 'The job was aborted by its caller.'))
    options.signal?.addEventListener('abort', onAbort, { once: true })
    this.#activeJobs++
    try {
      return await work({ signal: stop.signal, columns })
    } catch (error) {
      stop.abort(error)
      throw error
    } finally {
      this.#activeJobs--
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Cuts a range into about equal pieces and waits for all of them. */
  async #spread(count: number, pieces: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
    const size = Math.max(1, Math.ceil(count / pieces))
    const all: Promise<unknown>[] = []
    for (let from = 0; from < count; from += size) all.push(work(from, Math.min(from + size, count)))
    await Promise.all(all)
  }

  async #send<Name extends keyof WorkerTasks>(
    name: Name,
    input: WorkerTasks[Name]['input'],
    job: Job,
  ): Promise<WorkerTasks[Name]['output']> {
    const outcome = await this.#threads.run(input, { name, signal: job.signal }).catch((error: unknown) => {
      if (job.signal.aborted) throw job.signal.reason
      throw new ComputeFailure('worker_died', `The thread that worked on the job died: ${String(error)}`, {
        cause: error,
      })
    })
    return this.#unwrap(outcome as Outcome<WorkerTasks[Name]['output']>, job)
  }

  #unwrap<Value>(outcome: Outcome<Value>, job: Job): Value {
    if (outcome.isOk) return outcome.value
    if (outcome.kind === 'refused') {
      const { ids, calendarKeys } = job.columns
      const refusal = PlanRefusal.fromValue(outcome.refusal).named(ids, calendarKeys)
      throw new ComputeFailure('refused', refusal.detail, { refusal })
    }
    const bug = new Error(outcome.message)
    bug.stack = outcome.stack
    throw bug
  }

  #resident(columns: ScheduleColumns): ResidentColumns {
    const key = this.#keys.get(columns) ?? ++this.#lastKey
    this.#keys.set(columns, key)
    const limits = this.#options.limits ?? DEFAULT_LIMITS
    return { key, columns: { ...columns, ids: null, calendarKeys: null }, limits }
  }
}
