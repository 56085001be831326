import type { Diagnostics } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseDateTime, parseNumber } from '../../plan-file/xml/read-values.ts'

const MAX_FIELDS = 1000
const MAX_CELL = 1_000_000
/** Line ends inside of a text, as the database writes them. */
const KEPT_LINE_END = /\u007f\u007f|\u007f/g

/** One row of a table; cells go by the names of its fields. */
export class XerRow {
  readonly line: number
  readonly #fields: ReadonlyMap<string, number>
  readonly #cells: string[]

  constructor(line: number, fields: ReadonlyMap<string, number>, cells: string[]) {
    this.line = line
    this.#fields = fields
    this.#cells = cells
  }

  /** Trimmed text, null when empty or absent. */
  text(field: string): string | null {
    const at = this.#fields.get(field)
    const cell = at === undefined ? undefined : this.#cells[at]
    if (cell === undefined) return null
    return cell.replaceAll('""', '"').replace(KEPT_LINE_END, '\n').trim() || null
  }

  /** A finite number; exports of some countries write it with a comma. */
  number(field: string): number | null {
    return parseNumber(this.text(field)?.replace(/^([+-]?\d*),(\d+)$/, '$1.$2') ?? null)
  }

  /** A whole number above zero, as ids are. */
  id(field: string): number | null {
    const value = this.number(field)
    return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null
  }

  dateTime(field: string): string | null {
    return parseDateTime(this.text(field))
  }

  flag(field: string): boolean {
    return this.text(field)?.toUpperCase() === 'Y'
  }

  /** What a line that begins with no mark of its own belongs to: a text with a line end inside. */
  continueWith(line: string): void {
    const [first = '', ...more] = line.split('\t')
    const last = `${this.#cells.at(-1) ?? ''}\n${first}`
    if (last.length > MAX_CELL) throw tooLong(this.line)
    this.#cells.splice(-1, 1, last, ...more.slice(0, MAX_FIELDS))
  }
}

export interface XerHeader {
  readonly version: string | null
}

/** Cuts a file into rows and hands out each with the name of its table. What is no row leaves an entry in the receipt. */
export function readTables(
  text: string,
  onRow: (table: string, row: XerRow) => void,
  diagnostics: Diagnostics,
): XerHeader {
  const reader = new TableReader(onRow, diagnostics)
  let at = 0
  while (at < text.length) {
    let end = text.indexOf('\n', at)
    if (end < 0) end = text.length
    reader.take(text.slice(at, text.charCodeAt(end - 1) === 13 ? Math.max(at, end - 1) : end))
    at = end + 1
  }
  return reader.finish()
}

class TableReader {
  readonly #onRow: (table: string, row: XerRow) => void
  readonly #diagnostics: Diagnostics
  #line = 0
  #table: string | null = null
  #fields: ReadonlyMap<string, number> | null = null
  #row: XerRow | null = null
  #version: string | null = null
  #isEnded = false
  #extraCells = 0

  constructor(onRow: (table: string, row: XerRow) => void, diagnostics: Diagnostics) {
    this.#onRow = onRow
    this.#diagnostics = diagnostics
  }

  take(line: string): void {
    this.#line += 1
    if (this.#line === 1) this.#version = this.#readHeader(line)
    else if (line.startsWith('%R\t') || line === '%R') this.#startRow(line)
    else if (line.startsWith('%T')) this.#startTable(line)
    else if (line.startsWith('%F\t')) this.#startFields(line)
    else if (line.startsWith('%E')) this.#end()
    else if (this.#row !== null && !this.#isEnded) this.#row.continueWith(line)
    else if (line.trim() !== '') this.#report('stray_line', 'the line belongs to no row and is passed over')
  }

  finish(): XerHeader {
    this.#give()
    if (!this.#isEnded)
      this.#diagnostics.warn(
        'file_cut',
        { row: this.#line },
        'the file does not say that it ends here: rows may be missing',
      )
    if (this.#extraCells > 0)
      this.#report('extra_cells', `${this.#extraCells} rows have more cells than their table has fields`)
    return { version: this.#version }
  }

  #readHeader(line: string): string | null {
    const cells = line.replace(/^\ufeff/, '').split('\t')
    if (cells[0]?.trim() !== 'ERMHDR')
      throw new ImportRefusal('unreadable_file', 'line 1: the file does not begin with ERMHDR')
    return cells[1]?.trim().slice(0, 40) || null
  }

  #startTable(line: string): void {
    this.#give()
    this.#table = line.slice(2).trim().toUpperCase().slice(0, 60) || null
    this.#fields = null
  }

  #startFields(line: string): void {
    this.#give()
    const names = line.split('\t').slice(1)
    if (names.length > MAX_FIELDS)
      throw new ImportRefusal('too_complex', `line ${this.#line}: a table of more than ${MAX_FIELDS} fields`)
    this.#fields = new Map(names.map((name, index) => [name.trim().toLowerCase(), index]))
  }

  #startRow(line: string): void {
    this.#give()
    if (this.#table === null || this.#fields === null) {
      this.#report('row_without_fields', 'a row stands before the names of its fields and is passed over')
      return
    }
    const cells = line.split('\t', MAX_FIELDS + 1)
    cells.shift()
    if (cells.length > this.#fields.size && cells.slice(this.#fields.size).some((cell) => cell !== ''))
      this.#extraCells += 1
    if (line.length > MAX_CELL && cells.some((cell) => cell.length > MAX_CELL)) throw tooLong(this.#line)
    this.#row = new XerRow(this.#line, this.#fields, cells)
  }

  #end(): void {
    this.#give()
    this.#isEnded = true
  }

  /** A row is whole once the next mark begins. */
  #give(): void {
    if (this.#row !== null && this.#table !== null) this.#onRow(this.#table, this.#row)
    this.#row = null
  }

  #report(code: string, message: string): void {
    this.#diagnostics.error(code, { row: this.#line }, `line ${this.#line}: ${message}`)
  }
}

function tooLong(line: number): ImportRefusal {
  return new ImportRefusal('too_complex', `line ${line}: a text longer than ${MAX_CELL} characters`)
}
