import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml } from '../../xml/parse-xml.ts'
import { MAX_CELLS, MAX_COLUMNS, MAX_LINE, type RowMarks } from '../sheet-table.ts'
import { type CellContext, cellText } from './cell-text.ts'

type OpenCell = { column: number; type: string; style: number; value: string }

/**
 * Reads the rows of a worksheet part: values as they were last computed, never formulas. Lines and columns come from the
 * cells themselves; the size that the sheet claims for itself is ignored.
 */
export function readSheet(
  part: Uint8Array,
  context: CellContext,
  onRow: (line: number, cells: string[], marks?: RowMarks) => void,
): void {
  const path: string[] = []
  let line = 0
  let cells: string[] = []
  let marks: RowMarks | undefined
  let cell: OpenCell | null = null
  let cellCount = 0
  parseXml(part, {
    open: (name, attributes) => {
      path.push(name)
      if (name === 'row') {
        line = rowNumber(attributes.r, line + 1)
        cells = []
        marks = rowMarks(attributes.outlineLevel ?? '0', attributes.hidden ?? '0')
      } else if (name === 'c') {
        cellCount += 1
        if (cellCount > MAX_CELLS) throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
        const column = columnIndex(attributes.r, cells.length)
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' }
      }
    },
    text: (text) => {
      if (cell === null) return
      const name = path.at(-1)
      if (name === 'v' || (name === 't' && path.at(-2) !== 'rPh')) cell.value += text
    },
    close: () => {
      const name = path.pop()
      if (name === 'c' && cell !== null) {
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = cellText(cell.type, cell.style, cell.value, context)
        cell = null
      } else if (name === 'row') onRow(line, cells, marks)
    },
  })
}

/** What a row says of its group and of being hidden; undefined where that is nothing. */
export function rowMarks(level: string, hidden: string): RowMarks | undefined {
  const isHidden = hidden === '1' || hidden === 'true'
  const depth = /^[1-7]$/.test(level) ? Number(level) : 0
  return depth === 0 && !isHidden ? undefined : { level: depth, isHidden }
}

export function rowNumber(reference: string | undefined, following: number): number {
  const line = reference === undefined ? following : Number(reference)
  if (Number.isInteger(line) && line >= following && line <= MAX_LINE) return line
  throw new ImportRefusal('unreadable_file', 'the rows of the sheet are not in order')
}

/** `AB12` is column 27. A cell without a reference follows the one before it. */
export function columnIndex(reference: string | undefined, following: number): number {
  if (reference === undefined) return following
  let index = 0
  let at = 0
  for (; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    index = index * 26 + letter
  }
  if (at === 0 || index > MAX_COLUMNS) throw new ImportRefusal('unreadable_file', 'a cell has an unreadable address')
  return index - 1
}
