import { float64, int32, uint8, uint16, utf16Text } from '../../../binary/read-bytes.ts'

const HEADER_LENGTH = 16
const ITEM_HEADER_LENGTH = 12

/** A list of values by number: the settings of a plan and everything else that is no row of a table. */
export class Props {
  readonly #values: ReadonlyMap<number, Uint8Array>

  constructor(values: ReadonlyMap<number, Uint8Array>) {
    this.#values = values
  }

  bytes(key: number): Uint8Array | null {
    return this.#values.get(key) ?? null
  }

  byte(key: number): number {
    return uint8(this.bytes(key) ?? NOTHING, 0)
  }

  /** The number, or null where the value is absent. */
  uint16(key: number): number | null {
    const value = this.bytes(key)
    return value === null || value.length < 2 ? null : uint16(value, 0)
  }

  int32(key: number): number | null {
    const value = this.bytes(key)
    return value === null || value.length < 4 ? null : int32(value, 0)
  }

  float64(key: number): number | null {
    const value = this.bytes(key)
    return value === null || value.length < 8 ? null : float64(value, 0)
  }

  /** Text, null when absent or empty. */
  text(key: number): string | null {
    const value = this.bytes(key)
    return value === null ? null : utf16Text(value).trim() || null
  }
}

const NOTHING = new Uint8Array(0)

/** Items of size, number, one unknown field and the value, padded to an even length. A broken tail is left off. */
export function readProps(bytes: Uint8Array): Props {
  const values = new Map<number, Uint8Array>()
  const count = bytes.length < HEADER_LENGTH ? 0 : uint16(bytes, 12)
  let at = HEADER_LENGTH
  for (let item = 0; item < count && at + ITEM_HEADER_LENGTH <= bytes.length; item += 1) {
    const length = int32(bytes, at)
    const start = at + ITEM_HEADER_LENGTH
    if (length < 1 || length > bytes.length - start) break
    values.set(int32(bytes, at + 4), bytes.subarray(start, start + length))
    at = start + length + (length % 2)
  }
  return new Props(values)
}
