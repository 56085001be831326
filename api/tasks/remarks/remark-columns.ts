import { p } from '@mikro-orm/postgresql'
import { mayName, ownedBy } from '../../platform/db/references.ts'

/** What comments and notes store alike; spread into both tables. */
export const remarkColumns = {
  id: p.uuid().primary(),
  server_version: p.integer().default(1),
  sync_seq: p.bigint('number').default(0),
  project_id: p.uuid(),
  task_id: p.uuid(),
  /** Null once the account is gone: what was said stays. */
  author_id: p.uuid().nullable(),
  body: p.text(),
  edited_at: p.datetime().nullable(),
  is_deleted: p.boolean().default(false),
  deleted_at: p.datetime().nullable(),
  deleted_by_id: p.uuid().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
}

export const remarkReferences = {
  project_id: ownedBy('projects'),
  task_id: ownedBy('tasks'),
  author_id: mayName('accounts'),
  deleted_by_id: mayName('accounts'),
}
