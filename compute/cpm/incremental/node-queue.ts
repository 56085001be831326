/** A set of nodes taken from either end: one bit a node, and one bit for every 32 of them. */
export class NodeQueue {
  readonly #bits: Int32Array
  readonly #groups: Int32Array

  constructor(nodeCount: number) {
    this.#bits = new Int32Array((nodeCount >> 5) + 1)
    this.#groups = new Int32Array((nodeCount >> 10) + 1)
  }

  add(node: number): void {
    this.#bits[node >> 5] |= 1 << (node & 31)
    this.#groups[node >> 10] |= 1 << ((node >> 5) & 31)
  }

  /** The first node, taken out; -1 when there is none. */
  takeFirst(): number {
    for (let group = 0; group < this.#groups.length; group++) {
      if (this.#groups[group] === 0) continue
      const word = (group << 5) + firstBit(this.#groups[group])
      return this.#take(word, firstBit(this.#bits[word]))
    }
    return -1
  }

  takeLast(): number {
    for (let group = this.#groups.length - 1; group >= 0; group--) {
      if (this.#groups[group] === 0) continue
      const word = (group << 5) + 31 - Math.clz32(this.#groups[group])
      return this.#take(word, 31 - Math.clz32(this.#bits[word]))
    }
    return -1
  }

  clear(): void {
    this.#bits.fill(0)
    this.#groups.fill(0)
  }

  #take(word: number, bit: number): number {
    this.#bits[word] &= ~(1 << bit)
    if (this.#bits[word] === 0) this.#groups[word >> 5] &= ~(1 << (word & 31))
    return (word << 5) + bit
  }
}

function firstBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
