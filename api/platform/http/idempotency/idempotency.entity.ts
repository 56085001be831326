import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../db/references.ts'

/**
 * One keyed write per (account, key). The row is inserted in the transaction of the write and completed before its
 * commit, so a duplicate waits for the first and then replays the same bytes. Bodies are bytes: jsonb reorders keys.
 */
export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    account_id: p.uuid().primary(),
    key: p.string().columnType('varchar(255)').primary(),
    request_hash: p.text(),
    status: p.smallint().nullable(),
    location: p.text().nullable(),
    body: p.blob().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ properties: ['created_at'] }],
})
references(IdempotencyKeySchema, { account_id: ownedBy('accounts') }, 'commit')
