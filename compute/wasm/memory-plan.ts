/** Lays regions out one after the other, aligned for vectors; first to measure, then to write. */
export class MemoryPlan {
  #next: number

  constructor(firstAddress: number) {
    this.#next = firstAddress
  }

  /** Address of a new region of so many bytes. */
  take(bytes: number): number {
    const address = (this.#next + 63) & ~63
    this.#next = address + bytes
    return address
  }

  get size(): number {
    return this.#next + 64
  }
}
