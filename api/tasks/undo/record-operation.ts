import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { EditSnapshot } from './edits/edit-snapshot.ts'
import { insertOperation } from './operation.queries.ts'
import type { CascadeSnapshot, PasteSnapshot, StructuralSnapshot } from './snapshots.ts'

type Operation =
  | { readonly kind: 'structural'; readonly snapshot: StructuralSnapshot; readonly subtreeId: null }
  | { readonly kind: 'paste'; readonly snapshot: PasteSnapshot; readonly subtreeId: null }
  | { readonly kind: 'edit'; readonly snapshot: EditSnapshot; readonly subtreeId: null }
  | { readonly kind: 'cascade'; readonly snapshot: CascadeSnapshot; readonly subtreeId: string }

/** Writes the ledger row of a batch; returns its id. */
export async function recordOperation(
  ctx: Ctx<unknown>,
  projectId: string,
  operation: Operation & { readonly summary: object },
): Promise<string> {
  const id = newId()
  const { kind, snapshot, subtreeId, summary } = operation
  await insertOperation(ctx, { id, project_id: projectId, kind, subtree_id: subtreeId, snapshot, summary })
  return id
}
