import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import type { OwnedTask } from './task.policy.ts'
import { findProjectTask } from './task.queries.ts'

/** A live task by its project and its own id, as a path names both. */
export interface ProjectTaskScope extends ProjectScope, OwnedTask {
  readonly taskId: string
}

/** Scope of a route below `/projects/{id}/tasks/{taskId}/`. */
export async function projectTaskScope(ctx: Ctx, raw: RawInput): Promise<ProjectTaskScope> {
  const scope = await findProjectScope(ctx, raw.params.id ?? '')
  if (!scope) throw notFound()
  const task = await findProjectTask(ctx, scope, raw.params.taskId ?? '')
  if (!task) throw notFound()
  return { ...scope, taskId: task.id, assignee_id: task.assignee_id }
}
