import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

/** A calendar beside the record that uses it. */
export interface CalendarSummary {
  id: string
  name: string
  working_days: number
  hours_per_day: number
  timezone: string
  holiday_count: number
}

export async function loadCalendarSummaries(
  ctx: Pick<Ctx, 'em'>,
  ids: readonly (string | null)[],
): Promise<Map<string, CalendarSummary>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (known.length === 0) return new Map()
  const rows = await sql<CalendarSummary>(
    ctx,
    `select c.id, c.name, c.working_days, c.hours_per_day, c.timezone,
       (select count(*)::int from calendar_exceptions e where e.calendar_id = c.id and not e.is_working) as holiday_count
     from calendars c where c.id = any($1::uuid[])`,
    [known],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
