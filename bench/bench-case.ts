/** What a case says about itself, and what running it leaves behind. */

/** One timed run. The hash is of the answer; parts are spans or counts that were seen on the way, by name. */
export interface Run {
  readonly value: number
  readonly hash: string | null
  readonly parts?: Readonly<Record<string, number>>
}

/** Someone else's way to the same end, run in turns with ours. */
export interface Peer {
  readonly name: string
  sample(): Run | Promise<Run>
  /** The peer computes the very same answer, so its hash must equal ours. */
  readonly isSameAnswer?: boolean
}

/** One size, ready to be measured. */
export interface Prepared {
  sample(): Run | Promise<Run>
  readonly peers?: readonly Peer[]
  /** The right answer by an implementation other than the one that is timed. */
  readonly expectedHash?: string
  /** Hash of the input, so that results of different inputs are never compared. */
  readonly datasetHash?: string
  /** Amounts that do not vary between runs: `work` units of the case, `bytes`, `peak_mb`. Read when the runs are over. */
  readonly facts?: Readonly<Record<string, number>>
  /** What could not be measured here, each with its reason. */
  readonly notMeasured?: readonly string[]
  close?(): void | Promise<void>
}

/** A bound on the median, on another quantile, on a part's median, or on the median as a multiple of a peer's. */
export interface Aim {
  readonly of: 'median' | 'p95' | 'max' | `part:${string}` | `peer:${string}`
  readonly atMost: number
}

export interface GrowthAim {
  readonly from: number
  readonly to: number
  /** How many times the cost of a unit of work may grow between the two sizes. */
  readonly atMost: number
}

export type Mode = 'quick' | 'full'
export type Unit = 'ms' | 'µs' | 'MB'
/** Cases of a group share one process; those that need the service share the service. */
export type Group = 'compute' | 'simulation' | 'files' | 'command line' | 'service'

export interface BenchCase {
  readonly name: string
  readonly group: Group
  readonly summary: string
  readonly unit: Unit
  /** What the sizes count. */
  readonly sizeName: string
  /** What the cost is divided by where growth is shown; the amount is the fact `work`, else the size. */
  readonly workName?: string
  readonly quickSizes: readonly number[]
  readonly fullSizes: readonly number[]
  aims?(size: number): readonly Aim[]
  readonly growthAim?: GrowthAim
  readonly warmUps: number
  /** Most samples of one size in a full run; a quick one takes up to ten. */
  readonly samples: number
  prepare(size: number, mode: Mode): Prepared | Promise<Prepared>
}

export interface PeerResult {
  readonly name: string
  readonly samples: readonly number[]
  readonly parts: Readonly<Record<string, number>>
  /** Why it has no samples. */
  readonly reason: string | null
}

export interface SizeResult {
  readonly size: number
  /** Why it failed; null when it was measured. */
  readonly failure: string | null
  readonly samples: readonly number[]
  readonly hash: string | null
  readonly datasetHash: string | null
  /** Medians of the named parts. */
  readonly parts: Readonly<Record<string, number>>
  readonly facts: Readonly<Record<string, number>>
  readonly peers: readonly PeerResult[]
  readonly notMeasured: readonly string[]
  readonly aims: readonly Aim[]
}

export interface CaseResult {
  readonly name: string
  readonly group: Group
  readonly summary: string
  readonly unit: Unit
  readonly sizeName: string
  readonly workName: string | null
  readonly growthAim: GrowthAim | null
  readonly sizes: readonly SizeResult[]
}
