// Pieces of JSON text as bytes, stored eight at a time. A piece is padded to whole words; what is written past its end is
// overwritten by what follows it, so every writer leaves room for `SPARE_BYTES` more.
//
// Words travel as doubles, which carry all bits as long as none is a NaN: that would take the bytes f0 to ff before a
// 7f, or an ff, and UTF-8 has neither.

const encoder = new TextEncoder()

/** Room beyond the last byte that the stores of a piece may touch. */
export const SPARE_BYTES = 24

const LABEL_WORDS = SPARE_BYTES / 8
const MOST_LABELS = 64
const labelWords = blankWords(LABEL_WORDS * MOST_LABELS)
const labelBytes = new Int32Array(MOST_LABELS)
let labelCount = 0

/** Keeps a short text that stands between values; returns its number. Writing it is three stores and no loop. */
export function label(text: string): number {
  const target = new Uint8Array(labelWords.buffer, 8 * LABEL_WORDS * labelCount, 8 * LABEL_WORDS)
  const { read, written } = encoder.encodeInto(text, target)
  if (read < text.length) throw new Error(`"${text}" is too long for a label`)
  labelBytes[labelCount] = written
  return labelCount++
}

export function bytesOfLabel(number: number): number {
  return labelBytes[number]
}

/** Writes a label; returns where the next piece goes. */
export function putLabel(view: DataView, at: number, number: number): number {
  const word = LABEL_WORDS * number
  view.setFloat64(at, labelWords[word], true)
  view.setFloat64(at + 8, labelWords[word + 1], true)
  view.setFloat64(at + 16, labelWords[word + 2], true)
  return at + labelBytes[number]
}

/** Words of blanks: words of zeros with little text in front would be subnormal numbers, which are slow to move. */
export function blankWords(count: number): Float64Array {
  const words = new Float64Array(count)
  new Uint8Array(words.buffer).fill(0x20)
  return words
}

/** Texts one after the other, each padded to whole words. */
export interface Pieces {
  words: Float64Array
  /** First word of piece n; one entry more than pieces. */
  wordOf: Int32Array
  bytes: Int32Array
}

function makePieces(texts: readonly string[]): Pieces {
  const encoded = texts.map((text) => encoder.encode(text))
  const wordOf = new Int32Array(texts.length + 1)
  encoded.forEach(({ length }, index) => {
    wordOf[index + 1] = wordOf[index] + ((length + 7) >> 3)
  })
  const words = blankWords(wordOf[texts.length])
  const target = new Uint8Array(words.buffer)
  encoded.forEach((bytes, index) => {
    target.set(bytes, 8 * wordOf[index])
  })
  return { words, wordOf, bytes: Int32Array.from(encoded, ({ length }) => length) }
}

/** The texts as JSON strings. One encoding for all of them where none needs an escape or more than a byte a character. */
export function jsonStrings(texts: readonly string[]): Pieces {
  const all = encoder.encode(JSON.stringify(texts))
  const wordOf = new Int32Array(texts.length + 1)
  const bytes = new Int32Array(texts.length)
  let plainLength = 1
  for (let index = 0; index < texts.length; index++) {
    bytes[index] = texts[index].length + 2
    wordOf[index + 1] = wordOf[index] + ((bytes[index] + 7) >> 3)
    plainLength += bytes[index] + 1
  }
  if (texts.length === 0 || all.length !== plainLength) return makePieces(texts.map((text) => JSON.stringify(text)))
  const words = blankWords(wordOf[texts.length])
  const target = new Uint8Array(words.buffer)
  let from = 1
  for (let index = 0; index < texts.length; index++) {
    let to = 8 * wordOf[index]
    for (const end = from + bytes[index]; from < end; from++) target[to++] = all[from]
    from++
  }
  return { words, wordOf, bytes }
}

/** Writes a piece; returns where the next one goes. */
export function putPiece(view: DataView, at: number, { words, wordOf, bytes }: Pieces, piece: number): number {
  let to = at
  for (let word = wordOf[piece]; word < wordOf[piece + 1]; word++) {
    view.setFloat64(to, words[word], true)
    to += 8
  }
  return at + bytes[piece]
}

/** Most bytes of a whole number of 32 bits. */
export const WHOLE_BYTES = 11
const SMALL = 10_000
const small = smallWholes()

/** The digits of small numbers, one word each: those of a tenth of it, and one more. A command that ends soon waits for this. */
function smallWholes(): { words: Float64Array; bytes: Uint8Array } {
  const words = blankWords(SMALL)
  const text = new Uint8Array(words.buffer)
  const bytes = new Uint8Array(SMALL)
  for (let value = 0; value < SMALL; value++) {
    const tenth = (value / 10) | 0
    const digits = value < 10 ? 0 : bytes[tenth]
    if (digits > 0) words[value] = words[tenth]
    text[8 * value + digits] = 0x30 + (value - 10 * tenth)
    bytes[value] = digits + 1
  }
  return { words, bytes }
}

/** Writes a whole number of 32 bits. */
export function putWhole(view: DataView, at: number, value: number): number {
  if (value < 0 || value >= SMALL) return putDigits(view, at, value)
  view.setFloat64(at, small.words[value], true)
  return at + small.bytes[value]
}

function putDigits(view: DataView, at: number, value: number): number {
  const text = String(value)
  for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index))
  return at + text.length
}
