// The typed caller of the worker threads, and the only file that names Piscina. A job is refused when too many wait,
// given up when its deadline passes or its caller aborts it, and fails with a reason when its thread dies. A simulation
// given up ends at its next block; a thread that does not stop by itself is ended and replaced.

import { Piscina } from 'piscina'
import type { ScheduleEdit } from '../cpm/incremental/apply-edit.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { TaskFloors } from '../explain/schedule-facts.ts'
import { chooseKernel } from '../kernels/choose-kernel.ts'
import { DEFAULT_LIMITS, type ScheduleLimits } from '../model/limits.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { PlanEdits, Question, RowTexts } from '../questions/question.ts'
import { blockCount } from '../simulation/run-blocks.ts'
import { BLOCK_RUNS } from '../simulation/sample-durations.ts'
import { type CheckedOptions, checkOptions, type SimulationOptions } from '../simulation/simulation-options.ts'
import type { SimulationResult } from '../simulation/simulation-result.ts'
import { allocateSinks, type SinkSizes } from '../simulation/simulation-sinks.ts'
import { ComputeFailure } from './failure.ts'
import { type KeptPlan, PlanStore, type PlanStoreStats } from './plan-store.ts'
import {
  CONTROL,
  CONTROL_CELLS,
  type Outcome,
  type ResidentColumns,
  type SimulationTask,
  simulationKey,
  type WorkerTasks,
} from './protocol.ts'

export interface ComputePoolOptions {
  threads: number
  /** Jobs that may wait while every thread has one. */
  maxQueue: number
  deadlineMs: number
  limits?: ScheduleLimits
  /** Heap a thread may use; one that needs more dies alone. Typed arrays lie outside it. */
  heapMb?: number
  /** Memory for plans that callers keep; 256 MB unless told otherwise. */
  residentMb?: number
  /** Another file to run in the threads; tests put dying ones in. */
  entry?: URL
}

export interface JobOptions {
  deadlineMs?: number
  signal?: AbortSignal
}

export interface AskedPlan {
  readonly texts: RowTexts
  readonly question: Question
  /** Of a program. */
  readonly floors?: TaskFloors | null
}

export interface SimulationJobOptions extends JobOptions {
  /** Called as runs are finished, at most about forty times. */
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
  /** What callers keep here. */
  resident: PlanStoreStats
}

/** How columns came from earlier ones that were scheduled before. */
export interface ScheduleStep {
  readonly from: ScheduleColumns
  readonly edits: readonly ScheduleEdit[]
}

export interface ComputePool {
  schedule(columns: ScheduleColumns, options?: JobOptions): Promise<ScheduleResult>
  /** The same result, sooner where a thread still has the schedule of the columns before. */
  reschedule(columns: ScheduleColumns, step: ScheduleStep, options?: JobOptions): Promise<ScheduleResult>
  simulate(columns: ScheduleColumns, options: SimulationOptions, job?: SimulationJobOptions): Promise<SimulationResult>
  /** Other columns with edits made, without their ids. */
  edit(columns: ScheduleColumns, texts: RowTexts, edited: PlanEdits, options?: JobOptions): Promise<ScheduleColumns>
  /** The bytes of a JSON document. */
  ask(columns: ScheduleColumns, asked: AskedPlan, options?: JobOptions): Promise<Uint8Array>
  /** Keeps a plan in place of an earlier one; those not asked for the longest time go when memory is short. */
  keepPlan(key: string, plan: KeptPlan): void
  findPlan(key: string): KeptPlan | null
  dropPlan(key: string): void
  stats(): ComputePoolStats
  close(): Promise<void>
}

/** Starts a pool of threads. Close it, or the process stays alive. */
export function createComputePool(options: ComputePoolOptions): ComputePool {
  return new ThreadedComputePool(options)
}

/** Below this many task-runs one thread is faster than two that have to be woken. */
const SPLIT_TASK_RUNS = 150_000
/** Parts a simulation is at least cut into where there are so many blocks: threads end about together, progress is told. */
const LEAST_BATCHES = 64
const PROGRESS_BATCHES = 40
/** How long a stopped simulation may take to notice before its threads are ended. */
const STOP_GRACE_MS = 300
const RESIDENT_MB = 256

/** Options are checked before anything is posted, so that a cap is refused at once. */
function checkedFor(columns: ScheduleColumns, options: SimulationOptions): CheckedOptions {
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

/** What the pieces of one job share. */
interface Job {
  /** Aborted when the job is given up, and why. */
  given: AbortSignal
  /** Aborted when its threads are to be ended. */
  kill: AbortController
  /** Milliseconds from the one to the other. */
  graceMs: number
  columns: ScheduleColumns
}

class ThreadedComputePool implements ComputePool {
  readonly #options: ComputePoolOptions
  readonly #threads: Piscina
  readonly #keys = new WeakMap<ScheduleColumns, number>()
  /** The sizes of the last simulation of some columns. */
  readonly #sizes = new WeakMap<ScheduleColumns, { key: string; sizes: SinkSizes }>()
  readonly #plans: PlanStore
  #lastKey = 0
  #activeJobs = 0

  constructor(options: ComputePoolOptions) {
    this.#options = options
    this.#plans = new PlanStore((options.residentMb ?? RESIDENT_MB) * 2 ** 20)
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
      const task = { plan: this.#resident(columns), options: checkedFor(columns, options) }
      const isSmall = columns.taskCount * options.runs < SPLIT_TASK_RUNS
      if (isSmall && jobOptions.onProgress === undefined) return this.#send('simulateWhole', task, job)
      job.graceMs = STOP_GRACE_MS
      return this.#share(task, job, jobOptions.onProgress)
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

  /** One thread leads; the others help as far as they are free. */
  async #share(
    task: SimulationTask,
    job: Job,
    onProgress: SimulationJobOptions['onProgress'],
  ): Promise<SimulationResult> {
    const { threads } = this.#options
    const sinks = allocateSinks(await this.#sizesOf(task, job), task.options, threads)
    const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_CELLS))
    const blocks = blockCount(task.options.runs)
    const batches = onProgress === undefined ? LEAST_BATCHES : PROGRESS_BATCHES
    const shared = { ...task, sinks, control, batch: Math.max(1, Math.floor(blocks / batches)) }
    const stop = (): void => {
      Atomics.store(control, CONTROL.isStopped, 1)
      Atomics.notify(control, CONTROL.doneBlocks)
      Atomics.notify(control, CONTROL.settledBlocks)
      Atomics.notify(control, CONTROL.doneGatherers)
    }
    job.given.addEventListener('abort', stop, { once: true })
    const lead = this.#send('shareSimulation', { ...shared, leads: true }, job)
    const helpers = Array.from({ length: threads - 1 }, () =>
      this.#send('shareSimulation', { ...shared, leads: false }, job),
    )
    if (onProgress !== undefined) followProgress(control, task.options.runs, onProgress)
    // A helper is waited for only when it fails: its blocks would never be done.
    const failure = new Promise<never>((_, reject) => {
      for (const helper of helpers) helper.catch(reject)
    })
    try {
      const result = await Promise.race([lead, failure])
      if (result === null) throw job.given.reason
      return result
    } finally {
      stop()
    }
  }

  /** What room a simulation needs, which a thread has to find out the first time: with it come the refusals. */
  async #sizesOf(task: SimulationTask, job: Job): Promise<SinkSizes> {
    const known = this.#sizes.get(job.columns)
    const key = simulationKey(task)
    if (known?.key === key) return known.sizes
    const sizes = await this.#send('openSimulation', task, job)
    this.#sizes.set(job.columns, { key, sizes })
    return sizes
  }

  keepPlan(key: string, plan: KeptPlan): void {
    this.#plans.keep(key, plan)
  }

  findPlan(key: string): KeptPlan | null {
    return this.#plans.find(key)
  }

  dropPlan(key: string): void {
    this.#plans.drop(key)
  }

  stats(): ComputePoolStats {
    return {
      threads: this.#threads.threads.length,
      activeJobs: this.#activeJobs,
      queueSize: this.#threads.queueSize,
      kernel: chooseKernel().name,
      resident: this.#plans.stats(),
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
    const job: Job = { given: stop.signal, kill: new AbortController(), graceMs: 0, columns }
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
    job: Job,
  ): Promise<WorkerTasks[Name]['output']> {
    let outcome = await this.#post(name, input, job)
    if (!outcome.isOk && outcome.kind === 'not_resident') {
      outcome = await this.#post(name, { ...input, plan: { ...input.plan, columns: withoutTexts(job.columns) } }, job)
    }
    return this.#unwrap(outcome, job)
  }

  async #post<Name extends keyof WorkerTasks>(
    name: Name,
    input: WorkerTasks[Name]['input'],
    job: Job,
  ): Promise<Outcome<WorkerTasks[Name]['output']>> {
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
      const { ids, calendarKeys } = job.columns
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
