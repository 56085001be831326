/** Past this share of the nodes the full pass is faster. */
const FULL_PASS_SHARE = 1 / 32
/** Small networks have no full pass worth running. */
const LEAST_VISITS = 64

/** How many nodes of a network are met one by one before all of them are. */
export function mostVisits(nodeCount: number): number {
  return Math.max(LEAST_VISITS, nodeCount * FULL_PASS_SHARE)
}

/** A set of nodes taken from either end: one bit a node, and one bit for every 32 of them. */
export class NodeQueue {
  readonly #bits: Int32Array
  readonly #groups: Int32Array
  /** No group before the first or after the last of these holds a node. */
  #first: number
  #last = -1

  constructor(nodeCount: number) {
    this.#bits = new Int32Array((nodeCount >> 5) + 1)
    this.#groups = new Int32Array((nodeCount >> 10) + 1)
    this.#first = this.#groups.length
  }

  add(node: number): void {
    this.#bits[node >> 5] |= 1 << (node & 31)
    const group = node >> 10
    this.#groups[group] |= 1 << ((node >> 5) & 31)
    if (group < this.#first) this.#first = group
    if (group > this.#last) this.#last = group
  }

  /** The first node, taken out; -1 when there is none. */
  takeFirst(): number {
    for (let group = this.#first; group <= this.#last; group++) {
      if (this.#groups[group] === 0) continue
      this.#first = group
      const word = (group << 5) + firstBit(this.#groups[group])
      return this.#take(word, firstBit(this.#bits[word]))
    }
    return this.#end()
  }

  takeLast(): number {
    for (let group = this.#last; group >= this.#first; group--) {
      if (this.#groups[group] === 0) continue
      this.#last = group
      const word = (group << 5) + 31 - Math.clz32(this.#groups[group])
      return this.#take(word, 31 - Math.clz32(this.#bits[word]))
    }
    return this.#end()
  }

  clear(): void {
    this.#bits.fill(0)
    this.#groups.fill(0)
    this.#end()
  }

  /** Empty: the first node to come sets both bounds. */
  #end(): -1 {
    this.#first = this.#groups.length
    this.#last = -1
    return -1
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
