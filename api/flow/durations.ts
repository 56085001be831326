import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { Timeline } from './timelines.ts'

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
  timezone: string,
): Completion[] {
  const midnight = midnightsOf(timezone)
  return timelines.flatMap(({ item, moves, firstStatus, createdMs }) => {
    const done = item.deleted_day === null ? moves.findLast((move) => move.after === 'COMPLETE') : undefined
    if (done === undefined || done.day < since || done.day > until) return []
    const began = firstStatus === 'IN_PROGRESS' ? createdMs : beginningOf(moves, done.at_ms)
    const finishDay = item.actual_finish === null ? null : (parseCivilDay(item.actual_finish) as number)
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

/** When a day begins in a time zone, to the minute of its offset at that midnight of Greenwich. */
function midnightsOf(timezone: string): (day: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
  return (day) => {
    const utc = day * DAY_MS
    const zone = format.formatToParts(utc).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(zone) ?? []
    if (sign === undefined) return utc
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
    return sign === '+' ? utc - offset : utc + offset
  }
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

/** Work under way and for how many days it has been so, the oldest first. */
export function ageingOf(timelines: readonly Timeline[], code: string, nowMs: number) {
  return timelines
    .filter(({ item }) => item.deleted_day === null && (item.status === 'IN_PROGRESS' || item.status === 'REVIEW'))
    .map(({ item, moves, createdMs }) => ({
      task_id: item.id,
      short_id: `${code}-T-${item.number}`,
      name: item.name,
      status: item.status,
      days: Math.floor(daysBetween(beginningOf(moves, nowMs) ?? createdMs, nowMs)),
    }))
    .sort((a, b) => b.days - a.days || a.short_id.localeCompare(b.short_id))
}
