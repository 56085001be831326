import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { PING } from '../webhook-events.ts'
import type { Health } from './webhook-health.ts'

/** What an attempt needs of a delivery. */
export interface DueDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly event_type: string
  readonly sequence_number: number
  readonly body: string
  readonly attempt_count: number
  readonly url: string
  readonly sealed_secret: string
  readonly is_active: boolean
  /** When it was read, by the clock of the database. */
  readonly read_at_ms: number
}

/** Webhooks that have a delivery to send by now: one step of the index for each that has any waiting. */
export async function findDueWebhooks(db: Db): Promise<string[]> {
  const found = await sql<{ webhook_id: string }>`
    with recursive waiting as (
      (select webhook_id, due_at from webhook_deliveries where status = 'pending'
        order by webhook_id, due_at limit 1)
      union all
      select next.webhook_id, next.due_at from waiting cross join lateral (
        select d.webhook_id, d.due_at from webhook_deliveries d
        where d.status = 'pending' and d.webhook_id > waiting.webhook_id
        order by d.webhook_id, d.due_at limit 1) as next)
    select webhook_id from waiting where due_at <= now()`.execute(tables(db))
  return found.rows.map(({ webhook_id }) => webhook_id)
}

/** The first due deliveries of a webhook but for those in hand. */
export async function loadDueDeliveries(
  db: Db,
  webhookId: string,
  inHand: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  return tables(db)
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.event_type', 'd.sequence_number', 'd.body', 'd.attempt_count'])
    .select(['w.url', 'w.sealed_secret', 'w.is_active'])
    .select(sql<number>`extract(epoch from now())::float8 * 1000`.as('read_at_ms'))
    .where('d.webhook_id', '=', webhookId)
    .where('d.status', '=', 'pending')
    .where(sql<boolean>`d.due_at <= now()`)
    .where(sql<boolean>`d.id <> all(${inHand}::uuid[])`)
    .orderBy('d.due_at')
    .orderBy('d.sequence_number')
    .limit(limit)
    .execute()
}

/** Ends what is due of a webhook that was switched off; pings go out all the same. */
export async function endUnwanted(db: Db, webhookId: string, inHand: readonly string[]): Promise<void> {
  await tables(db)
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', failure: 'inactive', completed_at: sql`clock_timestamp()` })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('event_type', '<>', PING)
    .where(sql<boolean>`due_at <= now()`)
    .where(sql<boolean>`id <> all(${inHand}::uuid[])`)
    .execute()
}

/** What an attempt changes of its delivery. */
export interface AttemptRow {
  readonly id: string
  readonly status: 'pending' | 'success' | 'failed'
  readonly response_status: number | null
  /** The attempt, counted from 1; a delivery that has had it is left as it is. */
  readonly attempt: number
  readonly wait_seconds: number
  readonly failure: string | null
}

/** Of a delivery that is saved, whether the record of its webhook stays as it is with a success. */
const OF_UNTROUBLED = sql<boolean>`exists (
  select 1 from webhooks w where w.id = d.webhook_id and w.consecutive_failures = 0)`

/**
 * Writes what came of attempts; returns the deliveries that were still waiting for it. `isAlone`: nothing is written beside
 * it, so deliveries of webhooks with failures to forget are left.
 */
export async function saveAttempts(db: Db, rows: readonly AttemptRow[], isAlone = false): Promise<Set<string>> {
  const saved = await sql<{ id: string }>`
    update webhook_deliveries d set status = row.status, response_status = row.response_status,
      attempt_count = row.attempt, failure = row.failure,
      due_at = clock_timestamp() + row.wait_seconds * interval '1 second',
      completed_at = case when row.status <> 'pending' then clock_timestamp() end
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.status)}::text[],
        ${rows.map((row) => row.response_status)}::smallint[], ${rows.map((row) => row.attempt)}::smallint[],
        ${rows.map((row) => row.wait_seconds)}::int[], ${rows.map((row) => row.failure)}::text[])
      as row(id, status, response_status, attempt, wait_seconds, failure)
    where d.id = row.id and d.status = 'pending' and d.attempt_count = row.attempt - 1
      and ${isAlone ? OF_UNTROUBLED : sql.lit(true)}
    returning d.id`.execute(tables(db))
  return new Set(saved.rows.map(({ id }) => id))
}

/** Locks the webhooks whose record changes: those with a failure, and those that succeed after one. */
export function lockTroubled(db: Db, failedIds: readonly string[], succeededIds: readonly string[]) {
  return tables(db)
    .selectFrom('webhooks')
    .select(['id', 'is_active', 'consecutive_failures', 'last_failure_at', 'last_failure_reason'])
    .select(['disabled_at', 'disabled_reason'])
    .where((eb) =>
      eb.or([
        eb('id', '=', anyOf(failedIds)),
        eb.and([eb('id', '=', anyOf(succeededIds)), eb('consecutive_failures', '>', 0)]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function saveHealth(db: Db, id: string, health: Health): Promise<void> {
  await tables(db).updateTable('webhooks').set(health).where('id', '=', id).execute()
}
