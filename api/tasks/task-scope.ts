import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'

/** The project of the task a path names, with the part of the task that decides who may do what. */
export interface TaskScope extends ProjectScope {
  readonly taskId: string
  readonly assignee_id: string | null
}

interface ScopeRow {
  id: string
  project_id: string
  program_id: string | null
  code: string
  is_archived: boolean
  role: number
  assignee_id: string | null
}

/** Scope of /tasks/{id}/…: a live task (or a deleted one, for restoring) in a project the caller is a member of. */
export function taskScope(state: 'live' | 'deleted' = 'live'): (ctx: Ctx, raw: RawInput) => Promise<TaskScope> {
  return async (ctx, raw) => {
    const row = await sqlOne<ScopeRow>(
      ctx,
      `select t.id, t.project_id, t.assignee_id, p.program_id, p.code, p.is_archived, m.role
       from tasks t join projects p on p.id = t.project_id and not p.is_deleted
       join project_members m on m.project_id = p.id and m.account_id = $2 and not m.is_deleted
       where t.id = $1 and t.is_deleted = $3`,
      [raw.params.id ?? '', actorId(ctx), state === 'deleted'],
    )
    if (!row) throw notFound()
    return {
      kind: 'project',
      projectId: row.project_id,
      programId: row.program_id,
      code: row.code,
      role: row.role,
      isArchived: row.is_archived,
      isReadOnly: row.is_archived,
      taskId: row.id,
      assignee_id: row.assignee_id,
    }
  }
}
