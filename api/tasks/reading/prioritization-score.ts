import type { RowOf } from '../../database.ts'

type Judged =
  | ('business_value' | 'time_criticality' | 'risk_reduction' | 'job_size')
  | ('reach' | 'impact' | 'confidence' | 'effort' | 'value' | 'effort_estimate')
/** What people said a task is worth and costs. */
export type ScoredTask = Readonly<Pick<RowOf<'tasks'>, Judged>>

/** What is to come first by the model of the project; null where something it asks for was not said. */
export function prioritizationScore(row: ScoredTask, model: string): number | null {
  if (model === 'wsjf')
    return quotient(sumOf(row.business_value, row.time_criticality, row.risk_reduction), row.job_size)
  if (model === 'rice') return quotient(productOf(row.reach, row.impact, row.confidence), row.effort)
  if (model === 'value_effort') return quotient(row.value, row.effort_estimate)
  return null
}

function sumOf(...parts: (number | null)[]): number | null {
  return parts.includes(null) ? null : (parts as number[]).reduce((sum, part) => sum + part, 0)
}

function productOf(...parts: (number | null)[]): number | null {
  return parts.includes(null) ? null : (parts as number[]).reduce((product, part) => product * part, 1)
}

function quotient(dividend: number | null, divisor: number | null): number | null {
  return dividend === null || divisor === null || divisor === 0 ? null : dividend / divisor
}
