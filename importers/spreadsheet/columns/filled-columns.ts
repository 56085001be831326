import type { SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import { placeOf } from './header-fields.ts'

/** What cells are filled with that a shape is drawn over. */
export const SHAPE = 'shape'

/** The colours of cells that are filled, by line and column. */
export type CellFills = ReadonlyMap<number, ReadonlyMap<number, string>>

const WORD = /\p{L}{2}/u
const SHADED_ROWS = 0.5
const FEWEST_SHADED = 3
const DRAWN_ROWS = 0.3
/** What fills so many columns, and all of them, is the background of a head. */
const COLUMNS_OF_LINES = 10

/**
 * The columns of a chart that each row fills with a colour of its own. What shades a whole line is its background, and so is a
 * colour that only stands in columns where most rows have it, as weekends do, beside others that draw the bars; so is what most rows
 * have at the very same place. Beside marks nothing needs to be a bar.
 */
export function filledColumns(
  table: SheetTable,
  { columns }: Chart,
  fills: CellFills,
  isBesideMarks = false,
): number[][] {
  const names = Math.max(0, placeOf(table.header?.cells ?? [], 'name'))
  // Names may step to the right, up to the chart, and heads of groups stand left of them.
  const chartAt = Math.max(names + 1, columns[0]?.index ?? 0)
  const isTask = ({ cells }: SheetTable['rows'][number]) =>
    cells.slice(0, chartAt).some((cell, at) => cell.trim() !== '' && (at >= names || WORD.test(cell)))
  const isLine = (cells: readonly FilledCell[]) => cells.length === columns.length && columns.length >= COLUMNS_OF_LINES
  const isOne = (cells: readonly FilledCell[]) => cells.every(({ colour }) => colour === cells[0]?.colour)
  const found = table.rows.map((row) => {
    const line = fills.get(row.shade ?? row.line)
    if (line === undefined || !isTask(row)) return { cells: [], isNamed: false, isShadedBefore: true }
    const background = line.get(names)
    const cells = columns.flatMap(({ index }) => {
      const colour = line.get(index)
      return colour === undefined ? [] : [{ index, colour }]
    })
    const isShaded = cells.every(({ colour }) => colour === background) && cells.length === columns.length
    return {
      cells: isShaded ? [] : cells,
      isNamed: background !== undefined,
      isShadedBefore: isFilledBefore(line, chartAt),
    }
  })
  // From end to end goes a bar where others have its colour, and else the background of a line.
  const ofBars = new Set(found.flatMap(({ cells }) => (isLine(cells) ? [] : cells.map(({ colour }) => colour))))
  // So does the one that is filled where the chart is and nowhere else.
  const lone = found.filter((row) => isLine(row.cells) && isOne(row.cells) && !row.isShadedBefore)
  const isBar = (row: (typeof found)[number]) =>
    !row.isNamed &&
    isOne(row.cells) &&
    (ofBars.has(row.cells[0]?.colour ?? '') || (lone.length === 1 && lone[0] === row))
  const filled = found.map((row) => (isLine(row.cells) && isOne(row.cells) && !isBar(row) ? [] : row.cells))
  const taskCount = table.rows.filter(isTask).length
  const bands = bandsOf(filled.filter(isLine))
  const unbanded = filled.map((cells) => (isLine(cells) ? cells.filter(({ colour }) => !bands.has(colour)) : cells))
  const shades = shadesOf(unbanded, taskCount, isBesideMarks)
  const drawn = unbanded
    .map((cells) => cells.filter(({ colour }) => !shades.has(colour)))
    .map((cells) => (isLine(cells) && !isOne(cells) ? [] : cells))
  const runs = drawn.map((cells) => runsOf(cells, columns))
  const repeated = repeatedRuns(runs, taskCount, isBesideMarks)
  return runs.map((row) => row.filter((run) => !repeated.has(keyOf(run))).flatMap(({ places }) => places))
}

const isFilledBefore = (line: ReadonlyMap<number, string>, chartAt: number) =>
  [...line.keys()].some((at) => at < chartAt)

/** Colours in which most of a line is filled from end to end, and not just of one line: every other line may be shaded. */
function bandsOf(lines: readonly (readonly FilledCell[])[]): ReadonlySet<string> {
  const most = lines.flatMap((cells) => {
    const counts = Map.groupBy(cells, ({ colour }) => colour)
    const shades = [...counts].filter(([, { length }]) => counts.size > 1 && length > cells.length / 2)
    return shades.map(([colour]) => colour)
  })
  const counts = Map.groupBy(most, (colour) => colour)
  return new Set([...counts].filter(([, { length }]) => length > 1).map(([colour]) => colour))
}

type FilledCell = { readonly index: number; readonly colour: string }
/** Cells of one colour beside each other. */
type Run = { readonly colour: string; readonly places: number[] }

const keyOf = ({ colour, places }: Run) => `${colour} ${places[0]} ${places.at(-1)}`

function runsOf(cells: readonly FilledCell[], columns: Chart['columns']): Run[] {
  const next = new Map(columns.map(({ index }, at) => [index, columns[at + 1]?.index]))
  const runs: Run[] = []
  for (const { index, colour } of cells) {
    const run = runs.at(-1)
    if (run?.colour === colour && next.get(run.places.at(-1) ?? -1) === index) run.places.push(index)
    else runs.push({ colour, places: [index] })
  }
  return runs
}

/** The very same run in most rows, beside others that differ, is a holiday or the day of a meeting, and no task. */
function repeatedRuns(runs: readonly (readonly Run[])[], taskCount: number, mayBeAll: boolean): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const run of runs.flat()) counts.set(keyOf(run), (counts.get(keyOf(run)) ?? 0) + 1)
  const most = Math.max(FEWEST_SHADED, SHADED_ROWS * taskCount)
  const repeated = new Set([...counts].filter(([, count]) => count >= most).map(([key]) => key))
  return mayBeAll || repeated.size < counts.size ? repeated : new Set()
}

function shadesOf(
  filled: readonly (readonly FilledCell[])[],
  taskCount: number,
  mayBeAll: boolean,
): ReadonlySet<string> {
  const counts = new Map<string, Map<number, number>>()
  for (const { index, colour } of filled.flat()) {
    const byColumn = counts.get(colour) ?? new Map<number, number>()
    counts.set(colour, byColumn.set(index, (byColumn.get(index) ?? 0) + 1))
  }
  const isShade = (byColumn: ReadonlyMap<number, number>) =>
    [...byColumn.values()].every((count) => count >= Math.max(FEWEST_SHADED, SHADED_ROWS * taskCount))
  const shades = [...counts].filter(([, byColumn]) => isShade(byColumn)).map(([colour]) => colour)
  return new Set(mayBeAll || shades.length < counts.size ? shades : [])
}

/** Whether rows fill blank cells with a colour that is not that of their line, as charts do whose days nothing names. */
export function drawsBars({ header, rows }: SheetTable, fills: CellFills): boolean {
  const names = Math.max(0, placeOf(header?.cells ?? [], 'name'))
  const drawn = rows.filter(({ line, shade = line, cells }) => {
    const colours = [...(fills.get(shade) ?? [])].filter(([column]) => column > names)
    const background = fills.get(shade)?.get(names)
    return colours.some(([column, colour]) => colour !== background && (cells[column] ?? '').trim() === '')
  })
  return drawn.length > 1 && drawn.length >= DRAWN_ROWS * rows.length
}
