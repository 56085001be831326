import type { SeedCalendar } from '../../../../importers/seed/seed-schema.ts'
import { createCalendar } from '../../../calendars/write-calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids.ts'

/** `shared` reuses a calendar that means the same; `own` makes new ones, which may later be changed or removed. */
export type CalendarSource = 'shared' | 'own'

const DEFAULTS = { working_days: 31, hours_per_day: 8, timezone: 'UTC' }

interface KnownCalendar {
  id: string
  working_days: number
  hours_per_day: number
  timezone: string
  exceptions: { from: string; to: string; working: boolean; text: string }[]
}

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
  const rows = await sql<KnownCalendar>(
    ctx,
    `select c.id, c.working_days, c.hours_per_day, c.timezone, coalesce(json_agg(json_build_object(
         'from', e.exc_start, 'to', e.exc_end, 'working', e.is_working, 'text', e.description))
       filter (where e.id is not null), '[]') as exceptions
     from calendars c left join calendar_exceptions e on e.calendar_id = c.id
     where c.name = $1 and not c.is_deleted group by c.id order by c.id`,
    [calendar.name],
  )
  const wanted = meaningOf({
    ...DEFAULTS,
    ...calendar,
    exceptions: (calendar.exceptions ?? []).map((exception) => ({
      from: exception.exc_start,
      to: exception.exc_end,
      working: exception.is_working ?? false,
      text: exception.description ?? '',
    })),
  })
  return rows.find((row) => meaningOf(row) === wanted)?.id
}

function meaningOf(calendar: Omit<KnownCalendar, 'id'>): string {
  const exceptions = calendar.exceptions.map(({ from, to, working, text }) => JSON.stringify([from, to, working, text]))
  return JSON.stringify([calendar.working_days, calendar.hours_per_day, calendar.timezone, exceptions.sort()])
}

/** Exceptions go in as a set: nothing stands on the new calendar yet, so there is nobody to tell of each. */
async function writeCalendar(ctx: Ctx<unknown>, calendar: SeedCalendar): Promise<string> {
  const { name, working_days, hours_per_day, timezone, exceptions = [] } = calendar
  const { id } = await createCalendar(ctx, { name, working_days, hours_per_day, timezone })
  await sql(
    ctx,
    `insert into calendar_exceptions (id, calendar_id, exc_start, exc_end, is_working, description)
     select row.id, $1::uuid, row.f, row.t, row.w, row.d
     from unnest($2::uuid[], $3::date[], $4::date[], $5::boolean[], $6::text[]) as row(id, f, t, w, d)`,
    [
      id,
      exceptions.map(() => newId()),
      exceptions.map((exception) => exception.exc_start),
      exceptions.map((exception) => exception.exc_end),
      exceptions.map((exception) => exception.is_working ?? false),
      exceptions.map((exception) => exception.description ?? ''),
    ],
  )
  return id
}
