import { defineEntity, p } from '@mikro-orm/postgresql'

/** A label of one project. */
export const LabelSchema = defineEntity({
  name: 'Label',
  tableName: 'labels',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    syncSeq: p.bigint('number').default(0),
    projectId: p.uuid(),
    name: p.string().columnType('varchar(50)'),
    foldedName: p.text(),
    color: p.text().default('slate'),
    position: p.smallint().default(0),
    isDeleted: p.boolean().default(false),
    deletedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'labels_live_name',
      expression:
        'create unique index "labels_live_name" on "labels" ("project_id", "folded_name") where not "is_deleted"',
    },
    { name: 'labels_sync', properties: ['projectId', 'syncSeq'] },
  ],
})

/** Which task carries which label. */
export const TaskLabelSchema = defineEntity({
  name: 'TaskLabel',
  tableName: 'task_labels',
  properties: {
    taskId: p.uuid().primary(),
    labelId: p.uuid().primary(),
  },
  indexes: [{ name: 'task_labels_label', properties: ['labelId'] }],
})
