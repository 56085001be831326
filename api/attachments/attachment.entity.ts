import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'

/** A file or a link that somebody put to a task. The bytes lie in the file store, under a key of ours. */
export const AttachmentSchema = defineEntity({
  name: 'Attachment',
  tableName: 'task_attachments',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    task_id: p.uuid(),
    /** Null for a link. */
    storage_key: p.text().nullable(),
    file_name: p.string().columnType('varchar(255)').default(''),
    file_size: p.bigint('number').nullable(),
    file_mime: p.text().default(''),
    external_url: p.string().columnType('varchar(2048)').default(''),
    external_title: p.string().columnType('varchar(255)').default(''),
    is_pinned: p.boolean().default(false),
    uploaded_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    deleted_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'task_attachments_storage_key', properties: ['storage_key'] }],
  checks: [
    { name: 'task_attachments_file_or_link', expression: `(storage_key is null) = (external_url <> '')` },
    { name: 'task_attachments_file_whole', expression: '(storage_key is null) = (file_size is null)' },
  ],
  indexes: [
    {
      name: 'task_attachments_live',
      expression:
        'create index "task_attachments_live" on "task_attachments" ("task_id", "created_at", "id") where not "is_deleted"',
    },
    { name: 'task_attachments_sync', properties: ['project_id', 'sync_seq'] },
    {
      name: 'task_attachments_deleted',
      expression: 'create index "task_attachments_deleted" on "task_attachments" ("deleted_at") where "is_deleted"',
    },
  ],
})
references(AttachmentSchema, {
  project_id: ownedBy('projects'),
  task_id: ownedBy('tasks'),
  uploaded_by_id: mayName('accounts'),
  deleted_by_id: mayName('accounts'),
})
