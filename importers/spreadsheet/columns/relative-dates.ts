import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { parseDate } from '../cells/parse-date.ts'
import { putCell, type SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { stepAfter } from './step-after.ts'

const FEWEST = 2
const MOSTLY = 0.6
const SAMPLED_ROWS = 200
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
  const saysBefore = (index: number, text: string) => countedTo(headers[index] ?? '', text)
  const sample = table.rows.slice(0, SAMPLED_ROWS)
  const at = headers.findIndex((_, index) => {
    const texts = filledTexts(sample, index)
    const said = texts.filter((text) => BEFORE.test(saysBefore(index, text)))
    return said.length >= FEWEST && said.length >= MOSTLY * texts.length
  })
  const titled = new Set(table.above.flatMap(({ cells }) => cells.flatMap(daysIn)))
  const [event] = titled
  if (at < 0 || event === undefined || titled.size > 1) return []
  const place = table.addColumns('Due (counted)')
  let due: number | null = null
  for (const { cells } of table.rows) {
    const text = (cells[at] ?? '').trim()
    if (text !== '') due = dayOf(saysBefore(at, text), event)
    if (due !== null) putCell(cells, place, formatCivilDay(due))
  }
  const header = (headers[at] ?? '').trim()
  headers[at] = `${header} (as written)`
  table.readInto(at)
  return [`Column ${quoted(header)} counts from ${formatCivilDay(event)}, the one day that is named above the table.`]
}

/** The day that a cell is, or has in brackets or behind a dash: `Summer Gala (27 June 2026)`. */
function daysIn(cell: string): number[] {
  const day = parseDate(cell.trim(), 'mdy')
  if (day !== null) return [day]
  const parts = cell.slice(0, 200).split(/[()[\]|]|\s[-–—:]\s|:\s/)
  return parts.flatMap((part) => (/\d{4}/.test(part) ? (parseDate(part.trim(), 'mdy') ?? []) : []))
}

/** `Weeks before` above `12`, `12 weeks` or `1 day`: the header says which way they count, and the unit of bare numbers. */
function countedTo(header: string, text: string): string {
  const [, unit = '', way = ''] = COUNTS.exec(header.trim()) ?? []
  if (way === '') return text
  if (/^\d{1,3}$/.test(text)) return `${text} ${unit || 'day'} ${way}`
  return /^\d{1,3}\s?(?:day|week|month|year)s?$/i.test(text) ? `${text} ${way}` : text
}
const COUNTS = /^(?:(?:no\.? of |number of )?(day|week|month|year)s?\s)?(before|prior|out|after)\b.{0,30}$/i

function dayOf(text: string, event: number): number | null {
  if (THE_DAY.test(text)) return event
  const [, count = '', unit = '', way = ''] = BEFORE.exec(text) ?? []
  if (count === '') return null
  const sign = /^after$/i.test(way) ? 1 : -1
  const { months, days } = UNITS[unit.toLowerCase()] ?? { months: 0, days: 0 }
  return months > 0 ? stepAfter(event, sign * months * Number(count), 'month') : event + sign * days * Number(count)
}
