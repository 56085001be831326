import { defineEntity, p } from '@mikro-orm/postgresql'

/** What one batch did, kept so that it can be undone: `snapshot` is read by the undo of its kind alone. */
export const TaskOperationSchema = defineEntity({
  name: 'TaskOperation',
  tableName: 'task_operations',
  properties: {
    id: p.uuid().primary(),
    projectId: p.uuid(),
    /** `paste`, `cascade` or `structural`. */
    kind: p.text(),
    appliedById: p.uuid().nullable(),
    status: p.text().default('active'),
    subtreeId: p.uuid().nullable(),
    /** Cursor of the transaction: orders the operations of a project as they were done. */
    syncSeq: p.bigint('number').default(0),
    snapshot: p.json(),
    resultSummary: p.json(),
    createdAt: p.datetime().defaultRaw('now()'),
    undoneAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['projectId', 'kind', 'createdAt'] }],
})
