export type Policy = 'worst' | 'average' | 'task_weighted' | 'weighted_by_budget'
export type Band = 'on_track' | 'at_risk' | 'critical' | 'unknown'

/** A figure of one project, and how much it counts where projects are weighted. */
export interface Weighed<Value> {
  readonly value: Value
  readonly weight: number
}

const BANDS = ['critical', 'at_risk', 'on_track'] as const

/** No project says what it costs, so that weighing by budget gives the average, and says that it does. */
export function isPolicyAvailable(policy: Policy): boolean {
  return policy !== 'weighted_by_budget'
}

/** The band of several projects; those that cannot be judged do not count, and nothing left to judge is unknown. */
export function reduceBands(policy: Policy, bands: readonly Weighed<Band>[]): Band {
  const known = bands.flatMap(({ value, weight }) =>
    value === 'unknown' ? [] : [{ value: BANDS.indexOf(value), weight }],
  )
  if (known.length === 0) return 'unknown'
  const number = policy === 'worst' ? Math.min(...known.map((each) => each.value)) : mean(policy, known)
  return BANDS[Math.round(number)] as Band
}

/** Days of delay of several projects, to a tenth; the worst is the greatest. Null where none says any. */
export function reduceDelays(policy: Policy, delays: readonly Weighed<number | null>[]): number | null {
  const known = delays.flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]))
  if (known.length === 0) return null
  const days = policy === 'worst' ? Math.max(...known.map((each) => each.value)) : mean(policy, known)
  return Math.round(days * 10) / 10
}

function mean(policy: Policy, known: readonly Weighed<number>[]): number {
  const weightOf = ({ weight }: Weighed<number>) => (policy === 'task_weighted' ? Math.max(weight, 1) : 1)
  const total = known.reduce((sum, each) => sum + weightOf(each), 0)
  return known.reduce((sum, each) => sum + each.value * weightOf(each), 0) / total
}
