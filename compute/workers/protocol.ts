// What the threads say to each other. Arrays in here are views on shared memory: posting them copies no data.

import type { ScheduleEdit } from '../cpm/incremental/schedule-edit.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { TaskFloors } from '../explain/schedule-facts.ts'
import type { ScheduleLimits } from '../model/limits.ts'
import type { RefusalValue } from '../model/refusal.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { PlanEdits, Question, RowTexts } from '../questions/question.ts'
import type { DrawPercentiles } from '../simulation/delivery/draws-to-target.ts'
import type { CheckedOptions } from '../simulation/input/simulation-options.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import type { SimulationSinks, SinkSizes } from '../simulation/run/simulation-sinks.ts'

/** Columns without the texts, under a number that lets a thread keep the network it built for them. */
export interface ResidentColumns {
  key: number
  /** Null where the thread is hoped to have the network: it says so when it has not. */
  columns: ScheduleColumns | null
  limits: ScheduleLimits
}

export interface ScheduleTask {
  plan: ResidentColumns
}

/** Columns, and the edits that lead to them from those of an earlier key. */
export interface RescheduleTask {
  plan: ResidentColumns & { columns: ScheduleColumns }
  previousKey: number
  edits: readonly ScheduleEdit[]
}

/** Edits of columns that stay as they are. */
export interface EditTask {
  plan: ResidentColumns & { columns: ScheduleColumns }
  texts: RowTexts
  edited: PlanEdits
}

export interface QuestionTask {
  plan: ResidentColumns
  texts: RowTexts
  question: Question
  floors: TaskFloors | null
}

export interface SimulationTask {
  plan: ResidentColumns
  options: CheckedOptions
}

/** Samples above zero, and what they are to add up to. */
export interface DeliveryTask {
  samples: readonly number[]
  target: number
}

/** What the preparation of a simulation depends on: not its runs and not its seed, so that repeats share it. */
export function simulationKey({ plan, options }: SimulationTask): string {
  const { distribution, taskFinishes, caps, causes, projects } = options
  return JSON.stringify([plan.key, distribution, taskFinishes, caps, causes, projects])
}

/** Cells of the memory through which the threads of a simulation divide the work and its caller ends it. */
export const CONTROL = {
  nextBlock: 0,
  doneBlocks: 1,
  settledBlocks: 2,
  nextGatherer: 3,
  doneGatherers: 4,
  isStopped: 5,
} as const
export const CONTROL_CELLS = 6

/** A simulation that several threads work on: one leads and answers with the result, others help as long as there is work. */
export interface SharedSimulation extends SimulationTask {
  sinks: SimulationSinks
  control: Int32Array
  /** Blocks a thread takes at a time. */
  batch: number
  leads: boolean
}

/** A failure crosses the boundary as a value: a refusal of the input, a bug with its stack, or columns to be sent again. */
export type Outcome<Value> =
  | { isOk: true; value: Value }
  | { isOk: false; kind: 'refused'; refusal: RefusalValue }
  | { isOk: false; kind: 'bug'; message: string; stack: string }
  | { isOk: false; kind: 'not_resident' }

/** Input and output of the functions of `entry.ts` that work on columns. */
export interface WorkerTasks {
  schedule: { input: ScheduleTask; output: ScheduleResult }
  reschedule: { input: RescheduleTask; output: ScheduleResult }
  edit: { input: EditTask; output: ScheduleColumns }
  answer: { input: QuestionTask; output: Uint8Array }
  simulateWhole: { input: SimulationTask; output: SimulationResult }
  openSimulation: { input: SimulationTask; output: SinkSizes }
  shareSimulation: { input: SharedSimulation; output: SimulationResult | null }
}

/** Of those that need no columns. */
export interface DrawTasks {
  draw: { input: DeliveryTask; output: DrawPercentiles }
}

export type AllTasks = WorkerTasks & DrawTasks
