import type { Timeline, Work } from './timelines.ts'
import type { ZoneDays } from './zone-days.ts'

const DAY_MS = 86_400_000

/** The last time in the window that a task was completed. */
export interface Completion {
  readonly leadDays: number
  /** Null where nothing tells when work began. */
  readonly cycleDays: number | null
  readonly isBulkMoved: boolean
  readonly isBackdated: boolean
}

export function completionsOf(
  timelines: readonly Timeline[],
  { since, until }: { since: number; until: number },
  { midnight }: ZoneDays,
): Completion[] {
  return timelines.flatMap(({ moves, firstStatus, createdMs, deletedDay, finishDay }) => {
    const done = deletedDay === null ? moves.findLast((move) => move.after === 'COMPLETE') : undefined
    if (done === undefined || done.day < since || done.day > until) return []
    const began = firstStatus === 'IN_PROGRESS' ? createdMs : beginningOf(moves, done.at_ms)
    const isBulkMoved = began === null && finishDay !== null
    const start = began ?? (finishDay === null ? null : midnight(finishDay))
    return {
      leadDays: daysBetween(createdMs, done.at_ms),
      cycleDays: start === null ? null : daysBetween(start, done.at_ms),
      isBulkMoved,
      isBackdated: finishDay !== null && finishDay < done.day,
    }
  })
}

function beginningOf(moves: Timeline['moves'], doneMs: number): number | null {
  const began = moves.find((move) => move.after === 'IN_PROGRESS')
  return began === undefined || began.at_ms > doneMs ? null : began.at_ms
}

function daysBetween(fromMs: number, toMs: number): number {
  return Math.max(0, toMs - fromMs) / DAY_MS
}

/** Days within which that share was done, between the two nearest of them in proportion, rounded. */
export function percentilesOf(days: readonly number[]) {
  const sorted = Float64Array.from(days).sort()
  const at = (share: number) => {
    if (sorted.length === 0) return null
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] as number
    return Math.round(below + ((sorted[Math.ceil(place)] as number) - below) * (place % 1))
  }
  return { p50: at(0.5), p80: at(0.8), p95: at(0.95) }
}

/** Work under way by its id, and for how many days it has been so. */
export function ageingOf({ timelines, idAt }: Work, nowMs: number) {
  return timelines.flatMap(({ status, deletedDay, moves, createdMs }, place) => {
    if (deletedDay !== null || (status !== 'IN_PROGRESS' && status !== 'REVIEW')) return []
    const days = Math.floor(daysBetween(beginningOf(moves, nowMs) ?? createdMs, nowMs))
    return { task_id: idAt(place), status, days }
  })
}
