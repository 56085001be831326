import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { tellWriter } from '../../projects/writer.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { markReshaped } from '../rollup/roll-up-phases.ts'
import { checkGraphAfterMove } from '../structure/check-graph.ts'
import { removeRows } from '../structure/remove-rows.ts'
import { tasksRestructured } from '../task.events.ts'
import { isManager } from '../task.policy.ts'
import { reviveEdges } from '../trash/restore-edges.ts'
import { findOperation, hasNewerStructural, markUndone, type OperationRow } from './operation.queries.ts'
import type { OperationScope } from './operation-scope.ts'
import { restoredWork } from './restore-work.ts'
import { canAllHold, hasStranger, isCreatedChanged, loadShapes, storeShapes } from './shape.queries.ts'
import { type RowShape, type TreeChange, treeChange } from './snapshots.ts'
import { foreignRecord } from './undo.errors.ts'
import type { UndoneOperation } from './undo-operation.ts'

/** Gives the tree the shape it had before the newest change that still stands. */
export async function undoStructure(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const { projectId, programId, operationId } = ctx.scope
  await tellWriter(ctx, { reason: 'undo' })
  const graphProjectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
  await lockProject(ctx, projectId)
  const snapshot = await openSnapshot(ctx)
  const { before, after, created } = snapshot
  const current = await checkShape(ctx, snapshot)
  const rows = before.map((row, at) => restored(row, after[at] as RowShape, current[at] as RowShape))
  await storeShapes(ctx, projectId, rows)
  const parents = [...before, ...after].flatMap((row) => row.parent_id ?? [])
  markReshaped(ctx, projectId, parents)
  await removeRows(
    ctx,
    projectId,
    created.map((row) => row.id),
  )
  const revived = await reviveEdges(ctx, snapshot.removed_dependency_ids)
  const moved = after.map((row) => ({ id: row.id, oldParentId: row.parent_id }))
  await checkGraphAfterMove(
    ctx,
    graphProjectIds,
    moved.filter((row) => !snapshot.deleted_ids.includes(row.id)),
  )
  await markUndone(ctx, operationId)
  emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
  const undo = {
    restored: before.length - snapshot.deleted_ids.length,
    created_removed: created.length,
    deleted_restored: snapshot.deleted_ids.length,
    dependencies_restored: revived,
    dependencies_skipped: snapshot.removed_dependency_ids.length - revived,
  }
  return { operation: (await findOperation(ctx, 'structural', operationId)) as OperationRow, undo }
}

function refusal(code: string, detail: string): () => Refusal {
  return () => new Refusal(409, detail, { code })
}

async function openSnapshot(ctx: Ctx<OperationScope>): Promise<TreeChange> {
  const operation = await findOperation(ctx, 'structural', ctx.scope.operationId)
  refuseUnless(operation, notFound)
  refuseUnless(isManager(ctx), refusal('forbidden', 'Only managers of the project undo changes of its structure.'))
  refuseUnless(operation.status === 'active', refusal('already_undone', 'The change has been undone already.'))
  refuseUnless(operation.snapshot !== null, refusal('too_large', 'The change moved too many tasks to be undone.'))
  const read = treeChange.safeParse(operation.snapshot)
  refuseUnless(read.success, foreignRecord)
  const newer = await hasNewerStructural(ctx, ctx.scope.projectId, operation.sync_seq)
  refuseUnless(!newer, refusal('not_top_of_stack', 'A newer change must be undone first.'))
  return read.data
}

/**
 * Every row still stands where the change put it, nothing hangs below that it does not know, no old place is taken, old
 * parents may still have children, and nobody has worked on what it made. Returns the rows as they stand.
 */
async function checkShape(ctx: Ctx<OperationScope>, snapshot: TreeChange): Promise<RowShape[]> {
  const { before, after, created } = snapshot
  const moved = refusal('shape_changed', 'The tasks have moved or gone since.')
  const current = await loadShapes(
    ctx,
    after.map((row) => row.id),
  )
  refuseUnless(
    current.length === after.length && after.every((row, at) => standsAs(row, current[at] as RowShape)),
    moved,
  )
  const createdIds = created.map((row) => row.id)
  const movedIds = before.filter((row, at) => row.path !== after[at]?.path).map((row) => row.id)
  const isCrowded = await hasStranger(ctx, ctx.scope.projectId, {
    knownIds: [...after.map((row) => row.id), ...createdIds],
    parentIds: [...movedIds, ...createdIds],
    paths: before.map((row) => row.path),
  })
  refuseUnless(!isCrowded, moved)
  const parentIds = before.flatMap((row) => row.parent_id ?? []).filter((id) => !snapshot.deleted_ids.includes(id))
  refuseUnless(await canAllHold(ctx, parentIds), moved)
  refuseUnless(
    !(await isCreatedChanged(ctx, created)),
    refusal('shape_changed', 'Somebody has worked since on the phase that would be deleted.'),
  )
  return current
}

function standsAs(row: RowShape, current: RowShape): boolean {
  const { id, path, parent_id, is_deleted } = row
  return (
    current.id === id && current.path === path && current.parent_id === parent_id && current.is_deleted === is_deleted
  )
}

/** The row as it was, with what somebody wrote of it since. */
function restored(before: RowShape, after: RowShape, current: RowShape): RowShape {
  const edited_at = current.edited_at === after.edited_at ? before.edited_at : current.edited_at
  return { ...before, ...restoredWork(before, after, current), edited_at }
}
