import { FIRST_DAY, formatDay, LAST_DAY } from '../../plan/civil-date.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml } from '../../xml/parse-xml.ts'
import { MAX_CELLS, MAX_COLUMNS } from '../sheet-table.ts'
import type { NumberMeaning } from './read-styles.ts'
import { unescapeControl } from './read-workbook-parts.ts'

const MAX_LINE = 1_048_576

// Day numbers of serial 0. The 1900 system counts a 29 February 1900 that never was; serials from 61 on are right.
const EPOCH_1900 = -25_569
const EPOCH_1904 = -24_107
const FIRST_RIGHT_SERIAL = 61

export type CellContext = {
  sharedStrings: readonly string[]
  meanings: readonly NumberMeaning[]
  is1904: boolean
}

type OpenCell = { column: number; type: string; style: number; value: string }

/**
 * Reads the rows of a worksheet part: values as they were last computed, never formulas. Lines and columns come from the
 * cells themselves; the size that the sheet claims for itself is ignored.
 */
export function readSheet(
  part: Uint8Array,
  context: CellContext,
  onRow: (line: number, cells: string[]) => void,
): void {
  const path: string[] = []
  let line = 0
  let cells: string[] = []
  let cell: OpenCell | null = null
  let cellCount = 0
  parseXml(part, {
    open: (name, attributes) => {
      path.push(name)
      if (name === 'row') {
        line = rowNumber(attributes.r, line + 1)
        cells = []
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
        cells[cell.column] = cellText(cell, context)
        cell = null
      } else if (name === 'row') onRow(line, cells)
    },
  })
}

function rowNumber(reference: string | undefined, following: number): number {
  const line = reference === undefined ? following : Number(reference)
  if (Number.isInteger(line) && line >= following && line <= MAX_LINE) return line
  throw new ImportRefusal('unreadable_file', 'the rows of the sheet are not in order')
}

/** `AB12` is column 27. A cell without a reference follows the one before it. */
function columnIndex(reference: string | undefined, following: number): number {
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

function cellText(cell: OpenCell, context: CellContext): string {
  switch (cell.type) {
    case 's':
      return context.sharedStrings[Number(cell.value)] ?? ''
    case 'b':
      return cell.value === '1' ? 'TRUE' : 'FALSE'
    // An error such as #REF! is no value anybody meant.
    case 'e':
      return ''
    case 'd':
      return cell.value.slice(0, 10)
    case 'str':
    case 'inlineStr':
      return unescapeControl(cell.value)
    default:
      return numberText(cell, context)
  }
}

function numberText(cell: OpenCell, context: CellContext): string {
  if (cell.value === '') return ''
  const value = Number(cell.value)
  if (!Number.isFinite(value)) return ''
  const meaning = context.meanings[cell.style] ?? 'number'
  if (meaning === 'percent') return `${Number((value * 100).toFixed(6))}%`
  if (meaning === 'date') return dateText(value, context.is1904) ?? String(value)
  return String(value)
}

function dateText(serial: number, is1904: boolean): string | null {
  const whole = Math.floor(serial)
  if (whole < 1) return null
  const shift = !is1904 && whole < FIRST_RIGHT_SERIAL ? 1 : 0
  const day = whole + (is1904 ? EPOCH_1904 : EPOCH_1900) + shift
  return day < FIRST_DAY || day > LAST_DAY ? null : formatDay(day)
}
