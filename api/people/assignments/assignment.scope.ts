import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { type AssignmentRow, findAssignment } from './assignment.queries.ts'

/** The project of an assignment that the path names. */
export interface AssignmentScope extends ProjectScope {
  readonly row: AssignmentRow
}

export async function assignmentScope(ctx: Ctx, raw: RawInput): Promise<AssignmentScope> {
  const row = await findAssignment(ctx, raw.params.id ?? '')
  const scope = row && (await findProjectScope(ctx, row.project_id))
  if (!row || !scope) throw notFound()
  return { ...scope, row }
}
