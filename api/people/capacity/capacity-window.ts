import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { civilDate } from '../../platform/http/wire-kinds.ts'
import type { SchedulePeriod } from './capacity.queries.ts'

/** Days of a look at people's work; both are part of it. */
export interface CapacityWindow {
  readonly firstDay: number
  readonly lastDay: number
}

const LOOK_DAYS = 8 * 7
/** Each day of each person may be a part of the reply. */
const MAX_DAYS = 3_660

/** A day of a query, which is refused in one sentence; undefined where none was sent. */
export function readDay(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const isDate = civilDate.safeParse(text).success
  refuseUnless(isDate, () => new Refusal(400, `${name} must be a date, YYYY-MM-DD.`))
  return parseCivilDay(text) as number
}

/** The days around today as far as there are tasks, or those that were asked for. */
export function lookAround(
  asked: { start?: string | undefined; end?: string | undefined },
  period: SchedulePeriod,
  today: number,
): CapacityWindow {
  const [start, end] = [readDay('start', asked.start), readDay('end', asked.end)]
  if (start !== undefined && end !== undefined) return checkWindow(start, end)
  const { first, last } = datedPeriod(period)
  const anchor = Math.min(Math.max(today, first), last)
  const firstDay = start ?? Math.min(Math.max(anchor - LOOK_DAYS, first), end ?? last)
  const lastDay = end ?? Math.max(Math.min(anchor + LOOK_DAYS, last), firstDay)
  return checkWindow(firstDay, lastDay)
}

/** All days of the schedule, or those that were asked for. Only who says when it starts may look where nothing is dated. */
export function lookAtAll(
  asked: { start?: string | undefined; end?: string | undefined },
  period: SchedulePeriod,
): CapacityWindow {
  const [start, end] = [readDay('start', asked.start), readDay('end', asked.end)]
  const firstDay = start ?? Math.min(datedPeriod(period).first, end ?? Number.POSITIVE_INFINITY)
  const lastDay = end ?? Math.max(period.lastDay ?? firstDay, firstDay)
  refuseUnless(firstDay <= lastDay, startBehindEnd)
  return { firstDay, lastDay }
}

/** Refused where no task has dates, because the schedule was never computed or holds nothing. */
export function datedPeriod({ firstDay, lastDay }: SchedulePeriod): { first: number; last: number } {
  refuseUnless(firstDay !== null && lastDay !== null, () => new Refusal(409, 'No task has dates yet.'))
  return { first: firstDay, last: lastDay }
}

export function presentWindow({ firstDay, lastDay }: CapacityWindow): { start: string; end: string } {
  return { start: formatCivilDay(firstDay), end: formatCivilDay(lastDay) }
}

function checkWindow(firstDay: number, lastDay: number): CapacityWindow {
  refuseUnless(firstDay <= lastDay, startBehindEnd)
  const dayCount = lastDay - firstDay + 1
  refuseUnless(dayCount <= MAX_DAYS, () => new Refusal(400, `At most ${MAX_DAYS} days are told at once.`))
  return { firstDay, lastDay }
}

function startBehindEnd(): Refusal {
  return new Refusal(400, 'start lies behind end.')
}
