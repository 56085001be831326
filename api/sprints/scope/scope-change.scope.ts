import { projectScopeOf } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { findScopeChangeOfMember } from './scope-change.queries.ts'

/** Scope of /scope-changes/{id}/…: the sprint that something was added to, of a project the caller is a member of. */
export async function scopeChangeScope(ctx: Ctx, raw: RawInput): Promise<SprintScope> {
  const row = await findScopeChangeOfMember(ctx, raw.params.id ?? '')
  if (!row) throw notFound()
  return { ...projectScopeOf(row), sprintId: row.sprint_id }
}
