export type Line = { number: number; bytes: Uint8Array } | { number: number; bytes: null }

const LINE_FEED = 10

/** Cuts pieces of a file into lines, wherever the pieces end. A line over the limit comes without its bytes. */
export class LineSplitter {
  readonly #maxBytes: number
  #parts: Uint8Array[] = []
  #length = 0
  #isTooLong = false
  #number = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  *push(piece: Uint8Array): Generator<Line> {
    let from = 0
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      this.#keep(piece.subarray(from, at))
      yield this.#take()
      from = at + 1
    }
    this.#keep(piece.subarray(from))
  }

  /** What stands after the last line break. */
  *end(): Generator<Line> {
    if (this.#length > 0 || this.#isTooLong) yield this.#take()
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0 || this.#isTooLong) return
    this.#length += part.length
    if (this.#length > this.#maxBytes) {
      this.#isTooLong = true
      this.#parts = []
    } else this.#parts.push(part)
  }

  #take(): Line {
    this.#number += 1
    const bytes = this.#isTooLong ? null : this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    this.#isTooLong = false
    return { number: this.#number, bytes: bytes ?? null }
  }
}
