import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import type { ListCalendarsQuery } from './calendar.schema.ts'
import { EXCEPTION_COLUMNS, type ExceptionRow } from './exception.queries.ts'

const COLUMNS = ['id', 'server_version', 'name', 'working_days', 'hours_per_day', 'timezone'] as const
const ORDERINGS = { name: 'calendars.name' }

export type CalendarRow = Pick<RowOf<'calendars'>, (typeof COLUMNS)[number]>
/** A calendar with its exceptions in the order of their dates. */
export type FullCalendar = CalendarRow & { exceptions: ExceptionRow[] }

/** Calendars with their exceptions; deleted ones too, unless the caller leaves them out. */
function fullCalendars(db: Db) {
  return tables(db)
    .selectFrom('calendars')
    .select(COLUMNS)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('calendar_exceptions as e')
          .select(EXCEPTION_COLUMNS)
          .whereRef('e.calendar_id', '=', 'calendars.id')
          .orderBy('e.exc_start')
          .orderBy('e.id'),
      ).as('exceptions'),
    )
}

/** Calendars by name; every word of the search must occur in the name. */
export function pageCalendars(db: Db, query: ListCalendarsQuery): Promise<OffsetPage<FullCalendar>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('calendars.name')]
  const found = fullCalendars(db)
    .where('is_deleted', '=', false)
    .where(containsWords(query.search, ['calendars.name']))
  return pageRows(found.orderBy(sql`${sql.join(order)}, calendars.id`), pageRequest(query, LARGE_LIST))
}

export async function loadCalendar(db: Db, id: string): Promise<FullCalendar> {
  const calendar = await fullCalendars(db).where('id', '=', id).where('is_deleted', '=', false).executeTakeFirst()
  refuseUnless(calendar, notFound)
  return calendar
}

/** The calendars of those ids, by id, deleted ones too: a project may point at one that was deleted meanwhile. */
export async function findCalendars(db: Db, ids: readonly string[]): Promise<Map<string, FullCalendar>> {
  const rows = await fullCalendars(db).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The calendars in use that bear the name, the oldest first. */
export function findCalendarsNamed(db: Db, name: string): Promise<FullCalendar[]> {
  return fullCalendars(db).where('name', '=', name).where('is_deleted', '=', false).orderBy('id').execute()
}

/** The calendar with its row locked, so that nobody else edits, deletes or newly uses it before the commit. */
export async function lockCalendar(db: Db, id: string): Promise<CalendarRow> {
  const found = tables(db).selectFrom('calendars').select(COLUMNS).where('id', '=', id).where('is_deleted', '=', false)
  const calendar = await found.forNoKeyUpdate().executeTakeFirst()
  refuseUnless(calendar, notFound)
  return calendar
}

/** Which of the ids are calendars in use; they cannot be deleted before the open transaction ends. */
export async function lockCalendarsInUse(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('calendars')
    .select('id')
    .where('id', '=', anyOf([...new Set(ids)]))
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.id))
}

export async function insertCalendar(db: Db, values: Insertable<Tables['calendars']>): Promise<FullCalendar> {
  const row = await tables(db).insertInto('calendars').values(values).returning(COLUMNS).executeTakeFirstOrThrow()
  return { ...row, exceptions: [] }
}

/** Stores what is given of a locked calendar as its next version. */
export async function updateCalendarRow(db: Db, id: string, values: Updateable<Tables['calendars']>): Promise<void> {
  await tables(db)
    .updateTable('calendars')
    .set({ ...values, server_version: sql`server_version + 1` })
    .where('id', '=', id)
    .execute()
}
