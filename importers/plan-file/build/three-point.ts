import type { Diagnostics } from '../../plan/diagnostics.ts'
import { quoted } from '../../plan/diagnostics.ts'
import type { RawProject, RawTask } from '../raw-project.ts'
import { MINUTES_PER_ELAPSED_DAY, wholeDays } from './convert-duration.ts'

export type Estimates = { optimistic: number; mostLikely: number; pessimistic: number }

const ALIAS_PATTERNS = [/optimis|best|min|low/i, /likely|expect|realist|mode|base/i, /pessimis|worst|max|high/i]

/**
 * Whether Duration1-3 are read as three-point estimates: an alias that names something else forbids it, and without any
 * alias there has to be a task that has all three.
 */
export function estimatesAreThreePoint({ header, tasks }: RawProject, diagnostics: Diagnostics): boolean {
  for (const [index, pattern] of ALIAS_PATTERNS.entries()) {
    const alias = header.estimateAliases[index] ?? null
    if (alias === null || pattern.test(alias)) continue
    const text = `Duration${index + 1} is named ${quoted(alias)}, so Duration1 to Duration3 are not read as estimates`
    diagnostics.warn('estimate_alias', { field: `Duration${index + 1}` }, text)
    return false
  }
  if (header.estimateAliases.some((alias) => alias !== null)) return true
  return tasks.some(({ estimates }) => estimates.every((estimate) => estimate !== null && estimate.minutes > 0))
}

/** All three estimates in order, or none. Summaries and milestones have none. */
export function readEstimates(task: RawTask, minutesPerDay: number, diagnostics: Diagnostics): Estimates | null {
  const given = task.estimates.filter((estimate) => estimate !== null && estimate.minutes > 0)
  if (given.length === 0) return null
  const where = { uid: task.uid, field: 'optimistic_duration' }
  if (given.length < 3) {
    diagnostics.warn('partial_estimates', where, `${given.length} of 3 estimates are given; none is imported`)
    return null
  }
  const [optimistic = 0, mostLikely = 0, pessimistic = 0] = task.estimates.map((estimate) => {
    if (estimate === null) return 0
    return wholeDays(estimate.minutes, estimate.isElapsed ? MINUTES_PER_ELAPSED_DAY : minutesPerDay)
  })
  if (optimistic > mostLikely || mostLikely > pessimistic) {
    const text = `estimates ${optimistic}, ${mostLikely}, ${pessimistic} are not in order; none is imported`
    diagnostics.warn('estimates_not_in_order', where, text)
    return null
  }
  return { optimistic, mostLikely, pessimistic }
}
