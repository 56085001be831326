import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { CellFills } from '../columns/filled-columns.ts'
import { type NamedSheet, type SheetBook, visibleSheets } from '../sheet-book.ts'
import { MAX_CELLS, type SheetTable } from '../sheet-table.ts'
import type { ZipParts } from '../xlsx/read-zip.ts'
import { readNamedStyles, StyleReader } from './read-cell-styles.ts'
import { type ContentSheet, readContent } from './read-content.ts'

const SPREADSHEET = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?\s*$/

/** An OpenDocument spreadsheet whose sheets can be read one after the other. */
export class OpenSpreadsheet implements SheetBook {
  readonly format = 'ods'
  /** Days are written out as dates, wherever they are counted from. */
  readonly is1904 = false
  readonly all: readonly ContentSheet[]
  readonly visible: readonly ContentSheet[]

  constructor(zip: ZipParts) {
    const kind = textOf(zip.read('mimetype'))
    if (kind !== '' && !SPREADSHEET.test(kind))
      throw new ImportRefusal('unsupported_format', 'the file is an OpenDocument of another kind, and no spreadsheet')
    if (/encryption-data/.test(textOf(zip.read('META-INF/manifest.xml'))))
      throw new ImportRefusal('password_protected', 'the spreadsheet is protected by a password')
    const styles = new StyleReader()
    readNamedStyles(zip.read('styles.xml'), styles)
    const content = zip.read('content.xml')
    this.all = content === null ? [] : readContent(content, styles)
    if (this.all.length === 0) throw new ImportRefusal('unreadable_file', 'the spreadsheet has no sheet')
    this.visible = visibleSheets(this.all)
  }

  fill(sheet: NamedSheet, table: SheetTable): void {
    const rows = this.#rowsOf(sheet)
    if (rows === null) throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
    // The table changes its cells, and a sheet may be asked for again.
    for (const { line, cells, marks } of rows) table.add(line, [...cells], marks)
  }

  #rowsOf(sheet: NamedSheet): ContentSheet['rows'] {
    return this.all.find((one) => one === sheet)?.rows ?? null
  }

  fillsOf(sheet: NamedSheet): CellFills {
    return this.#runsOf(sheet, 'fills')
  }

  boldOf(sheet: NamedSheet): CellFills {
    return this.#runsOf(sheet, 'bold')
  }

  #runsOf(sheet: NamedSheet, look: 'fills' | 'bold'): CellFills {
    const rows = this.#rowsOf(sheet) ?? []
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    const fills = new Map<number, Map<number, string>>()
    let cellCount = 0
    for (const row of rows) {
      const colours = new Map<number, string>()
      for (const { from, to, colour } of row[look])
        for (let at = from; at < Math.min(to, width); at += 1) colours.set(at, colour)
      cellCount += colours.size
      if (cellCount > MAX_CELLS) throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
      if (colours.size > 0) fills.set(row.line, colours)
    }
    return fills
  }
}

function textOf(part: Uint8Array | null): string {
  return part === null ? '' : new TextDecoder().decode(part.subarray(0, 1_000_000))
}
