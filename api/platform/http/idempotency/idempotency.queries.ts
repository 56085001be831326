import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { statementsOver, type TablesOf, type WriteStatement } from '../../db/statements.ts'
import type { IdempotencyKeySchema } from './idempotency.entity.ts'

type KeyTables = TablesOf<typeof IdempotencyKeySchema>

export interface KeyedRequest {
  readonly accountId: string
  readonly key: string
  readonly requestHash: string
}

/**
 * Claims the key for the open transaction. Returns false when it is taken; one past its hours (null: never) is free
 * again at once, whenever the hourly purge comes by. Waits `waitMs` at most for who claimed it and has not committed.
 */
export async function insertKey(
  db: Db,
  { accountId, key, requestHash }: KeyedRequest,
  { waitMs, retentionHours }: { waitMs: number; retentionHours: number | null },
): Promise<boolean> {
  // The longer wait holds for this row alone; where it is taken, only the kept reply is read after it.
  const found = await sql<{ key: string }>`
    with usual as materialized (select current_setting('lock_timeout') as wait),
      patient as materialized (select usual.wait, set_config('lock_timeout', ${String(waitMs)}, true) from usual)
    insert into idempotency_keys (account_id, key, request_hash)
    select ${accountId}::uuid, ${key}::text, ${requestHash}::text from patient
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, status = null, location = null, body = null, created_at = now()
      where idempotency_keys.created_at <= ${hoursAgo(retentionHours)}
    returning key, set_config('lock_timeout', (select wait from usual), true)`.execute(statementsOver(db))
  return found.rows.length > 0
}

/** What is told again: the reply of a write that has committed. Nobody else sees a claim without one. */
export interface KeptReply {
  readonly status: number
  readonly location: string | null
  readonly body: Buffer | null
}

/** What is kept under the key, unless it is past its hours. */
export function findKey(db: Db, { accountId, key }: KeyedRequest, retentionHours: number | null) {
  return statementsOver<KeyTables>(db)
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'location', 'body'])
    .$narrowType<KeptReply>()
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .$if(retentionHours !== null, (found) => found.where('created_at', '>', hoursAgo(retentionHours)))
    .executeTakeFirst()
}

/** Completes the key with the reply that is about to be committed. */
export function keyUpdate(db: Db, { accountId, key }: KeyedRequest, reply: KeptReply): WriteStatement {
  return statementsOver<KeyTables>(db)
    .updateTable('idempotency_keys')
    .set({ status: reply.status, location: reply.location, body: reply.body })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
}

export function keyDeletion(db: Db, { accountId, key }: KeyedRequest): WriteStatement {
  return statementsOver<KeyTables>(db)
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
}

/** Null for no hours, which nothing is before or after. */
function hoursAgo(hours: number | null) {
  return sql<string>`now() - make_interval(hours => ${hours}::int)`
}
