import type { Db } from '../../platform/db/db.ts'
import { NameSlugs } from './name-slugs.ts'
import { loadCalendarExceptions, loadCalendarOverlays, loadProgramCalendars } from './seed.queries.ts'

export interface SeedCalendars {
  readonly rows: readonly object[]
  readonly slugOf: ReadonlyMap<string, string>
  readonly overlaysOf: ReadonlyMap<string, object[]>
}

/** The calendars that the program names anywhere. The workspace's own is no part of it. */
export async function loadSeedCalendars(
  db: Db,
  programId: string,
  projectIds: readonly string[],
): Promise<SeedCalendars> {
  const calendars = await loadProgramCalendars(db, programId, projectIds)
  const slugs = new NameSlugs('calendar')
  const slugOf = new Map(calendars.map((calendar) => [calendar.id, slugs.next(calendar.name)]))
  const exceptions = Map.groupBy(await loadCalendarExceptions(db, [...slugOf.keys()]), (row) => row.calendar_id)
  return {
    slugOf,
    rows: calendars
      .map((calendar) => ({
        slug: slugOf.get(calendar.id) as string,
        name: calendar.name,
        working_days: calendar.working_days,
        hours_per_day: calendar.hours_per_day,
        timezone: calendar.timezone,
        exceptions: exceptions.get(calendar.id)?.map(({ exc_start, exc_end, is_working, description }) => ({
          exc_start,
          exc_end,
          is_working: is_working || null,
          description,
        })),
      }))
      .sort((left, right) => (left.slug < right.slug ? -1 : 1)),
    overlaysOf: await overlaysOf(db, projectIds, slugOf),
  }
}

async function overlaysOf(
  db: Db,
  projectIds: readonly string[],
  slugOf: ReadonlyMap<string, string>,
): Promise<Map<string, object[]>> {
  const rows = await loadCalendarOverlays(db, projectIds)
  const overlays = new Map<string, object[]>()
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id))
    overlays.set(
      projectId,
      own.map((row) => ({ calendar: slugOf.get(row.calendar_id), role: row.role === 'holidays' ? null : row.role })),
    )
  return overlays
}
