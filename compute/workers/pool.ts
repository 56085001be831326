// The typed caller of the worker threads, and the only file that names Piscina. A job is refused when too many wait,
// given up when its deadline passes or its caller aborts it, and fails with a reason when its thread dies. A simulation
// given up ends at its next block; a thread that does not stop by itself is ended and replaced.

import { Piscina } from 'piscina'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { DEFAULT_LIMITS } from '../model/limits.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { PlanEdits, RowTexts } from '../questions/question.ts'
import type { DrawPercentiles } from '../simulation/delivery/draws-to-target.ts'
import type { SimulationOptions } from '../simulation/input/simulation-options.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import type { SinkSizes } from '../simulation/run/simulation-sinks.ts'
import { chooseKernel } from '../wasm/choose-kernel.ts'
import type {
  AskedPlan,
  ComputePool,
  ComputePoolOptions,
  ComputePoolStats,
  JobOptions,
  ScheduleStep,
  SimulationJobOptions,
} from './compute-pool.ts'
import { ComputeFailure } from './failure.ts'
import {
  type AllTasks,
  type DeliveryTask,
  type Outcome,
  type ResidentColumns,
  type SimulationTask,
  simulationKey,
  type WorkerTasks,
} from './protocol.ts'

/** Starts a pool of threads. Close it, or the process stays alive. */
export function createComputePool(options: ComputePoolOptions): ComputePool {
  return new ThreadedComputePool(options)
}

/** Below this many task-runs one thread is faster than two that have to be woken. */
const SPLIT_TASK_RUNS = 150_000
/** How long a stopped simulation may take to notice before its threads are ended. */
const STOP_GRACE_MS = 300

/** What the pieces of one job share. */
interface Job {
  /** Aborted when the job is given up, and why. */
  given: AbortSignal
  /** Aborted when its threads are to be ended. */
  kill: AbortController
  /** Milliseconds from the one to the other. */
  graceMs: number
  /** Null where it works on none. */
  columns: ScheduleColumns | null
}

/** A job on columns. */
interface PlanJob extends Job {
  columns: ScheduleColumns
}

class ThreadedComputePool implements ComputePool {
  readonly #options: ComputePoolOptions
  readonly #threads: Piscina
  readonly #keys = new WeakMap<ScheduleColumns, number>()
  /** The sizes of the last simulation of some columns. */
  readonly #sizes = new WeakMap<ScheduleColumns, { key: string; sizes: SinkSizes }>()
  #lastKey = 0
  #activeJobs = 0

  constructor(options: ComputePoolOptions) {
    this.#options = options
    this.#threads = new Piscina({
      filename: (options.entry ?? new URL('./entry.ts', import.meta.url)).href,
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

  reschedule(
    columns: ScheduleColumns,
    { from, edits }: ScheduleStep,
    options: JobOptions = {},
  ): Promise<ScheduleResult> {
    const previousKey = this.#keys.get(from)
    if (previousKey === undefined) return this.schedule(columns, options)
    const plan = { ...this.#resident(columns), columns: withoutTexts(columns) }
    return this.#admit(columns, options, (job) => this.#send('reschedule', { plan, previousKey, edits }, job))
  }

  simulate(
    columns: ScheduleColumns,
    options: SimulationOptions,
    jobOptions: SimulationJobOptions = {},
  ): Promise<SimulationResult> {
    return this.#admit(columns, jobOptions, async (job) => {
      // With the kernels of simulations, which no process needs to start.
      const { checkedFor, leadSimulation } = await import('./lead-simulation.ts')
      const task = { plan: this.#resident(columns), options: checkedFor(columns, options) }
      const isSmall = columns.taskCount * options.runs < SPLIT_TASK_RUNS
      if (isSmall && jobOptions.onProgress === undefined) return this.#send('simulateWhole', task, job)
      job.graceMs = STOP_GRACE_MS
      return leadSimulation({
        task,
        sizes: await this.#sizesOf(task, job),
        threads: this.#options.threads,
        given: job.given,
        onProgress: jobOptions.onProgress,
        send: (part) => this.#send('shareSimulation', part, job),
      })
    })
  }

  edit(
    columns: ScheduleColumns,
    texts: RowTexts,
    edited: PlanEdits,
    options: JobOptions = {},
  ): Promise<ScheduleColumns> {
    const plan = { ...this.#resident(columns), columns: withoutTexts(columns) }
    return this.#admit(columns, options, (job) => this.#send('edit', { plan, texts, edited }, job))
  }

  ask(columns: ScheduleColumns, asked: AskedPlan, options: JobOptions = {}): Promise<Uint8Array> {
    const { texts, question, floors = null } = asked
    return this.#admit(columns, options, (job) =>
      this.#send('answer', { plan: this.#resident(columns), texts, question, floors }, job),
    )
  }

  draw(task: DeliveryTask, options: JobOptions = {}): Promise<DrawPercentiles> {
    return this.#admit(null, options, async (job) => this.#unwrap(await this.#post('draw', task, job), job))
  }

  /** What room a simulation needs, which a thread has to find out the first time: with it come the refusals. */
  async #sizesOf(task: SimulationTask, job: PlanJob): Promise<SinkSizes> {
    const known = this.#sizes.get(job.columns)
    const key = simulationKey(task)
    if (known?.key === key) return known.sizes
    const sizes = await this.#send('openSimulation', task, job)
    this.#sizes.set(job.columns, { key, sizes })
    return sizes
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

  async #admit<Value, Columns extends ScheduleColumns | null>(
    columns: Columns,
    options: JobOptions,
    work: (job: Job & { columns: Columns }) => Promise<Value>,
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
    const job = { given: stop.signal, kill: new AbortController(), graceMs: 0, columns }
    const given = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    })
    const working = work(job)
    try {
      return await Promise.race([working, given])
    } catch (error) {
      stop.abort(error)
      const kill = setTimeout(() => job.kill.abort(error), job.graceMs)
      working.catch(() => undefined).finally(() => clearTimeout(kill))
      throw error
    } finally {
      this.#activeJobs--
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Columns a thread should still have are not sent; where it has not, they are sent after all. */
  async #send<Name extends keyof WorkerTasks>(
    name: Name,
    input: WorkerTasks[Name]['input'],
    job: PlanJob,
  ): Promise<WorkerTasks[Name]['output']> {
    let outcome = await this.#post(name, input, job)
    if (!outcome.isOk && outcome.kind === 'not_resident') {
      outcome = await this.#post(name, { ...input, plan: { ...input.plan, columns: withoutTexts(job.columns) } }, job)
    }
    return this.#unwrap(outcome, job)
  }

  async #post<Name extends keyof AllTasks>(
    name: Name,
    input: AllTasks[Name]['input'],
    job: Job,
  ): Promise<Outcome<AllTasks[Name]['output']>> {
    try {
      return await this.#threads.run(input, { name, signal: job.kill.signal })
    } catch (error) {
      if (job.given.aborted) throw job.given.reason
      throw new ComputeFailure('worker_died', `The thread that worked on the job died: ${String(error)}`, {
        cause: error,
      })
    }
  }

  #unwrap<Value>(outcome: Outcome<Value>, job: Job): Value {
    if (outcome.isOk) return outcome.value
    if (outcome.kind === 'refused') {
      const { ids, calendarKeys } = job.columns ?? { ids: null, calendarKeys: null }
      const refusal = PlanRefusal.fromValue(outcome.refusal).named(ids, calendarKeys)
      throw new ComputeFailure('refused', refusal.detail, { refusal })
    }
    if (outcome.kind === 'not_resident') throw new Error('A thread lost the columns it was just sent.')
    const bug = new Error(outcome.message)
    bug.stack = outcome.stack
    throw bug
  }

  #resident(columns: ScheduleColumns): ResidentColumns {
    const known = this.#keys.get(columns)
    const limits = this.#options.limits ?? DEFAULT_LIMITS
    if (known !== undefined) return { key: known, columns: null, limits }
    const key = ++this.#lastKey
    this.#keys.set(columns, key)
    return { key, columns: withoutTexts(columns), limits }
  }
}

function withoutTexts(columns: ScheduleColumns): ScheduleColumns {
  return { ...columns, ids: null, calendarKeys: null }
}
