import { uint8 } from '../../binary/read-bytes.ts'
import { broken } from '../../binary/sector-chains.ts'

const WIDE = 1
const PHONETIC = 4
const RICH = 8
const RUN_LENGTH = 4
const NOTHING = new Uint8Array(0)

/**
 * Texts as Excel 97 and later write them, which go on in the records that continue theirs. Characters are of one byte or of two, and a
 * record that goes on in the midst of them says anew of how many.
 */
export class ContinuedText {
  readonly #pieces: readonly Uint8Array[]
  #piece = 0
  #at: number

  constructor(pieces: readonly Uint8Array[], at = 0) {
    this.#pieces = pieces
    this.#at = at
  }

  get isAtEnd(): boolean {
    this.#settle()
    return this.#piece >= this.#pieces.length
  }

  /** A text whose length is told in two bytes, without its fonts and without how it is spoken. */
  text(): string {
    return this.textOf(this.#uint16())
  }

  /** A text of as many characters. */
  textOf(length: number): string {
    const flags = this.#byte()
    const runs = (flags & RICH) === 0 ? 0 : this.#uint16()
    const phonetic = (flags & PHONETIC) === 0 ? 0 : this.#uint32()
    const text = this.#characters(length, (flags & WIDE) !== 0)
    this.#skip(runs * RUN_LENGTH + phonetic)
    return text
  }

  #characters(length: number, isWideFirst: boolean): string {
    let text = ''
    let isWide = isWideFirst
    let left = length
    for (;;) {
      const piece = this.#pieces[this.#piece]
      if (piece === undefined) throw cutOff()
      const size = isWide ? 2 : 1
      const here = Math.min(left, Math.max(0, Math.floor((piece.length - this.#at) / size)))
      text += decode(piece.subarray(this.#at, this.#at + here * size), isWide)
      this.#at += here * size
      left -= here
      if (left === 0) return text
      this.#piece += 1
      this.#at = 1
      isWide = (uint8(this.#pieces[this.#piece] ?? NOTHING, 0) & WIDE) !== 0
    }
  }

  #byte(): number {
    this.#settle()
    const byte = this.#pieces[this.#piece]?.[this.#at]
    if (byte === undefined) throw cutOff()
    this.#at += 1
    return byte
  }

  #uint16(): number {
    return this.#byte() | (this.#byte() << 8)
  }

  #uint32(): number {
    return this.#uint16() + this.#uint16() * 2 ** 16
  }

  #skip(length: number): void {
    let left = length
    while (left > 0) {
      this.#settle()
      const piece = this.#pieces[this.#piece]
      if (piece === undefined) throw cutOff()
      const here = Math.min(left, piece.length - this.#at)
      this.#at += here
      left -= here
    }
  }

  /** Stands at the next byte, in whatever piece it is. */
  #settle(): void {
    for (let piece = this.#pieces[this.#piece]; piece !== undefined; piece = this.#pieces[this.#piece]) {
      if (this.#at < piece.length) return
      this.#piece += 1
      this.#at = 0
    }
  }
}

function cutOff(): Error {
  return broken('a text of the workbook ends early')
}

function decode(bytes: Uint8Array, isWide: boolean): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return isWide ? buffer.toString('utf16le') : buffer.toString('latin1')
}
