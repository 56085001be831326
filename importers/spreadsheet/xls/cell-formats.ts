import { int32, uint8, uint16, uint32 } from '../../binary/read-bytes.ts'
import { type CellStyles, MAX_INDENT, meaningOfFormat } from '../xlsx/read-styles.ts'
import { hexColour, Palette, visible } from './palette.ts'
import type { BiffVersion } from './record-types.ts'
import { styleChecksum } from './style-checksum.ts'

/** A pattern, which is drawn in its colour, or none. */
type Fill = { pattern: number; colour: number }
type Format = { format: number; font: number; indent: number; fill: Fill; named: string | null | undefined }

const COLOUR = 0x7f
const INDENT = 0x0f
const EXTENSION_HEAD = 20
const FOREGROUND = 4
const INDENTATION = 15
const EXACT = 2
const THEME = 3
const THEME_WHITE = 0
const BOLD_FROM = 600
const NO_FONT = 4

/** Gathers what a workbook says of the styles of its cells, in whatever order. */
export class CellFormats {
  readonly palette = new Palette()
  readonly #codes = new Map<number, string>()
  readonly #formats: Format[] = []
  readonly #bold: boolean[] = []
  readonly #records: Uint8Array[] = []
  readonly #extensions: Uint8Array[] = []
  #checksum: Uint8Array | null = null

  code(number: number, code: string): void {
    this.#codes.set(number, code)
  }

  font(data: Uint8Array): void {
    this.#bold.push(uint16(data, 6) >= BOLD_FROM)
  }

  format(data: Uint8Array, version: BiffVersion): void {
    const isNew = version === 8
    this.#records.push(data)
    const fill = isNew
      ? { pattern: uint32(data, 14) >>> 26, colour: uint16(data, 18) & COLOUR }
      : { pattern: (uint32(data, 8) >>> 16) & 0x3f, colour: uint32(data, 8) & COLOUR }
    this.#formats.push({
      format: uint16(data, 2),
      font: uint16(data, 0),
      indent: isNew ? uint8(data, 8) & INDENT : 0,
      fill,
      named: undefined,
    })
  }

  /** What later versions say more exactly of a style: colours of themes or beyond the palette, and deep indents. */
  extension(data: Uint8Array): void {
    this.#extensions.push(data)
  }

  /** How many styles there were when that was said, and their checksum. */
  checksum(data: Uint8Array): void {
    this.#checksum = data
  }

  styles(): CellStyles {
    if (this.#isUnchanged()) for (const data of this.#extensions) this.#extend(data)
    return {
      meanings: this.#formats.map(({ format }) => meaningOfFormat(format, this.#codes.get(format))),
      indents: this.#formats.map(({ indent }) => indent),
      // Nothing is written in font 4, and it is none of the list.
      bold: this.#formats.map(({ font }) => (this.#bold[font > NO_FONT ? font - 1 : font] === true ? 'bold' : null)),
      colours: this.#formats.map(({ fill, named }) => {
        if (fill.pattern === 0) return null
        return named === undefined ? this.palette.colourOf(fill.colour) : named
      }),
    }
  }

  /** Programs that know nothing of extensions keep them, and change or move the styles that they are of. */
  #isUnchanged(): boolean {
    const [count, sum] = this.#checksum === null ? [-1, -1] : [uint16(this.#checksum, 14), uint32(this.#checksum, 16)]
    return count === this.#records.length && sum === styleChecksum(this.#records)
  }

  #extend(data: Uint8Array): void {
    const format = this.#formats[uint16(data, 14)]
    if (format === undefined) return
    let at = EXTENSION_HEAD
    for (let left = uint16(data, 18); left > 0 && at + 4 <= data.length; left -= 1) {
      const kind = uint16(data, at)
      if (kind === FOREGROUND) format.named = exactColour(data.subarray(at + 4))
      else if (kind === INDENTATION) format.indent = Math.min(MAX_INDENT, uint16(data, at + 4))
      at += Math.max(4, uint16(data, at + 2))
    }
  }
}

/** A colour by its parts or by its place in the theme and its tint; undefined where the palette has it. */
function exactColour(data: Uint8Array): string | null | undefined {
  const [kind, tint] = [uint16(data, 0), int32(data, 0) >> 16]
  if (kind === EXACT && tint === 0) return visible(hexColour(uint8(data, 4), uint8(data, 5), uint8(data, 6)))
  if (kind !== EXACT && kind !== THEME) return undefined
  const value = uint32(data, 4)
  return kind === THEME && value === THEME_WHITE && tint === 0 ? null : `${kind} ${value} ${tint}`
}
