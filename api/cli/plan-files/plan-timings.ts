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

export function printTimings(timings: PlanTimings): void {
  process.stderr.write(`${JSON.stringify(timings)}\n`)
}
