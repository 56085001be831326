import { withScope } from '../../../access/project-scope.ts'
import { linkScope } from '../../../dependencies/dependency.scope.ts'
import { lockEdgeProjects } from '../../../dependencies/lock-edges.ts'
import { updateDependency } from '../../../dependencies/update-dependency.ts'
import type { Ctx } from '../../../platform/context.ts'
import { reviveEdges } from '../../trash/restore-edges.ts'
import { restoreTask } from '../../trash/restore-task.ts'
import { type UpdateTaskInput, updateTask } from '../../writing/update-task.ts'
import { findOperation, markUndone, type OperationRow } from '../operation.queries.ts'
import type { OperationScope } from '../operation-scope.ts'
import { openOperation, type UndoneOperation } from '../undo-operation.ts'
import { findEditedRow } from './edit.queries.ts'
import { type EditSnapshot, editSnapshot } from './edit-snapshot.ts'

/**
 * Gives a row back what an edit or a deletion took from it, by the rules of any write; a row that somebody changed since
 * stays as it is. A value that is no longer allowed refuses the undo by its field.
 */
export async function undoEdit(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const { projectId, programId, operationId } = ctx.scope
  await lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
  const snapshot = await openOperation(ctx, 'edit', editSnapshot)
  const row = await findEditedRow(ctx, snapshot.object_type, snapshot.object_id)
  const stands = row?.server_version === snapshot.version && row.is_deleted === (snapshot.action === 'delete')
  const isReverted = stands && (await revert(ctx, snapshot))
  await markUndone(ctx, operationId)
  const undo = isReverted ? { reverted: 1, kept: 0 } : { reverted: 0, kept: 1 }
  return { operation: (await findOperation(ctx, 'edit', operationId)) as OperationRow, undo }
}

/** False where the row cannot come back: a link one of whose ends is gone, or that would close a cycle. */
async function revert(ctx: Ctx<OperationScope>, snapshot: EditSnapshot): Promise<boolean> {
  const { object_type, object_id: id, action, fields } = snapshot
  if (object_type === 'task') {
    await (action === 'delete' ? restoreTask(ctx, id) : updateTask(ctx, id, fields as UpdateTaskInput))
    return true
  }
  if (action === 'delete') return (await reviveEdges(ctx, [id])) > 0
  const link = await linkScope(ctx, { params: { id }, query: {}, body: null })
  await updateDependency(withScope(ctx, link), fields)
  return true
}
