import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { isMonth } from '../cells/month-names.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import type { Chart, ChartColumn } from './chart-columns.ts'
import { type CellFills, filledColumns } from './filled-columns.ts'
import { exactHeader, type SheetField } from './header-fields.ts'

const FEWEST_NAMES = 2
const MOSTLY = 0.6
const DIFFERENT = 0.8
const OF_FORMS: ReadonlySet<SheetField> = new Set(['assignee', 'percent_complete', 'duration', 'start', 'finish'])
/** Longer texts are remarks. */
const LONGEST_NAME = 80

/** The columns of a bar that begins with the first of those given: it goes on as far as its colour does in blank cells. */
export function barFrom(
  columns: readonly ChartColumn[],
  colours: ReadonlyMap<number, string> | undefined,
  cells: readonly string[],
): ChartColumn[] {
  const [begin, ...after] = columns
  if (begin === undefined) return []
  const colour = colours?.get(begin.index)
  const goesOn = ({ index }: ChartColumn) =>
    colour !== undefined && colours?.get(index) === colour && (cells[index] ?? '').trim() === ''
  const stop = after.findIndex((column) => !goesOn(column))
  return [begin, ...(stop < 0 ? after : after.slice(0, stop))]
}

/**
 * Boards of time: `Theme | Q1 | Q2`, and bars that have their names in them. Each text in the columns of a chart is a task that begins
 * there, and goes on as far as its colour does in blank cells; what stands left of them heads it. Takes the place of the rows, and
 * says so; nothing where the cells are no names.
 */
export function readNamedBars(table: SheetTable, { columns, note }: Chart, fills: CellFills | null): string[] {
  const headers = table.header?.cells ?? []
  const chartAt = columns[0]?.index ?? 0
  const texts = table.rows.flatMap(({ cells }) =>
    columns.map(({ index }) => (cells[index] ?? '').trim()).filter((text) => text !== ''),
  )
  const names = texts.filter((text) => /\p{L}{2}/u.test(text) && text.length <= LONGEST_NAME && !isMonth(text))
  const areNames = names.length >= FEWEST_NAMES && names.length >= MOSTLY * texts.length
  const known = new Set(names)
  if (!areNames || known.size < DIFFERENT * names.length) return []
  const laneOf = ({ cells }: SheetRow) => cells.slice(0, chartAt).findLast((cell) => cell.trim() !== '')
  const textsOf = ({ cells }: SheetRow) => columns.filter(({ index }) => known.has((cells[index] ?? '').trim()))
  // `Assigned to` and `Status` below each other are the fields of a form.
  const isField = (lane: string | undefined) => OF_FORMS.has(exactHeader(lane ?? '')?.field ?? 'name')
  if (table.rows.some((row) => isField(laneOf(row)))) return []
  // Where most rows have a bar and no word in it, words are days to keep in mind.
  const drawn = fills === null ? [] : filledColumns(table, { columns, note, dateRow: null }, fills)
  const unnamed = table.rows.filter(
    (row, at) => laneOf(row) !== undefined && textsOf(row).length === 0 && (drawn[at]?.length ?? 0) > 0,
  )
  // One text in each coloured bar is a remark on the task beside it.
  const remarked = table.rows.filter((row) => laneOf(row) !== undefined && textsOf(row).length > 0)
  if (unnamed.length > 0 && unnamed.length >= remarked.length) return []
  if (fills !== null && remarked.length > 1 && remarked.every((row) => textsOf(row).length === 1)) return []
  let tasks = 0
  const rows = table.rows.flatMap((row): SheetRow[] => {
    const lane = laneOf(row)
    const laneAt = row.cells.slice(0, chartAt).findLastIndex((cell) => cell.trim() !== '')
    table.account.readCells(row.line, [laneAt, ...textsOf(row).map(({ index }) => index)], true)
    const head = lane === undefined ? [] : [{ line: row.line, cells: [lane, '', '', ''] }]
    const line = fills?.get(row.shade ?? row.line)
    const bars = columns.flatMap(({ index, first }, at) => {
      const text = (row.cells[index] ?? '').trim()
      if (!known.has(text)) return []
      const last = barFrom(columns.slice(at), line, row.cells).at(-1)
      return [{ line: row.line, cells: ['', text, formatCivilDay(first), formatCivilDay(last?.last ?? first)] }]
    })
    tasks += bars.length
    return [...head, ...bars]
  })
  const hasLanes = tasks < rows.length
  table.datesArePeriods = columns.some(({ first, last }) => last > first)
  headers.splice(0, headers.length, hasLanes ? 'Phase' : '', 'Task', 'Start (bars)', 'End (bars)')
  table.replaceRows(rows)
  return [
    `Words in ${columns.length} columns from ${formatCivilDay(columns[0]?.first ?? 0)} are guessed to be ${tasks} tasks that begin where they stand${note}.`,
  ]
}
