import { defineEntity, p } from '@mikro-orm/postgresql'

/** What one batch did, kept so that it can be undone: `snapshot` is read by the undo of its kind alone. */
export const TaskOperationSchema = defineEntity({
  name: 'TaskOperation',
  tableName: 'task_operations',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    /** `paste`, `cascade` or `structural`. */
    kind: p.text(),
    applied_by_id: p.uuid().nullable(),
    status: p.text().default('active'),
    subtree_id: p.uuid().nullable(),
    /** Cursor of the transaction: orders the operations of a project as they were done. */
    sync_seq: p.bigint('number').default(0),
    snapshot: p.json(),
    result_summary: p.json(),
    created_at: p.datetime().defaultRaw('now()'),
    undone_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['project_id', 'kind', 'created_at'] }],
})
