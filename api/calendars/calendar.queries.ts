import { parseCivilDay } from '../../compute/calendar/civil-day.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { Calendar, CalendarException } from './calendar.entity.ts'
import type { CalendarLayer } from './compose-calendars.ts'

type Db = Pick<Ctx, 'em'>

export async function loadCalendar(ctx: Db, calendarId: string): Promise<Calendar> {
  const calendar = await ctx.em.findOne(Calendar, { id: calendarId, is_deleted: false })
  if (!calendar) throw notFound()
  return calendar
}

/** The calendar with its row locked, so that nobody else edits, deletes or newly uses it before the commit. */
export async function lockCalendar(ctx: Db, calendarId: string): Promise<Calendar> {
  const row = await sqlOne(ctx, 'select 1 as ok from calendars where id = $1 and not is_deleted for update', [
    calendarId,
  ])
  if (!row) throw notFound()
  return ctx.em.findOneOrFail(Calendar, { id: calendarId }, { refresh: true })
}

/** Which of the ids are calendars in use; they cannot be deleted before the open transaction ends. */
export async function holdCalendars(ctx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ id: string }>(
    ctx,
    'select id from calendars where id = any($1::uuid[]) and not is_deleted order by id for share',
    [[...new Set(ids)]],
  )
  return new Set(rows.map((row) => row.id))
}

export async function exceptionsOf(ctx: Db, calendarIds: readonly string[]): Promise<Map<string, CalendarException[]>> {
  const grouped = new Map<string, CalendarException[]>(calendarIds.map((id) => [id, []]))
  const rows = await ctx.em.find(
    CalendarException,
    { calendar_id: { $in: [...calendarIds] } },
    { orderBy: { exc_start: 'asc', id: 'asc' } },
  )
  for (const row of rows) grouped.get(row.calendar_id)?.push(row)
  return grouped
}

/** Calendars as the scheduler reads them. A deleted one still has its days: a restored project may point at it. */
export async function loadCalendarLayers(ctx: Db, ids: readonly string[]): Promise<Map<string, CalendarLayer>> {
  if (ids.length === 0) return new Map()
  const calendars = await sql<{ id: string; working_days: number }>(
    ctx,
    'select id, working_days from calendars where id = any($1::uuid[])',
    [ids],
  )
  const ranges = await sql<{ calendar_id: string; exc_start: string; exc_end: string; is_working: boolean }>(
    ctx,
    'select calendar_id, exc_start, exc_end, is_working from calendar_exceptions where calendar_id = any($1::uuid[])',
    [ids],
  )
  const layers = new Map(
    calendars.map((row) => [
      row.id,
      { workingDays: row.working_days, ranges: [] as CalendarLayer['ranges'][number][] },
    ]),
  )
  for (const row of ranges) {
    const fromDay = parseCivilDay(row.exc_start) as number
    layers
      .get(row.calendar_id)
      ?.ranges.push({ fromDay, toDay: parseCivilDay(row.exc_end) as number, isWorking: row.is_working })
  }
  return layers
}

export type CalendarSource = 'project' | 'program' | 'workspace' | 'system_default'

export interface CalendarChain {
  projectId: string
  /** The base calendar after inheritance; null is Monday to Friday. */
  baseId: string | null
  source: CalendarSource
  overlayIds: string[]
}

/** Which calendars make up each project's own, in the order in which they apply. */
export async function calendarChains(ctx: Db, projectIds: readonly string[]): Promise<Map<string, CalendarChain>> {
  const rows = await sql<{ id: string; own: string | null; program: string | null; workspace: string | null }>(
    ctx,
    `select p.id, p.calendar_id as own, g.calendar_id as program, w.calendar_id as workspace
     from projects p left join programs g on g.id = p.program_id left join workspace w on w.id = 1
     where p.id = any($1::uuid[])`,
    [projectIds],
  )
  const overlays = await sql<{ project_id: string; calendar_id: string }>(
    ctx,
    `select project_id, calendar_id from project_calendar_overlays where project_id = any($1::uuid[])
     order by project_id, position`,
    [projectIds],
  )
  const chains = new Map<string, CalendarChain>()
  for (const row of rows) {
    const source = row.own ? 'project' : row.program ? 'program' : row.workspace ? 'workspace' : 'system_default'
    chains.set(row.id, { projectId: row.id, baseId: row.own ?? row.program ?? row.workspace, source, overlayIds: [] })
  }
  for (const overlay of overlays) chains.get(overlay.project_id)?.overlayIds.push(overlay.calendar_id)
  return chains
}

/** Live projects whose dates depend on a calendar: as base, by inheritance, as a layer or through a task of their own. */
export async function projectsOnCalendar(ctx: Db, calendarId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select p.id from projects p left join programs g on g.id = p.program_id left join workspace w on w.id = 1
     where not p.is_deleted and (
       coalesce(p.calendar_id, g.calendar_id, w.calendar_id) = $1
       or p.id in (select o.project_id from project_calendar_overlays o where o.calendar_id = $1)
       or p.id in (select t.project_id from tasks t where t.calendar_id = $1 and not t.is_deleted))
     order by p.id`,
    [calendarId],
  )
  return rows.map((row) => row.id)
}
