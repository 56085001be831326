import type { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { tellWriter } from '../../projects/writer.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { saveClassifications } from '../classification/classification.queries.ts'
import { removeRows } from '../structure/remove-rows.ts'
import { withoutHolders } from '../structure/structure.queries.ts'
import { badRequest } from '../task.errors.ts'
import { tasksBulkMutated } from '../task.events.ts'
import { findOperation, markUndone, type OperationRow } from './operation.queries.ts'
import type { OperationScope } from './operation-scope.ts'
import { type CascadeSnapshot, cascadeSnapshot, pasteSnapshot } from './snapshots.ts'
import type { OperationKind } from './task-operation.entity.ts'
import { foreignRecord } from './undo.errors.ts'
import { findUnchanged, findUnchangedUnassigned } from './untouched.queries.ts'

export interface UndoneOperation {
  readonly operation: OperationRow
  readonly undo: Record<string, number>
}

/** Deletes the rows a paste created, except those that changed or went since, and those that hold what stays. */
export async function undoPaste(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const snapshot = await openOperation(ctx, 'paste', pasteSnapshot)
  const unchanged = await findUnchangedUnassigned(ctx, snapshot)
  const untouched = await withoutHolders(ctx, ctx.scope.projectId, unchanged)
  await removeRows(ctx, ctx.scope.projectId, untouched)
  const kept = Object.keys(snapshot).length - untouched.length
  return closeOperation(ctx, 'paste', untouched, { deleted: untouched.length, kept })
}

/** Gives the rows a classification wrote their former values back, except those that changed or went since. */
export async function undoCascade(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const snapshot = await openOperation(ctx, 'cascade', cascadeSnapshot)
  const versions = Object.fromEntries(Object.entries(snapshot).map(([id, entry]) => [id, entry.version]))
  const untouched = await findUnchanged(ctx, versions)
  await revert(ctx, untouched, snapshot)
  const kept = Object.keys(snapshot).length - untouched.length
  return closeOperation(ctx, 'cascade', untouched, { reverted: untouched.length, kept })
}

/** Reads the record again under the project's lock, of two undos one finds it undone, and returns what it says. */
export async function openOperation<Snapshot>(
  ctx: Ctx<OperationScope>,
  kind: OperationKind,
  schema: z.ZodType<Snapshot>,
): Promise<Snapshot> {
  await tellWriter(ctx, { reason: 'undo' })
  await lockProject(ctx, ctx.scope.projectId)
  const operation = await findOperation(ctx, kind, ctx.scope.operationId)
  refuseUnless(operation, notFound)
  refuseUnless(operation.status === 'active', () => badRequest('The operation has been undone already.'))
  const read = schema.safeParse(operation.snapshot)
  refuseUnless(read.success, foreignRecord)
  return read.data
}

async function revert(ctx: Ctx<OperationScope>, ids: readonly string[], snapshot: CascadeSnapshot): Promise<void> {
  const before = ids.flatMap((id) => {
    const entry = snapshot[id]
    return entry ? [{ id, ...entry.before }] : []
  })
  await saveClassifications(ctx, before)
}

async function closeOperation(
  ctx: Ctx<OperationScope>,
  kind: OperationKind,
  taskIds: string[],
  undo: Record<string, number>,
): Promise<UndoneOperation> {
  const { projectId, operationId } = ctx.scope
  await markUndone(ctx, operationId)
  if (taskIds.length > 0) {
    emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: taskIds } })
    requestRecompute(ctx, projectId)
  }
  return { operation: (await findOperation(ctx, kind, operationId)) as OperationRow, undo }
}
