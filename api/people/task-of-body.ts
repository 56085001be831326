import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'
import { findLiveTask } from './task-of-body.queries.ts'

/** The project of the task that a body names. */
export interface TaskOfBodyScope extends ProjectScope {
  readonly taskId: string
}

/** Absent, malformed and invisible tasks are field errors on `task`; the last read like unknown ones. */
export async function taskOfBodyScope(ctx: Ctx, raw: RawInput): Promise<TaskOfBodyScope> {
  const taskId = (raw.body as { task?: unknown } | null | undefined)?.task
  if (taskId === undefined) throw fieldError('task', 'This field is required.')
  if (typeof taskId !== 'string' || !isUuid(taskId)) throw fieldError('task', 'Must be a valid UUID.')
  const task = await findLiveTask(ctx, taskId)
  const scope = task && (await findProjectScope(ctx, task.project_id))
  if (!task || !scope) throw fieldError('task', 'Object does not exist.')
  return { ...scope, taskId: task.id }
}

/** Call it under the project's lock: the task is still there, and has no children when it must be a leaf. */
export async function checkTask(ctx: Pick<Ctx, 'em'>, taskId: string, kind: 'any' | 'leaf'): Promise<void> {
  const task = await findLiveTask(ctx, taskId)
  refuseUnless(task, () => fieldError('task', 'Object does not exist.'))
  refuseUnless(kind === 'any' || !task.is_summary, () => fieldError('task', 'A summary task takes no assignments.'))
}
