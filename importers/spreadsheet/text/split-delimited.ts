import { ImportRefusal } from '../../plan/import-refusal.ts'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS } from '../sheet-table.ts'

const QUOTE = 34
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Splits delimited text (RFC 4180, any line ends) and hands out one row at a time with its line number as a spreadsheet
 * shows it: a quoted cell with line breaks is one line. A quote inside an unquoted cell is an ordinary character. One
 * pass, slices of the text instead of characters put together, so the cost is linear whatever the input.
 */
export function splitDelimited(text: string, separator: string, onRow: (line: number, cells: string[]) => void): void {
  const separatorCode = separator.charCodeAt(0)
  const length = text.length
  let line = 1
  let cells: string[] = []
  let at = 0
  while (at < length) {
    let cell: string
    if (text.charCodeAt(at) === QUOTE) {
      const end = closingQuote(text, at + 1, line)
      cell = text.slice(at + 1, end)
      if (cell.includes('""')) cell = cell.replaceAll('""', '"')
      at = end + 1
      // Text after the closing quote is kept: dropping it silently would lose what somebody typed.
      const rest = cellEnd(text, at, separatorCode)
      cell += text.slice(at, rest)
      at = rest
    } else {
      const end = cellEnd(text, at, separatorCode)
      cell = text.slice(at, end)
      at = end
    }
    refuseLongCell(cell.length, line)
    cells.push(cell)
    if (cells.length > MAX_COLUMNS)
      throw new ImportRefusal('too_complex', `line ${line} has more than ${MAX_COLUMNS} columns`)
    const code = text.charCodeAt(at)
    if (code === separatorCode) {
      at += 1
      if (at < length) continue
      cells.push('')
    }
    onRow(line, cells)
    line += 1
    cells = []
    at += code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1
  }
}

function cellEnd(text: string, from: number, separatorCode: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === separatorCode || code === LINE_FEED || code === CARRIAGE_RETURN) break
    at += 1
  }
  return at
}

/** Doubled quotes stand for one. A cell that never closes means that the rest of the file cannot be trusted. */
function closingQuote(text: string, from: number, line: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2)
  if (at < 0) throw new ImportRefusal('unreadable_file', `the quoted cell that begins on line ${line} never ends`)
  return at
}

function refuseLongCell(length: number, line: number): void {
  if (length <= MAX_CELL_CHARACTERS) return
  throw new ImportRefusal('too_complex', `a cell on line ${line} is longer than ${MAX_CELL_CHARACTERS} characters`)
}
