import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { deleteAssignments, findAssignedTasks } from '../assignments/assignment.queries.ts'
import { assignmentDeleted, emitRosterChanged } from '../people.events.ts'
import { rosterHasAssignments } from './roster.errors.ts'
import { deleteRosterRow, type RosterScope } from './roster.queries.ts'

/** Takes a resource off the roster. Work on live tasks stands in the way unless it is to go too. */
export async function removeFromRoster(
  ctx: Ctx<RosterScope>,
  options: { isForced: boolean },
): Promise<{ detail: string; cascaded_assignment_count: number }> {
  const { projectId, row } = ctx.scope
  await lockProject(ctx, projectId)
  const assigned = await findAssignedTasks(ctx, projectId, row.resource_id)
  refuseUnless(options.isForced || assigned.length === 0, () =>
    rosterHasAssignments(assigned.map(({ id, name }) => ({ id, name }))),
  )
  await deleteAssignments(
    ctx,
    assigned.map((assignment) => assignment.assignment_id),
  )
  refuseUnless(await deleteRosterRow(ctx, row.id), notFound)
  for (const { assignment_id, id } of assigned) {
    emit(ctx, assignmentDeleted, { projectId, payload: { id: assignment_id, task_id: id } })
  }
  emitRosterChanged(ctx, [projectId], row.resource_id)
  if (assigned.length > 0) requestRecompute(ctx, projectId)
  return { detail: 'Removed from the roster.', cascaded_assignment_count: assigned.length }
}
