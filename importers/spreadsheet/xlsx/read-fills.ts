import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml } from '../../xml/parse-xml.ts'
import type { CellFills } from '../columns/filled-columns.ts'
import { MAX_CELLS } from '../sheet-table.ts'
import { columnIndex, rowNumber } from './read-sheet.ts'

/** Which cells of a worksheet are filled with which colour; styles without one have none in `colours`. */
export function readFills(part: Uint8Array, colours: readonly (string | null)[]): CellFills {
  const fills = new Map<number, Map<number, string>>()
  if (colours.every((colour) => colour === null)) return fills
  let line = 0
  let column = -1
  let cellCount = 0
  parseXml(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = rowNumber(attributes.r, line + 1)
        column = -1
      } else if (name === 'c') {
        cellCount += 1
        if (cellCount > MAX_CELLS) throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
        column = columnIndex(attributes.r, column + 1)
        const colour = colours[Number(attributes.s ?? 0)] ?? null
        if (colour === null) return
        const cells = fills.get(line) ?? new Map<number, string>()
        fills.set(line, cells.set(column, colour))
      }
    },
    text: () => {},
    close: () => {},
  })
  return fills
}
