import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

/** A label of one project. */
export const LabelSchema = defineEntity({
  name: 'Label',
  tableName: 'labels',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    name: p.string().columnType('varchar(50)'),
    folded_name: p.text(),
    color: p.text().default('slate'),
    position: p.smallint().default(0),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'labels_live_name',
      expression:
        'create unique index "labels_live_name" on "labels" ("project_id", "folded_name") where not "is_deleted"',
    },
    { name: 'labels_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(LabelSchema, { project_id: ownedBy('projects') }, 'commit')

/** Which task carries which label. */
export const TaskLabelSchema = defineEntity({
  name: 'TaskLabel',
  tableName: 'task_labels',
  triggers: [notesUse('task_labels', 'task_id')],
  properties: {
    task_id: p.uuid().primary(),
    label_id: p.uuid().primary(),
  },
  indexes: [{ name: 'task_labels_label', properties: ['label_id'] }],
})
references(TaskLabelSchema, { task_id: ownedBy('tasks'), label_id: ownedBy('labels') }, 'commit')
