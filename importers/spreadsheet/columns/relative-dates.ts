import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { parseDate } from '../cells/parse-date.ts'
import { putCell, type SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { stepAfter } from './step-after.ts'

const FEWEST = 2
const MOSTLY = 0.6
const BEFORE =
  /^(\d{1,3})(?:\s?[-–—+]\s?\d{1,3})?\+?\s?(day|week|month|year)s?\s+(before|prior|out|ahead|to go|after)\b.{0,40}$/i
const THE_DAY = /^(?:the day|day of|(?:the )?(?:wedding|event|big) day)\b.{0,20}$/i
const DAYS_OF_WEEK = 7
const MONTHS_OF_YEAR = 12
const UNITS: Readonly<Record<string, { months: number; days: number }>> = {
  day: { months: 0, days: 1 },
  week: { months: 0, days: DAYS_OF_WEEK },
  month: { months: 1, days: 0 },
  year: { months: MONTHS_OF_YEAR, days: 0 },
}

/**
 * Check lists say `12 months before`, once above all that is to be done then. Where the lines above the table name one day, these are
 * days before it, by which each row is to be done; each also holds for the rows below it up to the next.
 */
export function readRelativeDates(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  const at = headers.findIndex((_, index) => {
    const texts = filledTexts(table.rows, index)
    const said = texts.filter((text) => BEFORE.test(text))
    return said.length >= FEWEST && said.length >= MOSTLY * texts.length
  })
  const titled = new Set(
    table.above.flatMap(({ cells }) => cells.flatMap((cell) => parseDate(cell.trim(), 'mdy') ?? [])),
  )
  const [event] = titled
  if (at < 0 || event === undefined || titled.size > 1) return []
  const place = table.addColumns('Due (counted)')
  let due: number | null = null
  for (const { cells } of table.rows) {
    const text = (cells[at] ?? '').trim()
    if (text !== '') due = dayOf(text, event)
    if (due !== null) putCell(cells, place, formatCivilDay(due))
  }
  const header = (headers[at] ?? '').trim()
  headers[at] = `${header} (as written)`
  table.readInto(at)
  return [`Column ${quoted(header)} counts from ${formatCivilDay(event)}, the one day that is named above the table.`]
}

function dayOf(text: string, event: number): number | null {
  if (THE_DAY.test(text)) return event
  const [, count = '', unit = '', way = ''] = BEFORE.exec(text) ?? []
  if (count === '') return null
  const sign = /^after$/i.test(way) ? 1 : -1
  const { months, days } = UNITS[unit.toLowerCase()] ?? { months: 0, days: 0 }
  return months > 0 ? stepAfter(event, sign * months * Number(count), 'month') : event + sign * days * Number(count)
}
