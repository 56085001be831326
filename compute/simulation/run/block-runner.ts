/** Nodes from `from` up to, not including, `to`. */
export interface NodeRange {
  from: number
  to: number
}

/** What is known of the costs of risks in a block without another pass. */
export interface RiskCostRows {
  /** Per risk the runs in which its cost is known, and those in which a pass has to tell it, a bit a run. */
  known: Int32Array
  left: Int32Array
  /** A row of runs a risk. */
  units: Uint16Array
}

/**
 * What a kernel supplies to a simulation: one block of runs at a time, in this order. All kernels give the same bits. Rows are
 * those of the last block; finishes and costs are whole units.
 */
export interface BlockRunner {
  /** Draws the durations of a block, with its drivers and risks. Returns the runs in which each risk happens, a bit a run. */
  sample(block: number): Int32Array
  /** Delays of the last block in units, a row of runs a risk, 0 where it does not happen. */
  readonly delays: Int32Array | Uint16Array
  /**
   * Takes the block through the network and writes the completion of every run in days; projects only where wanted, and what a trace
   * needs only where one follows.
   */
  forward(completions: Float64Array, withProjects: boolean, isTraced: boolean): void
  /** Writes a row of finishes a node, for nodes one after the other. Of completed ones they mean nothing. */
  readFinishes(nodes: NodeRange, into: Int32Array | Uint16Array, at: number): void
  /** Writes the finish of a project on its own axis in some runs. Returns in how many of them it ends last. */
  readGroup(group: number, runCount: number, units: Int32Array): number
  /** Counts the runs in which each node holds the completion. */
  trace(runCount: number): void
  /** The runs of the last trace in which a node that is not completed holds the completion, a bit a run. */
  criticalIn(node: number): number
  /** What the risks cost some runs of the last block, which was traced, a bit each; null where only passes tell. */
  costRisks(runs: number): RiskCostRows | null
  /**
   * The completions of the last block once more, every run without one of the risks that happened in it, or as it was where
   * `risks` holds -1. A run is asked about its risks in the order of `costOrder`.
   */
  forwardWithout(risks: Int32Array, completions: Float64Array): void
  /**
   * Puts runs of the last block into other lanes, one of them into several, for `forwardWithout`, which then counts lanes where it counts
   * runs and begins anew with any risk. Nothing else can be asked of the block any more.
   */
  regroup(runOfLane: Int32Array): void
  /** Adds to the runs of every task those that `trace` counted since the runner was opened. */
  addCriticalRuns(criticalRuns: Int32Array): void
}
