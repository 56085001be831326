import type { Timeline, Work } from './timelines.ts'
import type { Pointing } from './work.queries.ts'

/** A changed estimate with the day on which it was changed. */
export type DatedPointing = Pointing & { readonly day: number }

/** Tasks, or their points, at the end of a day. */
export interface DayTotals {
  readonly scope: number
  readonly completed: number
}

/** Plays the lives of tasks from their first day to their last. Without pointings every task counts one. */
export function replayDays(
  { timelines, placeOf }: Work,
  pointings: readonly DatedPointing[] | null,
  { since, until }: { since: number; until: number },
): DayTotals[] {
  const days = until - since + 1
  const scope = new Float64Array(days + 1)
  const completed = new Float64Array(days + 1)
  const add = (totals: Float64Array, day: number, count: number) => {
    if (day <= until) bump(totals, Math.max(day - since, 0), count)
  }
  const pointed = Map.groupBy(pointings ?? [], (one) => placeOf(one.object_id))
  for (const [place, timeline] of timelines.entries()) {
    const { createdDay, deletedDay } = timeline
    const weights = pointings === null ? null : (pointed.get(place) ?? [])
    const end = deletedDay ?? Number.POSITIVE_INFINITY
    for (const stay of staysOf(timeline, weights, createdDay, end)) {
      if (stay.weight === 0 || stay.to <= stay.from) continue
      for (const totals of stay.isDone ? [scope, completed] : [scope]) {
        add(totals, stay.from, stay.weight)
        add(totals, stay.to, -stay.weight)
      }
    }
  }
  let [all, done] = [0, 0]
  return Array.from({ length: days }, (_, index) => {
    all += scope[index] ?? 0
    done += completed[index] ?? 0
    return { scope: all, completed: done }
  })
}

interface Stay {
  readonly from: number
  readonly to: number
  readonly weight: number
  readonly isDone: boolean
}

/** The stretches of days over which a task was done or not and weighed the same. */
function staysOf(timeline: Timeline, weights: readonly DatedPointing[] | null, from: number, end: number): Stay[] {
  const { moves, firstStatus, points } = timeline
  const changes = [
    ...moves.map(({ at_ms, day, after }) => ({ at_ms, day, isDone: after === 'COMPLETE', weight: null })),
    ...(weights ?? []).map(({ at_ms, day, after }) => ({ at_ms, day, isDone: null, weight: after ?? 0 })),
  ]
  if (weights !== null && weights.length > 0) changes.sort((a, b) => a.at_ms - b.at_ms)
  const first = weights?.[0]
  let stay: Stay = {
    from,
    to: end,
    weight: weights === null ? 1 : ((first === undefined ? points : first.before) ?? 0),
    isDone: firstStatus === 'COMPLETE',
  }
  const stays: Stay[] = []
  for (const change of changes) {
    if (change.day >= end) break
    stays.push({ ...stay, to: change.day })
    stay = { from: change.day, to: end, weight: change.weight ?? stay.weight, isDone: change.isDone ?? stay.isDone }
  }
  return [...stays, stay]
}

function bump(totals: Float64Array, at: number, by: number): void {
  totals[at] = (totals[at] ?? 0) + by
}
