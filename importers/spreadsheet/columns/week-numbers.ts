import { quoted } from '../../plan/diagnostics.ts'
import { unitNamed } from '../cells/duration-units.ts'
import { putCell, type SheetTable } from '../sheet-table.ts'
import { startOfTitle } from './counted-starts.ts'
import { exactHeader, partialFields, placeOf, WEEK_WORD } from './header-fields.ts'
import { fromOrTo } from './match-columns.ts'
import { yearOfTitle } from './title-year.ts'

const MOSTLY = 0.8
const LAST_WEEK = 53

const OF_TIME: ReadonlySet<string> = new Set(['start', 'finish', 'deadline'])

/** Bare numbers below `KW von`, `Start CW` are weeks of the calendar, and `12-18` below `KW` is a stretch of them. */
export function numberWeeks(table: SheetTable): string[] {
  const notes: string[] = []
  const headers = table.header?.cells ?? []
  const fields = headers.map((header) => exactHeader(header)?.field ?? partialFields(header)[0] ?? '')
  const saysTime = fields.some((field) => OF_TIME.has(field))
  for (const [index, header] of headers.entries()) {
    if (!WEEK_WORD.test(header)) continue
    const isAlone = !saysTime && header.replace(WEEK_WORD, '').trim() === ''
    if (!isAlone && !OF_TIME.has(fields[index] ?? '')) continue
    const filled = table.rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '')
    const numbered = filled.filter(({ cells }) => weeksOf(cells[index] ?? '', isAlone) !== null)
    if (numbered.length === 0 || numbered.length < MOSTLY * filled.length) continue
    if (numbered.every(({ cells }) => weeksOf(cells[index] ?? '', isAlone) === cells[index])) continue
    for (const { cells } of numbered) cells[index] = weeksOf(cells[index] ?? '', isAlone) ?? ''
    notes.push(`Numbers in column ${quoted(header.trim())} are read as weeks of the calendar.`)
  }
  return notes
}

/**
 * Bare numbers below `Start Week | End Week` in any language are weeks of the calendar where the title says a year and no day to count from.
 */
export function weeksOfTitledYear(table: SheetTable): string[] {
  const mayLackYear = yearOfTitle(table) !== null && startOfTitle(table) === null
  const weekIn = (cell: string | undefined) => ofOwnYear(cell ?? '') ?? (mayLackYear ? weekOf(cell ?? '') : null)
  const headers = table.header?.cells ?? []
  const notes: string[] = []
  for (const [index, header] of [...headers.entries()]) {
    const field = fieldOfWeeks(header)
    if (field === null || placeOf(headers.toSpliced(index, 1, ''), field) >= 0) continue
    const filled = table.rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '')
    if (filled.length === 0 || filled.some(({ cells }) => weekIn(cells[index]) === null)) continue
    const at = table.addColumns(field === 'start' ? 'Start (calendar week)' : 'End (calendar week)')
    for (const { cells } of filled) putCell(cells, at, weekIn(cells[index]) ?? '')
    table.readInto(index)
    table.datesArePeriods = true
    headers[index] = `${header} (weeks)`
    notes.push(`Numbers in column ${quoted(header.trim())} are read as weeks of the calendar.`)
  }
  return notes
}

/** `2026-W12`: a week that says its year. */
const ofOwnYear = (cell: string) => (/^20\d\d[\s/_-]?W\d{1,2}$/i.test(cell.trim()) ? cell.trim() : null)

/** `12`, `W12`, `Tydzień 12`: one week of the calendar by any word. */
function weekOf(cell: string): string | null {
  const [, word = ''] = /^(\p{L}{3,15})\.?\s?(?=\d)/u.exec(cell.trim()) ?? []
  return weeksOf(
    unitNamed(word)?.unit === 'week'
      ? cell
          .trim()
          .slice(word.length)
          .replace(/^[.\s]+/, '')
      : cell,
    false,
  )
}

/** `Start Week`, `Semaine fin`: a word for weeks beside one for a start or an end. */
function fieldOfWeeks(header: string): 'start' | 'finish' | null {
  const words = header
    .slice(0, LONGEST)
    .trim()
    .replace(/:$/, '')
    .split(/[\s_-]+/)
  const rest = words.filter((word) => unitNamed(word)?.unit !== 'week')
  if (words.length > MOST_WORDS || rest.length !== words.length - 1) return null
  const field = fromOrTo(rest.join(' ')) ?? exactHeader(rest.join(' '))?.field
  return field === 'start' || field === 'finish' ? field : null
}
const [LONGEST, MOST_WORDS] = [40, 3]

/** `KW 12`, or `KW 12 - KW 18` where both may stand in one cell, with the year that they have; null for what is no week. */
function weeksOf(cell: string, mayBeTwo: boolean): string | null {
  const [, first, year, last, lastYear] = WEEKS.exec(cell.trim()) ?? []
  if (first === undefined || (last !== undefined && !mayBeTwo)) return null
  const weeks =
    last === undefined
      ? [[first, year]]
      : [
          [first, year],
          [last, lastYear],
        ]
  if (!weeks.every(([week]) => isWeek(week ?? ''))) return null
  return weeks.map(([week, itsYear]) => `KW ${week}${itsYear === undefined ? '' : `/${itsYear}`}`).join(' - ')
}
const WORD = String.raw`(?:(?:KW|CW|WK|W|week|woche|vecka|v|uge|uke)\.?\s?)?`
const ONE = String.raw`${WORD}(\d{1,2})(?:\s?[/.]\s?(20\d\d))?`
const WEEKS = new RegExp(String.raw`^${ONE}(?:\s?(?:[-–—]|bis|to|till|til)\s?${ONE})?$`, 'i')

const isWeek = (text: string) => Number(text) >= 1 && Number(text) <= LAST_WEEK
