import type { SeedCalendar } from '../../../../importers/seed/seed-schema.ts'
import { type FullCalendar, findCalendarsNamed } from '../../../calendars/calendar.queries.ts'
import { insertExceptions } from '../../../calendars/exception.queries.ts'
import { createCalendar } from '../../../calendars/write-calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

/** `shared` reuses a calendar that means the same; `own` makes new ones, which may later be changed or removed. */
export type CalendarSource = 'shared' | 'own'

const DEFAULTS = { working_days: 31, hours_per_day: 8, timezone: 'UTC' }

/**
 * The library calendars of a document. One is reused only when name, week, hours, zone and exceptions are equal: other
 * projects may stand on it, and an import moves nobody else's dates.
 */
export async function writeSeedCalendars(
  ctx: Ctx<unknown>,
  calendars: readonly SeedCalendar[],
  source: CalendarSource,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const calendar of calendars) {
    const known = source === 'shared' ? await findEqual(ctx, calendar) : undefined
    ids.set(calendar.slug, known ?? (await writeCalendar(ctx, calendar)))
  }
  return ids
}

async function findEqual(ctx: Ctx<unknown>, calendar: SeedCalendar): Promise<string | undefined> {
  const wanted = meaningOf({ ...DEFAULTS, ...calendar, exceptions: exceptionsOf(calendar) })
  const known = await findCalendarsNamed(ctx, calendar.name)
  return known.find((row) => meaningOf(row) === wanted)?.id
}

type Meaning = Pick<FullCalendar, 'working_days' | 'hours_per_day' | 'timezone'> & {
  readonly exceptions: ReturnType<typeof exceptionsOf>
}

function meaningOf(calendar: Meaning): string {
  const exceptions = calendar.exceptions.map((row) =>
    JSON.stringify([row.exc_start, row.exc_end, row.is_working, row.description]),
  )
  return JSON.stringify([calendar.working_days, calendar.hours_per_day, calendar.timezone, exceptions.sort()])
}

function exceptionsOf({ exceptions = [] }: SeedCalendar) {
  return exceptions.map(({ exc_start, exc_end, is_working = false, description = '' }) => ({
    exc_start,
    exc_end,
    is_working,
    description,
  }))
}

async function writeCalendar(ctx: Ctx<unknown>, calendar: SeedCalendar): Promise<string> {
  const { name, working_days, hours_per_day, timezone } = calendar
  const { id } = await createCalendar(ctx, { name, working_days, hours_per_day, timezone })
  await insertExceptions(ctx, id, exceptionsOf(calendar))
  return id
}
