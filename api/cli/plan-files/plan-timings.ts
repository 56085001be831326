/** One line on standard error for each plan, where the time went. Names are those of the command-line contract. */
export interface PlanTimings {
  read_ms: number
  parse_ms: number
  build_ms: number
  compute_ms: number
  write_ms: number
  threads: number
  kernel: string
}

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

export function printTimings(timings: PlanTimings): void {
  process.stderr.write(`${JSON.stringify(timings)}\n`)
}
