/** Nodes that are to stand late, and what is reached where they do. */
export class LateReach {
  /** Without order. */
  readonly reached: number[] = []
  readonly #isReached: Uint8Array
  /** Null when they are to be looked for. */
  #late: readonly number[] | null = null

  constructor(nodeCount: number) {
    this.#isReached = new Uint8Array(nodeCount)
  }

  /** Has them looked for anew. */
  forget(): void {
    this.#late = null
  }

  /** Nodes that are flagged, the last first. */
  late(flags: Uint8Array | null): readonly number[] {
    if (this.#late !== null) return this.#late
    const late: number[] = []
    for (let at = flags?.indexOf(1) ?? -1; at !== -1; at = flags?.indexOf(1, at + 1) ?? -1) late.push(at)
    this.#late = late.reverse()
    return this.#late
  }

  /** Lists what moved and what leads to it, each once. */
  list(moved: readonly number[], edgeOffset: Int32Array, sourceOf: (edge: number) => number): void {
    this.reached.length = 0
    for (const node of moved) {
      this.#add(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#add(sourceOf(edge))
    }
    for (const node of this.reached) this.#isReached[node] = 0
  }

  #add(node: number): void {
    if (this.#isReached[node] === 1) return
    this.#isReached[node] = 1
    this.reached.push(node)
  }
}
