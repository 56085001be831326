import { ImportRefusal } from '../../plan/import-refusal.ts'
import { type CellFills, SHAPE } from '../columns/filled-columns.ts'
import { type NamedSheet, type SheetBook, visibleSheets } from '../sheet-book.ts'
import type { SheetTable } from '../sheet-table.ts'
import type { CellContext } from './cell-text.ts'
import { readFills } from './read-fills.ts'
import { readShapes } from './read-shapes.ts'
import { readSheet } from './read-sheet.ts'
import { readStyles } from './read-styles.ts'
import { listSheets, readSharedStrings, type WorkbookSheets } from './read-workbook-parts.ts'
import type { ZipParts } from './read-zip.ts'
import { scanSheet } from './scan/scan-sheet.ts'
import { scanStrings } from './scan/scan-strings.ts'
import { scanStyles } from './scan/scan-styles.ts'

const HEAD_BYTES = 4096
const HEADS_ABOVE = /<(?:\w+:)?outlinePr\s[^>]*\bsummaryBelow\s*=\s*["'](?:0|false)["']/

/** A workbook whose sheets can be read one after the other. */
export class Workbook implements SheetBook {
  readonly format = 'xlsx'
  readonly is1904: boolean
  readonly all: WorkbookSheets['sheets']
  readonly visible: readonly WorkbookSheets['sheets'][number][]
  readonly #zip: ZipParts
  readonly #context: CellContext
  #filled: { sheet: NamedSheet; part: Uint8Array } | null = null
  readonly #colours: readonly (string | null)[]
  readonly #bold: readonly (string | null)[]

  constructor(zip: ZipParts) {
    this.#zip = zip
    const { sheets, is1904 } = listSheets(zip)
    this.all = sheets
    this.visible = visibleSheets(sheets)
    this.is1904 = is1904
    const strings = this.#zip.read('xl/sharedStrings.xml')
    const sharedStrings = strings === null ? [] : (scanStrings(strings) ?? readSharedStrings(strings))
    const { colours, bold, meanings, indents } = readStyles(this.#zip.read('xl/styles.xml'))
    this.#colours = colours
    this.#bold = bold
    // As that of the small scanner, whose shape stays.
    this.#context = { sharedStrings, meanings, indents, is1904 }
  }

  /** Fills the table from a sheet: scanned where programs wrote it, parsed where there is any doubt, with the same rows. */
  fill(sheet: NamedSheet, table: SheetTable): void {
    const part = this.#zip.read(this.all.find((one) => one === sheet)?.part ?? '')
    if (part === null) throw new ImportRefusal('unreadable_file', 'a worksheet is missing from the workbook')
    this.#filled = { sheet, part }
    const rows = scanSheet(part, this.#context)
    if (rows === null) readSheet(part, this.#context, (line, cells, marks) => table.add(line, cells, marks))
    else for (const { line, cells, marks } of rows) table.add(line, cells, marks)
    table.groupsHaveHeadsAbove = HEADS_ABOVE.test(Buffer.from(part.subarray(0, HEAD_BYTES)).toString('latin1'))
  }

  /** The colours of the sheet that was read last and the shapes drawn over them, read on their own: few sheets are asked for them. */
  fillsOf(sheet: NamedSheet): CellFills {
    if (this.#filled?.sheet !== sheet) return new Map()
    const fills = readFills(this.#filled.part, this.#colours)
    for (const { top, left, right } of readShapes(this.#zip, this.all.find((one) => one === sheet)?.part ?? '')) {
      const cells = fills.get(top) ?? new Map<number, string>()
      for (let at = left; at <= right; at += 1) cells.set(at, SHAPE)
      fills.set(top, cells)
    }
    return fills
  }

  boldOf(sheet: NamedSheet, column: number): CellFills {
    if (this.#filled?.sheet !== sheet) return new Map()
    return scanStyles(this.#filled.part, this.#bold, column) ?? readFills(this.#filled.part, this.#bold)
  }
}
