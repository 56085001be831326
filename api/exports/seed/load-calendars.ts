import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { NameSlugs } from './name-slugs.ts'

interface CalendarRow {
  id: string
  name: string
  working_days: number
  hours_per_day: number
  timezone: string
}

interface ExceptionRow {
  calendar_id: string
  exc_start: string
  exc_end: string
  is_working: boolean
  description: string
}

export interface SeedCalendars {
  readonly rows: readonly object[]
  readonly slugOf: ReadonlyMap<string, string>
  readonly overlaysOf: ReadonlyMap<string, object[]>
}

/** The calendars that the program names anywhere. The workspace's own is no part of it. */
export async function loadSeedCalendars(
  ctx: Pick<Ctx, 'em'>,
  programId: string,
  projectIds: readonly string[],
): Promise<SeedCalendars> {
  const calendars = await sql<CalendarRow>(
    ctx,
    `select c.id, c.name, c.working_days, c.hours_per_day, c.timezone from calendars c
     where c.id in (
       select calendar_id from programs where id = $1
       union select calendar_id from projects where id = any($2::uuid[])
       union select calendar_id from tasks where project_id = any($2::uuid[]) and not is_deleted
       union select calendar_id from project_calendar_overlays where project_id = any($2::uuid[])
       union select r.calendar_id from resources r join project_resources pr on pr.resource_id = r.id
         where pr.project_id = any($2::uuid[]) and not r.is_deleted)
     order by c.name collate "C", c.working_days, c.id`,
    [programId, projectIds],
  )
  const slugs = new NameSlugs('calendar')
  const slugOf = new Map(calendars.map((calendar) => [calendar.id, slugs.next(calendar.name)]))
  const exceptions = Map.groupBy(await loadExceptions(ctx, [...slugOf.keys()]), (row) => row.calendar_id)
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
    overlaysOf: await loadOverlays(ctx, projectIds, slugOf),
  }
}

function loadExceptions(ctx: Pick<Ctx, 'em'>, ids: readonly string[]): Promise<ExceptionRow[]> {
  return sql<ExceptionRow>(
    ctx,
    `select calendar_id, exc_start, exc_end, is_working, description from calendar_exceptions
     where calendar_id = any($1::uuid[]) order by exc_start, exc_end, is_working, description collate "C"`,
    [ids],
  )
}

async function loadOverlays(
  ctx: Pick<Ctx, 'em'>,
  projectIds: readonly string[],
  slugOf: ReadonlyMap<string, string>,
): Promise<Map<string, object[]>> {
  const rows = await sql<{ project_id: string; calendar_id: string; role: string }>(
    ctx,
    `select project_id, calendar_id, role from project_calendar_overlays
     where project_id = any($1::uuid[]) order by project_id, position`,
    [projectIds],
  )
  const overlays = new Map<string, object[]>()
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id))
    overlays.set(
      projectId,
      own.map((row) => ({ calendar: slugOf.get(row.calendar_id), role: row.role === 'holidays' ? null : row.role })),
    )
  return overlays
}
