import { actorId, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'

/** Versions of the rows a paste created; undo takes back those still at it. */
export type PasteSnapshot = Readonly<Record<string, number>>

/** Values of a row before and after a classification, and the version it then had. */
export interface CascadeEntry {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly version: number
}
export type CascadeSnapshot = Readonly<Record<string, CascadeEntry>>

/** Place of a row, and what becoming or ceasing to be a phase changes of it. */
export interface RowShape {
  readonly id: string
  readonly parent_id: string | null
  readonly path: string
  readonly is_deleted: boolean
  readonly edited_at: string | null
  readonly status: string
  readonly duration: number
  readonly structure_role: string
  readonly auto_container: boolean
  readonly own_status: string | null
  readonly own_estimate: number | null
}

/** A row that a change of the tree made, and the edit it was made by: a later one makes it somebody's own. */
export interface CreatedRow {
  readonly id: string
  readonly edited_at: string | null
}

/** A change of the tree: rows before and after, in the same order; null when it was too large to keep. */
export type StructuralSnapshot = {
  readonly before: readonly RowShape[]
  readonly after: readonly RowShape[]
  readonly created: readonly CreatedRow[]
  readonly deleted_ids: readonly string[]
  readonly removed_dependency_ids: readonly string[]
} | null

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
