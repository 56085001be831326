import { actorId, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'
import { removeRows } from '../structure/remove-rows.ts'
import { ASSIGNED_SINCE, withoutHolders } from '../structure/structure.queries.ts'
import { badRequest } from '../task.errors.ts'
import { tasksBulkMutated } from '../task.events.ts'
import { findOperation, type OperationRow, type OperationScope } from './operation-scope.ts'
import { markUndone } from './shape.queries.ts'
import type { CascadeSnapshot, PasteSnapshot } from './snapshots.ts'

export interface UndoneOperation {
  readonly operation: OperationRow
  readonly undo: Record<string, number>
}

/** Deletes the rows a paste created, except those that changed or went since, and those that hold what stays. */
export async function undoPaste(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const operation = await openOperation(ctx, 'paste')
  const snapshot = operation.snapshot as PasteSnapshot
  const unchanged = await unchangedSince(ctx, snapshot, `not ${ASSIGNED_SINCE}`)
  const untouched = await withoutHolders(ctx, ctx.scope.projectId, unchanged)
  await removeRows(ctx, ctx.scope.projectId, untouched)
  const kept = Object.keys(snapshot).length - untouched.length
  return closeOperation(ctx, 'paste', untouched, { deleted: untouched.length, kept })
}

/** Gives the rows a classification wrote their former values back, except those that changed or went since. */
export async function undoCascade(ctx: Ctx<OperationScope>): Promise<UndoneOperation> {
  const operation = await openOperation(ctx, 'cascade')
  const snapshot = operation.snapshot as CascadeSnapshot
  const versions = Object.fromEntries(Object.entries(snapshot).map(([id, entry]) => [id, entry.version]))
  const untouched = await unchangedSince(ctx, versions)
  await revert(ctx, untouched, snapshot)
  const kept = Object.keys(snapshot).length - untouched.length
  return closeOperation(ctx, 'cascade', untouched, { reverted: untouched.length, kept })
}

/** Reads the ledger row again under the project's lock: of two undos one finds it undone. */
async function openOperation(ctx: Ctx<OperationScope>, kind: OperationRow['kind']): Promise<OperationRow> {
  await lockProject(ctx, ctx.scope.projectId)
  const operation = await findOperation(ctx, kind, ctx.scope.operationId)
  refuseUnless(operation, notFound)
  refuseUnless(operation.status === 'active', () => badRequest('The operation has been undone already.'))
  return operation
}

async function unchangedSince(ctx: Ctx<unknown>, versions: PasteSnapshot, condition = 'true'): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select t.id from unnest($1::uuid[], $2::int[]) as s(id, version)
     join tasks t on t.id = s.id and t.server_version = s.version and not t.is_deleted where ${condition}`,
    [Object.keys(versions), Object.values(versions)],
  )
  return rows.map((row) => row.id)
}

async function revert(ctx: Ctx<OperationScope>, ids: readonly string[], snapshot: CascadeSnapshot): Promise<void> {
  const before = ids.map((id) => snapshot[id]?.before ?? {})
  await sql(
    ctx,
    `update tasks t set governance_class = b.governance_class, delivery_mode = b.delivery_mode,
       parent_governance_inherited = b.inherited, edited_at = coalesce($5::timestamptz, t.edited_at),
       server_version = t.server_version + 1, sync_seq = $6
     from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) as b(id, governance_class, delivery_mode, inherited)
     where t.id = b.id`,
    [
      ids,
      before.map((values) => values.governance_class),
      before.map((values) => values.delivery_mode),
      before.map((values) => values.parent_governance_inherited),
      actorId(ctx) === null ? null : ctx.services.clock.now().toISOString(),
      await lockProject(ctx, ctx.scope.projectId),
    ],
  )
}

async function closeOperation(
  ctx: Ctx<OperationScope>,
  kind: OperationRow['kind'],
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
