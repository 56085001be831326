import type { ForecastReason } from './monte-carlo.schema.ts'

export interface DateCount {
  readonly date: string
  readonly count: number
}

export interface ForecastDiagnostic {
  readonly deterministic: boolean
  readonly reason: ForecastReason | null
  readonly tasks_total: number
  readonly tasks_with_variance: number
  readonly tasks_pending_approval: number
  readonly agile_tasks_without_velocity: number
}

/** What a stored run keeps beside its percentiles, in wire form. */
export interface RunDetail {
  readonly histogram: DateCount[]
  readonly sensitivity: { task_id: string; index: number }[]
  readonly diagnostic: ForecastDiagnostic
}
