import type { Ctx } from '../platform/context.ts'
import { likeEscape } from '../platform/db/sql.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { Calendar, CalendarException } from './calendar.entity.ts'
import type { CalendarView } from './calendar.present.ts'
import { exceptionsOf, loadCalendar } from './calendar.queries.ts'

interface ListQuery {
  page?: string | undefined
  page_size?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
}

/** Calendars by name; every word of the search must occur in the name. */
export async function pageCalendars(ctx: Ctx<unknown>, query: ListQuery): Promise<OffsetPage<CalendarView>> {
  const request = pageRequest(query, LARGE_LIST)
  const words = (query.search ?? '').split(/\s+/).filter((word) => word !== '')
  const named = words.map((word) => ({ name: { $ilike: `%${likeEscape(word)}%` } }))
  const order = query.ordering === '-name' ? 'desc' : 'asc'
  const [calendars, count] = await ctx.em.findAndCount(
    Calendar,
    { is_deleted: false, $and: named },
    { orderBy: [{ name: order }, { id: 'asc' }], limit: request.pageSize, offset: request.offset },
  )
  return { count, results: await viewCalendars(ctx, calendars), request }
}

export async function viewCalendars(ctx: Pick<Ctx, 'em'>, calendars: readonly Calendar[]): Promise<CalendarView[]> {
  const exceptions = await exceptionsOf(
    ctx,
    calendars.map((calendar) => calendar.id),
  )
  return calendars.map((calendar) => ({ calendar, exceptions: exceptions.get(calendar.id) ?? [] }))
}

export async function viewCalendar(ctx: Pick<Ctx, 'em'>, calendar: Calendar): Promise<CalendarView> {
  return (await viewCalendars(ctx, [calendar]))[0] as CalendarView
}

export async function pageExceptions(
  ctx: Ctx<unknown>,
  calendarId: string,
  query: ListQuery,
): Promise<OffsetPage<CalendarException>> {
  await loadCalendar(ctx, calendarId)
  const request = pageRequest(query, LARGE_LIST)
  const [results, count] = await ctx.em.findAndCount(
    CalendarException,
    { calendar_id: calendarId },
    { orderBy: [{ exc_start: 'asc' }, { id: 'asc' }], limit: request.pageSize, offset: request.offset },
  )
  return { count, results, request }
}
