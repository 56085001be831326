import type { SheetRow, SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import type { CellFills } from './filled-columns.ts'
import { barFrom } from './named-bars.ts'

/**
 * Rows without a mark whose name stands in the chart once more have a bar that is called so: it goes on from there as far as its colour
 * does. The others stay as they are.
 */
export function withNamedBars(
  table: SheetTable,
  { columns }: Chart,
  fills: CellFills | null,
  marked: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const chartAt = columns[0]?.index ?? 0
  return marked.map((cells, index) => {
    const row = table.rows[index] as SheetRow
    if (cells.length > 0) return cells
    const texts = row.cells.map((cell) => cell.trim().toLowerCase())
    const isName = (text: string) => /\p{L}{2}/u.test(text) && texts.slice(0, chartAt).includes(text)
    const at = columns.findIndex((column) => isName(texts[column.index] ?? ''))
    if (at < 0) return cells
    return barFrom(columns.slice(at), fills?.get(row.shade ?? row.line), row.cells).map(({ index }) => index)
  })
}
