import { listLines } from '../rows/arrange-rows.ts'
import type { SheetTable } from '../sheet-table.ts'

/** What people write for "the same as above". */
const DITTO =
  /^(?:["“”„″〃]|''|-\s?["″]\s?-|-?\s?do\.?\s?-|do\.|ditto|dito|dto\.|idem|id\.|sda|(?:the )?same(?: as above)?|as above|siehe oben|wie oben|lo mismo|同上|〃)$/i
const LONGEST = 18

/** Puts what stands above a ditto mark in its place, the nearest cell of its column that holds anything. */
export function readDittos(table: SheetTable): string[] {
  const above: string[] = []
  const lines: number[] = []
  for (const { cells, line } of table.rows) {
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at] ?? ''
      if (cell === '') continue
      const same = cell.length <= LONGEST && DITTO.test(cell.trim()) ? (above[at] ?? '') : ''
      if (same === '') {
        if (cell.trim() !== '') above[at] = cell
        continue
      }
      cells[at] = same
      if (lines.at(-1) !== line) lines.push(line)
    }
  }
  return lines.length === 0 ? [] : [`Ditto marks in lines ${listLines(lines)} are read as what stands above them.`]
}
