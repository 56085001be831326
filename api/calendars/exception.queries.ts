import { type Insertable, sql, type Updateable } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import { newId } from '../platform/ids.ts'

export const EXCEPTION_COLUMNS = ['id', 'exc_start', 'exc_end', 'is_working', 'description'] as const
export type ExceptionRow = Pick<RowOf<'calendar_exceptions'>, (typeof EXCEPTION_COLUMNS)[number]>

/** The exceptions of a calendar in the order of their dates. */
export function pageExceptions(db: Db, calendarId: string, request: PageRequest): Promise<OffsetPage<ExceptionRow>> {
  const ofCalendar = tables(db).selectFrom('calendar_exceptions').where('calendar_id', '=', calendarId)
  return pageRows(ofCalendar.select(EXCEPTION_COLUMNS).orderBy('exc_start').orderBy('id'), request)
}

export async function loadException(db: Db, calendarId: string, id: string): Promise<ExceptionRow> {
  const exception = await tables(db)
    .selectFrom('calendar_exceptions')
    .select(EXCEPTION_COLUMNS)
    .where('calendar_id', '=', calendarId)
    .where('id', '=', id)
    .executeTakeFirst()
  refuseUnless(exception, notFound)
  return exception
}

/** Exceptions of a new calendar as a set: nothing stands on it yet, so there is nobody to tell of each. */
export async function insertExceptions(
  db: Db,
  calendarId: string,
  exceptions: readonly Omit<ExceptionRow, 'id'>[],
): Promise<void> {
  await sql`insert into calendar_exceptions (id, calendar_id, exc_start, exc_end, is_working, description)
    select row.id, ${calendarId}::uuid, row.f, row.t, row.w, row.d from unnest(
      ${exceptions.map(() => newId())}::uuid[], ${exceptions.map((row) => row.exc_start)}::date[],
      ${exceptions.map((row) => row.exc_end)}::date[], ${exceptions.map((row) => row.is_working)}::boolean[],
      ${exceptions.map((row) => row.description)}::text[]) as row(id, f, t, w, d)`.execute(tables(db))
}

export function insertException(db: Db, values: Insertable<Tables['calendar_exceptions']>): Promise<ExceptionRow> {
  return tables(db)
    .insertInto('calendar_exceptions')
    .values(values)
    .returning(EXCEPTION_COLUMNS)
    .executeTakeFirstOrThrow()
}

export function updateException(
  db: Db,
  id: string,
  values: Updateable<Tables['calendar_exceptions']>,
): Promise<ExceptionRow> {
  return tables(db)
    .updateTable('calendar_exceptions')
    .set(values)
    .where('id', '=', id)
    .returning(EXCEPTION_COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteException(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('calendar_exceptions').where('id', '=', id).execute()
}
