import { formatCivilDay, isoWeekday, parseCivilDay } from '../../compute/plan/civil-day.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { presentWeekEntry } from './time.present.ts'
import { ownEntriesBetween, type WeekRow } from './time-entry.queries.ts'
import { findSubmission } from './timesheet.queries.ts'
import { callerToday } from './write-time-entry.ts'

/** A list without pages needs an end: a leap year and a day. */
const MAX_DAYS = 367

/** The caller's time of some days, by default of the current week, with its sums. */
export async function readWeek(
  ctx: Ctx<unknown>,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<object> {
  const today = await callerToday(ctx)
  const { from, to } = rangeOf(query, today)
  const rows = await ownEntriesBetween(ctx, from, to)
  const weekStart = mondayOf(from)
  const submittedAt = await findSubmission(ctx, actingAccount(ctx).id, weekStart)
  const submission = { week_start: weekStart, submitted: submittedAt !== null, submitted_at: instantText(submittedAt) }
  return { results: rows.map(presentWeekEntry), totals: totalsOf(rows, today), submission }
}

/** The Monday of the week in which a date lies. */
export function mondayOf(date: string): string {
  const day = parseCivilDay(date) as number
  return formatCivilDay(day - isoWeekday(day) + 1)
}

function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string) {
  refuseUnless((from === undefined) === (to === undefined), () =>
    fieldError('non_field_errors', 'Send both from and to, or neither.'),
  )
  if (from === undefined || to === undefined) {
    const monday = mondayOf(today)
    return { from: monday, to: formatCivilDay((parseCivilDay(monday) as number) + 6) }
  }
  const dayCount = (parseCivilDay(to) as number) - (parseCivilDay(from) as number) + 1
  refuseUnless(dayCount >= 1, () => fieldError('from', 'The first day lies behind the last.'))
  refuseUnless(dayCount <= MAX_DAYS, () => fieldError('to', `At most ${MAX_DAYS} days are told at once.`))
  return { from, to }
}

function totalsOf(rows: readonly WeekRow[], today: string) {
  const byDay = new Map<string, number>()
  const byCell = new Map<string, number>()
  for (const { entry_date, task_id, minutes } of rows) {
    byDay.set(entry_date, (byDay.get(entry_date) ?? 0) + minutes)
    const cell = `${task_id}|${entry_date}`
    byCell.set(cell, (byCell.get(cell) ?? 0) + minutes)
  }
  return {
    by_day: Object.fromEntries(byDay),
    by_cell: Object.fromEntries(byCell),
    today_minutes: byDay.get(today) ?? 0,
    week_minutes: rows.reduce((sum, row) => sum + row.minutes, 0),
  }
}
