import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

/** What a task refers to outside of the service: a change request, an issue, a document. Nothing of it schedules. */
export const TaskLinkSchema = defineEntity({
  name: 'TaskLink',
  tableName: 'task_links',
  triggers: [notesUse('task_links', 'task_id')],
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    task_id: p.uuid(),
    url: p.string().columnType('varchar(2048)'),
    provider: p.text().default('generic'),
    custom_title: p.string().columnType('varchar(512)').default(''),
    labels: p.array().columnType('text[]').$type<string[]>(),
    display_order: p.integer().default(0),
    /** What the other side said when it was asked last; nothing before. */
    title: p.string().columnType('varchar(512)').default(''),
    status: p.text().default('unknown'),
    description: p.string().columnType('varchar(1024)').default(''),
    thumbnail_url: p.string().columnType('varchar(2048)').default(''),
    preview_type: p.text().default(''),
    fetched_at: p.datetime().nullable(),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'task_links_of_task', properties: ['task_id', 'display_order', 'id'] },
    { name: 'task_links_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(TaskLinkSchema, {
  project_id: ownedBy('projects'),
  task_id: ownedBy('tasks'),
  created_by_id: mayName('accounts'),
})
