import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/ids.ts'
import type { CascadeSnapshot, PasteSnapshot, StructuralSnapshot } from './snapshots.ts'

interface OperationColumns {
  readonly id: string
  readonly project_id: string
  readonly applied_by_id: string | null
  readonly status: 'active' | 'undone'
  readonly subtree_id: string | null
  readonly result_summary: object
  readonly created_at: string
  readonly undone_at: string | null
  readonly sync_seq: string
}

export type OperationRow = OperationColumns &
  (
    | { readonly kind: 'paste'; readonly snapshot: PasteSnapshot }
    | { readonly kind: 'cascade'; readonly snapshot: CascadeSnapshot }
    | { readonly kind: 'structural'; readonly snapshot: StructuralSnapshot }
  )

export interface OperationScope extends ProjectScope {
  readonly operationId: string
}

/** The project of a ledger row: unknown, of another kind, past its retention and hidden all look alike. */
export function operationScope(kind: OperationRow['kind']): (ctx: Ctx, raw: RawInput) => Promise<OperationScope> {
  return async (ctx, raw) => {
    const row = await findOperation(ctx, kind, raw.params.id ?? '')
    const scope = row && (await findProjectScope(ctx, row.project_id))
    refuseUnless(scope, notFound)
    return { ...scope, operationId: row.id }
  }
}

export async function findOperation(
  ctx: Ctx<unknown>,
  kind: OperationRow['kind'],
  id: string,
): Promise<OperationRow | undefined> {
  if (!isUuid(id)) return undefined
  return sqlOne<OperationRow>(
    ctx,
    `select id, project_id, kind, applied_by_id, status, subtree_id, snapshot, result_summary, created_at, undone_at, sync_seq
     from task_operations where id = $1 and kind = $2
       and ($3::int is null or created_at > now() - make_interval(days => $3::int))`,
    [id, kind, ctx.services.config.batchOperationRetentionDays],
  )
}
