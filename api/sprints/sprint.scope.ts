import { type ProjectScope, projectScopeOf } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { findSprintOfMember } from './sprint.queries.ts'

/** The project of the sprint a path names. */
export interface SprintScope extends ProjectScope {
  readonly sprintId: string
}

/** Scope of /sprints/{id}/…: a live sprint of a project the caller is a member of. */
export function sprintScope(param = 'id'): (ctx: Ctx, raw: RawInput) => Promise<SprintScope> {
  return async (ctx, raw) => {
    const row = await findSprintOfMember(ctx, raw.params[param] ?? '')
    if (!row) throw notFound()
    return { ...projectScopeOf(row), sprintId: row.id }
  }
}
