import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml } from '../../xml/parse-xml.ts'
import { type CellRange, fillMerged } from '../merged-fills.ts'
import { MAX_CELLS } from '../sheet-table.ts'
import { columnIndex, rowNumber } from './read-sheet.ts'

const LAST_COLUMN = 'XFD'
const MERGE = /^([A-Z]{1,3})([1-9]\d{0,6}):([A-Z]{1,3})([1-9]\d{0,6})$/

/**
 * Which cells of a worksheet are filled with which colour; styles without one have none in `colours`. Cells that are merged are filled as
 * the first of them is, which some programs write alone.
 */
export function readFills(part: Uint8Array, colours: readonly (string | null)[]): Map<number, Map<number, string>> {
  const fills = new Map<number, Map<number, string>>()
  if (colours.every((colour) => colour === null)) return fills
  let line = 0
  let column = -1
  let cellCount = 0
  let mergedCount = 0
  parseXml(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = rowNumber(attributes.r, line + 1)
        column = -1
      } else if (name === 'mergeCell') {
        const range = mergedCells(attributes.ref ?? '')
        if (range !== null) mergedCount += fillMerged(fills, range, MAX_CELLS - mergedCount)
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

function mergedCells(reference: string): CellRange | null {
  const [, left, top, right, bottom] = MERGE.exec(reference) ?? []
  if ([left, right].some((letters) => letters === undefined || (letters.length === 3 && letters > LAST_COLUMN)))
    return null
  return { top: Number(top), bottom: Number(bottom), left: columnIndex(left, 0), right: columnIndex(right, 0) }
}
