import { actorId, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { CascadeSnapshot, PasteSnapshot, StructuralSnapshot } from './snapshots.ts'

type Operation =
  | { readonly kind: 'structural'; readonly snapshot: StructuralSnapshot; readonly subtreeId: null }
  | { readonly kind: 'paste'; readonly snapshot: PasteSnapshot; readonly subtreeId: null }
  | { readonly kind: 'cascade'; readonly snapshot: CascadeSnapshot; readonly subtreeId: string }

/** Writes the ledger row of a batch; answers its id. */
export async function recordOperation(
  ctx: Ctx<unknown>,
  projectId: string,
  operation: Operation & { readonly summary: object },
): Promise<string> {
  const id = newId()
  const syncSeq = await lockProject(ctx, projectId)
  await sql(
    ctx,
    `insert into task_operations (id, project_id, kind, applied_by_id, subtree_id, snapshot, result_summary, sync_seq)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8)`,
    [
      id,
      projectId,
      operation.kind,
      actorId(ctx),
      operation.subtreeId,
      JSON.stringify(operation.snapshot),
      JSON.stringify(operation.summary),
      syncSeq,
    ],
  )
  return id
}
