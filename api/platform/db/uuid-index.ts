// Positions of many ids by open addressing over their 16 bytes: several times faster than a Map of texts, and what the
// database sends is half as long. The seed keeps ids minted by clients from being made to collide.

import { randomBytes } from 'node:crypto'

const WORDS = 4
const seed = randomBytes(4).readInt32LE()

/** Ids as they come from `string_agg(uuid_send(id), '')`, four words each, in an aligned copy. */
export function uuidWords(bytes: Uint8Array | null): Int32Array {
  const copy = new Uint8Array(bytes?.length ?? 0)
  if (bytes) copy.set(bytes)
  return new Int32Array(copy.buffer, 0, copy.length >> 2)
}

export class UuidIndex {
  readonly words: Int32Array
  readonly count: number
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(words: Int32Array) {
    this.words = words
    this.count = words.length / WORDS
    let size = 16
    while (size < 2 * this.count) size *= 2
    this.#mask = size - 1
    this.#slots = new Int32Array(size).fill(-1)
    for (let position = 0; position < this.count; position++) this.#slots[this.#slotOf(words, position)] = position
  }

  /** Position of the id that stands at `at` of other words; -1 for an id that is not here. */
  find(words: Int32Array, at: number): number {
    return this.#slots[this.#slotOf(words, at)] as number
  }

  findText(id: string): number {
    return this.find(uuidWords(Buffer.from(id.replaceAll('-', ''), 'hex')), 0)
  }

  textAt(position: number): string {
    return uuidText(this.words, position)
  }

  /** The slot that holds the id, or the free one where it would go. */
  #slotOf(words: Int32Array, at: number): number {
    const own = this.words
    const base = at * WORDS
    const a = words[base] as number
    const b = words[base + 1] as number
    const c = words[base + 2] as number
    const d = words[base + 3] as number
    for (let slot = hash(a, b, c, d) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const position = this.#slots[slot] as number
      if (position === -1) return slot
      const known = position * WORDS
      if (own[known + 3] === d && own[known + 2] === c && own[known + 1] === b && own[known] === a) return slot
    }
  }
}

/** The 36-character form of the id at a position. */
export function uuidText(words: Int32Array, position: number): string {
  const hex = Buffer.from(words.buffer, words.byteOffset + 16 * position, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function hash(a: number, b: number, c: number, d: number): number {
  let mixed = Math.imul(d ^ seed, 0x9e3779b1)
  mixed = Math.imul((mixed ^ (mixed >>> 15)) + c, 0x85ebca6b)
  mixed = Math.imul((mixed ^ (mixed >>> 13)) + b, 0xc2b2ae35)
  mixed = Math.imul((mixed ^ (mixed >>> 16)) + a, 0x27d4eb2f)
  return mixed ^ (mixed >>> 15)
}
