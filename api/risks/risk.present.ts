import type { ProjectScope } from '../access/project-scope.ts'
import { displayNameOf, initialsOf } from '../accounts/account.entity.ts'
import type { RowOf } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'

export const RISK_COLUMNS = [
  'id',
  'server_version',
  'number',
  'title',
  'description',
  'status',
  'probability',
  'impact',
  'severity',
  'category',
  'response',
  'mitigation_due_date',
  'trigger',
  'contingency',
  'notes',
  'delay',
  'owner_id',
  'created_by_id',
  'created_at',
  'updated_at',
] as const

/** A risk as it is read, with its owner's names and its live tasks in the order of the outline. */
export type RiskRow = Pick<RowOf<'risks'>, (typeof RISK_COLUMNS)[number]> & {
  readonly owner: { readonly username: string; readonly first_name: string; readonly last_name: string } | null
  readonly tasks: readonly string[]
}

/** `<KEY>-R-<n>`. */
export function referenceOf({ scope }: { readonly scope: Pick<ProjectScope, 'code'> }, number: number): string {
  return `${scope.code}-R-${number}`
}

export function presentRisk(row: RiskRow, ctx: Ctx<ProjectScope>) {
  const { number, owner, owner_id, created_by_id, ...columns } = row
  const reference = referenceOf(ctx, number)
  return {
    ...columns,
    short_id: reference,
    // Short references of risks are padded, as people sort them by eye.
    short_id_display: `R-${String(number).padStart(3, '0')}`,
    qualified_id: reference,
    project: ctx.scope.projectId,
    owner: owner_id,
    owner_name: owner && displayNameOf(owner),
    owner_initials: owner && initialsOf(owner),
    created_by: created_by_id,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
}
