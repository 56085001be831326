import type pg from 'pg'
import { lockHashSql } from '../api/platform/db/advisory-locks.ts'

/**
 * Worker pools that hold jobs and whose lock can be taken: their process is dead. Right after the database itself came
 * back, living ones may not have their locks again yet.
 */
export async function findDeadWorkers(client: pg.Client, ownIds: readonly string[]): Promise<string[]> {
  const found = await client.query<{ id: string }>(
    `with holders as materialized (
       select distinct locked_by as id from graphile_worker.jobs
       where locked_by is not null and locked_by <> all($1)
         and pg_postmaster_start_time() < now() - interval '3 seconds'
     )
     select id from holders where pg_try_advisory_xact_lock(${lockHashSql('workerPool', 'id')})`,
    [ownIds],
  )
  return found.rows.map((row) => row.id)
}

/** Gives back the jobs of dead workers. Those that have used up their attempts fail for good, with the reason. */
export async function unlockWorkers(client: pg.Client, dead: readonly string[], reason: string): Promise<void> {
  const exhausted = await client.query<{ id: string }>(
    'select id from graphile_worker.jobs where locked_by = any($1) and attempts >= max_attempts',
    [dead],
  )
  await client.query('select graphile_worker.force_unlock_workers($1)', [dead])
  if (exhausted.rows.length === 0) return
  // Without a reason such a job would merely never run again.
  const ids = exhausted.rows.map((row) => row.id)
  await client.query('select graphile_worker.permanently_fail_jobs($1, $2)', [ids, reason])
}
