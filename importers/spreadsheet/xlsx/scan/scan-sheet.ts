import { MAX_LINE, type RowMarks } from '../../sheet-table.ts'
import { type CellContext, cellText } from '../cell-text.ts'
import { rowMarks } from '../read-sheet.ts'
import { cutPart, isPlainContent, isQuietFrame } from './part-text.ts'
import {
  DOUBT,
  expectAt,
  plainText,
  scanAttributes,
  skipBlanks,
  standsAt,
  textEnd,
  unlessDoubtful,
} from './text-scanner.ts'

export type ScannedRow = { line: number; cells: string[]; marks?: RowMarks }

const MAX_ROWS = 20_000
const MAX_CELLS = 500_000
const MAX_COLUMN = 16_383
const LOUD: ReadonlySet<string> = new Set(['row', 'c', 'v', 't', 'is'])

const ROW_NUMBER = 1
const HIDDEN = 64
const OUTLINE_LEVEL = 128
const ROW_ATTRIBUTES = bits(
  'r spans s customFormat ht customHeight hidden outlineLevel collapsed thickTop thickBot ph x14ac:dyDescent',
)
const FORMULA_ATTRIBUTES = bits('t ref si ca aca bx dt2D dtr r1 r2 del1 del2 xml:space')
const OPEN_CELL = '<c '
const QUOTE = 34
const SPACE = 32
const SLASH = 47
const ZERO = 48
const EQUALS = 61
const LETTER_F = 102
const LETTER_I = 105
const LETTER_R = 114
const LETTER_S = 115
const LETTER_T = 116

/**
 * Reads the rows of a worksheet whose XML is as spreadsheet programs write it, many times as fast as a parser does. It
 * only ever gives rows when the careful reader would give the same: one doubt about a character, and it gives null.
 */
export function scanSheet(part: Uint8Array, context: CellContext): ScannedRow[] | null {
  return unlessDoubtful(() => {
    const cut = cutPart(part, '<sheetData')
    if (cut === null) return null
    keepShapes()
    const scanner = new RowScanner(cut.text, cut.from, context)
    const rows = scanner.rows()
    const { text, from } = cut
    if (!isPlainContent(text.slice(from, scanner.at))) return null
    const frame = { element: 'sheetData', depth: 2, loud: LOUD }
    return isQuietFrame(text.slice(0, from), text.slice(scanner.at), frame) ? rows : null
  })
}

class RowScanner {
  at: number
  readonly #text: string
  readonly #context: CellContext
  readonly #hasEntities: boolean
  #cellCount = 0
  #column = 0
  #style = 0
  #type = 'n'
  #isEmpty = false

  constructor(text: string, from: number, context: CellContext) {
    this.#text = text
    this.#context = context
    this.#hasEntities = text.includes('&')
    this.at = skipBlanks(text, from)
  }

  rows(): ScannedRow[] {
    const text = this.#text
    const rows: ScannedRow[] = []
    let line = 0
    while (!standsAt(text, this.at, '</sheetData>')) {
      if (rows.length >= MAX_ROWS) throw DOUBT
      let given = line + 1
      let level = ''
      let hidden = ''
      const tag = scanAttributes(text, expectAt(text, this.at, '<row'), ROW_ATTRIBUTES, (bit, from, to) => {
        if (bit === ROW_NUMBER) given = wholeNumber(text, from, to)
        else if (bit === OUTLINE_LEVEL) level = text.slice(from, to)
        else if (bit === HIDDEN) hidden = text.slice(from, to)
      })
      if (given <= line || given > MAX_LINE) throw DOUBT
      line = given
      this.at = tag.end
      const cells = tag.isEmpty ? [] : this.#cells()
      const marks = level === '' && hidden === '' ? undefined : rowMarks(level, hidden)
      rows.push(marks === undefined ? { line, cells } : { line, cells, marks })
      this.at = skipBlanks(text, this.at)
    }
    return rows
  }

  #cells(): string[] {
    const text = this.#text
    const cells: string[] = []
    for (;;) {
      this.at = skipBlanks(text, this.at)
      if (!standsAt(text, this.at, OPEN_CELL)) break
      this.#cellCount += 1
      if (this.#cellCount > MAX_CELLS) throw DOUBT
      this.#openCell(cells.length)
      const value = this.#isEmpty ? '' : this.#value()
      while (cells.length < this.#column) cells.push('')
      cells[this.#column] = cellText(this.#type, this.#style, value, this.#context)
    }
    this.at = expectAt(text, this.at, '</row>')
    return cells
  }

  /** `<c r="AB12" s="3" t="s">`: address, style and type in any order, nothing else, and none twice. */
  #openCell(following: number): void {
    const text = this.#text
    this.#column = following
    this.#style = 0
    this.#type = 'n'
    let at = this.at + 2
    let seen = 0
    while (text.charCodeAt(at) === SPACE) {
      const name = text.charCodeAt(at + 1)
      const bit = name === LETTER_R ? 1 : name === LETTER_S ? 2 : name === LETTER_T ? 4 : 0
      const from = at + 4
      if (text.charCodeAt(at + 2) !== EQUALS || text.charCodeAt(at + 3) !== QUOTE || bit === 0 || (seen & bit) !== 0)
        throw DOUBT
      seen |= bit
      let to = from
      while (isWordCode(text.charCodeAt(to))) to += 1
      if (text.charCodeAt(to) !== QUOTE || to === from) throw DOUBT
      if (name === LETTER_R) this.#column = columnIndex(text, from)
      else if (name === LETTER_S) this.#style = wholeNumber(text, from, to)
      else this.#type = typeAt(text, from, to)
      at = to + 1
    }
    this.#isEmpty = text.charCodeAt(at) === SLASH
    this.at = expectAt(text, at, this.#isEmpty ? '/>' : '>')
  }

  /** The texts of `<v>` and of a plain `<is>`; formulas are passed over. */
  #value(): string {
    const text = this.#text
    let value = ''
    for (;;) {
      const at = skipBlanks(text, this.at)
      const letter = text.charCodeAt(at + 1)
      if (letter === SLASH) {
        this.at = expectAt(text, at, '</c>')
        return value
      }
      if (letter === LETTER_F) this.#skipFormula(expectAt(text, at, '<f'))
      else if (letter === LETTER_I) value += this.#inlineText(expectAt(text, at, '<is><t'))
      else if (standsAt(text, at, '<v/>')) this.at = at + 4
      else {
        const from = expectAt(text, at, '<v>')
        const end = textEnd(text, from)
        value += this.#plain(from, end)
        this.at = expectAt(text, end, '</v>')
      }
    }
  }

  #inlineText(at: number): string {
    const text = this.#text
    const isPreserved = text.charCodeAt(at) === SPACE
    const from = isPreserved ? expectAt(text, at, ' xml:space="preserve">') : expectAt(text, at, '>')
    const end = textEnd(text, from)
    this.at = expectAt(text, end, '</t></is>')
    return this.#plain(from, end)
  }

  #plain(from: number, end: number): string {
    return this.#hasEntities ? plainText(this.#text, from, end) : this.#text.slice(from, end)
  }

  #skipFormula(at: number): void {
    const text = this.#text
    const tag = scanAttributes(text, at, FORMULA_ATTRIBUTES, () => {})
    this.at = tag.end
    if (tag.isEmpty) return
    const end = textEnd(text, tag.end)
    plainText(text, tag.end, end)
    this.at = expectAt(text, end, '</f>')
  }
}

const SMALL = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2" hidden="1"></row></sheetData>'
const kept: unknown[] = []

/** V8 throws compiled code away with the last object of a shape that it relies on: between two sheets a small scanner stays. */
function keepShapes(): void {
  if (kept.length > 0) return
  const scanner = new RowScanner(SMALL, 0, { sharedStrings: [''], meanings: [], indents: [], is1904: false })
  kept.push(scanner, scanner.rows())
}

function bits(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, index) => [name, 1 << index]))
}

function isWordCode(code: number): boolean {
  return (code >= ZERO && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** The usual types are told by their places, so that no text is made of each. */
function typeAt(text: string, from: number, to: number): string {
  if (to - from === 1 && text.charCodeAt(from) === LETTER_S) return 's'
  if (to - from === INLINE.length && standsAt(text, from, INLINE)) return INLINE
  return text.slice(from, to)
}
const INLINE = 'inlineStr'

function wholeNumber(text: string, from: number, to: number): number {
  if (to === from || to - from > 9) throw DOUBT
  let value = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) throw DOUBT
    value = value * 10 + digit
  }
  return value
}

/** `AB12` is column 27; at most three letters, as columns have. */
function columnIndex(text: string, from: number): number {
  let index = 0
  let at = from
  for (; at < from + 4; at += 1) {
    const letter = text.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    index = index * 26 + letter
  }
  if (at === from || at === from + 4 || index - 1 > MAX_COLUMN) throw DOUBT
  return index - 1
}
