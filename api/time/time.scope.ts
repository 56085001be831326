import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'
import { canLogTime } from '../tasks/task.policy.ts'
import { findTaskOfMember } from '../tasks/task.queries.ts'
import { findOwnEntry, type TimeEntryRow } from './time-entry.queries.ts'

/** Team Members and above, Resource Managers included, on every task of the project. */
export function mayLog(ctx: Ctx<Pick<ProjectScope, 'role'>>): boolean {
  return canLogTime(ctx.scope.role)
}

/** The task that a timer is to run for: unlike other ids of bodies, an unseen one reads like an unseen address. */
export interface TimedTaskScope extends ProjectScope {
  readonly taskId: string
}

export async function timedTaskScope(ctx: Ctx, raw: RawInput): Promise<TimedTaskScope> {
  const taskId = (raw.body as { task?: unknown } | null | undefined)?.task
  refuseUnless(taskId !== undefined, () => fieldError('task', 'This field is required.'))
  refuseUnless(typeof taskId === 'string' && isUuid(taskId), () => fieldError('task', 'Must be a valid UUID.'))
  const task = await findTaskOfMember(ctx, taskId, false)
  const scope = task && (await findProjectScope(ctx, task.project_id))
  refuseUnless(scope, notFound)
  return { ...scope, taskId: task.id }
}

/** An entry of the caller's own, whatever became of their place in the project; everybody else's does not exist. */
export interface OwnEntryScope {
  readonly entry: TimeEntryRow
  readonly isReadOnly: boolean
}

export async function ownEntryScope(ctx: Ctx, raw: RawInput): Promise<OwnEntryScope> {
  const found = await findOwnEntry(ctx, actorId(ctx), raw.params.id ?? '')
  refuseUnless(found, notFound)
  const { is_archived, ...entry } = found
  return { entry, isReadOnly: is_archived }
}
