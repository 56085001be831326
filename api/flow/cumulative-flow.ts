import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Timeline } from './timelines.ts'

const STATES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'COMPLETE'] as const
type Counts = Record<(typeof STATES)[number], number>

/** Tasks in each status at the end of each day; what is on hold waits with the backlog. */
export function countByDay(timelines: readonly Timeline[], { since, until }: { since: number; until: number }) {
  const days = until - since + 1
  const gains = STATES.map(() => new Int32Array(days + 1))
  const add = (status: string, day: number, count: number) => {
    const state = Math.max(STATES.indexOf(status as (typeof STATES)[number]), 0)
    if (day <= until) bump(gains[state], Math.max(day - since, 0), count)
  }
  for (const { moves, firstStatus, createdDay, deletedDay } of timelines) {
    let [status, from] = [firstStatus, createdDay]
    const end = deletedDay ?? Number.POSITIVE_INFINITY
    for (const move of moves) {
      if (move.day >= end) break
      addStay(status, from, move.day)
      ;[status, from] = [move.after, move.day]
    }
    addStay(status, from, end)
  }
  function addStay(status: string, from: number, to: number): void {
    // What was left before the window began never shows in it.
    if (to <= from || to <= since) return
    add(status, from, 1)
    add(status, to, -1)
  }
  return rowsOf(gains, since, days)
}

function rowsOf(gains: readonly Int32Array[], since: number, days: number) {
  const standing = gains.map(() => 0)
  return Array.from({ length: days }, (_, index) => {
    const counts = Object.fromEntries(
      STATES.map((state, at) => {
        const count = (standing[at] ?? 0) + (gains[at]?.[index] ?? 0)
        standing[at] = count
        return [state, count]
      }),
    )
    return { date: formatCivilDay(since + index), ...(counts as Counts) }
  })
}

function bump(counts: Int32Array | undefined, at: number, by: number): void {
  if (counts) counts[at] = (counts[at] ?? 0) + by
}
