import { formatCivilDay, isoWeekday } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { parseDate } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'
import { placeOf } from './header-fields.ts'

/** `Start Day`, `End Month`, `Week of start`; the unit may stand in front. */
const COUNTED_START = /^(?:start|begin|starting)[\s_-]*(day|week|month)$|^(day|week|month)[\s_-]*(?:of[\s_-]*)?start$/i
const COUNTED_END = /^(?:end|finish)[\s_-]*(day|week|month)$|^(day|week|month)[\s_-]*(?:of[\s_-]*)?(?:end|finish)$/i
const NUMBER = /^(?:[dwm]|day|week|month)?\s?(\d{1,4})$/i
const DAYS_PER_WEEK = 7
const WEEKEND = 6

type Counted = { index: number; unit: string; header: string }

/** Starts and ends that are counted, in working days, weeks or months, become dates from the start of the project on. */
export function readCountedStarts(table: SheetTable, startDate: string | undefined): string[] {
  const headers = table.header?.cells
  if (headers === undefined || placeOf(headers, 'start') >= 0) return []
  const start = countedColumn(table, COUNTED_START)
  if (start === null) return []
  const end = placeOf(headers, 'finish') >= 0 ? null : countedColumn(table, COUNTED_END)
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  const isFromZero = table.rows.some(({ cells }) => numberOf(cells[start.index]) === 0)
  const at = headers.length
  headers.push('Start (counted)', ...(end === null ? [] : ['End (counted)']))
  for (const { cells } of table.rows) {
    const first = numberOf(cells[start.index])
    const last = end === null ? null : numberOf(cells[end.index])
    while (cells.length < at + (end === null ? 1 : 2)) cells.push('')
    const steps = (count: number) => (isFromZero ? count : count - 1)
    if (first !== null) cells[at] = formatCivilDay(after(base, steps(first), start.unit))
    if (end !== null && last !== null) cells[at + 1] = formatCivilDay(after(base, steps(last) + 1, end.unit) - 1)
  }
  table.readElsewhere = new Set([...table.readElsewhere, start.index, ...(end === null ? [] : [end.index])])
  const from =
    startDate === undefined ? `${FALLBACK_START_DATE}, because the file names no start` : 'the start of the project'
  return [start, ...(end === null ? [] : [end])].map(
    ({ header, unit }) => `Column ${quoted(header)} counts ${unit}s from ${from}.`,
  )
}

function countedColumn({ header, rows }: SheetTable, named: RegExp): Counted | null {
  for (const [index, text] of (header?.cells ?? []).entries()) {
    const match = named.exec(text.trim())
    const unit = (match?.[1] ?? match?.[2])?.toLowerCase()
    const filled = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '')
    if (unit !== undefined && filled.length > 0 && filled.every((cell) => NUMBER.test(cell)))
      return { index, unit, header: text.trim() }
  }
  return null
}

function numberOf(cell: string | undefined): number | null {
  const number = NUMBER.exec((cell ?? '').trim())?.[1]
  return number === undefined ? null : Number(number)
}

/** The day so many working days, weeks or months after another. */
function after(base: number, count: number, unit: string): number {
  if (unit === 'week') return base + DAYS_PER_WEEK * count
  if (unit === 'month') {
    const [year = 0, month = 1] = formatCivilDay(base).split('-').map(Number)
    const months = year * 12 + month - 1 + count
    const text = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
    return parseDate(text, 'iso') ?? base
  }
  let day = base
  for (let left = count; left > 0; left -= 1) {
    day += 1
    while (isoWeekday(day) >= WEEKEND) day += 1
  }
  return day
}
