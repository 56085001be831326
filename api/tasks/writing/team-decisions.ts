// What a team decides of a task, written by whoever may speak for the team: no edit of the task's content, so that the rule
// of who edits a task is not asked.

import type { ProjectScope } from '../../access/project-scope.ts'
import type { RowOf } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { taskAssigned, taskDelta, taskUpdated, taskWebhookPayload } from '../task.events.ts'
import { findStoredTask, type StoredTask, saveTask } from '../task.queries.ts'

/** The points that the team agreed on. Dates do not follow from points, and nothing is computed anew. */
export async function estimateTask(ctx: Ctx<ProjectScope>, taskId: string, points: number): Promise<void> {
  const stored = await hold(ctx, taskId)
  if (stored.row.story_points !== points) await save(ctx, stored, { story_points: points }, 'story_points')
}

/** The sprint that the team wants a task in, which must be one of the project that is open. */
export async function putIntoSprint(ctx: Ctx<ProjectScope>, taskId: string, sprintId: string): Promise<void> {
  const stored = await hold(ctx, taskId)
  if (stored.row.sprint_id === sprintId) return
  refuseUnless(!stored.row.sprint_pending, () =>
    fieldError('sprint', 'The task waits to be accepted into its sprint; accept or reject it there.'),
  )
  refuseUnless(!stored.shape.isPhase, () =>
    fieldError('sprint', 'A phase is not worked on in a sprint; its tasks are.'),
  )
  await save(ctx, stored, { sprint_id: sprintId }, 'sprint')
  requestRecompute(ctx, ctx.scope.projectId)
}

/** Whether the estimate of a task is accepted; false where it has none. */
export async function judgeEstimates(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  status: 'accepted' | 'pending',
): Promise<boolean> {
  const stored = await hold(ctx, taskId)
  const { optimistic_duration: low, most_likely_duration: likely, pessimistic_duration: high } = stored.row
  if (low === null && likely === null && high === null) return false
  if (stored.row.estimate_status !== status) await save(ctx, stored, { estimate_status: status }, 'estimate_status')
  return true
}

/** Gives a task that nobody has to somebody who agreed to take it, and returns who has it then. */
export async function bindAssignee(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  accountId: string,
  source: string,
): Promise<string | null> {
  const { projectId } = ctx.scope
  const stored = await hold(ctx, taskId)
  if (stored.row.assignee_id !== null) return stored.row.assignee_id
  refuseUnless(!stored.shape.isPhase, () => fieldError('assignee', 'A phase has no assignee; its tasks have.'))
  await save(ctx, stored, { assignee_id: accountId }, 'assignee')
  const facts = taskWebhookPayload(ctx, projectId, { ...stored.row, assignee_id: accountId })
  emit(ctx, taskAssigned, { projectId, payload: { ...facts, source, previous_assignee: null } })
  return accountId
}

async function hold(ctx: Ctx<ProjectScope>, taskId: string): Promise<StoredTask> {
  await lockProject(ctx, ctx.scope.projectId)
  const stored = await findStoredTask(ctx, ctx.scope.projectId, taskId)
  refuseUnless(stored, notFound)
  return stored
}

async function save(
  ctx: Ctx<ProjectScope>,
  { row }: StoredTask,
  columns: Partial<RowOf<'tasks'>>,
  field: string,
): Promise<void> {
  const { projectId } = ctx.scope
  const editedAt = actorId(ctx) === null ? {} : { edited_at: ctx.services.clock.now().toISOString() }
  const version = await saveTask(ctx, projectId, row.id, { ...columns, ...editedAt })
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, row.id, version, [field]),
    webhookPayload: taskWebhookPayload(ctx, projectId, row),
  })
}
