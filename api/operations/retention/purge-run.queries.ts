import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'

const KEPT_RUNS = 50

export type PurgeRunRow = RowOf<'purge_runs'>
export type ScheduleRow = Omit<RowOf<'retention_schedule'>, 'id'>

export async function insertPurgeRun(db: Db, run: Pick<PurgeRunRow, 'id' | 'trigger'> & { at: Date }): Promise<void> {
  const { at, ...row } = run
  await tables(db)
    .insertInto('purge_runs')
    .values({ ...row, created_at: at })
    .execute()
}

/** The latest runs, newest first. */
export function findPurgeRuns(db: Db, limit: number): Promise<PurgeRunRow[]> {
  return tables(db)
    .selectFrom('purge_runs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a run that began after the instant has not ended yet. */
export async function isPurgeUnderWay(db: Db, since: Date): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('purge_runs')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .where('created_at', '>', sql<string>`${since}::timestamptz`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the schedule has asked for a run since the instant. */
export async function hasScheduledSince(db: Db, since: Date): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('purge_runs')
    .select('id')
    .where('trigger', '=', 'scheduled')
    .where('created_at', '>=', sql<string>`${since}::timestamptz`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes all but the latest runs; the last that the schedule asked for stays, because the next follows from it. */
export async function trimPurgeRuns(db: Db): Promise<void> {
  await sql`delete from purge_runs where status not in ('queued', 'running')
    and id not in (select id from purge_runs order by created_at desc, id desc limit ${KEPT_RUNS})
    and id is distinct from (select id from purge_runs where trigger = 'scheduled' order by created_at desc limit 1)`.execute(
    tables(db),
  )
}

export function findSchedule(db: Db): Promise<ScheduleRow | undefined> {
  return tables(db)
    .selectFrom('retention_schedule')
    .select(['frequency', 'time_of_day_utc', 'day_of_week', 'on_failure'])
    .where('id', '=', 1)
    .executeTakeFirst()
}

export async function upsertSchedule(db: Db, schedule: ScheduleRow): Promise<void> {
  await tables(db)
    .insertInto('retention_schedule')
    .values({ id: 1, ...schedule })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(schedule))
    .execute()
}
