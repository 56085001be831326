// Questions about a plan that take longer than a request's thread may be held. They go to the threads of the pool as
// data and come back as the bytes of a JSON document.

import type { PlanRecords } from '../lint/lint-facts.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'

/** What the rows of a plan are called. Names are a JSON object by id, left as text until a thread needs them. */
export interface RowTexts {
  ids: readonly string[]
  names: string
}

/** The other plan of a difference: columns that hold their ids, or the bytes of a plan document. */
export type OtherPlan =
  | { kind: 'columns'; columns: ScheduleColumns; names: string }
  | { kind: 'document'; bytes: Uint8Array }

export type Question =
  | { kind: 'check'; records: PlanRecords; name: string | null; sarif: { file: string; version: string } | null }
  | { kind: 'paths'; to: number | null; maxFloatDays: number | null; maxPaths: number }
  | { kind: 'drag' }
  /** `before`: whether the other plan is the earlier one. */
  | { kind: 'difference'; other: OtherPlan; isOtherBefore: boolean; maxSteps: number }
