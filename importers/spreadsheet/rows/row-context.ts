import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { AssigneeCells } from '../cells/parse-assignees.ts'
import type { DateOrder } from '../cells/parse-date.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { LabelCollector } from './label-collector.ts'

/** What all rows of a sheet are read by, and what they tell each other. */
export type RowContext = {
  columns: ColumnSet
  order: DateOrder
  /** Whether 1 in the column of progress means all of it. */
  inFractions: boolean
  /** Whether durations without elapsed time are days of the calendar all the same. */
  countsDaysOff: boolean
  /** The day near which dates without a year lie, the last one read; null while the file has shown none. */
  nearDay: number | null
  /** The middle of the year that the title says, where no date of the file has one. */
  titleDay: number | null
  /** The line from which such days are of the year after it; null where none is. */
  turnLine: number | null
  yearlessCount: number
  /** Names from which signs of indentation were taken. */
  markedCount: number
  /** Whether starts and ends are the first and last days of weeks or months. */
  datesArePeriods: boolean
  /** Rows that are milestones by their names. */
  namedCount: number
  /** Cells of predecessors in the letters that are read. */
  linksOf: (cells: readonly string[]) => readonly string[]
  labels: LabelCollector
  assignees: AssigneeCells
  diagnostics: Diagnostics
}
