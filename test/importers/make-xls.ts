// Builds old binary workbooks for the tests, record by record, as Excel 97 to 2003 and Excel 5 write them ([MS-XLS]).
import { makeCompoundFile } from './mpp/make-compound-file.ts'

const MOST_BYTES = 8224
const CONTINUE = 0x003c
const END = 0x000a

export type XlsStyle = { format?: number; indent?: number; pattern?: number; colour?: number; isBold?: boolean }
/** Texts may have runs of fonts and say how they are spoken; both are passed over. */
type SharedText = { text: string; runs: number; phonetic: number }
export type XlsValue = string | number | boolean | { error: number } | null
export type XlsCell =
  | XlsValue
  | {
      value: XlsValue
      style?: number
      as?: 'label' | 'rich' | 'rk' | 'formula'
      /** What stands between a formula and its text. */
      between?: Buffer
      runs?: number
      phonetic?: number
    }
export type XlsSheet = {
  name: string
  rows?: readonly (readonly XlsCell[])[]
  hidden?: 0 | 1 | 2
  /** 0 is a worksheet, 2 a chart. */
  kind?: number
  /** Records before and behind those of the cells. */
  before?: readonly Buffer[]
  more?: readonly Buffer[]
}
export type XlsParts = {
  sheets: readonly XlsSheet[]
  version?: 8 | 5
  is1904?: boolean
  codePage?: number
  encode?: (text: string) => Buffer
  formats?: Record<number, string>
  styles?: readonly XlsStyle[]
  palette?: readonly string[]
  /** Bytes of a record with shared texts, before it is continued. */
  pieceBytes?: number
  globals?: readonly Buffer[]
  /** Whether styles were changed by a program that knows nothing of what later versions say of them. */
  areStylesChanged?: boolean
}

export const bytes = (...parts: (number | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
export const u16 = (...values: number[]) => bytes(...values.flatMap((value) => [value & 255, (value >> 8) & 255]))
export const u32 = (...values: number[]) => bytes(...values.map((value) => u16(value & 0xffff, value >>> 16)))

export const f64 = (value: number) => {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleLE(value)
  return buffer
}

export const record = (type: number, ...parts: (number | Uint8Array)[]) => {
  const data = bytes(...parts)
  return bytes(u16(type, data.length), data)
}

/** A number in four bytes, in hundredths where that is asked for. */
export const rk = (value: number, isHundredths = false) => {
  const whole = isHundredths ? Math.round(value * 100) : value
  const mark = isHundredths ? 1 : 0
  if (Number.isInteger(whole) && Math.abs(whole) < 2 ** 29) return u32(((whole << 2) | 2 | mark) >>> 0)
  return u32(((f64(whole).readUInt32LE(4) & ~3) | mark) >>> 0)
}

export const rkNumbers = (row: number, column: number, cells: readonly (readonly [style: number, value: number])[]) =>
  record(
    0x00bd,
    u16(row, column),
    ...cells.map(([style, value]) => bytes(u16(style), rk(value))),
    u16(column + cells.length - 1),
  )
export const blanks = (row: number, column: number, styles: readonly number[]) =>
  record(0x00be, u16(row, column, ...styles, column + styles.length - 1))
export const rowRecord = (row: number, { level = 0, isHidden = false }) =>
  record(0x0208, u16(row, 0, 0, 0, 0, 0, level | (isHidden ? 0x20 : 0) | 0x100, 0))
export const headsAbove = record(0x0081, u16(0x0481))
export const headsBelow = record(0x0081, u16(0x04c1))
export const merged = (...ranges: (readonly [top: number, bottom: number, left: number, right: number])[]) =>
  record(0x00e5, u16(ranges.length, ...ranges.flat()))
/** What later versions say of a style: here of the colour of its cells. */
export const styleColour = (style: number, { kind, tint = 0, value }: { kind: number; tint?: number; value: number }) =>
  record(
    0x087d,
    u16(0x087d, 0, 0, 0, 0, 0, 0, style, 0, 2),
    u16(99, 4),
    u16(4, 20, kind, tint & 0xffff),
    u32(value, 0, 0),
  )
export const styleIndent = (style: number, indent: number) =>
  record(0x087d, u16(0x087d, 0, 0, 0, 0, 0, 0, style, 0, 1), u16(15, 6, indent))
/** A chart that stands in a sheet, with the figures it was drawn from. */
export const chartInside = bytes(
  record(0x0809, u16(0x0600, 0x0020)),
  record(0x0203, u16(0, 0, 0), f64(123)),
  record(END),
)

/** The checksum that later versions write beside what they say of styles: bit by bit, as it is described. */
function checksum(data: Uint8Array): number {
  let sum = 0
  for (const byte of data) {
    let value = (((sum >>> 24) ^ byte) << 24) >>> 0
    for (let bit = 0; bit < 8; bit += 1) value = (value >= 2 ** 31 ? (value << 1) ^ 0xaf : value << 1) >>> 0
    sum = ((sum << 8) ^ (value & 0xffff)) >>> 0
  }
  return sum
}

const isNarrow = (text: string) => /^[\0-\xff]*$/.test(text)
const encoded = (text: string, isWide: boolean) => Buffer.from(text, isWide ? 'utf16le' : 'latin1')

/** A text of Excel 97: its length, of how many bytes its characters are, and these. */
export function newText(text: string, lengthBytes: 1 | 2 = 2): Buffer {
  const isWide = !isNarrow(text)
  return bytes(lengthBytes === 1 ? text.length : u16(text.length), isWide ? 1 : 0, encoded(text, isWide))
}

/** The record of shared texts and those that continue it, cut where the bytes of one are full. */
function sharedTexts(texts: readonly SharedText[], pieceBytes = MOST_BYTES): Buffer {
  const pieces: Buffer[] = [u32(texts.length, texts.length)]
  const room = () => pieceBytes - (pieces.at(-1)?.length ?? 0)
  const append = (part: Buffer) => pieces.push(bytes(pieces.pop() as Buffer, part))
  for (const { text, runs, phonetic } of texts) {
    let isWide = !isNarrow(text)
    const flags = (isWide ? 1 : 0) | (phonetic > 0 ? 4 : 0) | (runs > 0 ? 8 : 0)
    const head = bytes(
      u16(text.length),
      flags,
      ...(runs > 0 ? [u16(runs)] : []),
      ...(phonetic > 0 ? [u32(phonetic)] : []),
    )
    if (room() < head.length) pieces.push(Buffer.alloc(0))
    append(head)
    for (let at = 0; at < text.length; ) {
      const count = Math.min(text.length - at, Math.floor(room() / (isWide ? 2 : 1)))
      append(encoded(text.slice(at, at + count), isWide))
      at += count
      if (at === text.length) break
      isWide = !isNarrow(text.slice(at))
      pieces.push(Buffer.from([isWide ? 1 : 0]))
    }
    for (let left = runs * 4 + phonetic; left > 0; ) {
      if (room() === 0) pieces.push(Buffer.alloc(0))
      const count = Math.min(left, room())
      append(Buffer.alloc(count, 0x41))
      left -= count
    }
  }
  return bytes(...pieces.map((data, index) => record(index === 0 ? 0x00fc : CONTINUE, data)))
}

const font = (weight: number) => record(0x0031, u16(200, 0, 0x7fff, weight, 0, 0, 0), newText('Arial', 1))
/** Fonts are counted past number 4, which is none. */
const FONTS = [400, 400, 400, 400, 400, 700].map(font)
const BOLD_FONT = 6

class XlsWriter {
  readonly texts: SharedText[] = []
  readonly #parts: XlsParts
  readonly #isNew: boolean

  constructor(parts: XlsParts) {
    this.#parts = parts
    this.#isNew = parts.version !== 5
  }

  stream(): Buffer {
    const { sheets, is1904 = false, globals = [], palette, pieceBytes, areStylesChanged = false } = this.#parts
    const parts = sheets.map((sheet) => this.#sheet(sheet))
    const written = (this.#parts.styles ?? [{}]).map((style) => this.#style(style))
    const sum = areStylesChanged ? 1 : checksum(bytes(...written.map((style) => style.subarray(4))))
    const head = bytes(
      this.#begin(5),
      record(0x0042, u16(this.#parts.codePage ?? (this.#isNew ? 1200 : 1252))),
      record(0x0022, u16(is1904 ? 1 : 0)),
      ...Object.entries(this.#parts.formats ?? {}).map(([id, code]) =>
        record(0x041e, u16(Number(id)), this.#isNew ? newText(code) : this.#shortText(code)),
      ),
      ...FONTS,
      ...written,
      record(0x087c, u16(0x087c, 0, 0, 0, 0, 0, 0, written.length), u32(sum)),
      ...(palette === undefined
        ? []
        : [record(0x0092, u16(palette.length), Buffer.from(palette.map((colour) => `${colour}00`).join(''), 'hex'))]),
      ...globals,
    )
    const tail = bytes(...(this.#isNew ? [sharedTexts(this.texts, pieceBytes)] : []), record(END))
    const names = sheets.map(({ name, hidden = 0, kind = 0 }) =>
      bytes(hidden, kind, this.#isNew ? newText(name, 1) : this.#shortText(name)),
    )
    let at = head.length + tail.length + names.reduce((sum, name) => sum + 8 + name.length, 0)
    const listed = names.map((name, index) => {
      const entry = record(0x0085, u32(at), name)
      at += parts[index]?.length ?? 0
      return entry
    })
    return bytes(head, ...listed, tail, ...parts)
  }

  #begin(kind: number): Buffer {
    return record(0x0809, u16(this.#isNew ? 0x0600 : 0x0500, kind, 0, 0))
  }

  #style({ format = 0, indent = 0, pattern = 0, colour = 64, isBold = false }: XlsStyle): Buffer {
    const head = u16(isBold ? BOLD_FONT : 0, format, 1)
    if (!this.#isNew) return record(0x00e0, head, u16(0x20), u32((colour | (65 << 7) | (pattern << 16)) >>> 0, 0))
    return record(0x00e0, head, 0x20, 0, indent, 0, u32(0, (pattern << 26) >>> 0), u16(colour | (65 << 7)))
  }

  #sheet({ rows = [], kind = 0, before = [], more = [] }: XlsSheet): Buffer {
    const cells = rows.flatMap((row, line) => row.map((cell, column) => this.#cell(cell, line, column)))
    return bytes(this.#begin(kind === 2 ? 0x20 : 0x10), ...before, ...cells, ...more, record(END))
  }

  #cell(cell: XlsCell, row: number, column: number): Buffer {
    if (cell === null) return Buffer.alloc(0)
    const given = typeof cell === 'object' && 'value' in cell ? cell : { value: cell }
    const { value, style = 0, as, between = Buffer.alloc(0), runs = 0, phonetic = 0 } = given
    const head = u16(row, column, style)
    if (as === 'formula')
      return bytes(record(0x0006, head, this.#result(value), u16(0, 0, 0, 0)), between, this.#resultText(value))
    if (value === null) return record(0x0201, head)
    if (typeof value === 'number')
      return as === 'rk' ? record(0x027e, head, rk(value)) : record(0x0203, head, f64(value))
    if (typeof value === 'boolean') return record(0x0205, head, value ? 1 : 0, 0)
    if (typeof value === 'object') return record(0x0205, head, value.error, 1)
    if (as === 'rich') return record(0x00d6, head, this.#ownText(value), this.#isNew ? u16(1, 0, 0) : bytes(1, 0, 0))
    if (as === 'label' || !this.#isNew) return record(0x0204, head, this.#ownText(value))
    return record(0x00fd, head, u32(this.texts.push({ text: value, runs, phonetic }) - 1))
  }

  #result(value: XlsValue): Buffer {
    if (typeof value === 'number') return f64(value)
    if (typeof value === 'boolean') return bytes(u16(1, value ? 1 : 0, 0), u16(0xffff))
    if (value === null) return bytes(u16(3, 0, 0), u16(0xffff))
    return typeof value === 'object' ? bytes(u16(2, value.error, 0), u16(0xffff)) : bytes(u16(0, 0, 0), u16(0xffff))
  }

  #resultText(value: XlsValue): Buffer {
    return typeof value === 'string' ? record(0x0207, this.#ownText(value)) : Buffer.alloc(0)
  }

  #ownText(text: string): Buffer {
    return this.#isNew ? newText(text) : bytes(u16(this.#bytesOf(text).length), this.#bytesOf(text))
  }

  #shortText(text: string): Buffer {
    return bytes(this.#bytesOf(text).length, this.#bytesOf(text))
  }

  #bytesOf(text: string): Buffer {
    return this.#parts.encode?.(text) ?? Buffer.from(text, 'latin1')
  }
}

/** The records of a workbook. */
export const xlsStream = (parts: XlsParts) => new XlsWriter(parts).stream()

/** A workbook of Excel 97 to 2003, or of Excel 5. */
export const makeXls = (parts: XlsParts): Buffer => compound(xlsStream(parts), parts.version)

export const compound = (stream: Uint8Array, version: 8 | 5 = 8): Buffer =>
  makeCompoundFile({ [version === 8 ? 'Workbook' : 'Book']: stream }).bytes

/** Texts in the letters of Windows code page 1251. */
export const cyrillic = (text: string) =>
  Buffer.from(
    [...text].map((letter) =>
      letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0),
    ),
  )

const DAY_MS = 86_400_000
/** The number of a day, counted from 1900. */
export const serial = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS + 25_569
