import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { quoted } from '../plan/diagnostics.ts'
import { EAST_ASIAN } from './cells/east-asian.ts'
import { type DateOrder, parseDate, slashParts } from './cells/parse-date.ts'
import { type DateCell, type DateOrderDecision, provenOrder } from './cells/resolve-date-order.ts'
import type { ColumnSet } from './columns/column-set.ts'
import { filledTexts } from './columns/column-texts.ts'
import { isOtherLanguage } from './columns/header-language.ts'
import { orderByDurations } from './rows/judge-durations.ts'
import type { SheetRow, SheetTable } from './sheet-table.ts'

// The order and month of a whole sheet, of all its columns of dates.

const DATE_FIELDS = ['start', 'finish', 'scheduled_start', 'deadline', 'constraint_date'] as const

/** Where the columns of dates stand. */
export function datePlaces(columns: ColumnSet): (number | undefined)[] {
  return [...DATE_FIELDS.map((field) => columns.index(field)), columns.actual.start, columns.actual.finish]
}

/** Settles an order that no date proves: as durations show, else as the language of the headers has it. Says which. */
export function settleOrder(
  decision: DateOrderDecision,
  cells: readonly DateCell[],
  { rows, columns, counter }: { rows: readonly SheetRow[]; columns: ColumnSet; counter: WorkingDayCounter },
): string {
  const shown = orderByDurations(rows, columns, counter)
  if (shown === null) return settleByLanguage(decision, cells)
  decision.resolved = shown
  return `Dates such as 3/4/2026 are read as ${shown === 'dmy' ? 'day/month' : 'month/day'}/year, in which durations fit starts and finishes.`
}

/** Says how dates are read that nothing proves: with the day first where their headers are in another European language. */
function settleByLanguage(decision: DateOrderDecision, cells: readonly DateCell[]): string {
  const header = [...new Set(cells.map(({ column }) => column))].find(isOtherLanguage)
  if (header === undefined) return 'Dates such as 3/4/2026 are read as month/day/year; nothing in the file proves it.'
  // There the month always stands before the day.
  if (EAST_ASIAN.test(header))
    return `Dates such as 3/4/2026 are read as month/day/year, as in the language of ${quoted(header)}; nothing else in the file proves it.`
  decision.resolved = 'dmy'
  return `Dates such as 3/4/2026 are read as day/month/year, as in the language of ${quoted(header)}; nothing else in the file proves it.`
}

/**
 * Columns of which one proves the day first and another the month are each read in their own order: the dates of those with the
 * month first become dates that mean the same in every order.
 */
export function settleMixedOrders({ rows }: SheetTable, columns: ColumnSet): string[] {
  const fields = DATE_FIELDS.map((field) => ({ at: columns.index(field), header: columns.header(field) }))
  const found = [
    ...fields,
    { at: columns.actual.start, header: 'actual start' },
    { at: columns.actual.finish, header: 'actual finish' },
  ].flatMap(({ at, header }) => (at === undefined ? [] : [{ at, header, order: provenOrder(filledTexts(rows, at)) }]))
  const turned = found.filter(({ order }) => order === 'mdy')
  if (turned.length === 0 || !found.some(({ order }) => order === 'dmy')) return []
  for (const { at } of turned) {
    for (const { cells } of rows) {
      const day = slashParts(cells[at] ?? '') === null ? null : parseDate(cells[at] ?? '', 'mdy')
      if (day !== null) cells[at] = formatCivilDay(day)
    }
  }
  const named = turned.map(({ header }) => quoted(header)).join(', ')
  return [
    `Dates in ${named} have the month first, those in other columns the day; each column is read in its own order.`,
  ]
}

/** Dates beside start and finish, which show the order of day and month as well. */
export function otherDateCells(rows: readonly SheetRow[], columns: ColumnSet): DateCell[] {
  const fields = (['deadline', 'constraint_date', 'scheduled_start'] as const).filter((field) => columns.has(field))
  const places = [
    ...fields.map((field) => ({ at: columns.index(field), column: columns.header(field) })),
    { at: columns.actual.start, column: 'actual start' },
    { at: columns.actual.finish, column: 'actual finish' },
  ]
  const found: DateCell[] = []
  for (const { at, column } of places) {
    if (at === undefined) continue
    for (const { line, cells } of rows) {
      const value = (cells[at] ?? '').trim()
      if (value !== '') found.push({ row: line, column, value })
    }
  }
  return found
}

/** The first day of a sheet, or that on which its plan starts. */
export function firstDay(cells: readonly DateCell[], order: DateOrder, startDate: string | undefined): number | null {
  for (const { value } of cells) {
    const day = parseDate(value, order)
    if (day !== null) return day
  }
  return startDate === undefined ? null : parseDate(startDate, order)
}
