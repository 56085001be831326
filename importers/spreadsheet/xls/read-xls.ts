import type { CompoundFile } from '../../binary/read-compound-file.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { CellFills } from '../columns/filled-columns.ts'
import { fillMerged } from '../merged-fills.ts'
import { type NamedSheet, type SheetBook, visibleSheets } from '../sheet-book.ts'
import { MAX_CELLS, putCell, type SheetTable } from '../sheet-table.ts'
import { COLUMNS, readCells, type SheetCells } from './read-cells.ts'
import { readGlobals, type WorkbookGlobals, type XlsSheet } from './read-globals.ts'

/** Where the records of a workbook lie: since Excel 97, and in Excel 5 and 95. */
const STREAMS = ['Workbook', 'Book']
/** Where a newer workbook lies that is protected. */
const ENCRYPTED = 'EncryptedPackage'

/** Whether a compound file is a workbook, also one that a password keeps shut, and no plan. */
export function holdsWorkbook(file: CompoundFile): boolean {
  return [...STREAMS, ENCRYPTED].some((name) => file.hasStream(name))
}

/** A workbook of Excel 5 to 2003 whose sheets can be read one after the other. */
export class OldWorkbook implements SheetBook {
  readonly format = 'xls'
  readonly is1904: boolean
  readonly all: readonly XlsSheet[]
  readonly visible: readonly XlsSheet[]
  readonly #stream: Uint8Array
  readonly #globals: WorkbookGlobals
  #filled: { sheet: NamedSheet; cells: SheetCells } | null = null

  constructor(file: CompoundFile) {
    const name = STREAMS.find((stream) => file.hasStream(stream))
    const stream = name === undefined ? null : file.stream(name)
    if (stream === null) throw noWorkbook(file)
    this.#stream = stream
    this.#globals = readGlobals(stream)
    this.is1904 = this.#globals.is1904
    this.all = this.#globals.sheets
    if (this.all.length === 0) throw new ImportRefusal('unreadable_file', 'the workbook has no worksheet')
    this.visible = visibleSheets(this.all)
  }

  fill(sheet: NamedSheet, table: SheetTable): void {
    const at = this.all.find((one) => one === sheet)?.at ?? this.#stream.length
    const cells = readCells(this.#stream, at, this.#globals)
    this.#filled = { sheet, cells }
    let line = 0
    let row: string[] = []
    const add = () => {
      if (line > 0) table.add(line, row, cells.marks.get(line))
    }
    for (const [index, place] of cells.places.entries()) {
      const own = Math.floor(place / COLUMNS)
      if (own !== line) {
        add()
        line = own
        row = []
      }
      putCell(row, place % COLUMNS, cells.texts[index] ?? '')
    }
    add()
    table.groupsHaveHeadsAbove = cells.headsAbove
  }

  fillsOf(sheet: NamedSheet): CellFills {
    return this.#looksOf(sheet, this.#globals.styles.colours)
  }

  boldOf(sheet: NamedSheet): CellFills {
    return this.#looksOf(sheet, this.#globals.styles.bold)
  }

  #looksOf(sheet: NamedSheet, colours: readonly (string | null)[]): CellFills {
    const fills = new Map<number, Map<number, string>>()
    if (this.#filled?.sheet !== sheet) return fills
    const { places, styles, merged } = this.#filled.cells
    for (const [index, place] of places.entries()) {
      const colour = colours[styles[index] ?? 0] ?? null
      if (colour === null) continue
      const line = Math.floor(place / COLUMNS)
      const cells = fills.get(line) ?? new Map<number, string>()
      fills.set(line, cells.set(place % COLUMNS, colour))
    }
    let mergedCount = 0
    for (const range of merged) mergedCount += fillMerged(fills, range, MAX_CELLS - mergedCount)
    return fills
  }
}

function noWorkbook(file: CompoundFile): ImportRefusal {
  if (file.hasStream(ENCRYPTED))
    return new ImportRefusal('password_protected', 'the workbook is protected by a password; save it without one')
  return new ImportRefusal('unreadable_file', 'the file holds no workbook')
}
