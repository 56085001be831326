import { defineEntity, p } from '@mikro-orm/postgresql'

/** What one batch did, kept so that it can be undone: `snapshot` is read by the undo of its kind alone. */
export const TaskOperationSchema = defineEntity({
  name: 'TaskOperation',
  tableName: 'task_operations',
  properties: {
    id: p.uuid().primary(),
    projectId: p.uuid(),
    /** `paste` or `cascade`. */
    kind: p.text(),
    appliedById: p.uuid().nullable(),
    status: p.text().default('active'),
    subtreeId: p.uuid().nullable(),
    snapshot: p.json(),
    resultSummary: p.json(),
    createdAt: p.datetime().defaultRaw('now()'),
    undoneAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['projectId', 'kind', 'createdAt'] }],
})
