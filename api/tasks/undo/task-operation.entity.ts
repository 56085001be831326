import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export type OperationKind = 'paste' | 'cascade' | 'structural' | 'edit'

/**
 * What one batch did, or one edit or deletion that was to be undoable, kept so that it can be undone: `snapshot` is read by the undo of its kind alone, through a schema,
 * as records outlive the version of the service that wrote them.
 */
export const TaskOperationSchema = defineEntity({
  name: 'TaskOperation',
  tableName: 'task_operations',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    kind: p.text().$type<OperationKind>(),
    applied_by_id: p.uuid().nullable(),
    status: p.text().$type<'active' | 'undone'>().default('active'),
    subtree_id: p.uuid().nullable(),
    /** Cursor of the transaction: orders the operations of a project as they were done. */
    sync_seq: p.bigint('number').default(0),
    snapshot: p.json().$type<unknown>(),
    result_summary: p.json(),
    created_at: p.datetime().defaultRaw('now()'),
    undone_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['project_id', 'kind', 'created_at'] }],
})
references(
  TaskOperationSchema,
  {
    project_id: ownedBy('projects'),
    applied_by_id: mayName('accounts'),
    subtree_id: mayName('tasks'),
  },
  'commit',
)
