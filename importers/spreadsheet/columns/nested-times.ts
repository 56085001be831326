import { unitNamed } from '../cells/duration-units.ts'
import { isYear } from '../cells/year-parts.ts'
import type { SheetRow } from '../sheet-table.ts'
import { longestRun } from './chart-labels.ts'
import { MONTHS } from './labelled-times.ts'

// Numbers and Roman numbers below years: months, quarters or weeks of them, by how far they count.

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
const WORD_AND_YEAR = /^(\p{L}{2,12})\s?[:.]?\s?(20\d\d)$|^(20\d\d)\s?(\p{L}{1,8})\.?$/u
const COUNTED_YEAR =
  /^(\p{L}{1,12})\.?\s?(\d|I{1,3}|IV|V)$|^(\d)(?:\.|[ºª°]|st|nd|rd|th|er|re|e|ère|ème)?\s(\p{L}{2,12})$/iu
/** `Y1Q3`, `Year 2 - Q1`, `Q3 Y1`, `Y1 M4`. */
const YEAR_THEN_PART = /^(\p{L}{1,6})\.?\s?(\d)[\s/.,:–-]*([QM])\s?(\d{1,2})$/iu
const PART_THEN_YEAR = /^([QM])\s?(\d{1,2})[\s/.,:–-]*(\p{L}{1,6})\.?\s?(\d)$/iu
const [MONTHS_OF_YEAR, QUARTERS_OF_YEAR, WEEKS_OF_YEAR, LONG_YEAR] = [12, 4, 52, 53]
const FEWEST = 3

type YearLabel = { at: number; number: number; isCounted: boolean }
type Part = 'month' | 'quarter' | 'week'

/** Rows above a chart whose labels only say a part of a year get labels that say all of it: `3` below `2026` becomes `2026-03`. */
export function nameParts(row: SheetRow, above: readonly SheetRow[]): void {
  for (const [at, cell] of row.cells.entries()) if (cell.length >= 5) row.cells[at] = plainYear(cell)
  if (nameCountedParts(row)) return
  const numbers = row.cells.map(numberIn)
  if (numbers.some((number) => number !== null))
    for (const { cells } of above.toReversed()) {
      const labels = yearsIn(cells)
      if (labels.length > 0 && nameBelowYears(row, numbers, labels)) return
    }
  nameRomanMonths(row)
}

/** `Year 2026`, `Año: 2026`, `2026 г.`: the year alone; any other text is given back. */
function plainYear(text: string): string {
  const found = WORD_AND_YEAR.exec(text.trim())
  const word = found?.[1] ?? found?.[4] ?? ''
  // `2026年` stands before its month.
  const isEastern = /[年년]/u.test(word)
  return (isYearWord(word) && !isEastern) || /^(?:r|г|р)$/iu.test(word) ? (found?.[2] ?? found?.[3] ?? text) : text
}

const isYearWord = (word: string) => unitNamed(word)?.unit === 'year'

function numberIn(cell: string): number | null {
  const text = cell.trim()
  if (text === '' || text.length > 4) return null
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const roman = ROMAN.indexOf(text.replace(/\.$/, ''))
  return roman < 0 ? null : roman + 1
}

/** Years one after the other, and nothing else to the right of the first. */
function yearsIn(cells: readonly string[]): YearLabel[] {
  const labels: YearLabel[] = []
  for (const [at, cell] of cells.entries()) {
    const text = cell.trim()
    if (text === '') continue
    const label = yearLabel(text, at)
    const before = labels.at(-1)
    if (label === null && labels.length > 0) return []
    if (label === null) continue
    if (before !== undefined && (label.number !== before.number + 1 || label.isCounted !== before.isCounted)) return []
    labels.push(label)
  }
  return labels
}

function yearLabel(text: string, at: number): YearLabel | null {
  if (isYear(text)) return { at, number: Number(text), isCounted: false }
  const [, word = '', number = '', first = '', behind = ''] = COUNTED_YEAR.exec(text) ?? []
  if (!isYearWord(word || behind)) return null
  return { at, number: numberIn((number || first).toUpperCase()) ?? 0, isCounted: true }
}

function nameBelowYears(row: SheetRow, numbers: readonly (number | null)[], labels: readonly YearLabel[]): boolean {
  const groups = labels.map(({ at, number, isCounted }, index) => {
    const end = labels[index + 1]?.at ?? numbers.length
    const own = numbers.slice(at, end)
    const stop = own.indexOf(null)
    return { at, year: number, isCounted, isWhole: stop < 0, own: (stop < 0 ? own : own.slice(0, stop)) as number[] }
  })
  const rises = groups.every(
    ({ own }) => own.length > 0 && own.every((number, step) => number === (own[0] ?? 0) + step),
  )
  const beginsAnew = groups.every(({ own, isCounted }, index) => own[0] === 1 || (index === 0 && !isCounted))
  const isDense = groups.slice(0, -1).every(({ isWhole }) => isWhole)
  if (!rises || !beginsAnew || !isDense) return false
  const part = partOf(groups.map(({ own }) => own.at(-1) ?? 0))
  if (part === null || groups.reduce((sum, { own }) => sum + own.length, 0) < FEWEST) return false
  for (const { at, year, own, isCounted } of groups)
    for (const [step, number] of own.entries()) row.cells[at + step] = labelOf(part, number, year, isCounted)
  return true
}

/** What counts so far in each year; all but the last are whole, and so is a lone one. */
function partOf(lasts: readonly number[]): Part | null {
  const whole = lasts.length > 1 ? lasts.slice(0, -1) : lasts
  const most = Math.max(...lasts)
  if (whole.every((last) => last === MONTHS_OF_YEAR) && most === MONTHS_OF_YEAR) return 'month'
  if (whole.every((last) => last === QUARTERS_OF_YEAR) && most === QUARTERS_OF_YEAR) return 'quarter'
  return whole.every((last) => last === WEEKS_OF_YEAR || last === LONG_YEAR) && most <= LONG_YEAR ? 'week' : null
}

function labelOf(part: Part, number: number, year: number, isCounted: boolean): string {
  if (part === 'quarter') return isCounted ? `Q${number}` : `Q${number} ${year}`
  if (part === 'month')
    return isCounted ? `M${MONTHS_OF_YEAR * (year - 1) + number}` : `${year}-${String(number).padStart(2, '0')}`
  return isCounted ? `Week ${WEEKS_OF_YEAR * (year - 1) + number}` : `KW ${number} ${year}`
}

/** `Y1Q1 | Y1Q2`: quarters one after the other, in the order in which they stand; `Y1M1` counts months. */
function nameCountedParts(row: SheetRow): boolean {
  const found = row.cells.map((cell) => {
    const text = cell.trim()
    const [, word = '', year = '', letter = '', number = ''] = YEAR_THEN_PART.exec(text) ?? []
    const [, letterFirst = '', numberFirst = '', wordLast = '', yearLast = ''] =
      word === '' ? (PART_THEN_YEAR.exec(text) ?? []) : []
    if (!isYearWord(word || wordLast)) return null
    return {
      part: (letter || letterFirst).toUpperCase(),
      year: Number(year || yearLast),
      number: Number(number || numberFirst),
    }
  })
  if (found.filter((label) => label !== null).length < FEWEST) return false
  for (const [at, label] of found.entries())
    if (label !== null)
      row.cells[at] = labelOf(label.part === 'Q' ? 'quarter' : 'month', label.number, label.year, true)
  return true
}

/** `I | II | … | VI`, `X.2026 | XI.2026`: months, where they count beyond the weeks of a month or the quarters of a year. */
function nameRomanMonths(row: SheetRow): void {
  const parts = row.cells.map((cell) => ROMAN_AND_YEAR.exec(cell.trim()))
  const numbers = parts.map((part) => (part === null ? 0 : ROMAN.indexOf(part[1] ?? '') + 1))
  const run = longestRun(numbers.length, (index, before) => {
    const [here, earlier] = [numbers[index] ?? 0, before === null ? null : (numbers[before] ?? 0)]
    return here > 0 && (earlier === null || here === (earlier % MONTHS_OF_YEAR) + 1)
  })
  const sayYears = run.every((index) => parts[index]?.[2] !== undefined)
  const most = sayYears ? QUARTERS_OF_YEAR : WEEKS_OF_MONTH
  if (run.length < FEWEST || !run.some((index) => (numbers[index] ?? 0) > most)) return
  for (const index of run) row.cells[index] = `${MONTHS[(numbers[index] ?? 1) - 1]} ${parts[index]?.[2] ?? ''}`.trim()
}
const WEEKS_OF_MONTH = 5
const ROMAN_AND_YEAR = /^(I{1,3}|IV|VI{0,3}|IX|XI{0,2})(?:[\s./-]+(20\d{2}|\d{2}))?\.?$/
