import { actorId, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'

/** Versions of the rows a paste created; undo takes back those still at it. */
export type PasteSnapshot = Readonly<Record<string, number>>

/** Values of a row before and after a classification, and the version it then had. */
export interface CascadeEntry {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly version: number
}
export type CascadeSnapshot = Readonly<Record<string, CascadeEntry>>

type Operation =
  | { readonly kind: 'paste'; readonly snapshot: PasteSnapshot; readonly subtreeId: null }
  | { readonly kind: 'cascade'; readonly snapshot: CascadeSnapshot; readonly subtreeId: string }

/** Writes the ledger row of a batch; answers its id. */
export async function recordOperation(
  ctx: Ctx<unknown>,
  projectId: string,
  operation: Operation & { readonly summary: object },
): Promise<string> {
  const id = newId()
  await sql(
    ctx,
    `insert into task_operations (id, project_id, kind, applied_by_id, subtree_id, snapshot, result_summary)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)`,
    [
      id,
      projectId,
      operation.kind,
      actorId(ctx),
      operation.subtreeId,
      JSON.stringify(operation.snapshot),
      JSON.stringify(operation.summary),
    ],
  )
  return id
}
