import type { SheetTable } from '../sheet-table.ts'
import { placeOf } from './header-fields.ts'

const NAMED_ROWS = 0.5

/**
 * The header of the names may stand in the middle of several columns of which another one has the names: where nothing is below it, it
 * goes to the column beside it that has words and no header.
 */
export function moveNameHeader({ header, rows }: SheetTable): void {
  const at = placeOf(header?.cells ?? [], 'name')
  const textOf = (cells: readonly string[], place: number) => (cells[place] ?? '').trim()
  if (header === null || at < 0 || rows.some(({ cells }) => textOf(cells, at) !== '')) return
  const beside = [at - 1, at + 1].find((place) => {
    const named = rows.filter(({ cells }) => /\p{L}{2}/u.test(textOf(cells, place)))
    return (
      place >= 0 && textOf(header.cells, place) === '' && named.length > 1 && named.length >= NAMED_ROWS * rows.length
    )
  })
  if (beside === undefined) return
  header.cells[beside] = header.cells[at] ?? ''
  header.cells[at] = ''
}
