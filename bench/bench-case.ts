/** One prepared measurement: `sample` does the thing once and answers how long it took, in the case's unit. */
export interface Prepared {
  /** One run; the answer's hash must be equal in every run of one size, so that fast and wrong fails. */
  sample(): Promise<{ value: number; hash: string | null; parts?: Readonly<Record<string, number>> }>
  close(): Promise<void>
}

/** A case mirrors something a user waits for. Sizes are tasks, runs or rows, as `sizeName` says. */
export interface BenchCase {
  readonly name: string
  readonly summary: string
  readonly unit: 'ms' | 'µs'
  readonly sizeName: string
  readonly quickSizes: readonly number[]
  readonly fullSizes: readonly number[]
  /** What design/performance aims for at a size, shown beside the figure; null: no aim stated. */
  readonly aim?: (size: number) => number | null
  readonly warmUps: number
  readonly samples: number
  prepare(size: number): Promise<Prepared>
}

export interface SizeResult {
  readonly size: number
  readonly samples: number[]
  readonly hash: string | null
  /** Medians of the named parts of one run, when the case tells them apart. */
  readonly parts: Readonly<Record<string, number>>
}

export interface CaseResult {
  readonly name: string
  readonly summary: string
  readonly unit: string
  readonly sizeName: string
  readonly sizes: SizeResult[]
}
