import { MemoryPlan } from './memory-plan.ts'

type Values = Int32Array | Uint8Array | Float64Array

/** A header of `layout.ts` and the regions that its slots name: first measured, then written. */
export class HeaderRegions {
  readonly #plan: MemoryPlan
  readonly #address: number
  readonly #bytes: number
  readonly #slots: number[] = []
  readonly #addresses: number[] = []
  readonly #values: (Values | null)[] = []

  constructor(address: number, bytes: number) {
    this.#plan = new MemoryPlan(address + bytes)
    this.#address = address
    this.#bytes = bytes
  }

  get size(): number {
    return this.#plan.size
  }

  /** Room for so many bytes; returns their address. */
  room(slot: number, bytes: number): number {
    return this.#take(slot, bytes, null)
  }

  /** Room for values, which are written when memory is there. */
  values(slot: number, values: Values): number {
    return this.#take(slot, values.byteLength, values)
  }

  /** Writes addresses and values; returns the header. */
  write(buffer: ArrayBuffer): Int32Array {
    const header = new Int32Array(buffer, this.#address, this.#bytes / 4)
    for (let at = 0; at < this.#slots.length; at++) {
      const address = this.#addresses[at]
      const values = this.#values[at]
      header[this.#slots[at] / 4] = address
      if (values === null) continue
      const { buffer: from, byteOffset, byteLength } = values
      new Uint8Array(buffer, address, byteLength).set(new Uint8Array(from, byteOffset, byteLength))
    }
    return header
  }

  #take(slot: number, bytes: number, values: Values | null): number {
    const address = this.#plan.take(bytes)
    this.#slots.push(slot)
    this.#addresses.push(address)
    this.#values.push(values)
    return address
  }
}
