import { MAX_LINE, type RowMarks } from '../../sheet-table.ts'
import { type CellContext, cellText } from '../cell-text.ts'
import { rowMarks } from '../read-sheet.ts'
import { cutPart, isPlainContent, isQuietFrame } from './part-text.ts'
import { DOUBT, expectAt, plainText, scanAttributes, skipBlanks, textEnd, unlessDoubtful } from './text-scanner.ts'

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
const ZERO = 48

/**
 * Reads the rows of a worksheet whose XML is as spreadsheet programs write it, many times as fast as a parser does. It
 * only ever gives rows when the careful reader would give the same: one doubt about a character, and it gives null.
 */
export function scanSheet(part: Uint8Array, context: CellContext): ScannedRow[] | null {
  return unlessDoubtful(() => {
    const cut = cutPart(part, '<sheetData')
    if (cut === null) return null
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
  #cellCount = 0
  #column = 0
  #style = 0
  #type = 'n'
  #isEmpty = false

  constructor(text: string, from: number, context: CellContext) {
    this.#text = text
    this.#context = context
    this.at = skipBlanks(text, from)
  }

  rows(): ScannedRow[] {
    const text = this.#text
    const rows: ScannedRow[] = []
    let line = 0
    while (!text.startsWith('</sheetData>', this.at)) {
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
      if (!text.startsWith(OPEN_CELL, this.at)) break
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
    let seen = ''
    while (text.charCodeAt(at) === SPACE) {
      const name = text[at + 1] as string
      const from = at + 4
      if (text.charCodeAt(at + 2) !== 61 || text.charCodeAt(at + 3) !== QUOTE || seen.includes(name)) throw DOUBT
      seen += name
      let to = from
      while (isWordCode(text.charCodeAt(to))) to += 1
      if (text.charCodeAt(to) !== QUOTE || to === from) throw DOUBT
      if (name === 'r') this.#column = columnIndex(text, from)
      else if (name === 's') this.#style = wholeNumber(text, from, to)
      else if (name === 't') this.#type = text.slice(from, to)
      else throw DOUBT
      at = to + 1
    }
    this.#isEmpty = text.startsWith('/>', at)
    this.at = this.#isEmpty ? at + 2 : expectAt(text, at, '>')
  }

  /** The texts of `<v>` and of a plain `<is>`; formulas are passed over. */
  #value(): string {
    const text = this.#text
    let value = ''
    for (;;) {
      const at = skipBlanks(text, this.at)
      if (text.startsWith('<v>', at)) {
        const end = textEnd(text, at + 3)
        value += plainText(text, at + 3, end)
        this.at = expectAt(text, end, '</v>')
      } else if (text.startsWith('<v/>', at)) this.at = at + 4
      else if (text.startsWith('<is><t', at)) value += this.#inlineText(at + 6)
      else if (text.startsWith('<f', at)) this.#skipFormula(at + 2)
      else {
        this.at = expectAt(text, at, '</c>')
        return value
      }
    }
  }

  #inlineText(at: number): string {
    const text = this.#text
    const preserve = ' xml:space="preserve"'
    const from = expectAt(text, text.startsWith(preserve, at) ? at + preserve.length : at, '>')
    const end = textEnd(text, from)
    this.at = expectAt(text, end, '</t></is>')
    return plainText(text, from, end)
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

function bits(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, index) => [name, 1 << index]))
}

function isWordCode(code: number): boolean {
  return (code >= ZERO && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

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
