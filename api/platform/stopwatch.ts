/** Measures the steps of one plan in order: `step` ends one and starts the next. */
export class Stopwatch {
  #last = performance.now()

  step(): number {
    const now = performance.now()
    const elapsed = now - this.#last
    this.#last = now
    return Math.round(elapsed * 1000) / 1000
  }
}
