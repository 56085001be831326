import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'
import type { CalendarLayer, CalendarRange } from './compose-calendars.ts'

/** Calendars as the scheduler reads them. A deleted one still has its days: a restored project may point at it. */
export async function loadCalendarLayers(db: Db, ids: readonly string[]): Promise<Map<string, CalendarLayer>> {
  if (ids.length === 0) return new Map()
  const calendars = await tables(db)
    .selectFrom('calendars')
    .select(['id', 'working_days'])
    .where('id', '=', anyOf(ids))
    .execute()
  const exceptions = await tables(db)
    .selectFrom('calendar_exceptions')
    .select(['calendar_id', 'exc_start', 'exc_end', 'is_working'])
    .where('calendar_id', '=', anyOf(ids))
    .execute()
  const rangesOf = new Map<string, CalendarRange[]>(calendars.map(({ id }) => [id, []]))
  for (const row of exceptions) rangesOf.get(row.calendar_id)?.push(rangeOf(row))
  return new Map(
    calendars.map(({ id, working_days }) => [id, { workingDays: working_days, ranges: rangesOf.get(id) ?? [] }]),
  )
}

/** The hours of a working day in each of the calendars. */
export async function loadCalendarHours(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('calendars')
    .select(['id', 'hours_per_day'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.hours_per_day]))
}

/** An exception on day numbers. */
export function rangeOf(row: { exc_start: string; exc_end: string; is_working: boolean }): CalendarRange {
  return {
    fromDay: parseCivilDay(row.exc_start) as number,
    toDay: parseCivilDay(row.exc_end) as number,
    isWorking: row.is_working,
  }
}

/** A calendar beside the record that uses it. */
export type CalendarSummary = Awaited<ReturnType<typeof selectSummaries>>[number]

/** Calendars by id as they are shown beside the records that use them. */
export async function loadCalendarSummaries(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Map<string, CalendarSummary>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (known.length === 0) return new Map()
  return new Map((await selectSummaries(db, known)).map((row) => [row.id, row]))
}

function selectSummaries(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('calendars as c')
    .select(['c.id', 'c.name', 'c.working_days', 'c.hours_per_day', 'c.timezone'])
    .select((eb) =>
      eb
        .selectFrom('calendar_exceptions as e')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('e.calendar_id', '=', 'c.id')
        .where('e.is_working', '=', false)
        .$asScalar()
        .$notNull()
        .as('holiday_count'),
    )
    .where('c.id', '=', anyOf(ids))
    .execute()
}
