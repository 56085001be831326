import type { SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import { placeOf } from './header-fields.ts'

const MOSTLY = 0.8
const FEWEST = 3
const MOST_OF_LINE = 0.5
const NUMBER = /^[-−+]?\d{1,3}$/

/**
 * Where nearly every coloured cell of a chart has a number in it, that number says when, and its colour what has become of it: numbers in
 * rows that have no colour are times as well. The columns of each row; rows with numbers all along are sums.
 */
export function numbersInBars(
  { header, rows }: SheetTable,
  { columns }: Chart,
  bars: readonly (readonly number[])[],
): number[][] {
  const isNumber = (cells: readonly string[], at: number) => NUMBER.test((cells[at] ?? '').trim())
  const coloured = rows.flatMap(({ cells }, index) => (bars[index] ?? []).map((at) => isNumber(cells, at)))
  const isWritten = coloured.length >= FEWEST && coloured.filter(Boolean).length >= MOSTLY * coloured.length
  const names = placeOf(header?.cells ?? [], 'name')
  return rows.map(({ cells }, index) => {
    const isOther = !isWritten || (bars[index] ?? []).length > 0 || (cells[names] ?? '').trim() === ''
    const found = isOther ? [] : columns.flatMap(({ index: at }) => (isNumber(cells, at) ? [at] : []))
    return found.length > MOST_OF_LINE * columns.length ? [] : found
  })
}
