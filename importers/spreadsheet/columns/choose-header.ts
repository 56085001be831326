import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseDate } from '../cells/parse-date.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import { listLines } from '../rows/arrange-rows.ts'
import { MAX_LEADING_ROWS, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { headersOfBare } from './bare-tables.ts'
import { type ChartHeader, firstPeriod, headerOfChart, isPeriod, partGroups } from './chart-headers.ts'
import {
  ESTIMATES,
  type ExactField,
  exactHeader,
  fieldNamed,
  LONGEST_HEADER,
  partialFields,
  type SheetField,
} from './header-fields.ts'
import { headsInnerTable } from './inner-tables.ts'
import { joinRowAbove, joinRowBelow } from './join-header-rows.ts'
import { repeatedTables } from './side-tables.ts'

/** How much better a later row must be than the first that names the tasks. */
const CLEARLY = 2
/** Rows above a header that names one field. */
const FAR_DOWN = 10
/** Points of a row in which at least four columns are known. */
const MANY = 12
/** Known columns against which the title of a project, one field by chance, is no header. */
const MANY_BELOW_TITLE = 4
/** Fields that make a row a header, whatever stands beside it. */
const MANY_FIELDS = 3
/** Fields that a row must name to be the header below another row that names the tasks as headers do. */
const FIELDS_OF_TABLES = 3
const MAX_COLUMNS_LOOKED_AT = 200
const OF_TIME: ReadonlySet<SheetField> = new Set(['start', 'finish', 'duration', 'deadline'])

export type HeaderWish = { line: number | null; columnMap: Readonly<Record<string, string>> }

/**
 * Settles which row is the header and returns what to say about it. Sheets often begin with a block of title, client and
 * dates; the row that names most fields is the header, the first of them when several do.
 */
export function chooseHeader(table: SheetTable, wish: HeaderWish): string[] {
  const rows = table.leading
  const first = rows[0]
  if (wish.line !== null) {
    if (first?.line !== wish.line)
      throw new ImportRefusal('no_header', `line ${wish.line}, named as the header row, is blank or not in the file`)
    const below = joinRowBelow(first.cells, rows[1])
    table.settleHeader(wish.line, below === null ? {} : { cells: below, lastLine: (rows[1] as SheetRow).line })
    return below === null ? [] : [joinedBelow(rows[1] as SheetRow)]
  }
  if (first === undefined) throw new ImportRefusal('no_header', 'the file has no header row')
  const known = new Map<string, Spelled>()
  const mapped = new Set(Object.keys(wish.columnMap).map((header) => header.trim().toLowerCase()))
  const candidates = rows.slice(0, MAX_LEADING_ROWS)
  const scores = candidates.map((row) => scoreRow(row, wish.columnMap, mapped, known))
  let best = 0
  for (const [index, score] of scores.entries()) {
    const before = scores[best] as RowScore
    const isFirstName = score.namesTasks && !before.namesTasks
    // What only speaks of names gives way to a row of many fields, whatever that calls the tasks.
    const hasMany = score.points >= MANY || (before.fields === 1 && score.fields >= MANY_BELOW_TITLE)
    const mayLead = score.namesTasks || !before.namesTasks || (!before.namesTasksExactly && hasMany)
    const isBetter = score.points >= before.points + CLEARLY && mayLead
    // Tables of planners have the names of fields above those for people.
    const isForPeople = index === best + 1 && score.namesTasks && before.points >= MANY && score.points > before.points
    // Tasks may be called Start and Summary: right below a header they are no header of their own.
    const mayBeTask = before.namesTasksExactly && score.fields < FIELDS_OF_TABLES && !leavesGap(candidates, best, index)
    const isInner = before.namesTasks && headsInnerTable(candidates[index] as SheetRow)
    if (index === 0 || mayBeTask || isInner) continue
    if (
      isBetter ||
      isForPeople ||
      (isFirstName && score.points >= before.points + (isLoneCell(candidates[best]?.cells ?? []) ? 0 : 1)) ||
      (isFirstName && before.fields < FIELDS_OF_TABLES && isOfChart(candidates[index] as SheetRow))
    )
      best = index
  }
  // A lone word further down than most of the sheet is no header.
  if ((scores[best] as RowScore).fields < 2 && best > FAR_DOWN && best > table.all.length - best) best = 0
  const chart = chartInstead(rows, candidates.length, scores, best)
  if (chart !== null) {
    table.settleHeader((rows[chart.index] as SheetRow).line, {
      cells: chart.cells,
      lastLine: chart.lastLine,
      hasTasksAbove: chart.above !== null,
    })
    table.namesBesideChart = true
    const apart = (scores[best] as RowScore).fields > 1 && chart.above === null ? cutFrom(table, rows[best], chart) : []
    if (chart.groupAt !== null) partGroups(table, chart.groupAt)
    const others = table.rows
    if (chart.above !== null) {
      table.replaceRows(chart.above)
      table.account.settleLines(others)
      const below =
        others.length > 0
          ? [`${others.length} filled lines below line ${rows[chart.index]?.line} are not imported.`]
          : []
      return [chart.note, ...below]
    }
    const above =
      chart.index > 0 ? [`${chart.index} filled lines above line ${rows[chart.index]?.line} are not imported.`] : []
    return [chart.note, ...above, ...apart]
  }
  const bare = (scores[best] as RowScore).fields === 0 ? headersOfBare(rows) : null
  if (bare !== null) {
    table.settleHeader(first.line, { cells: bare, firstHead: first })
    return [`No line is a header; line ${first.line} is read as the first task, and the columns by what they hold.`]
  }
  const header = candidates[best] as SheetRow
  const isComment = (row: SheetRow) => row.cells[0]?.trimStart().startsWith('#')
  const group = candidates.slice(0, best).findLast((row) => !isComment(row))
  const below = joinRowBelow(header.cells, rows[best + 1])
  const isOne = repeatedTables(header.cells) === null
  // What stands above a gap is the block of the title.
  const isRight = group !== undefined && header.line - group.line === 1
  const grouped = below === null && isOne && isRight ? joinRowAbove(header.cells, group) : null
  const headAbove = grouped === null ? firstGroupHead(table, header, candidates[best - 1]) : undefined
  // Nothing in sight names tasks: the first row with the most columns is what a person would call the header.
  table.settleHeader(header.line, {
    ...((below ?? grouped) === null ? {} : { cells: below ?? grouped ?? [] }),
    ...(below === null ? {} : { lastLine: (rows[best + 1] as SheetRow).line }),
    ...(headAbove === undefined ? {} : { firstHead: headAbove }),
  })
  const notes: string[] = []
  const above =
    best - candidates.slice(0, best).filter(isComment).length - (grouped === null && headAbove === undefined ? 0 : 1)
  if (above > 0)
    notes.push(`Line ${header.line} is taken for the header row; ${above} filled lines above it are not imported.`)
  if (below !== null) notes.push(joinedBelow(rows[best + 1] as SheetRow))
  if (grouped !== null) notes.push(`Line ${group?.line} groups the columns; its words are part of the headers.`)
  return notes
}

/** Leaves out a table below a chart, from its header on. */
function cutFrom(table: SheetTable, header: SheetRow | undefined, { lastLine }: ChartHeader): string[] {
  if (header === undefined || header.line <= lastLine) return []
  const below = table.rows.filter(({ line }) => line >= header.line)
  if (below.length === 0 || below.length === table.rows.length) return []
  table.leaveOut(below)
  return [`Lines of another table below are not imported: ${listLines(below.map(({ line }) => line))}.`]
}

/** What stands between the times of a chart and a row further down that only looks like a header. */
const ROWS_OF_HEADERS = 3

/** The times above a chart, where no row names the tasks, or just one far below them with a word that may be a task. */
function chartInstead(
  rows: readonly SheetRow[],
  candidateCount: number,
  scores: readonly RowScore[],
  best: number,
): ChartHeader | null {
  const score = scores[best] as RowScore
  if (score.fields > MOST_FIELDS_BELOW) return null
  const mayBeHeader = score.namesTasksExactly && best < ROWS_OF_HEADERS
  const chart = headerOfChart(rows)
  if (chart === null || chart.index >= candidateCount) return null
  if (isTitleOf(chart, rows, best)) return chart
  if (mayBeHeader) return null
  // A small table below a chart has headers as well.
  const between = best - chart.index - 1
  const isApart =
    between >= FEWEST_ABOVE && leavesGap(rows, best - 1, best) && countPeriods(rows[chart.index]) >= LONG_SCALE
  if (score.fields > 1 && !isApart && between <= Math.max(FEWEST_ABOVE, rows.length - best - 1)) return null
  // A word for tasks behind the times sums them up.
  const isItself = best === chart.index && !score.namesTasksExactly
  // `Tasks` alone below a legend that stands below the times.
  const isAlone = best > chart.index && isLoneCell(rows[best]?.cells ?? [])
  const isFarAbove = !score.namesTasks || isItself || isAlone || best - chart.index > ROWS_OF_HEADERS
  // What is counted may stand below a header that names other columns.
  const isTimes = firstPeriod(rows[chart.index - 1]?.cells ?? []) !== null
  const isBelowHeader = !isTimes && (scores[chart.index - 1]?.points ?? 0) >= ONE_FIELD
  return isFarAbove && !isBelowHeader ? chart : null
}
const [MOST_FIELDS_BELOW, FEWEST_ABOVE] = [2, 3]

/** `Team A | Work plan | Ada`: a word for tasks where the times stand below it is a title of the chart. */
function isTitleOf({ index }: ChartHeader, rows: readonly SheetRow[], best: number): boolean {
  const from = firstPeriod(rows[index]?.cells ?? [])
  const namesTask = (cell: string) => (exactHeader(cell)?.field ?? partialFields(cell)[0]) === 'name'
  const at = (rows[best]?.cells ?? []).findIndex((cell) => namesTask(cell.slice(0, LONGEST_HEADER)))
  return best < index && from !== null && at >= from && countPeriods(rows[index]) >= LONG_SCALE
}
/** Times that nothing but a chart has beside each other. */
const LONG_SCALE = 8
const countPeriods = (row: SheetRow | undefined) => row?.cells.filter(isPeriod).length ?? 0
/** A header left of times: what stands above may group the times, or say what the colours mean. */
const isOfChart = ({ cells }: SheetRow) => (firstPeriod(cells) ?? 0) > 0
/** Points of a row in which a column is known. */
const ONE_FIELD = 3

/**
 * Boards write the name of each group above a header of its own: where every repeated header has a line with one cell above
 * it, so has the first, and that is a head like the others.
 */
function firstGroupHead(table: SheetTable, header: SheetRow, above: SheetRow | undefined): SheetRow | undefined {
  if (above === undefined || !isLone(above)) return undefined
  const text = header.cells.join('\0')
  let repeats = 0
  for (const [index, row] of table.all.entries()) {
    if (row === header || row.cells[0] !== header.cells[0] || row.cells.join('\0') !== text) continue
    const before = table.all[index - 1]
    if (before === undefined || !isLone(before)) return undefined
    repeats += 1
  }
  return repeats > 0 ? above : undefined
}

/** `Project Name | Bridge repair`: what a sheet is about, and its value beside it. */
function namesProject(cells: readonly string[]): boolean {
  const [label = '', ...others] = cells.filter((cell) => cell.trim() !== '')
  const fields = others.map((cell) => exactHeader(cell)?.field ?? null)
  const isValue = fields.length > 0 && fields[0] === null && fields.filter((field) => field !== null).length < 2
  const saysWhen = fields.some((field) => field !== null && OF_TIME.has(field))
  return isValue && !saysWhen && others.length < 5 && /^project(?: (?:name|title))?\s*:?$/i.test(label.trim())
}

/** One cell with words is the title of a sheet, unless it is just what a column of tasks is called. */
function isLoneCell(cells: readonly string[]): boolean {
  let filled = 0
  for (const cell of cells) if (cell !== '' && cell.trim() !== '' && ++filled > 1) return false
  return true
}

/** `Name: | Tower`: a label and its value, and nothing else. */
function labelsValue(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.length === 2 && /[:：]$/.test(filled[0] ?? '') && !/[:：]$/.test(filled[1] ?? '')
}

function isLone({ cells }: SheetRow): boolean {
  return (cells[0] ?? '').trim() !== '' && cells.every((cell, index) => index === 0 || cell.trim() === '')
}

function joinedBelow({ line }: SheetRow): string {
  return `Line ${line} is taken for a second row of the header.`
}

/** Whether a blank line stands between two rows. */
function leavesGap(rows: readonly SheetRow[], from: number, to: number): boolean {
  return (rows[to]?.line ?? 0) - (rows[from]?.line ?? 0) > to - from
}

/** What a text spells: a field as a whole, and one that words in it name. */
type Spelled = { exact: ExactField | null; partial: SheetField | undefined }

/** Rows below the header have the same words many times over. */
function spelledBy(text: string, known: Map<string, Spelled>): Spelled {
  const before = known.get(text)
  if (before !== undefined) return before
  // Nothing is spelled in digits.
  const spelled = NUMBERS.test(text)
    ? { exact: null, partial: undefined }
    : { exact: exactHeader(text), partial: partialFields(text)[0] }
  known.set(text, spelled)
  return spelled
}

const SHORTEST_DAY = 4
const NUMBERS = /^\d[\d.,\s/-]*$/

type RowScore = { points: number; fields: number; namesTasks: boolean; namesTasksExactly: boolean }

function scoreRow(
  { cells }: SheetRow,
  columnMap: Readonly<Record<string, string>>,
  mapped: ReadonlySet<string>,
  known: Map<string, Spelled>,
): RowScore {
  const fields = new Map<SheetField, number>()
  let strangers = 0
  // What stands right of all that is known is another table.
  let before = 0
  const isAlone = isLoneCell(cells)
  const isPair = labelsValue(cells)
  const isTitle = namesProject(cells)
  for (const cell of cells.slice(0, MAX_COLUMNS_LOOKED_AT)) {
    const text = cell.trim()
    if (text === '' || isTitle) continue
    if (text.length > LONGEST_HEADER) {
      strangers += 1
      continue
    }
    const wanted = mapped.has(text.toLowerCase()) ? fieldNamed(columnMap[cell.trim()] ?? '') : null
    const spelled = spelledBy(text, known)
    // `Was?` alone is a question.
    const isQuestion = (isAlone && spelled.exact?.isWeak) || isPair
    const exact = wanted ?? (isQuestion ? undefined : spelled.exact?.field)
    // `Dienstag` is a day, and no service.
    const isDay = text.length >= SHORTEST_DAY && isWeekday(text)
    const field = isDay ? undefined : (exact ?? (isAlone || isPair ? undefined : spelled.partial))
    if (field !== undefined) before = strangers
    if (field !== undefined)
      fields.set(field, Math.max(fields.get(field) ?? 0, exact === undefined ? 1 : spelled.exact?.isGuess ? 2 : 3))
    else if (/^[\d.,%\s/-]+$/.test(text) && parseDate(text, 'dmy') === null) strangers += 0.5
  }
  // `A` and `Low` alone are no estimates, but what tasks are called and how risks are judged.
  if (!ESTIMATES.every((field) => fields.has(field))) for (const field of ESTIMATES) fields.delete(field)
  const points =
    [...fields.values()].reduce((sum, value) => sum + value, 0) -
    Math.min(fields.size >= MANY_FIELDS ? before : strangers, 3)
  return { points, fields: fields.size, namesTasks: fields.has('name'), namesTasksExactly: fields.get('name') === 3 }
}
