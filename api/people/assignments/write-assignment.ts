import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { assignmentCreated, assignmentDeleted, assignmentUpdated, emitRosterChanged } from '../people.events.ts'
import { holdResource } from '../resources/resource.queries.ts'
import { joinRoster } from '../roster/roster.queries.ts'
import { checkTask, type TaskOfBodyScope } from '../task-of-body.ts'
import {
  deleteAssignmentRow,
  findAssignment,
  insertAssignment,
  isAssignedTo,
  updateAssignmentColumns,
} from './assignment.queries.ts'
import type { AssignmentFields } from './assignment.schema.ts'
import type { AssignmentScope } from './assignment.scope.ts'
import { type FittedAssignment, fitAssignment } from './fit-assignments.ts'
import { type AssignmentWarning, warnOfAssignment } from './warn-of-assignment.ts'

export interface WrittenAssignment extends FittedAssignment {
  readonly warnings: readonly AssignmentWarning[]
}

/**
 * Assigns a resource to a task; it joins the roster of the project. Dates follow durations and links alone, so no
 * recompute is requested here or below.
 */
export async function createAssignment(
  ctx: Ctx<TaskOfBodyScope>,
  input: AssignmentFields & { resource: string },
): Promise<WrittenAssignment> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await checkTask(ctx, taskId, 'leaf')
  await holdResource(ctx, input.resource)
  await checkIsNew(ctx, taskId, input.resource)
  const id = newId()
  await insertAssignment(ctx, {
    id,
    project_id: projectId,
    task_id: taskId,
    resource_id: input.resource,
    units: input.units ?? '1.00',
  })
  await join(ctx, projectId, input.resource)
  emit(ctx, assignmentCreated, { projectId, payload: { id, task_id: taskId } })
  return written(ctx, id)
}

/** Changes units or resource. What changes nothing stored leaves no trace. */
export async function updateAssignment(ctx: Ctx<AssignmentScope>, input: AssignmentFields): Promise<WrittenAssignment> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const row = await findAssignment(ctx, ctx.scope.row.id)
  refuseUnless(row, notFound)
  refuseUnless(input.task === undefined || input.task === row.task_id, () =>
    fieldError('task', 'An assignment cannot move to another task.'),
  )
  const resourceId = input.resource ?? row.resource_id
  const units = input.units ?? row.units
  if (resourceId !== row.resource_id) {
    await holdResource(ctx, resourceId)
    await checkIsNew(ctx, row.task_id, resourceId)
  }
  if (resourceId === row.resource_id && units === row.units) return written(ctx, row.id)
  await updateAssignmentColumns(ctx, row.id, { resource_id: resourceId, units })
  if (resourceId !== row.resource_id) await join(ctx, projectId, resourceId)
  emit(ctx, assignmentUpdated, { projectId, payload: { id: row.id, task_id: row.task_id } })
  return written(ctx, row.id)
}

/** The resource stays on the roster. */
export async function deleteAssignment(ctx: Ctx<AssignmentScope>): Promise<void> {
  const { projectId, row } = ctx.scope
  await lockProject(ctx, projectId)
  refuseUnless(await deleteAssignmentRow(ctx, row.id), notFound)
  emit(ctx, assignmentDeleted, { projectId, payload: { id: row.id, task_id: row.task_id } })
}

async function checkIsNew(ctx: Ctx<unknown>, taskId: string, resourceId: string): Promise<void> {
  const isTwin = await isAssignedTo(ctx, taskId, resourceId)
  refuseUnless(!isTwin, () => fieldError('non_field_errors', 'The resource is assigned to this task already.'))
}

async function join(ctx: Ctx<unknown>, projectId: string, resourceId: string): Promise<void> {
  const joined = await joinRoster(ctx, projectId, [resourceId])
  if (joined.length > 0) emitRosterChanged(ctx, [projectId], resourceId)
}

async function written(ctx: Ctx<unknown>, id: string): Promise<WrittenAssignment> {
  const row = await findAssignment(ctx, id)
  refuseUnless(row, notFound)
  const fitted = await fitAssignment(ctx, row)
  return { ...fitted, warnings: await warnOfAssignment(ctx, fitted) }
}
