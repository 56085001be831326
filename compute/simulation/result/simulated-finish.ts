/** When a plan or one project of a program finishes, by percentiles of the runs. */
export interface SimulatedFinish {
  p50Day: number
  p80Day: number
  p95Day: number
  /** Standard errors of the percentiles, in working days: how far they would lie off with other seeds. */
  p50Error: number
  p80Error: number
  p95Error: number
  /** Whether every run ends on one day, so that the runs tell neither a chance nor an error. */
  isOneDay: boolean
  /** The finish of the deterministic schedule. */
  cpmFinishDay: number
}
