import { ImportRefusal } from '../plan/import-refusal.ts'
import { CellAccount } from './cell-account.ts'

export const MAX_COLUMNS = 16_384
export const MAX_CELLS = 2_000_000
/** Lines that a sheet of a workbook can have. */
export const MAX_LINE = 1_048_576
export const MAX_CELL_CHARACTERS = 1_000_000
/** Rows among which the header is looked for. */
export const MAX_LEADING_ROWS = 50
const MAX_COMMENTS = 1000
const MAX_ABOVE = 10
const APOSTROPHE = 39

/** One row with its line number in the spreadsheet, first line = 1. */
export type SheetRow = {
  line: number
  cells: string[]
  /** The line of the item that the row is a part of, where a table inside the table says so. */
  partOf?: number
  /** Under which number its colours are kept, where its line has those of another row. */
  shade?: number
}

/** A step of each row: what it is called, and where its start and its end stand. */
export type Step = { readonly name: string; readonly start: number; readonly finish: number }

/** How a workbook shows a row: the level of the groups it is in, and whether it is hidden. */
export type RowMarks = { level: number; isHidden: boolean }

/** Writes a cell of a row, which may end before it. */
export function putCell(cells: string[], at: number, text: string): void {
  while (cells.length <= at) cells.push('')
  cells[at] = text
}

/**
 * Takes the rows of a sheet as they are read. Blank rows and comments vanish here, and rows past the cap are only
 * counted, so that a file of a million short lines costs no memory. Which row is the header is decided when all are in:
 * `settleHeader`. Until then the first one is.
 */
export class SheetTable {
  readonly #maxRows: number
  readonly #headerLine: number | null
  readonly #lastLine: number
  #all: SheetRow[] = []
  #header: SheetRow | null = null
  #rows: readonly SheetRow[] = []
  #uncountedRowCount = 0
  #skippedRowCount = 0
  #cellCount = 0
  readonly #marks = new Map<number, RowMarks>()
  readonly #readElsewhere = new Set<number>()
  #commentLines: number[] = []
  /** Whether the head of a group of rows stands above it. */
  groupsHaveHeadsAbove = false
  /** Whether the header only names times, and the column of names beside them is known by its place. */
  namesBesideChart = false
  /** What stands in the line of the header, without the lines that were joined to it. */
  writtenHeader: readonly string[] = []
  /** The name of the file, for what sheets do not say themselves. */
  fileName = ''
  /** Whether its starts and ends are the first and last days of weeks or months, and say nothing of which days are worked. */
  datesArePeriods = false
  /** The steps of each row that stand in columns beside each other. */
  steps: readonly Step[] = []
  /** The sheet beside it from which its links are. */
  linksFrom: string | null = null
  #above: readonly SheetRow[] = []
  #account = new CellAccount([])

  constructor(
    maxRows: number,
    { headerLine, lastLine }: { headerLine?: number | undefined; lastLine?: number | undefined } = {},
  ) {
    this.#maxRows = maxRows
    this.#headerLine = headerLine ?? null
    this.#lastLine = lastLine ?? Number.POSITIVE_INFINITY
  }

  get header(): SheetRow | null {
    return this.#header
  }

  get rows(): readonly SheetRow[] {
    return this.#rows
  }

  /** What becomes of its cells. */
  get account(): CellAccount {
    return this.#account
  }

  /** Begins to account for the cells as they are, before any rule changes one. */
  openAccount(): void {
    this.#account = new CellAccount(this.#all)
  }

  /** The last rows above the header. */
  get above(): readonly SheetRow[] {
    return this.#above
  }

  /** Places of columns that are read into others: those of a chart, or of starts and ends in one. */
  get readElsewhere(): ReadonlySet<number> {
    return this.#readElsewhere
  }

  /** Notes that columns are read into others. */
  readInto(...places: readonly number[]): void {
    for (const place of places) this.#readElsewhere.add(place)
    this.#account.settleColumns(places)
  }

  /** Takes rows away that turned out to be none of the tasks; whoever does says so. */
  leaveOut(rows: readonly SheetRow[]): void {
    this.#account.settleLines(rows)
    const out = new Set(rows)
    this.#rows = this.#rows.filter((other) => !out.has(other))
  }

  /** Takes away what stands in a column, and its header; whoever does says so. */
  clearColumn(at: number): void {
    this.#account.settleColumns([at])
    for (const { cells } of this.#header === null ? this.#rows : [this.#header, ...this.#rows])
      if (at < cells.length) cells[at] = ''
  }

  /** Puts headers behind all cells, also of rows that are longer than the header; returns the place of the first. */
  addColumns(...headers: string[]): number {
    const cells = this.#header?.cells ?? []
    const width = this.#rows.reduce((most, row) => Math.max(most, row.cells.length), cells.length)
    while (cells.length < width) cells.push('')
    return cells.push(...headers) - headers.length
  }

  /** Puts rows in the place of those that were read, as where tables stand side by side. */
  replaceRows(rows: readonly SheetRow[]): void {
    this.#rows = rows.slice(0, this.#maxRows)
    this.#skippedRowCount += rows.length - this.#rows.length
  }

  get skippedRowCount(): number {
    return this.#skippedRowCount
  }

  /** How a row is shown, where that is not as usual. */
  marksOf(line: number): RowMarks | undefined {
    return this.#marks.get(line)
  }

  get isMarked(): boolean {
    return this.#marks.size > 0
  }

  /** Comments below the header that fill more than one cell. */
  get commentLines(): readonly number[] {
    return this.#commentLines.filter((line) => line > (this.#header?.line ?? 0))
  }

  /** The rows among which the header stands, and those just below them. */
  get leading(): readonly SheetRow[] {
    return this.#all.slice(0, 2 * MAX_LEADING_ROWS)
  }

  /** Every row so far, until the header is settled. */
  get all(): readonly SheetRow[] {
    return this.#all
  }

  /** Takes the cells over; the caller makes new ones for the next row. */
  add(line: number, cells: string[], marks?: RowMarks): void {
    if (cells.length > MAX_COLUMNS)
      throw new ImportRefusal('too_complex', `line ${line} has more than ${MAX_COLUMNS} columns`)
    if (line > this.#lastLine || (this.#headerLine !== null && line < this.#headerLine)) return
    if (isBlankRow(cells)) return
    if (isRuledLine(cells)) return
    if (isComment(cells[0]) && line !== this.#headerLine && !this.#mayBeHeader(cells)) {
      this.#noteComment(line, cells)
      return
    }
    if (this.#all.length > this.#maxRows + MAX_LEADING_ROWS) {
      this.#uncountedRowCount += 1
      return
    }
    this.#cellCount += cells.length
    if (this.#cellCount > MAX_CELLS)
      throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
    this.#all.push({ line, cells: cells.some(beginsWithQuote) ? cells.map(undefuseFormula) : cells })
    if (marks !== undefined) this.#marks.set(line, marks)
  }

  #noteComment(line: number, cells: readonly string[]): void {
    if (this.#commentLines.length < MAX_COMMENTS && cells.filter((cell) => cell.trim() !== '').length > 1)
      this.#commentLines.push(line)
  }

  /** A header may begin with a lone # for the number of the row; anywhere else that is a comment. */
  #mayBeHeader(cells: readonly string[]): boolean {
    return /^\s*#[.:]?\s*$/.test(cells[0] ?? '') && cells.length > 1 && this.#all.length < MAX_LEADING_ROWS
  }

  /**
   * Makes one row the header; what stands above it is no task, unless the caller takes it for some. A header of several rows ends
   * with `lastLine`.
   */
  settleHeader(
    line: number,
    joined: { cells?: string[]; lastLine?: number; firstHead?: SheetRow; hasTasksAbove?: boolean } = {},
  ): void {
    const at = this.#all.findIndex((row) => row.line === line)
    const row = this.#all[at]
    this.#header = row === undefined ? null : { line, cells: joined.cells ?? row.cells }
    // A table without a header has its first task there.
    this.writtenHeader = row === undefined || joined.firstHead === row ? [] : [...row.cells]
    const lastLine = joined.lastLine ?? line
    const first = joined.hasTasksAbove ? line : 0
    for (const other of this.#all) {
      if (other.line > lastLine) break
      if (other.line >= first && other !== joined.firstHead) this.#account.settleLines([other])
    }
    this.#above = this.#all.slice(Math.max(0, at - MAX_ABOVE), Math.max(0, at))
    const below = this.#all.slice(at + 1).filter((row) => {
      if (row.line <= lastLine) return false
      // What rows above a chart said stands in one of them.
      if (isBlankRow(row.cells)) {
        this.#account.settleLines([row])
        return false
      }
      if (!isComment(row.cells[0])) return true
      this.#noteComment(row.line, row.cells)
      this.#account.settleLines([row])
      return false
    })
    if (joined.firstHead !== undefined) below.unshift(joined.firstHead)
    this.#rows = below.slice(0, this.#maxRows)
    this.#account.settleLines(below.slice(this.#maxRows))
    this.#skippedRowCount = below.length - this.#rows.length + this.#uncountedRowCount
    this.#all = []
  }
}

function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false
  return true
}

/** `|---|:--:|`, the line between header and rows of a table in text. */
function isRuledLine(cells: readonly string[]): boolean {
  const isRuled = (cell: string) => /^[:+]?[-=_]{2,}[:+]?$/.test(cell)
  return cells.every((cell) => cell === '' || cell.trim() === '' || isRuled(cell.trim()))
}

function isComment(firstCell: string | undefined): boolean {
  return firstCell !== undefined && firstCell !== '' && firstCell.trimStart().startsWith('#')
}

function beginsWithQuote(cell: string): boolean {
  return cell.charCodeAt(0) === APOSTROPHE
}

/** Exports put a quote before text that a spreadsheet would take for a formula; it comes off again here. */
function undefuseFormula(cell: string): string {
  return beginsWithQuote(cell) && /^'[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
