import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'
import { checkGraphAfterMove } from '../structure/check-graph.ts'
import { removeRows } from '../structure/remove-rows.ts'
import { tasksRestructured } from '../task.events.ts'
import { isManager } from '../task.policy.ts'
import { reviveEdges } from '../trash/restore-edges.ts'
import { findOperation, type OperationRow, type OperationScope } from './operation-scope.ts'
import type { RowShape, StructuralSnapshot } from './record-operation.ts'
import { loadShapes } from './record-shape.ts'
import type { UndoneOperation } from './undo-operation.ts'

type Snapshot = NonNullable<StructuralSnapshot>

/** Gives the tree the shape it had before the newest change that still stands. */
export async function undoStructure(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const { projectId, programId, operationId } = ctx.scope
  const graphProjectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
  await lockProject(ctx, projectId)
  const snapshot = await openSnapshot(ctx)
  await checkShape(ctx, snapshot)
  await restoreShapes(ctx, snapshot)
  await removeRows(ctx, projectId, snapshot.created_ids)
  const revived = await reviveEdges(ctx, snapshot.removed_dependency_ids)
  const moved = snapshot.after.map((row) => ({ id: row.id, oldParentId: row.parent_id }))
  await checkGraphAfterMove(
    ctx,
    graphProjectIds,
    moved.filter((row) => !snapshot.deleted_ids.includes(row.id)),
  )
  await sql(ctx, "update task_operations set status = 'undone', undone_at = now() where id = $1", [operationId])
  emit(ctx, tasksRestructured, { projectId, payload: {} })
  requestRecompute(ctx, projectId)
  const undo = {
    restored: snapshot.before.length - snapshot.deleted_ids.length,
    created_removed: snapshot.created_ids.length,
    deleted_restored: snapshot.deleted_ids.length,
    dependencies_restored: revived,
    dependencies_skipped: snapshot.removed_dependency_ids.length - revived,
  }
  return { operation: (await findOperation(ctx, 'structural', operationId)) as OperationRow, undo }
}

function refusal(code: string, detail: string): () => Refusal {
  return () => new Refusal(409, detail, { code })
}

async function openSnapshot(ctx: Ctx<OperationScope>): Promise<Snapshot> {
  const operation = await findOperation(ctx, 'structural', ctx.scope.operationId)
  refuseUnless(operation, notFound)
  refuseUnless(isManager(ctx), refusal('forbidden', 'Only managers of the project undo changes of its structure.'))
  refuseUnless(operation.status === 'active', refusal('already_undone', 'The change has been undone already.'))
  const snapshot = operation.snapshot as StructuralSnapshot
  refuseUnless(snapshot !== null, refusal('too_large', 'The change moved too many tasks to be undone.'))
  const newer = await sqlOne(
    ctx,
    `select 1 from task_operations where project_id = $1 and kind = 'structural' and status = 'active' and sync_seq > $2 limit 1`,
    [ctx.scope.projectId, operation.sync_seq],
  )
  refuseUnless(!newer, refusal('not_top_of_stack', 'A newer change must be undone first.'))
  return snapshot
}

/** Every row still stands where the change put it, nothing hangs below that it does not know, no old place is taken. */
async function checkShape(ctx: Ctx<OperationScope>, snapshot: Snapshot): Promise<void> {
  const changed = refusal('shape_changed', 'The tasks have moved or gone since.')
  const ids = snapshot.after.map((row) => row.id)
  const now = new Map((await loadShapes(ctx, ids)).map((row) => [row.id, row]))
  for (const row of snapshot.after) {
    const current = now.get(row.id)
    const stands =
      current?.path === row.path && current.parent_id === row.parent_id && current.is_deleted === row.is_deleted
    refuseUnless(stands, changed)
  }
  const known = [...ids, ...snapshot.created_ids]
  const movedIds = snapshot.before.filter((row, at) => row.path !== snapshot.after[at]?.path).map((row) => row.id)
  const stranger = await sqlOne(
    ctx,
    `select 1 from tasks where project_id = $1 and not is_deleted and id <> all($2::uuid[])
       and (parent_id = any($3::uuid[]) or array_to_string(wbs_order, '.') = any($4::text[])) limit 1`,
    [ctx.scope.projectId, known, [...movedIds, ...snapshot.created_ids], snapshot.before.map((row) => row.path)],
  )
  refuseUnless(!stranger, changed)
  const gone = await sqlOne(ctx, 'select 1 from tasks where id = any($1::uuid[]) and is_deleted limit 1', [
    snapshot.created_ids,
  ])
  refuseUnless(!gone, changed)
}

/** Places go back for all rows; what parking changed goes back only where the change did it. */
async function restoreShapes(ctx: Ctx<OperationScope>, { before, after, deleted_ids }: Snapshot): Promise<void> {
  const wasParked = before.map((row, at) => !sameWork(row, after[at] as RowShape))
  await sql(
    ctx,
    `update tasks t set parent_id = b.parent_id, wbs_order = string_to_array(b.path, '.')::int[],
       is_deleted = false, deleted_at = null,
       status = case when b.parked then b.status else t.status end,
       duration = case when b.parked then b.duration else t.duration end,
       structure_role = case when b.parked then b.structure_role else t.structure_role end,
       auto_container = case when b.parked then b.auto_container else t.auto_container end,
       own_status = case when b.parked then b.own_status else t.own_status end,
       own_estimate = case when b.parked then b.own_estimate else t.own_estimate end,
       server_version = t.server_version + 1, sync_seq = $11
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::text[], $6::int[], $7::text[], $8::boolean[],
       $9::text[], $10::int[]) as b(id, parent_id, path, parked, status, duration, structure_role, auto_container, own_status, own_estimate)
     where t.id = b.id and (not t.is_deleted or t.id = any($12::uuid[]))`,
    [
      before.map((row) => row.id),
      before.map((row) => row.parent_id),
      before.map((row) => row.path),
      wasParked,
      before.map((row) => row.status),
      before.map((row) => row.duration),
      before.map((row) => row.structure_role),
      before.map((row) => row.auto_container),
      before.map((row) => row.own_status),
      before.map((row) => row.own_estimate),
      await lockProject(ctx, ctx.scope.projectId),
      deleted_ids,
    ],
  )
}

function sameWork(a: RowShape, b: RowShape): boolean {
  return (
    a.status === b.status &&
    a.duration === b.duration &&
    a.structure_role === b.structure_role &&
    a.auto_container === b.auto_container &&
    a.own_status === b.own_status &&
    a.own_estimate === b.own_estimate
  )
}
