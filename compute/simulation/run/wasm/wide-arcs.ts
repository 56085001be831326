/** An edge between two rows, as the wide lanes see it. */
interface Arc {
  from: number
  to: number
  /** Whether the start of the source counts; else its finish. */
  isFromStart?: boolean
  /** Whether the finish of the target is bound; else its start. */
  isToFinish?: boolean
  /** Units added; or the number of a conversion. */
  shift?: number
  conversion?: number
  /** Whether the target takes the least of what leads to it. */
  isLeast?: boolean
  /** The only pass it counts in. */
  only?: 'forward' | 'trace'
}

const FROM_START = 1
const TO_FINISH = 2
const LEAST = 4
const NOT_FORWARD = 8
const NOT_TRACE = 16

/** Arcs in columns, four words each. */
export class WideArcs {
  #words = new Int32Array(1024)
  #flags = new Uint8Array(256)
  count = 0

  add({ from, to, isFromStart, isToFinish, shift = 0, conversion = -1, isLeast, only }: Arc): void {
    if (this.count === this.#flags.length) this.#grow()
    this.#words.set([from, to, shift, conversion], 4 * this.count)
    this.#flags[this.count++] =
      (isFromStart ? FROM_START : 0) |
      (isToFinish ? TO_FINISH : 0) |
      (isLeast ? LEAST : 0) |
      (only === 'trace' ? NOT_FORWARD : 0) |
      (only === 'forward' ? NOT_TRACE : 0)
  }

  from(arc: number): number {
    return this.#words[4 * arc]
  }

  to(arc: number): number {
    return this.#words[4 * arc + 1]
  }

  shiftOf(arc: number): number {
    return this.#words[4 * arc + 2]
  }

  /** -1 for none. */
  conversionOf(arc: number): number {
    return this.#words[4 * arc + 3]
  }

  isFromStart(arc: number): boolean {
    return (this.#flags[arc] & FROM_START) !== 0
  }

  isToFinish(arc: number): boolean {
    return (this.#flags[arc] & TO_FINISH) !== 0
  }

  isForward(arc: number): boolean {
    return (this.#flags[arc] & NOT_FORWARD) === 0
  }

  isTrace(arc: number): boolean {
    return (this.#flags[arc] & NOT_TRACE) === 0
  }

  /** 0 for finish-to-start without lag, 2 for what is converted, 1 for the rest. */
  kindOf(arc: number): 0 | 1 | 2 {
    if (this.conversionOf(arc) >= 0) return 2
    return this.shiftOf(arc) === 0 && (this.#flags[arc] & (FROM_START | TO_FINISH | LEAST)) === 0 ? 0 : 1
  }

  /** The arcs that lead to each row. */
  byTarget(rowCount: number): { offset: Int32Array; arc: Int32Array } {
    const offset = new Int32Array(rowCount + 1)
    for (let arc = 0; arc < this.count; arc++) offset[this.to(arc) + 1]++
    for (let row = 0; row < rowCount; row++) offset[row + 1] += offset[row]
    const cursor = offset.slice(0, rowCount)
    const arcs = new Int32Array(this.count)
    for (let arc = 0; arc < this.count; arc++) arcs[cursor[this.to(arc)]++] = arc
    return { offset, arc: arcs }
  }

  #grow(): void {
    const words = new Int32Array(2 * this.#words.length)
    words.set(this.#words)
    this.#words = words
    const flags = new Uint8Array(2 * this.#flags.length)
    flags.set(this.#flags)
    this.#flags = flags
  }
}
