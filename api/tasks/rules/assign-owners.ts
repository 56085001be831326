import type { ProjectScope } from '../../access/project-scope.ts'
import { upsertAssignments } from '../../people/assignments/upsert-assignments.ts'
import { assignmentCreated, assignmentUpdated } from '../../people/people.events.ts'
import { lockRostered } from '../../people/roster/roster.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { FieldErrors, fieldError, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import type { TaskDraft } from '../writing/task-draft.ts'

/** Owner entries one task write may carry, duplicates included. */
export const MAX_OWNERS = 100

/** Owners must stand on the project's roster and never on a summary; an empty list asks for nothing. */
export async function checkOwners(ctx: Ctx<ProjectScope>, draft: TaskDraft): Promise<void> {
  const owners = draft.input.owners ?? []
  if (owners.length === 0) return
  checkOwnerCount(owners.length)
  refuseUnless(!draft.shape.hasChildren, () => fieldError('owners', 'A summary task takes no owners.'))
  const named = [...new Set(owners.map((owner) => owner.resource))]
  const rostered = await lockRostered(ctx, ctx.scope.projectId, named)
  const unknown = named.filter((id) => !rostered.has(id))
  refuseUnless(unknown.length === 0, () =>
    fieldError('owners', `Not on the roster of the project: ${unknown.join(', ')}`),
  )
}

export function checkOwnerCount(count: number): void {
  if (count <= MAX_OWNERS) return
  const message = `At most ${MAX_OWNERS} owners may be sent, not ${count}.`
  throw new FieldErrors({ owners: { non_field_errors: [message] } })
}

/** Writes the checked owners of a stored task; returns whether anything changed. Who is not listed stays. */
export async function assignOwners(ctx: Ctx<ProjectScope>, draft: TaskDraft, isQuiet: boolean): Promise<boolean> {
  const owners = draft.input.owners ?? []
  if (owners.length === 0) return false
  const { projectId } = ctx.scope
  const shares = owners.map((owner) => ({ resourceId: owner.resource, units: owner.units ?? '1.00' }))
  const changed = await upsertAssignments(ctx, draft.taskId, shares)
  if (isQuiet) return changed.length > 0
  for (const { id, is_new } of changed) {
    emit(ctx, is_new ? assignmentCreated : assignmentUpdated, { projectId, payload: { id, task_id: draft.taskId } })
  }
  return changed.length > 0
}
