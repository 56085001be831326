import { type Insertable, sql, type Updateable } from 'kysely'
import { type Db, type Tables, tables } from '../../database.ts'
import { closeSprintJob } from './close.jobs.ts'

export const MAX_ATTEMPTS = 3

export type CloseRequest = NonNullable<Awaited<ReturnType<typeof findNewestRequest>>>

function requests(db: Db) {
  return tables(db).selectFrom('sprint_close_requests').selectAll()
}

export function findNewestRequest(db: Db, sprintId: string) {
  return requests(db)
    .where('sprint_id', '=', sprintId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The request of a sprint that has not ended yet; there is one at most. */
export function findOpenRequest(db: Db, sprintId: string) {
  return requests(db)
    .where('sprint_id', '=', sprintId)
    .where((eb) => eb.or([eb('status', 'in', ['pending', 'in_flight']), eb('next_attempt_at', 'is not', null)]))
    .executeTakeFirst()
}

export async function insertRequest(db: Db, row: Insertable<Tables['sprint_close_requests']>): Promise<void> {
  await tables(db).insertInto('sprint_close_requests').values(row).execute()
}

/** Begins an attempt and counts it; nothing where the request has ended or has used its attempts up. */
export function beginAttempt(db: Db, requestId: string, now: Date) {
  return tables(db)
    .updateTable('sprint_close_requests')
    .set({
      status: 'in_flight',
      started_at: now,
      next_attempt_at: null,
      attempt_count: sql<number>`attempt_count + 1`,
    })
    .where('id', '=', requestId)
    .where('attempt_count', '<', MAX_ATTEMPTS)
    .where((eb) => eb.or([eb('status', 'in', ['pending', 'in_flight']), eb('next_attempt_at', 'is not', null)]))
    .returning('attempt_count')
    .executeTakeFirst()
}

/** A request that has not ended, with the project of its sprint. */
export function findOpenWithProject(db: Db, requestId: string) {
  return tables(db)
    .selectFrom('sprint_close_requests as r')
    .innerJoin('sprints as s', 's.id', 'r.sprint_id')
    .selectAll('r')
    .select('s.project_id')
    .where('r.id', '=', requestId)
    .where((eb) => eb.or([eb('r.status', 'in', ['pending', 'in_flight']), eb('r.next_attempt_at', 'is not', null)]))
    .executeTakeFirst()
}

export async function saveRequest(
  db: Db,
  requestId: string,
  values: Updateable<Tables['sprint_close_requests']>,
): Promise<void> {
  await tables(db).updateTable('sprint_close_requests').set(values).where('id', '=', requestId).execute()
}

/** Gives an attempt back that failed by what passes. */
export async function returnAttempt(db: Db, requestId: string): Promise<void> {
  await tables(db)
    .updateTable('sprint_close_requests')
    .set({ status: 'pending', attempt_count: sql<number>`attempt_count - 1` })
    .where('id', '=', requestId)
    .where('status', '=', 'in_flight')
    .execute()
}

/** Requests that have not ended though the queue has no job for them that may still run. */
export async function lockLostRequests(db: Db): Promise<string[]> {
  const prefix = closeSprintJob.jobKey?.({ requestId: '' }) ?? ''
  const lost = await sql<{ id: string }>`select r.id from sprint_close_requests r
    left join graphile_worker.jobs j on j.key = ${prefix} || r.id::text
    where (r.status in ('pending', 'in_flight') or r.next_attempt_at is not null)
      and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null)) for update of r`.execute(tables(db))
  return lost.rows.map((row) => row.id)
}

/** Forgets requests that ended before a day; one that will be tried again stays. */
export async function deleteEndedRequests(db: Db, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('sprint_close_requests')
    .where('requested_at', '<', before.toISOString())
    .where('status', 'in', ['completed', 'failed'])
    .where('next_attempt_at', 'is', null)
    .execute()
}
