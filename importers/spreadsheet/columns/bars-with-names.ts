import type { SheetRow, SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import type { CellFills } from './filled-columns.ts'

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
    const begin = columns[at]
    if (begin === undefined) return cells
    const line = fills?.get(row.shade ?? row.line)
    const colour = line?.get(begin.index)
    const goesOn = (place: number) => colour !== undefined && line?.get(place) === colour && (texts[place] ?? '') === ''
    const after = columns.slice(at + 1)
    const stop = after.findIndex((column) => !goesOn(column.index))
    return [begin, ...(stop < 0 ? after : after.slice(0, stop))].map((column) => column.index)
  })
}
