// Questions about a plan that take longer than a request's thread may be held. They go to the threads of the pool as
// data and come back as the bytes of a JSON document.

import type { PlanRecords } from '../lint/lint-facts.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { NamedEdit } from '../what-if/named-edits.ts'
import type { TaskNumbering } from '../what-if/rank-edited.ts'

/** What the rows of a plan are called, in forms that cost the asking thread nothing: a thread words them. */
export interface RowTexts {
  /** Ids of the tasks in the order of the columns, as texts or as UUIDs of four words each. */
  ids: readonly string[] | Int32Array
  /** A JSON object: names by id. */
  names: string
  /** A JSON object: titles by id, of tasks of which nothing else but dates may be told. */
  titles?: string
  /** A JSON object: other ids, by these ids, under which the answer is to speak of the tasks. */
  otherIds?: string
}

/** Edits, and what they have to know of the tasks that they may name. */
export interface PlanEdits {
  edits: readonly NamedEdit[]
  isMilestone: Uint8Array
  /** By what ties between the tasks are broken: by their numbers, or by their ids where null. */
  numbering: TaskNumbering | null
}

/** The other plan of a difference: columns, the bytes of a plan document, or the same plan with edits made. */
export type OtherPlan =
  | { kind: 'columns'; columns: ScheduleColumns; texts: RowTexts }
  | { kind: 'document'; bytes: Uint8Array }
  | ({ kind: 'edits' } & PlanEdits)

export type Question =
  | { kind: 'check'; records: PlanRecords; name: string | null; sarif: { file: string; version: string } | null }
  | { kind: 'paths'; to: number | null; maxFloatDays: number | null; maxPaths: number }
  | { kind: 'drag' }
  /** Another plan comes before, an edited one after. */
  | { kind: 'difference'; other: OtherPlan; maxSteps: number }
