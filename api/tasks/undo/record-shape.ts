import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Restructuring } from '../structure/restructuring.ts'
import { recordOperation } from './record-operation.ts'
import { loadShapes } from './shape.queries.ts'
import type { RowShape } from './snapshots.ts'

/** Rows one undo record keeps; a larger change is recorded as too large to undo. */
const MAX_SNAPSHOT_ROWS = 500

/** Writes the undo record of a change of the tree that has just been stored. */
export async function recordShape(
  ctx: Ctx<ProjectScope>,
  facts: Restructuring,
  before: readonly RowShape[],
): Promise<string> {
  const createdIds = facts.createdIds ?? []
  const kept = before.filter((row) => !createdIds.includes(row.id))
  const after = await loadShapes(
    ctx,
    kept.map((row) => row.id),
  )
  const snapshot = {
    before: kept,
    after,
    created: (await loadShapes(ctx, createdIds)).map(({ id, edited_at }) => ({ id, edited_at })),
    deleted_ids: facts.deletedIds ?? [],
    removed_dependency_ids: facts.removedDependencyIds ?? [],
  }
  return recordOperation(ctx, ctx.scope.projectId, {
    kind: 'structural',
    snapshot: kept.length > MAX_SNAPSHOT_ROWS ? null : snapshot,
    subtreeId: null,
    summary: { operation: facts.name, rows: kept.length },
  })
}
