import { decodeCodePage } from '../../binary/decode-code-page.ts'
import { doubleOf, int32, uint8, uint16, uint32 } from '../../binary/read-bytes.ts'
import { broken } from '../../binary/sector-chains.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { CellRange } from '../merged-fills.ts'
import { MAX_CELLS, type RowMarks } from '../sheet-table.ts'
import { type CellContext, shownNumber, shownText } from '../xlsx/cell-text.ts'
import { rowMarks } from '../xlsx/read-sheet.ts'
import { ContinuedText } from './continued-text.ts'
import type { WorkbookGlobals } from './read-globals.ts'
import { RecordCursor } from './record-cursor.ts'
import { RECORD } from './record-types.ts'
import { rkNumber } from './rk-number.ts'

/** Columns of such a sheet. */
export const COLUMNS = 256
const MAX_INDENTED = 50_000_000
const CELL_HEAD = 6
const RANGE_LENGTH = 8
const LEVEL = 7
const HIDDEN = 0x20
const HEADS_BELOW = 0x40
/** Where a formula has another result than a number, and which: a text, which follows, or yes and no. */
const NO_NUMBER = 0xffff
const TEXT_FOLLOWS = 0
const FLAG = 1

/** The cells of a sheet as they were written, blank ones with a style among them. */
export type SheetCells = {
  /** `line * COLUMNS + column`, in order. */
  places: number[]
  styles: number[]
  texts: string[]
  marks: Map<number, RowMarks>
  merged: CellRange[]
  headsAbove: boolean
}

/** Reads the cells of a worksheet: values as they were last computed, never formulas. Charts that stand in it have parts of their own. */
export function readCells(stream: Uint8Array, at: number, globals: WorkbookGlobals): SheetCells {
  const cursor = new RecordCursor(stream, at)
  cursor.begin('a sheet')
  const reader = new CellReader(globals)
  for (let depth = 1; depth > 0; ) {
    const type = cursor.next()
    if (type === RECORD.begin) depth += 1
    else if (type === RECORD.end) depth -= 1
    else if (depth === 1) reader.record(cursor)
  }
  return reader.inOrder()
}

class CellReader {
  readonly #globals: WorkbookGlobals
  readonly #context: CellContext
  readonly #cells: SheetCells = {
    places: [],
    styles: [],
    texts: [],
    marks: new Map(),
    merged: [],
    headsAbove: false,
  }
  #isInOrder = true
  #indentedCharacters = 0
  /** The formula whose text follows. */
  #waiting = -1

  constructor(globals: WorkbookGlobals) {
    const { strings: sharedStrings, is1904 } = globals
    const { meanings, indents } = globals.styles
    this.#globals = globals
    this.#context = { sharedStrings, meanings, indents, is1904 }
  }

  record(cursor: RecordCursor): void {
    const { data } = cursor
    switch (cursor.type) {
      case RECORD.sharedText: {
        cursor.atLeast(10)
        const text = this.#globals.strings[uint32(data, CELL_HEAD)]
        if (text === undefined) throw broken('a cell has a text that is not in the workbook')
        this.#text(data, text)
        break
      }
      case RECORD.number:
        cursor.atLeast(14)
        this.#number(data, doubleOf(int32(data, 6), int32(data, 10)))
        break
      case RECORD.rkNumber:
        cursor.atLeast(10)
        this.#number(data, rkNumber(int32(data, CELL_HEAD)))
        break
      case RECORD.rkNumbers:
        this.#rkNumbers(cursor)
        break
      case RECORD.blank:
        cursor.atLeast(CELL_HEAD)
        this.#put(uint16(data, 0), uint16(data, 2), uint16(data, 4), '')
        break
      case RECORD.blanks:
        this.#blanks(cursor)
        break
      case RECORD.flagOrError:
        cursor.atLeast(8)
        this.#flag(data, uint8(data, 6), uint8(data, 7) !== 0)
        break
      case RECORD.text:
      case RECORD.richText:
        cursor.atLeast(8)
        this.#text(data, this.#ownText(cursor, CELL_HEAD))
        break
      case RECORD.formula:
      case RECORD.formula3:
      case RECORD.formula4:
        cursor.atLeast(14)
        this.#formula(data)
        break
      case RECORD.formulaText:
        this.#formulaText(cursor)
        break
      case RECORD.row:
        cursor.atLeast(14)
        this.#row(uint16(data, 0) + 1, uint16(data, 12))
        break
      case RECORD.merged:
        this.#merged(data)
        break
      case RECORD.sheetOptions:
        this.#cells.headsAbove = (uint16(data, 0) & HEADS_BELOW) === 0
        break
    }
  }

  inOrder(): SheetCells {
    const cells = this.#cells
    if (this.#isInOrder) return cells
    const order = cells.places.map((_, index) => index).sort((a, b) => placeAt(cells, a) - placeAt(cells, b))
    // Of cells at one place the last one counts.
    const kept = order.filter((index, at) => placeAt(cells, index) !== placeAt(cells, order[at + 1] ?? -1))
    return {
      ...cells,
      places: kept.map((index) => placeAt(cells, index)),
      styles: kept.map((index) => cells.styles[index] ?? 0),
      texts: kept.map((index) => cells.texts[index] ?? ''),
    }
  }

  #put(row: number, column: number, style: number, text: string): void {
    const { places, styles, texts } = this.#cells
    if (column >= COLUMNS) throw broken('a cell has an unreadable address')
    if (places.length >= MAX_CELLS) throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_CELLS} cells`)
    const place = (row + 1) * COLUMNS + column
    if (place <= (places.at(-1) ?? 0)) this.#isInOrder = false
    places.push(place)
    styles.push(style)
    texts.push(text)
    this.#waiting = -1
  }

  #number(data: Uint8Array, value: number): void {
    const style = uint16(data, 4)
    this.#put(uint16(data, 0), uint16(data, 2), style, shownNumber(value, style, this.#context))
  }

  #text(data: Uint8Array, text: string): void {
    const style = uint16(data, 4)
    this.#put(uint16(data, 0), uint16(data, 2), style, this.#shown(text, style))
  }

  /** What is indented is a copy, of which many cells with one long text could make too many. */
  #shown(text: string, style: number): string {
    const shown = shownText(text, style, this.#context)
    if (shown.length > text.length) this.#indentedCharacters += shown.length
    if (this.#indentedCharacters > MAX_INDENTED)
      throw new ImportRefusal('too_complex', `the sheet has more than ${MAX_INDENTED} characters in indented cells`)
    return shown
  }

  /** An error such as #REF! is no value anybody meant. */
  #flag(data: Uint8Array, value: number, isError: boolean): void {
    const text = isError ? '' : value === 1 ? 'TRUE' : 'FALSE'
    this.#put(uint16(data, 0), uint16(data, 2), uint16(data, 4), text)
  }

  #rkNumbers(cursor: RecordCursor): void {
    cursor.atLeast(CELL_HEAD)
    const { data } = cursor
    const count = Math.floor((data.length - CELL_HEAD) / 6)
    for (let index = 0; index < count; index += 1) {
      const at = 4 + index * 6
      const style = uint16(data, at)
      const text = shownNumber(rkNumber(int32(data, at + 2)), style, this.#context)
      this.#put(uint16(data, 0), uint16(data, 2) + index, style, text)
    }
  }

  #blanks(cursor: RecordCursor): void {
    cursor.atLeast(CELL_HEAD)
    const { data } = cursor
    const count = Math.floor((data.length - CELL_HEAD) / 2)
    for (let index = 0; index < count; index += 1)
      this.#put(uint16(data, 0), uint16(data, 2) + index, uint16(data, 4 + index * 2), '')
  }

  #formula(data: Uint8Array): void {
    if (uint16(data, 12) !== NO_NUMBER) {
      this.#number(data, doubleOf(int32(data, 6), int32(data, 10)))
      return
    }
    const kind = uint8(data, CELL_HEAD)
    this.#flag(data, uint8(data, 8), kind !== FLAG)
    if (kind === TEXT_FOLLOWS) this.#waiting = this.#cells.texts.length - 1
  }

  #formulaText(cursor: RecordCursor): void {
    if (this.#waiting < 0) return
    const style = this.#cells.styles[this.#waiting] ?? 0
    this.#cells.texts[this.#waiting] = this.#shown(this.#ownText(cursor, 0), style)
    this.#waiting = -1
  }

  /** A text that stands in the record itself. Behind a length of none programs write what they like. */
  #ownText(cursor: RecordCursor, at: number): string {
    if (uint16(cursor.data, at) === 0) return ''
    if (this.#globals.version === 8) return new ContinuedText(cursor.continued(), at).text()
    const { data } = cursor
    const end = at + 2 + uint16(data, at)
    if (end > data.length) throw broken('a text of the workbook ends early')
    return decodeCodePage(data.subarray(at + 2, end), this.#globals.codePage)
  }

  #row(line: number, flags: number): void {
    const marks = rowMarks(String(flags & LEVEL), (flags & HIDDEN) === 0 ? '0' : '1')
    if (marks !== undefined) this.#cells.marks.set(line, marks)
  }

  #merged(data: Uint8Array): void {
    const count = Math.min(uint16(data, 0), Math.floor((data.length - 2) / RANGE_LENGTH))
    for (let index = 0; index < count; index += 1) {
      const at = 2 + index * RANGE_LENGTH
      const [top, bottom] = [uint16(data, at) + 1, uint16(data, at + 2) + 1]
      const [left, right] = [uint16(data, at + 4), uint16(data, at + 6)]
      if (right < COLUMNS) this.#cells.merged.push({ top, bottom, left, right })
    }
  }
}

function placeAt({ places }: SheetCells, index: number): number {
  return places[index] ?? -1
}
