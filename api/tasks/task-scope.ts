import { type ProjectScope, projectScopeOf } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { findTaskOfMember } from './task.queries.ts'

/** The project of the task a path names, with the part of the task that decides who may do what. */
export interface TaskScope extends ProjectScope {
  readonly taskId: string
  readonly assignee_id: string | null
  /** Whether passes cannot date everything of the project. */
  readonly hasStaleDates: boolean
}

/** Scope of /tasks/{id}/…: a live task (or a deleted one, for restoring) in a project the caller is a member of. */
export function taskScope(state: 'live' | 'deleted' = 'live'): (ctx: Ctx, raw: RawInput) => Promise<TaskScope> {
  return async (ctx, raw) => {
    const row = await findTaskOfMember(ctx, raw.params.id ?? '', state === 'deleted')
    if (!row) throw notFound()
    return { ...projectScopeOf(row), taskId: row.id, assignee_id: row.assignee_id, hasStaleDates: row.has_stale_dates }
  }
}
