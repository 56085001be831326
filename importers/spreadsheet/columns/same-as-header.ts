import type { SheetRow } from '../sheet-table.ts'

/** How many cells are the same as in the header; 0 as soon as one is not, as in nearly every row. */
export function sameAsHeader({ cells }: SheetRow, headers: readonly string[], except = -1): number {
  let same = 0
  for (let at = 0; at < cells.length; at += 1) {
    const text = at === except ? '' : (cells[at] ?? '').trim()
    if (text === '') continue
    if (text !== headers[at]?.trim()) return 0
    same += 1
  }
  return same
}
