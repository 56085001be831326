// The dates of a row; one that cannot be read is dropped with a word.

import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { parseDate, parseFinish, parseYearless } from '../cells/parse-date.ts'
import type { ArrangedRow } from './arranged-row.ts'
import type { RowContext } from './row-context.ts'

const DAYS_OF_YEAR = 365

/** Start and finish, of which the finish is dropped where it comes first. */
export function readDates(
  row: ArrangedRow,
  context: RowContext,
): { startDay: number | null; finishDay: number | null } {
  const startDay = readDate(row, 'start', context)
  const finishDay = readDate(row, 'finish', context, startDay)
  if (startDay === null || finishDay === null || finishDay >= startDay) return { startDay, finishDay }
  const where = { row: row.line, field: context.columns.header('finish') }
  const text = `finish ${formatCivilDay(finishDay)} is before start ${formatCivilDay(startDay)} and is dropped`
  context.diagnostics.warn('finish_before_start', where, text)
  return { startDay, finishDay: null }
}

/** Exports of programs write nothing as `null`. */
const NOTHING = /^(?:null|none|nan|nil|undefined)$/i

/** The day in the column of a field; null where there is none. */
export function readDate(
  row: ArrangedRow,
  field: 'start' | 'finish' | 'constraint_date' | 'deadline' | 'scheduled_start',
  context: RowContext,
  from: number | null = null,
): number | null {
  const { columns, order, diagnostics } = context
  const raw = columns.cell(row, field)
  const cell = raw === '' ? '' : raw.trim()
  if (cell === '' || NOTHING.test(cell)) return null
  const isEnd = field === 'finish' || field === 'deadline'
  const day = (isEnd ? parseFinish : parseDate)(cell, order) ?? readYearless(cell, row.line, context, { isEnd, from })
  if (day !== null) context.nearDay = day
  else {
    const where = { row: row.line, field: columns.header(field) }
    diagnostics.warn('bad_date', where, `date ${quoted(cell)} cannot be read and is dropped`)
  }
  return day
}

const NOT_YET = /^(?:tb[acd]|n\.?\/?a\.?|none|null|open|pending|offen|[-–—?.]+)$/i

/** The day in a column by its place; what is not known yet is none. */
export function readDay(row: ArrangedRow, at: number | undefined, context: RowContext): number | null {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  if (cell === '' || NOT_YET.test(cell)) return null
  const day = parseDate(cell, context.order) ?? readYearless(cell, row.line, context)
  if (day === null)
    context.diagnostics.warn('bad_date', { row: row.line }, `date ${quoted(cell)} cannot be read and is dropped`)
  return day
}

/** Ends come after their starts; the days of a year that the title says are all of it. */
function readYearless(
  cell: string,
  line: number,
  context: RowContext,
  { isEnd = false, from = null }: { isEnd?: boolean; from?: number | null } = {},
): number | null {
  const { titleDay, turnLine } = context
  const isNext = titleDay !== null && turnLine !== null && line >= turnLine
  const near = from ?? (isNext ? titleDay + DAYS_OF_YEAR : titleDay) ?? context.nearDay
  const day = near === null ? null : parseYearless(cell, context.order, near, { isEnd, from })
  if (day !== null) context.yearlessCount += 1
  return day
}
