import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver, type WriteStatement } from '../db/statements.ts'
import type { PendingJob } from './define-job.ts'

/** Adds jobs to the queue in their order, in the open transaction; a last write goes with them, which saves it a trip. */
export async function insertJobs(db: Db, jobs: readonly PendingJob[], last: WriteStatement | null): Promise<void> {
  await sql`${last === null ? sql`` : sql`with last as (${last}) `}select graphile_worker.add_job(name, payload::json, max_attempts => attempts, job_key => key,
      run_at => due_at, flags => case when flag is not null then array[flag] end, priority => rank)
    from unnest(${jobs.map((job) => job.name)}::text[], ${jobs.map((job) => JSON.stringify(job.payload))}::text[],
      ${jobs.map((job) => job.maxAttempts)}::int[], ${jobs.map((job) => job.jobKey)}::text[],
      ${jobs.map((job) => job.runAt?.toISOString() ?? null)}::timestamptz[],
      ${jobs.map((job) => job.flag)}::text[], ${jobs.map((job) => job.priority)}::int[])
      as job(name, payload, attempts, key, due_at, flag, rank)`.execute(statementsOver(db))
}

export interface JobCount {
  readonly state: 'due' | 'scheduled' | 'running' | 'failed'
  readonly count: number
  /** How long the first of them has been due. */
  readonly waited_seconds: number
}

/** How many jobs of the queue are in which state, failed for good among them. */
export async function countJobsByState(db: Db): Promise<JobCount[]> {
  const counted = await sql<JobCount>`
    select case
        when attempts >= max_attempts and locked_at is null then 'failed'
        when locked_at is not null then 'running'
        when run_at > now() then 'scheduled'
        else 'due'
      end as state, count(*) as count, extract(epoch from now() - min(run_at))::float8 as waited_seconds
    from graphile_worker.jobs group by 1`.execute(statementsOver(db))
  return counted.rows
}

export interface CountedAttempt {
  readonly jobId: string
  /** The attempt under way. */
  readonly attempt: number
  readonly workerId: string | null
  readonly reason: string
}

/**
 * Takes an attempt back that is not to count; the job comes back after a pause that grows with its age. Not by the
 * queue's own word for a failure, which waits longer with every attempt that the job failed before: what it says
 * afterwards finds the job in nobody's hands. Whoever took it from a process held for dead keeps it, and is told of an
 * attempt less.
 */
export async function takeAttemptBack(db: Db, { jobId, attempt, workerId, reason }: CountedAttempt): Promise<void> {
  await sql`
    update graphile_worker._private_jobs as job set attempts = job.attempts - 1, last_error = ${reason},
      locked_by = case when not is_ours then job.locked_by end, locked_at = case when not is_ours then job.locked_at end,
      run_at = now() + least(interval '1 minute', greatest(interval '1 second', (now() - job.created_at) / 4))
    from (select id, coalesce(locked_by = ${workerId}, true) as is_ours
          from graphile_worker._private_jobs where id = ${jobId}) as held
    where job.id = held.id and job.attempts >= ${attempt}`.execute(statementsOver(db))
}

/** Removes named queues that no job uses any more; the queue itself never does. */
export async function deleteUnusedQueues(db: Db): Promise<void> {
  await sql`delete from graphile_worker._private_job_queues as queue
    where locked_at is null
      and not exists (select from graphile_worker._private_jobs as job where job.job_queue_id = queue.id)`.execute(
    statementsOver(db),
  )
}
