import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references, unchecked } from '../platform/db/references.ts'

/** A push that was applied, with what was replied to it: the same batch sent again changes nothing. */
export const SyncBatchSchema = defineEntity({
  name: 'SyncBatch',
  tableName: 'sync_batches',
  properties: {
    account_id: p.uuid().primary(),
    client_batch_id: p.uuid().primary(),
    project_id: p.uuid(),
    reply: p.json<object>(),
    created_at: p.datetime(),
  },
  indexes: [{ name: 'sync_batches_created', properties: ['created_at'] }],
})
references(SyncBatchSchema, {
  account_id: ownedBy('accounts'),
  project_id: ownedBy('projects'),
  client_batch_id: unchecked('the client made it up'),
})
