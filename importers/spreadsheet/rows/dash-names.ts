import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetRow } from '../sheet-table.ts'

/** What people put into cells for which they have nothing. */
const NO_NAME = /^[-–—]+$/
const WORDS = /\p{L}{2}/u

/** A name; for a dash the nearest words to the left of it where the row says when it is, and nothing where it does not. */
export function nameOrBeside(name: string, row: SheetRow, columns: ColumnSet): string {
  if (!NO_NAME.test(name)) return name
  const isDated = columns.cell(row, 'start').trim() !== '' || columns.cell(row, 'finish').trim() !== ''
  const beside = isDated ? row.cells.slice(0, columns.index('name')).findLast((cell) => WORDS.test(cell)) : undefined
  return beside?.trim() ?? ''
}
