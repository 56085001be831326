// What callers of the worker threads see.

import type { ScheduleEdit } from '../cpm/incremental/schedule-edit.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { TaskFloors } from '../explain/schedule-facts.ts'
import type { ScheduleLimits } from '../model/limits.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { PlanEdits, Question, RowTexts } from '../questions/question.ts'
import type { DrawPercentiles } from '../simulation/delivery/draws-to-target.ts'
import type { SimulationOptions } from '../simulation/input/simulation-options.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import type { DeliveryTask } from './protocol.ts'

export interface ComputePoolOptions {
  threads: number
  /** Jobs that may wait while every thread has one. */
  maxQueue: number
  deadlineMs: number
  limits?: ScheduleLimits
  /** Heap a thread may use; one that needs more dies alone. Typed arrays lie outside it. */
  heapMb?: number
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
  /** How many draws of the samples reach a target. */
  draw(task: DeliveryTask, options?: JobOptions): Promise<DrawPercentiles>
  stats(): ComputePoolStats
  close(): Promise<void>
}
