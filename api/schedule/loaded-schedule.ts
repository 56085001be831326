import type { ScheduleEdit } from '../../compute/cpm/incremental/schedule-edit.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { PassFacts, ScheduleGraphInput } from './graph-from-rows.ts'
import type { LeftOutRow } from './leave-out.ts'
import type { PassProject } from './pass-project.queries.ts'
import type { RowsState, ScheduleRows } from './schedule-rows.ts'

/** Where a plan came from: the columns before it and what changed since, when that is only a few edits. */
export interface PlanStep {
  readonly from: ScheduleColumns
  readonly edits: readonly ScheduleEdit[]
}

/** Everything a computation over one project, or over a program, starts from. */
export interface LoadedSchedule {
  readonly projects: readonly PassProject[]
  readonly rows: ScheduleRows
  readonly input: ScheduleGraphInput
  /** What the columns depend on beside the rows. */
  readonly facts: PassFacts
  /** Rows that cannot be computed: they are not in the columns. */
  readonly leftOut: readonly LeftOutRow[]
  /** The data date; null in a pass over a program. */
  readonly statusDate: string | null
  /** The moment of the rows; null for several projects. */
  readonly state: RowsState | null
  /** When all rows were read for the last time. */
  readonly readAtMs: number
  /** The facts as a text, to compare. */
  readonly factsKey: string
  /** Where the columns came from, when they differ by little from columns that were scheduled before. */
  readonly step: PlanStep | null
}
