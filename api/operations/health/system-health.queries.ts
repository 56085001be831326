import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** Ages in seconds by the database's clock; null where there is nothing that could be old. */
export interface SystemFacts {
  readonly beat_at: Date | null
  readonly beat_age: number | null
  readonly deliveries_pending: number
  readonly deliveries_late: number | null
  readonly deliveries_failed: number
  readonly mail_waiting: number
  readonly mail_late: number | null
  readonly mail_sent: number
  readonly mail_failed: number
  readonly parked: number
  readonly parked_age: number | null
  readonly top_cause: string | null
  readonly by_status: Readonly<Record<string, number>>
  readonly purge_age: number | null
  readonly purge_failed: boolean
  /** How the last removal by the policies went that was none to count only; null where there was none yet. */
  readonly last_purge: string | null
}

/** What the health of the system is judged by, in one look. */
export async function readSystemFacts(db: Db): Promise<SystemFacts> {
  const age = (instant: ReturnType<typeof sql>) => sql`extract(epoch from now() - ${instant})::float8`
  const found = await sql<SystemFacts>`
    select beat.beat_at, ${age(sql`beat.beat_at`)} as beat_age, due.*, mail.*, dead.*,
      (select coalesce(jsonb_object_agg(status, count), '{}') from (
        select status, count(*)::int as count from failed_tasks group by status) counted) as by_status,
      (select task_name from failed_tasks where status in ('dead', 'pending_retry')
       group by task_name order by count(*) desc, task_name limit 1) as top_cause,
      (select ${age(sql`last_execution`)} from graphile_worker._private_known_crontabs
       where identifier = 'purge_expired') as purge_age,
      (select status from purge_runs where trigger <> 'dry_run' and completed_at is not null
       order by created_at desc limit 1) as last_purge,
      exists (select from failed_tasks where task_name = 'purge_expired' and status in ('dead', 'pending_retry')) as purge_failed
    from (select min(beat_at) as beat_at from job_heartbeats) beat,
      (select count(*) filter (where status = 'pending')::int as deliveries_pending,
         ${age(sql`min(due_at) filter (where status = 'pending' and due_at < now())`)} as deliveries_late,
         count(*) filter (where status = 'failed' and completed_at > now() - interval '1 day')::int as deliveries_failed
       from webhook_deliveries where status = 'pending' or completed_at > now() - interval '1 day') due,
      (select count(*) filter (where status = 'queued')::int as mail_waiting,
         ${age(sql`min(created_at) filter (where status = 'queued')`)} as mail_late,
         count(*) filter (where status = 'sent' and finished_at > now() - interval '1 day')::int as mail_sent,
         count(*) filter (where status = 'failed' and finished_at > now() - interval '1 day')::int as mail_failed
       from mail_messages where status = 'queued' or finished_at > now() - interval '1 day') mail,
      (select count(*)::int as parked, ${age(sql`min(first_failed_at)`)} as parked_age
       from failed_tasks where status in ('dead', 'pending_retry')) dead`.execute(tables(db))
  return found.rows[0] as SystemFacts
}

/** When jobs that start by the clock last did, as the queue knows it. */
export async function readLastStarts(db: Db) {
  const found = await sql<{ name: string; last_run: string | null }>`
    select identifier as name, last_execution as last_run
    from graphile_worker._private_known_crontabs`.execute(tables(db))
  return found.rows
}
