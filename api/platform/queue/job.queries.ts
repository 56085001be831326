import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver } from '../db/statements.ts'
import type { PendingJob } from './define-job.ts'

/** Adds jobs to the queue in their order, in the open transaction. */
export async function insertJobs(db: Db, jobs: readonly PendingJob[]): Promise<void> {
  await sql`select graphile_worker.add_job(name, payload::json, max_attempts => attempts, job_key => key,
      run_at => due_at, flags => case when flag is not null then array[flag] end, priority => rank)
    from unnest(${jobs.map((job) => job.name)}::text[], ${jobs.map((job) => JSON.stringify(job.payload))}::text[],
      ${jobs.map((job) => job.maxAttempts)}::int[], ${jobs.map((job) => job.jobKey)}::text[],
      ${jobs.map((job) => job.runAt?.toISOString() ?? null)}::timestamptz[],
      ${jobs.map((job) => job.flag)}::text[], ${jobs.map((job) => job.priority)}::int[])
      as job(name, payload, attempts, key, due_at, flag, rank)`.execute(statementsOver(db))
}

export interface OpenWork {
  /** Table whose rows stand for work in the background. */
  readonly table: string
  /** Statuses of a row whose work has not ended. Written into the statement, so that an index over them serves it. */
  readonly openStatuses: readonly string[]
  /** What stands before the id of the row in the key of its job. */
  readonly jobKeyPrefix: string
}

export interface LostWork {
  readonly id: string
  /** The job is there, but has used up its attempts; otherwise it is gone. */
  readonly is_used_up: boolean
}

/**
 * Locks and returns the open rows that nothing works on any more: their job is gone from the queue, or it has used up its
 * attempts and nobody holds it. A row and its job are written together, so one without the other is never merely early.
 */
export async function lockLostWork(db: Db, work: OpenWork): Promise<LostWork[]> {
  const statuses = work.openStatuses.map((status) => sql.lit(status))
  const found = await sql<LostWork>`
    select r.id, j.id is not null as is_used_up
    from ${sql.table(work.table)} r left join graphile_worker.jobs j on j.key = ${work.jobKeyPrefix} || r.id::text
    where r.status in (${sql.join(statuses)})
      and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null))
    for update of r`.execute(statementsOver(db))
  return found.rows
}
