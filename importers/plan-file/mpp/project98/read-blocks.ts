// Values of any length in a plan of Project 98: chains of small blocks in one stream. The first block of a value tells
// the place of the next and the length of the whole and holds 28 bytes; each further one tells the next and holds 32.

import { int32, utf16Text } from '../../../binary/read-bytes.ts'
import { ImportRefusal } from '../../../plan/import-refusal.ts'

const FIRST_BLOCK = 28
const FURTHER_BLOCK = 32
const END = -1

export class Blocks {
  readonly #bytes: Uint8Array
  #bytesLeft: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    // Values are not shared in honest files; a hostile one could name a long value in every row.
    this.#bytesLeft = 4 * bytes.length + 1_000_000
  }

  /** The value at a reference, which is stored as -1 minus the place; null when there is none. */
  value(reference: number): Uint8Array | null {
    const at = -1 - reference
    if (at <= 0 || at + 8 > this.#bytes.length) return null
    const length = int32(this.#bytes, at + 4)
    if (length <= 0 || length >= this.#bytes.length) return null
    this.#bytesLeft -= length
    if (this.#bytesLeft < 0) throw new ImportRefusal('too_complex', 'the texts of the file overlap')
    return this.#join(at, length)
  }

  #join(first: number, length: number): Uint8Array | null {
    const value = new Uint8Array(length)
    let next = int32(this.#bytes, first)
    let at = first + 8
    let room = FIRST_BLOCK
    // Each round fills more of the value, so a chain in a circle ends when the value is full.
    for (let filled = 0; filled < length; ) {
      const count = Math.min(room, length - filled)
      if (at < 0 || at + count > this.#bytes.length) return null
      value.set(this.#bytes.subarray(at, at + count), filled)
      filled += count
      if (filled === length) break
      if (next === END || next < 0) return null
      at = next + 4
      next = int32(this.#bytes, next)
      room = FURTHER_BLOCK
    }
    return value
  }

  text(reference: number): string | null {
    const bytes = this.value(reference)
    return bytes === null ? null : utf16Text(bytes).trim() || null
  }

  /** Values by number, such as the rarer columns of a task. */
  list(reference: number): Map<number, Uint8Array> {
    const items = new Map<number, Uint8Array>()
    const bytes = this.value(reference)
    if (bytes === null) return items
    for (let at = 0; at + 8 <= bytes.length; ) {
      const length = int32(bytes, at)
      if (length < 0 || length > bytes.length - at - 8) break
      items.set(int32(bytes, at + 4), bytes.subarray(at + 8, at + 8 + length))
      at += 8 + length
    }
    return items
  }
}

const NOTHING = new Uint8Array(0)

export function itemInt32(items: ReadonlyMap<number, Uint8Array>, key: number): number {
  return int32(items.get(key) ?? NOTHING, 0)
}
