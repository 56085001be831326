import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { parsePercent, saysState } from '../cells/parse-percent.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import { sumsUp } from '../rows/notes-below.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { wordOnAttendance } from './attendance.ts'
import { readBarsBelow } from './bars-below.ts'
import { withNamedBars } from './bars-with-names.ts'
import { type Chart, findChart } from './chart-columns.ts'
import { type CellFills, drawsBars, filledColumns, SHAPE } from './filled-columns.ts'
import { namesWork } from './general-names.ts'
import { exactHeader, partialFields, placeOf } from './header-fields.ts'
import { readNamedBars } from './named-bars.ts'
import { numbersInBars } from './numbers-in-bars.ts'
import { readWork } from './worked-columns.ts'
import { yearsBetweenRows } from './years-between-rows.ts'

const MOST_MARKS = 0.9
const MARKED_ROWS = 0.5
const FILLED_ROWS = 0.3
const MOST_SCATTERED = 0.5
const LEAST_FILLED = 0.5
const OF_TIME: ReadonlySet<string> = new Set(['start', 'finish', 'duration', 'scheduled_start', 'deadline'])
const OF_DATES: ReadonlySet<string> = new Set(['start', 'finish', 'scheduled_start'])

/** Which columns each row fills, by its place among the rows. */
type Bars = readonly (readonly number[])[]

/**
 * Charts that are drawn with marks or colours in a column a day, a week or a month, and say nothing else of time: what is
 * marked is read as the start and the end of a row. `fills` gives the colours of a workbook, and is asked only where they may be bars.
 */
export function readCharts(
  table: SheetTable,
  startDate: string | undefined,
  fills: (() => CellFills) | null = null,
): string[] {
  const headers = table.header?.cells
  if (headers === undefined) return []
  const fields = headers.map((header) => exactHeader(header)?.field ?? partialFields(header)[0] ?? '')
  // Columns for dates in which nobody has written any leave it to the chart.
  const isDated = (field: string, at: number) =>
    OF_DATES.has(field) && table.rows.some(({ cells }) => (cells[at] ?? '').trim() !== '')
  if (fields.some(isDated)) return fillUndated(table, findChart(table, startDate), fills)
  const chart = findChart(table, startDate)
  const saysTime = headers.some((header) => OF_TIME.has(exactHeader(header)?.field ?? ''))
  if (chart === null) {
    const isDrawn = !saysTime && fills !== null && drawsBars(table, fills())
    return isDrawn ? ['Coloured cells are not read: no row above them says of which days they are.'] : []
  }
  const marks = table.rows.map(({ cells }) =>
    chart.columns.filter(({ index }) => isMarked(cells[index])).map(({ index }) => index),
  )
  const worked = readWork(table, chart, saysTime)
  if (worked !== null)
    return [place(table, chart, withNamedBars(table, chart, fills?.() ?? null, worked.columns), 'marks'), worked.note]
  if (holdsMarks(table, chart, marks)) {
    // Rows without a sign may have a bar instead.
    const isDrawn = fills !== null && marks.some((cells) => cells.length === 0)
    const drawn = isDrawn ? withMarks(filledColumns(table, chart, fills(), true), marks) : marks
    const isMore = drawn.filter(isFilled).length > marks.filter(isFilled).length
    const kind = isMore ? 'bars' : 'marks'
    const word = [...placeDone(table, chart), ...wordOnAttendance(table, chart, marks)]
    const bars = withNamedBars(table, chart, fills?.() ?? null, isMore ? drawn : marks)
    return [place(table, chart, bars, kind), ...gapNote(isMore ? drawn : marks, chart, kind), ...word]
  }
  const letters = saysTime ? null : lettersOfMarks(table, chart)
  if (letters !== null) {
    const lettered = table.rows.map(({ cells }) =>
      chart.columns.filter(({ index }) => (cells[index] ?? '').trim() !== '').map(({ index }) => index),
    )
    return [
      place(table, chart, lettered, 'marks'),
      `Letters in these columns (${letters.map(quoted).join(', ')}) are guessed to be marks.`,
    ]
  }
  const named = table.rows.map(({ cells }) =>
    chart.columns.filter(({ index }) => isName(cells[index])).map(({ index }) => index),
  )
  if (!saysTime && holdsNames(table, chart, named)) {
    const people = placePeople(table, named)
    // A name stands in the first cell of a bar, or in each.
    const drawn = fills === null ? named : withMarks(filledColumns(table, chart, fills()), named)
    const goesOn = drawn.some((cells, index) => cells.length > (named[index]?.length ?? 0))
    if (!goesOn) return [place(table, chart, named, 'marks'), ...people]
    return [place(table, chart, drawn, 'bars'), ...people, ...gapNote(drawn, chart, 'bars')]
  }
  if (table.namesBesideChart) {
    const tasks = readNamedBars(table, chart, fills?.() ?? null)
    if (tasks.length > 0) return tasks
  }
  if (fills === null) return []
  const found = fills()
  const filled = filledColumns(table, chart, found)
  const colours = withMarks(filled, numbersInBars(table, chart, filled))
  // A sign in a blank cell of a coloured chart is a day as well.
  const bars = withMarks(colours, marks)
  const count = bars.filter((columns) => columns.length > 0).length
  if (count < Math.max(1, FILLED_ROWS * table.rows.length)) return []
  const scattered = bars.filter((columns) => isInterrupted(columns, chart, LEAST_FILLED)).length
  // Nobody draws shapes over cells that are no bars.
  const isShape = (row: SheetRow, place: number) => found.get(row.shade ?? row.line)?.get(place) === SHAPE
  const areShapes = bars.some((places, index) => places.some((place) => isShape(table.rows[index] as SheetRow, place)))
  if (scattered > MOST_SCATTERED * count && !areShapes)
    return ['Coloured cells are not read: most rows have gaps in them.']
  const placed = [place(table, chart, bars, 'bars'), ...gapNote(bars, chart, 'bars')]
  if (areShapes) placed.push('Shapes drawn over cells, such as arrows, are read as bars.')
  return [...placed, ...readBarsBelow(table, chart, found, bars)]
}

/** Rows whose marks are words for what is done, and nothing else, are; where no column says how far they are. */
function placeDone(table: SheetTable, { columns }: Chart): string[] {
  const headers = table.header?.cells ?? []
  const words = table.rows.map(({ cells }) => columns.flatMap(({ index }) => (saysDone(cells[index]) ? [index] : [])))
  const isTold = headers.some((header) => exactHeader(header)?.field === 'percent_complete')
  if (isTold || words.every((own) => own.length === 0)) return []
  const at = table.addColumns('% (marks)')
  let count = 0
  for (const [index, { cells }] of table.rows.entries()) {
    const filled = columns.filter((column) => isMarked(cells[column.index])).length
    if (filled === 0 || words[index]?.length !== filled) continue
    putCell(cells, at, '100%')
    count += 1
  }
  return [`${count} rows are done, as words in these columns say.`]
}

function gapNote(bars: Bars, chart: Chart, kind: 'marks' | 'bars'): string[] {
  const count = bars.filter((columns) => isInterrupted(columns, chart, 1)).length
  const said = kind === 'bars' ? 'Bars' : 'Marks'
  return count === 0 ? [] : [`${said} of ${count} rows have gaps; they are read from their first cell to their last.`]
}

const isFilled = (cells: readonly number[]) => cells.length > 0

/** Coloured cells and those with a sign: either is a time in which a row is worked on. */
function withMarks(colours: Bars, marks: Bars): Bars {
  return colours.map((cells, index) => [...new Set([...cells, ...(marks[index] ?? [])])].toSorted((a, b) => a - b))
}

/**
 * Heads of groups have dates and their tasks have bars alone: rows that say neither start nor end, and have marks or colours below
 * the days of the chart, get theirs from these.
 */
function fillUndated(table: SheetTable, chart: Chart | null, fills: (() => CellFills) | null): string[] {
  const [start, finish] = (['start', 'finish'] as const).map((field) => placeOf(table.header?.cells ?? [], field)) as [
    number,
    number,
  ]
  if (chart === null || chart.isUndated === true || start < 0 || finish < 0) return []
  const isBlank = ({ cells }: SheetRow) => [start, finish].every((at) => (cells[at] ?? '').trim() === '')
  if (table.rows.filter(isBlank).length < FILLED_ROWS * table.rows.length) return []
  const bars = fills === null ? [] : filledColumns(table, chart, fills())
  let count = 0
  for (const [index, row] of table.rows.entries()) {
    if (!isBlank(row) || row === chart.dateRow) continue
    const marked = chart.columns.filter((column) => isMarked(row.cells[column.index])).map((column) => column.index)
    const cells = marked.length > 0 ? marked : (bars[index] ?? [])
    // Nothing but shades fills a whole line.
    const [begin, end] = [cells[0], cells.at(-1)].map((at) => chart.columns.find((column) => column.index === at))
    if (begin === undefined || end === undefined || cells.length === chart.columns.length) continue
    putCell(row.cells, start, formatCivilDay(begin.first))
    putCell(row.cells, finish, formatCivilDay(end.last))
    count += 1
  }
  if (count === 0) return []
  table.readInto(...chart.columns.map(({ index }) => index))
  return [
    `${count} rows without dates have bars in the columns of days, from which their start and end are guessed${chart.note}.`,
  ]
}

/** Writes what is marked into columns behind the others, and says so. */
function place(table: SheetTable, chart: Chart, marked: Bars, kind: 'marks' | 'bars'): string {
  const { columns } = chart
  const years = yearsBetweenRows(table, chart)
  const note = years?.note ?? chart.note
  const dayOf = years?.dayOf ?? formatCivilDay
  // Colours may go on beyond the last cell that holds anything.
  const headers = table.header?.cells ?? []
  const last = columns.at(-1)?.index ?? -1
  if (last >= headers.length) putCell(headers, last, '')
  const at = table.addColumns(`Start (${kind})`, `End (${kind})`)
  table.datesArePeriods = columns.some(({ first, last }) => last > first)
  for (const [index, row] of table.rows.entries()) {
    const [first, last] = [marked[index]?.[0], marked[index]?.at(-1)]
    if (first === undefined || last === undefined) continue
    const [from, to] = [first, last].map((wanted) => columns.findIndex((column) => column.index === wanted))
    const [begin, end] = [columns[from ?? -1], columns[to ?? -1]]
    if (begin === undefined || end === undefined) continue
    putCell(row.cells, at, dayOf(begin.first, row))
    putCell(row.cells, at + 1, dayOf(end.last, row))
  }
  for (const [index, row] of table.rows.entries()) {
    if (row === chart.dateRow) continue
    const read = new Set(marked[index])
    for (const { index: place } of columns) if (!read.has(place)) table.account.leave(place, row)
  }
  table.leaveOut([...(years?.rows ?? []), ...(chart.dateRow === null ? [] : [chart.dateRow])])
  table.readInto(...columns.map(({ index }) => index))
  if (kind === 'marks') return `Marks in ${columns.length} columns are read as the time that a task takes${note}.`
  const count = marked.filter((cells) => cells.length > 0).length
  const from = dayOf(columns[0]?.first ?? 0, table.rows[0] ?? { line: 0, cells: [] })
  return `Colours in ${columns.length} columns from ${from} are guessed to be bars: when ${count} rows start and end is read from them${note}.`
}

/** Whether less than a share of the columns from the first cell of a bar to its last are filled. */
function isInterrupted(cells: readonly number[], { columns }: Chart, share: number): boolean {
  const [first, last] = [cells[0], cells.at(-1)]
  const within = columns.filter(
    ({ index }) => first !== undefined && last !== undefined && index >= first && index <= last,
  )
  return cells.length < share * within.length
}

function holdsMarks({ rows: all }: SheetTable, { columns, dateRow }: Chart, marks: Bars): boolean {
  const isSum = (row: SheetRow) => sumsUp(row, row.cells.find((cell) => /\p{L}/u.test(cell))?.trim() ?? '')
  const rows = all.filter((row) => row !== dateRow && !isSum(row))
  const cells = rows
    .flatMap((row) => columns.map(({ index }) => (row.cells[index] ?? '').trim()))
    .filter((cell) => cell !== '')
  const marked = marks.filter((row) => row.length > 0).length
  return marked >= Math.max(1, MARKED_ROWS * rows.length) && cells.filter(isMarked).length >= MOST_MARKS * cells.length
}

/** The few letters that rows of work have in a chart, most of which is blank; rosters fill it. */
function lettersOfMarks({ header, rows: all }: SheetTable, { columns, dateRow }: Chart): string[] | null {
  if (!namesWork(header?.cells[placeOf(header.cells, 'name')] ?? '')) return null
  const rows = all.filter((row) => row !== dateRow)
  const cells = rows.flatMap((row) => columns.map(({ index }) => (row.cells[index] ?? '').trim()))
  const filled = cells.filter((cell) => cell !== '')
  const letters = [...new Set(filled)]
  const lettered = rows.filter((row) => columns.some(({ index }) => (row.cells[index] ?? '').trim() !== ''))
  const isSparse =
    filled.length <= MOST_LETTERED * cells.length &&
    filled.length > letters.length &&
    lettered.length >= MARKED_ROWS * rows.length
  const areFew = letters.length > 0 && letters.length <= MOST_LETTERS && letters.every((text) => /^\p{Lu}$/u.test(text))
  return isSparse && areFew ? letters : null
}
const MOST_LETTERED = 0.6
const MOST_LETTERS = 4

/** Whether the cells of a chart are the names of the few who work then, and hardly anything else. */
function holdsNames({ rows: all }: SheetTable, { columns, dateRow }: Chart, named: Bars): boolean {
  const rows = all.filter((row) => row !== dateRow)
  const cells = rows
    .flatMap((row) => columns.map(({ index }) => (row.cells[index] ?? '').trim()))
    .filter((cell) => cell !== '')
  const names = cells.filter(isName)
  const count = named.filter((row) => row.length > 0).length
  return (
    count >= Math.max(1, MARKED_ROWS * rows.length) &&
    names.length >= MOST_MARKS * cells.length &&
    new Set(names).size <= RECURRING * names.length
  )
}
const RECURRING = 0.6
const isName = (cell: string | undefined) => {
  const text = (cell ?? '').trim()
  return /^\p{L}[\p{L} .,&'-]{1,30}$/u.test(text) && !saysState(text) && !isWeekday(text)
}

/** Who works in the columns of a row, where no column says who does it. */
function placePeople(table: SheetTable, named: Bars): string[] {
  const headers = table.header?.cells ?? []
  if (headers.some((header) => exactHeader(header)?.field === 'assignee')) return []
  const at = table.addColumns('Assigned to (marks)')
  for (const [index, { cells }] of table.rows.entries()) {
    const people = new Set((named[index] ?? []).map((column) => (cells[column] ?? '').trim()))
    putCell(cells, at, [...people].join(', '))
  }
  return ['Words in these columns are taken for the people who work then.']
}

/** `DONE`, `fertig` where others have a cross: when it was done. */
const saysDone = (cell: string | undefined) =>
  /^\p{L}{3,12}$/u.test((cell ?? '').trim()) && parsePercent(cell ?? '') === 100

const isMarked = (cell: string | undefined) =>
  saysDone(cell) ||
  /^(?:(?:[xхvo×*#=+•/–—-]|[\u2190-\u21ff\u2500-\u27bf\u2b00-\u2bff√]|\p{Extended_Pictographic}\ufe0f?){1,3}|1)$/iu.test(
    (cell ?? '').trim(),
  )
