import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { findOperation } from './operation.queries.ts'
import type { OperationKind } from './task-operation.entity.ts'

export interface OperationScope extends ProjectScope {
  readonly operationId: string
}

/** The project of a ledger row: unknown, of another kind, past its retention and hidden all look alike. */
export function operationScope(kind: OperationKind): (ctx: Ctx, raw: RawInput) => Promise<OperationScope> {
  return async (ctx, raw) => {
    const row = await findOperation(ctx, kind, raw.params.id ?? '')
    const scope = row && (await findProjectScope(ctx, row.project_id))
    refuseUnless(scope, notFound)
    return { ...scope, operationId: row.id }
  }
}
