import type { ProjectScope } from '../../../access/project-scope.ts'
import type { LinkScope } from '../../../dependencies/dependency.scope.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockProject } from '../../../projects/project-lock.ts'
import { isManager } from '../../task.policy.ts'
import type { TaskScope } from '../../task-scope.ts'
import { recordOperation } from '../record-operation.ts'
import { type EditedRow, findEditedRow } from './edit.queries.ts'
import type { EditSnapshot } from './edit-snapshot.ts'

export type EditedScope = TaskScope | LinkScope

/** A row of one project, and the caller's role there. */
interface Edited extends Pick<ProjectScope, 'projectId' | 'role'> {
  readonly kind: EditSnapshot['object_type']
  readonly id: string
}

export interface RecordedEdit {
  /** Null where nothing was changed, and of a link between projects, on which two sides decide. */
  readonly operation_id: string | null
  readonly can_undo: boolean
}

/** Makes a write of one row and records how the row was before, under the lock that the write takes first itself. */
export async function recordEdit<Result>(
  ctx: Ctx<EditedScope>,
  write: () => Promise<Result>,
): Promise<{ result: Result; recorded: RecordedEdit }> {
  const edited = editedOf(ctx.scope)
  if (edited === null) return { result: await write(), recorded: { operation_id: null, can_undo: false } }
  await lockProject(ctx, edited.projectId)
  const before = await findEditedRow(ctx, edited.kind, edited.id)
  const result = await write()
  const after = await findEditedRow(ctx, edited.kind, edited.id)
  const snapshot = before && after && snapshotOf(edited, before, after)
  const canUndo = isManager({ ...ctx, scope: edited })
  if (!snapshot) return { result, recorded: { operation_id: null, can_undo: canUndo } }
  const { object_type, object_id, action } = snapshot
  const operationId = await recordOperation(ctx, edited.projectId, {
    kind: 'edit',
    snapshot,
    subtreeId: null,
    summary: { object_type, object_id, action, fields: Object.keys(snapshot.fields) },
  })
  return { result, recorded: { operation_id: operationId, can_undo: canUndo } }
}

function editedOf(scope: EditedScope): Edited | null {
  if (scope.kind === 'project') return { kind: 'task', id: scope.taskId, projectId: scope.projectId, role: scope.role }
  const { link, predecessor, successor } = scope
  if (predecessor.project_id !== successor.project_id) return null
  return { kind: 'dependency', id: link.id, projectId: predecessor.project_id, role: predecessor.role }
}

function snapshotOf({ kind, id }: Edited, before: EditedRow, after: EditedRow): EditSnapshot | null {
  const object = { object_type: kind, object_id: id, version: after.server_version } as const
  if (after.is_deleted && !before.is_deleted) return { ...object, action: 'delete', fields: {} }
  const changed = Object.entries(before.fields).filter(([field, value]) => value !== after.fields[field])
  return changed.length === 0 ? null : { ...object, action: 'edit', fields: Object.fromEntries(changed) }
}
