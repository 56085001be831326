import type { SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import { placeOf } from './header-fields.ts'

/** The colours of cells that are filled, by line and column. */
export type CellFills = ReadonlyMap<number, ReadonlyMap<number, string>>

const SHADED_ROWS = 0.5
const FEWEST_SHADED = 3
const DRAWN_ROWS = 0.3
/** What fills so many columns, and all of them, is the background of a head. */
const COLUMNS_OF_LINES = 10

/**
 * The columns of a chart that each row fills with a colour of its own. What shades a whole line is its background, and so is a
 * colour that only stands in columns where most rows have it, as weekends do, beside others that draw the bars.
 */
export function filledColumns(table: SheetTable, { columns }: Chart, fills: CellFills): number[][] {
  const names = Math.max(0, placeOf(table.header?.cells ?? [], 'name'))
  // Names may step to the right, up to the chart.
  const chartAt = Math.max(names + 1, columns[0]?.index ?? 0)
  const isTask = ({ cells }: SheetTable['rows'][number]) =>
    cells.slice(names, chartAt).some((cell) => cell.trim() !== '')
  const filled = table.rows.map((row) => {
    const line = fills.get(row.line)
    if (line === undefined || !isTask(row)) return []
    const background = line.get(names)
    const cells = columns.flatMap(({ index }) => {
      const colour = line.get(index)
      return colour === undefined ? [] : [{ index, colour }]
    })
    const isShaded = background !== undefined && cells.filter(({ colour }) => colour === background).length
    const isLine = cells.length === columns.length && columns.length >= COLUMNS_OF_LINES
    return isLine || isShaded === columns.length ? [] : cells
  })
  const shades = shadesOf(filled, table.rows.filter(isTask).length)
  return filled.map((cells) => cells.filter(({ colour }) => !shades.has(colour)).map(({ index }) => index))
}

function shadesOf(
  filled: readonly (readonly { index: number; colour: string }[])[],
  taskCount: number,
): ReadonlySet<string> {
  const counts = new Map<string, Map<number, number>>()
  for (const { index, colour } of filled.flat()) {
    const byColumn = counts.get(colour) ?? new Map<number, number>()
    counts.set(colour, byColumn.set(index, (byColumn.get(index) ?? 0) + 1))
  }
  const isShade = (byColumn: ReadonlyMap<number, number>) =>
    [...byColumn.values()].every((count) => count >= Math.max(FEWEST_SHADED, SHADED_ROWS * taskCount))
  const shades = [...counts].filter(([, byColumn]) => isShade(byColumn)).map(([colour]) => colour)
  return new Set(shades.length < counts.size ? shades : [])
}

/** Whether rows fill blank cells with a colour that is not that of their line, as charts do whose days nothing names. */
export function drawsBars({ header, rows }: SheetTable, fills: CellFills): boolean {
  const names = Math.max(0, placeOf(header?.cells ?? [], 'name'))
  const drawn = rows.filter(({ line, cells }) => {
    const colours = [...(fills.get(line) ?? [])].filter(([column]) => column > names)
    const background = fills.get(line)?.get(names)
    return colours.some(([column, colour]) => colour !== background && (cells[column] ?? '').trim() === '')
  })
  return drawn.length > 1 && drawn.length >= DRAWN_ROWS * rows.length
}
