import { quoted } from '../../plan/diagnostics.ts'
import { countedPeriod } from '../cells/counted-period.ts'
import { unitNamed } from '../cells/duration-units.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { findChart } from './chart-columns.ts'
import { filledTexts, isFilled } from './column-texts.ts'
import { namesWork } from './general-names.ts'
import { exactHeader, partialFields, WEEK_WORD } from './header-fields.ts'
import { firstOf, lastOf, riseFromOne } from './rising-numbers.ts'
import { tellsRanges } from './split-ranges.ts'

type Unit = 'day' | 'week' | 'month'
/** The first and the last of the periods in a cell. */
type Counted = { unit: Unit; first: number; last: number; word: string }
type Column = { index: number; unit: Unit; read: (cell: string) => Counted | null }

const MOSTLY = 0.8
const NAMED_ROWS = 0.5
const FEWEST_ROWS = 2
const [FIRST, BEFORE_FIRST] = [1, 0]
const OF_TIME: ReadonlySet<string> = new Set(['start', 'finish', 'deadline', 'scheduled_start', 'constraint_date'])
/** `Week 1-2`, `第1-2周`, `Semana 3 y 4`. */
const STRETCH = /(\d{1,3})\s?(?:[-–—~～至到]|to|a|à|al|bis|till|til|tot|y|e|et|und|en|and|&)\s?(\d{1,3})(?!\d)/iu
/** `Semana nº`, `N° semaine`, `Week no.`: what says that a header numbers its unit. */
const NUMBER_WORD = /^(?:n|no|nr|nº|n°|num|number|numero|número|nummer|numéro|№)$/iu
const COUNTING_SIGNS = /^第?[几幾]?(.*?)[次目]?$/u

/**
 * A lone column that numbers the weeks, days or months from the first on, beside names and nothing else that says when: what stands there is
 * the time of its row. Numbers have to rise and stand below a word for the unit; cells with such a word may come in any order. What
 * is written in the first of several rows holds for all of them.
 */
export function readLonePeriods(table: SheetTable): string[] {
  const { header, rows } = table
  const headers = header?.cells ?? []
  if (rows.length < FEWEST_ROWS || headers.some((text) => OF_TIME.has(exactHeader(text)?.field ?? ''))) return []
  // Times beside other things make no tasks of them.
  if (!headers.some(namesTasks)) return []
  const found = headers.flatMap((_, index) => columnOf(table, index) ?? [])
  // Weeks that begin anew with each month need both.
  const [column] = found
  if (column === undefined || found.length > 1 || tellsRanges(table) || findChart(table, undefined) !== null) return []
  const { index, unit, read } = column
  const text = headers[index] ?? ''
  const isOnce = isWrittenOnce(rows, index)
  const hasLengths = headers.some((_, at) => at !== index && holdsLengths(table, at))
  const at = hasLengths ? table.addColumns(`Start ${unit}`) : table.addColumns(`Start ${unit}`, `End ${unit}`)
  let before: Counted | null = null
  for (const row of rows) {
    const own = (row.cells[index] ?? '').trim()
    const period: Counted | null = own === '' && isOnce ? before : read(own)
    before = period
    if (period === null) {
      if (own !== '') table.account.leave(index, row)
      continue
    }
    putCell(row.cells, at, String(period.first))
    if (!hasLengths) putCell(row.cells, at + 1, String(period.last))
    // Numbers are lengths or ids elsewhere.
    row.cells[index] = ''
  }
  table.readInto(index)
  headers[index] = `${text} (${unit}s)`
  const often = isOnce ? ' What is written once holds for the rows below it.' : ''
  return [`Column ${quoted(text.trim())} counts ${unit}s, of which each row takes those that it names.${often}`]
}

const namesTasks = (header: string) =>
  exactHeader(header)?.field === 'name' || partialFields(header).includes('name') || namesWork(header)

/** A column in which nearly every cell is a period of one unit, beside names, from the first period on. */
function columnOf({ header, rows }: SheetTable, index: number): Column | null {
  const filled = rows.filter((row) => isFilled(row, index))
  const texts = filledTexts(rows, index)
  if (texts.length < FEWEST_ROWS) return null
  const named = (header?.cells ?? []).flatMap((_, at) => (at !== index && namesRows(rows, at) ? [at] : []))
  // A line with nothing beside it heads others.
  const isBeside = (row: SheetRow) => named.some((at) => isFilled(row, at))
  if (named.length === 0 || filled.filter(isBeside).length < MOSTLY * filled.length) return null
  const text = header?.cells[index] ?? ''
  const unit = unitNumbered(text)
  if (unit !== null && !WEEK_WORD.test(text) && riseFromOne(texts)) {
    const read = (cell: string) => {
      const first = firstOf(cell)
      return Number.isInteger(first) && cell !== '' ? { unit, first, last: lastOf(cell), word: '' } : null
    }
    return { index, unit, read }
  }
  const periods = texts.map(periodOf)
  const known = periods.filter((period) => period !== null)
  // `W-1` and `M3` are ids and milestones elsewhere.
  if (unit === null && known.some(({ word }) => isShort(word))) return null
  const units = new Set(known.map((period) => period.unit))
  const [only] = units
  const least = Math.min(...known.map(({ first }) => first))
  const areSeveral = new Set(known.map(({ first }) => first)).size > 1
  const begins = least === FIRST || least === BEFORE_FIRST
  if (only === undefined || units.size > 1 || !begins || !areSeveral || known.length < MOSTLY * texts.length)
    return null
  return { index, unit: only, read: periodOf }
}

/** Whether a column has words in most rows. */
function namesRows(rows: readonly SheetRow[], at: number): boolean {
  const isName = ({ cells }: SheetRow) =>
    /\p{L}{2}/u.test(cells[at] ?? '') && periodOf((cells[at] ?? '').trim()) === null
  return rows.filter(isName).length >= NAMED_ROWS * rows.length
}

function periodOf(cell: string): Counted | null {
  const [whole = '', first = '', last = ''] = STRETCH.exec(cell) ?? []
  const period = countedPeriod(whole === '' ? cell : cell.replace(whole, first))
  if (period === null) return null
  const end = whole === '' ? period.number : Number(last)
  return end < period.number ? null : { unit: period.unit, first: period.number, last: end, word: period.word }
}

const isShort = (word: string) => word.length < SHORTEST_WORD && !/\p{Lo}/u.test(word)
const SHORTEST_WORD = 3

/** The unit that a header numbers: a word for it, and at most one for a number beside it. */
function unitNumbered(header: string): Unit | null {
  const words = header
    .trim()
    .split(/[\s_.:#()]+/u)
    .filter((word) => word !== '' && !NUMBER_WORD.test(word))
  const [word = ''] = words
  if (words.length !== 1) return null
  const unit = (unitNamed(word) ?? unitNamed(COUNTING_SIGNS.exec(word)?.[1] ?? ''))?.unit
  return !isShort(word) && (unit === 'day' || unit === 'week' || unit === 'month') ? unit : null
}

/** Whether a period is written in the first of several rows and not again. */
function isWrittenOnce(rows: readonly SheetRow[], index: number): boolean {
  const texts = filledTexts(rows, index)
  return (
    rows[0] !== undefined &&
    isFilled(rows[0], index) &&
    texts.length < rows.length &&
    new Set(texts).size === texts.length
  )
}

function holdsLengths({ header, rows }: SheetTable, at: number): boolean {
  const texts = filledTexts(rows, at)
  const lasts = texts.filter((cell) => parseDuration(cell) !== null)
  return (
    exactHeader(header?.cells[at] ?? '')?.field === 'duration' &&
    lasts.length > 0 &&
    lasts.length >= MOSTLY * texts.length
  )
}
