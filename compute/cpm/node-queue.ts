/** Past this share of the nodes the full pass is faster. */
const FULL_PASS_SHARE = 1 / 32
/** Small networks have no full pass worth running. */
const LEAST_VISITS = 64

/** How many nodes of a network are met one by one before all of them are. */
export function mostVisits(nodeCount: number): number {
  return Math.max(LEAST_VISITS, Math.floor(nodeCount * FULL_PASS_SHARE))
}

/** Words of 32 nodes, a bit each, and of 32 such words: groups. */
export function wordCountOf(nodeCount: number): number {
  return (nodeCount >> 5) + 1
}

export function groupCountOf(nodeCount: number): number {
  return (nodeCount >> 10) + 1
}

/** A set of nodes taken from either end: one bit a node, and one bit for every 32 of them. */
export class NodeQueue {
  readonly #bits: Int32Array
  readonly #groups: Int32Array
  /** No group before the first or after the second of these holds a node. */
  readonly #ends: Int32Array

  static of(nodeCount: number): NodeQueue {
    return new NodeQueue(
      new Int32Array(wordCountOf(nodeCount)),
      new Int32Array(groupCountOf(nodeCount)),
      new Int32Array(2),
    )
  }

  /** In rows that are empty, which a kernel may share. */
  constructor(bits: Int32Array, groups: Int32Array, ends: Int32Array) {
    this.#bits = bits
    this.#groups = groups
    this.#ends = ends
    this.#end()
  }

  add(node: number): void {
    const ends = this.#ends
    this.#bits[node >> 5] |= 1 << (node & 31)
    const group = node >> 10
    this.#groups[group] |= 1 << ((node >> 5) & 31)
    if (group < ends[0]) ends[0] = group
    if (group > ends[1]) ends[1] = group
  }

  /** The first node, taken out; -1 when there is none. */
  takeFirst(): number {
    const ends = this.#ends
    for (let group = ends[0]; group <= ends[1]; group++) {
      if (this.#groups[group] === 0) continue
      ends[0] = group
      const word = (group << 5) + firstBit(this.#groups[group])
      return this.#take(word, firstBit(this.#bits[word]))
    }
    return this.#end()
  }

  takeLast(): number {
    const ends = this.#ends
    for (let group = ends[1]; group >= ends[0]; group--) {
      if (this.#groups[group] === 0) continue
      ends[1] = group
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
    this.#ends[0] = this.#groups.length
    this.#ends[1] = -1
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
