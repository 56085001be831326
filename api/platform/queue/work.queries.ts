import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver } from '../db/statements.ts'
import type { BackgroundWork, WorkPayload } from './background-work.ts'

/** What statements over the table of any kind name; the declaration of the kind checks the columns it adds. */
interface AnyWork extends WorkPayload {
  readonly status: string
  readonly started_at: string | Date | null
}

function rowsOf(db: Db) {
  return statementsOver<Record<string, AnyWork>>(db)
}

function openStatuses({ statuses }: Pick<BackgroundWork, 'statuses'>): string[] {
  return [statuses.accepted, statuses.running]
}

/** Changes a row whose work has not ended and returns what the kind claims of it; undefined where it has ended. */
export async function updateOpenWork<Row extends WorkPayload>(
  db: Db,
  work: BackgroundWork<Row>,
  id: string,
  values: object,
): Promise<Row | undefined> {
  const row = await rowsOf(db)
    .updateTable(work.table)
    .set(values)
    .where('id', '=', id)
    .where('status', 'in', openStatuses(work))
    .returning(['id', ...(work.claims as 'id'[])])
    .executeTakeFirst()
  return row as Row | undefined
}

/** When the work began for the first time, of a row that may have been claimed before. */
export function firstStart(now: Date): RawBuilder<Date> {
  return sql<Date>`coalesce(started_at, ${now}::timestamptz)`
}

/** The claimed row, locked for the transaction that ends it; undefined where another has ended it meanwhile. */
export async function lockRunningWork<Row extends WorkPayload>(
  db: Db,
  work: BackgroundWork<Row>,
  id: string,
): Promise<Row | undefined> {
  const row = await rowsOf(db)
    .selectFrom(work.table)
    .select(['id', ...(work.claims as 'id'[])])
    .where('id', '=', id)
    .where('status', '=', work.statuses.running)
    .forUpdate()
    .executeTakeFirst()
  return row as Row | undefined
}

/** The same without a lock, for work that writes its progress from elsewhere. */
export async function isWorkRunning(db: Db, work: Pick<BackgroundWork, 'table' | 'statuses'>, id: string) {
  const row = await rowsOf(db)
    .selectFrom(work.table)
    .select('id')
    .where('id', '=', id)
    .where('status', '=', work.statuses.running)
    .executeTakeFirst()
  return row !== undefined
}

export interface LostWork {
  readonly id: string
  /** The job is there, but has used up its attempts; otherwise it is gone. */
  readonly is_used_up: boolean
}

/**
 * Locks and returns the open rows that nothing works on any more: their job is gone from the queue, or it has used up its
 * attempts and nobody holds it. A row and its job are written together, so one without the other is never merely early.
 * The statuses are written into the statement, so that an index over them serves it.
 */
export async function lockLostWork(db: Db, work: BackgroundWork): Promise<LostWork[]> {
  const found = await sql<LostWork>`
    select r.id, j.id is not null as is_used_up
    from ${sql.table(work.table)} r left join graphile_worker.jobs j on j.key = ${work.jobKeyPrefix} || r.id::text
    where r.status in (${sql.join(openStatuses(work).map((status) => sql.lit(status)))})
      and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null))
    for update of r`.execute(statementsOver(db))
  return found.rows
}

/** Removes ended rows whose instant in `since` lies before the given one. */
export async function deleteEndedWork(db: Db, work: BackgroundWork, since: string, before: Date): Promise<void> {
  await rowsOf(db)
    .deleteFrom(work.table)
    .where(sql.ref(since), '<', before)
    .where('status', 'not in', openStatuses(work))
    .execute()
}
