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
 * Claims keys of one account for the open transaction. Returns how many of them were free; one past its hours (null:
 * never) is free again at once, whenever the hourly purge comes by. Waits `waitMs` at most for who claimed one and has
 * not committed. Claimed in their order, so that two processes never wait for each other.
 */
export async function insertKeys(
  db: Db,
  requests: readonly [KeyedRequest, ...KeyedRequest[]],
  { waitMs, retentionHours }: { waitMs: number; retentionHours: number | null },
): Promise<number> {
  // The longer wait holds for these rows alone; where one is taken, only the kept reply is read after it.
  const found = await sql<{ key: string }>`
    with usual as materialized (select current_setting('lock_timeout') as wait),
      patient as materialized (select usual.wait, set_config('lock_timeout', ${String(waitMs)}, true) from usual)
    insert into idempotency_keys (account_id, key, request_hash)
    select ${requests[0].accountId}::uuid, claimed.key, claimed.request_hash from patient,
      unnest(${requests.map(({ key }) => key)}::text[], ${requests.map(({ requestHash }) => requestHash)}::text[])
        as claimed(key, request_hash)
    order by claimed.key
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, status = null, location = null, body = null, created_at = now()
      where idempotency_keys.created_at <= ${hoursAgo(retentionHours)}
    returning key, set_config('lock_timeout', (select wait from usual), true)`.execute(statementsOver(db))
  return found.rows.length
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

/** A claimed key with the reply that is about to be committed. */
export interface CompletedKey {
  readonly request: KeyedRequest
  readonly reply: KeptReply
}

/** Completes keys of one account; they are named twice, so that no plan looks at all keys of the account for them. */
export function keyUpdate(db: Db, completed: readonly [CompletedKey, ...CompletedKey[]]): WriteStatement {
  const replies = completed.map(({ reply }) => reply)
  const keys = completed.map(({ request }) => request.key)
  const kept = sql<KeptReply & { key: string }>`unnest(${keys}::text[],
    ${replies.map(({ status }) => status)}::int[], ${replies.map(({ location }) => location)}::text[],
    ${replies.map(({ body }) => body)}::bytea[])`
  return statementsOver<KeyTables>(db)
    .updateTable('idempotency_keys')
    .from(kept.as<'kept'>(sql`kept(key, status, location, body)`))
    .set((column) => ({
      status: column.ref('kept.status'),
      location: column.ref('kept.location'),
      body: column.ref('kept.body'),
    }))
    .where('idempotency_keys.account_id', '=', completed[0].request.accountId)
    .whereRef('idempotency_keys.key', '=', 'kept.key')
    .where('idempotency_keys.key', '=', sql<string>`any(${keys}::text[])`)
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
