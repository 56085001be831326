import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'
import { assignmentDeleted, emitRosterChanged } from '../people.events.ts'
import { rosterHasAssignments } from './roster.errors.ts'
import type { RosterScope } from './roster.queries.ts'

/** Takes a resource off the roster. Work on live tasks stands in the way unless it is to go too. */
export async function removeFromRoster(
  ctx: Ctx<RosterScope>,
  options: { isForced: boolean },
): Promise<{ detail: string; cascaded_assignment_count: number }> {
  const { projectId, row } = ctx.scope
  await lockProject(ctx, projectId)
  const assigned = await sql<{ assignment_id: string; id: string; name: string }>(
    ctx,
    `select a.id as assignment_id, t.id, t.name from task_resources a join tasks t on t.id = a.task_id and not t.is_deleted
     where a.project_id = $1 and a.resource_id = $2 order by t.wbs_order nulls last, t.id`,
    [projectId, row.resource_id],
  )
  refuseUnless(options.isForced || assigned.length === 0, () =>
    rosterHasAssignments(assigned.map(({ id, name }) => ({ id, name }))),
  )
  await sql(ctx, 'delete from task_resources where id = any($1::uuid[])', [
    assigned.map((assignment) => assignment.assignment_id),
  ])
  const removed = await sql(ctx, 'delete from project_resources where id = $1 returning id', [row.id])
  refuseUnless(removed.length > 0, notFound)
  for (const { assignment_id, id } of assigned) {
    emit(ctx, assignmentDeleted, { projectId, payload: { id: assignment_id, task_id: id } })
  }
  emitRosterChanged(ctx, [projectId], row.resource_id)
  if (assigned.length > 0) requestRecompute(ctx, projectId)
  return { detail: 'Removed from the roster.', cascaded_assignment_count: assigned.length }
}
