import { ImportRefusal } from '../plan/import-refusal.ts'

export const MAX_COLUMNS = 16_384
export const MAX_CELLS = 2_000_000
export const MAX_CELL_CHARACTERS = 1_000_000
const APOSTROPHE = 39

/** One row with its line number in the spreadsheet, first line = 1. */
export type SheetRow = { line: number; cells: string[] }

/**
 * Takes the rows of a sheet as they are read. Blank rows and comments vanish here, the first other row is the header,
 * and rows past the cap are only counted, so that a file of a million short lines costs no memory.
 */
export class SheetTable {
  readonly #maxRows: number
  #header: SheetRow | null = null
  readonly #rows: SheetRow[] = []
  #skippedRowCount = 0
  #cellCount = 0

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  get header(): SheetRow | null {
    return this.#header
  }

  get rows(): readonly SheetRow[] {
    return this.#rows
  }

  get skippedRowCount(): number {
    return this.#skippedRowCount
  }

  add(line: number, cells: readonly string[]): void {
    if (cells.length > MAX_COLUMNS)
      throw new ImportRefusal('too_complex', `line ${line} has more than ${MAX_COLUMNS} columns`)
    if (isBlankRow(cells) || isComment(cells[0])) return
    if (this.#header !== null && this.#rows.length >= this.#maxRows) {
      this.#skippedRowCount += 1
      return
    }
    this.#cellCount += cells.length
    if (this.#cellCount > MAX_CELLS)
      throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
    const row = { line, cells: cells.map(undefuseFormula) }
    if (this.#header === null) this.#header = row
    else this.#rows.push(row)
  }
}

function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false
  return true
}

function isComment(firstCell: string | undefined): boolean {
  return firstCell !== undefined && firstCell !== '' && firstCell.trimStart().startsWith('#')
}

/** Exports put a quote before text that a spreadsheet would take for a formula; it comes off again here. */
function undefuseFormula(cell: string): string {
  return cell.charCodeAt(0) === APOSTROPHE && /^'[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
