import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { type DateOrder, parseDate, parseFinish, parseYearless, slashParts } from './cells/parse-date.ts'
import type { DateCell } from './cells/resolve-date-order.ts'
import type { ColumnSet } from './columns/column-set.ts'
import type { ParsedRow } from './rows/read-row.ts'
import type { SheetTable } from './sheet-table.ts'

const SAMPLE_ROWS = 10
const MAX_RAW_CHARACTERS = 60

/** The date cells of one row as the file has them; the empty text where there is none. */
export type RowDates = { line: number; rawStart: string; rawFinish: string }

/** How the dates of one row are read. */
export type DatePreviewRow = {
  row: number
  name: string
  raw_start: string
  raw_finish: string
  start: string | null
  finish: string | null
  /** Working days that the row would take. */
  duration_days: number | null
  /** Some date cell of the row could not be read. */
  unreadable: boolean
}

/** What one order of day and month would make of a file that does not show which is meant. */
export type DateReading = {
  order: DateOrder
  sample_row: number | null
  sample_name: string
  sample_raw_start: string
  start: string | null
  finish: string | null
  duration_days: number | null
  values_matched: number
  values_failed: number
  rows_unparseable: number
}

export function gatherRowDates(table: SheetTable, columns: ColumnSet): RowDates[] {
  const cell = (row: SheetTable['rows'][number], field: 'start' | 'finish') =>
    columns.cell(row, field).trim().slice(0, MAX_RAW_CHARACTERS)
  const dates: RowDates[] = []
  for (const row of table.rows) {
    const [rawStart, rawFinish] = [cell(row, 'start'), cell(row, 'finish')]
    if (rawStart !== '' || rawFinish !== '') dates.push({ line: row.line, rawStart, rawFinish })
  }
  return dates
}

/** The same cells one by one, with the headers they stand under. */
export function dateCellsOf(dates: readonly RowDates[], columns: ColumnSet): DateCell[] {
  const [start, finish] = [columns.header('start'), columns.header('finish')]
  const cells: DateCell[] = []
  for (const { line, rawStart, rawFinish } of dates) {
    if (rawStart !== '') cells.push({ row: line, column: start, value: rawStart })
    if (rawFinish !== '') cells.push({ row: line, column: finish, value: rawFinish, startsAt: rawStart })
  }
  return cells
}

/** Reads the date cells of a file for somebody who decides whether they are meant so. */
export class DatePreview {
  readonly #dates: readonly RowDates[]
  readonly #rows: readonly ParsedRow[]
  readonly #counter: WorkingDayCounter
  readonly #nearDay: number | null

  constructor(
    dates: readonly RowDates[],
    rows: readonly ParsedRow[],
    { counter, nearDay }: { counter: WorkingDayCounter; nearDay: number | null },
  ) {
    this.#dates = dates
    this.#rows = rows
    this.#counter = counter
    this.#nearDay = nearDay ?? rows.find(({ startDay }) => startDay !== null)?.startDay ?? null
  }

  #day(raw: string, order: DateOrder, near = this.#nearDay, parse = parseDate): number | null {
    const isEnd = parse === parseFinish
    return parse(raw, order) ?? (raw === '' || near === null ? null : parseYearless(raw, order, near, { isEnd }))
  }

  rows(order: DateOrder): DatePreviewRow[] {
    return this.#dates.slice(0, SAMPLE_ROWS).map((dates) => this.#read(dates, order))
  }

  counts(order: DateOrder): { values_matched: number; values_failed: number } {
    const { matched, failed } = this.#count(order)
    return { values_matched: matched, values_failed: failed }
  }

  /** Month first, then day first, both on the row that shows most: with a start whose parts could change places. */
  readings(): DateReading[] {
    const turnable = ({ rawStart }: RowDates) => slashParts(rawStart) !== null
    const sample =
      this.#dates.find((dates) => turnable(dates) && dates.rawFinish !== '') ?? this.#dates.find(turnable) ?? null
    return (['mdy', 'dmy'] as const).map((order) => {
      const { matched, failed, failedRows } = this.#count(order)
      const read = sample && this.#read(sample, order)
      return {
        order,
        sample_row: read?.row ?? null,
        sample_name: read?.name ?? '',
        sample_raw_start: read?.raw_start ?? '',
        start: read?.start ?? null,
        finish: read?.finish ?? null,
        duration_days: read?.duration_days ?? null,
        values_matched: matched,
        values_failed: failed,
        rows_unparseable: failedRows,
      }
    })
  }

  #read({ line, rawStart, rawFinish }: RowDates, order: DateOrder): DatePreviewRow {
    const row = this.#rows.findLast((other) => other.line === line)
    const startDay = this.#day(rawStart, order, row?.startDay ?? this.#nearDay)
    const finishDay = this.#day(rawFinish, order, row?.finishDay ?? this.#nearDay, parseFinish)
    const hasSpan = startDay !== null && finishDay !== null && finishDay >= startDay
    return {
      row: line,
      name: row?.name ?? '',
      raw_start: rawStart,
      raw_finish: rawFinish,
      start: startDay === null ? null : formatCivilDay(startDay),
      finish: finishDay === null ? null : formatCivilDay(finishDay),
      duration_days: row?.durationDays ?? (hasSpan ? Math.max(1, this.#counter.count(startDay, finishDay)) : null),
      unreadable: (rawStart !== '' && startDay === null) || (rawFinish !== '' && finishDay === null),
    }
  }

  #count(order: DateOrder): { matched: number; failed: number; failedRows: number } {
    const tally = { matched: 0, failed: 0, failedRows: 0 }
    for (const { rawStart, rawFinish } of this.#dates) {
      let failed = 0
      for (const value of [rawStart, rawFinish]) {
        if (value === '') continue
        if (this.#day(value, order) === null) failed += 1
        else tally.matched += 1
      }
      tally.failed += failed
      if (failed > 0) tally.failedRows += 1
    }
    return tally
  }
}
