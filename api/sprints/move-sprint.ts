import type { Ctx } from '../platform/context.ts'
import { forbidden, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { tasksBulkMutated } from '../tasks/task.events.ts'
import { saveBurnSnapshot } from './burndown/burndown.queries.ts'
import { capacityWarnings, readCapacity } from './capacity/capacity.ts'
import { todayOf } from './follow-tasks.ts'
import { announceRollups } from './milestone/milestone.events.ts'
import { deletePending } from './scope/scope-change.queries.ts'
import { hasEnded, notPlanned, otherSprintActive } from './sprint.errors.ts'
import { activatedPayload, sprintActivated, sprintCancelled, sprintReranked } from './sprint.events.ts'
import { canCancel } from './sprint.policy.ts'
import {
  enterMembers,
  findActiveSprint,
  leaveMembers,
  rankTasksOfSprint,
  releaseTasks,
  type SprintRow,
  saveSprint,
  sumCommitment,
} from './sprint.queries.ts'
import type { SprintScope } from './sprint.scope.ts'
import { holdSprint, loadSprint } from './write-sprint.ts'

type Warnings = ReturnType<typeof capacityWarnings>

/** Begins a sprint: what its tasks count now is the commitment. Too much for somebody is told and stops nothing. */
export async function activateSprint(ctx: Ctx<SprintScope>): Promise<{ row: SprintRow; warnings: Warnings }> {
  const { projectId, sprintId } = ctx.scope
  const stored = await holdSprint(ctx)
  refuseUnless(stored.state === 'PLANNED', notPlanned)
  const other = await findActiveSprint(ctx, projectId)
  if (other) throw otherSprintActive(other.id)
  const { points, count } = await sumCommitment(ctx, sprintId)
  const ranked = await rankTasksOfSprint(ctx, sprintId, await lockProject(ctx, projectId))
  await enterMembers(ctx, sprintId)
  await saveSprint(ctx, projectId, sprintId, {
    state: 'ACTIVE',
    activated_at: ctx.services.clock.now(),
    committed_points: points,
    committed_task_count: count,
  })
  await saveBurnSnapshot(ctx, sprintId, await todayOf(ctx, projectId))
  const row = await loadSprint(ctx, sprintId)
  const webhookPayload = activatedPayload(ctx, row)
  emit(ctx, sprintActivated, { projectId, payload: { id: sprintId }, webhookPayload })
  if (ranked > 0) emit(ctx, sprintReranked, { projectId, payload: { project_id: projectId, sprint_id: sprintId } })
  await announceRollups(ctx, projectId, [row.target_milestone_id])
  return { row, warnings: capacityWarnings(await readCapacity(ctx, row), points) }
}

/** Calls a sprint off. Its tasks stay where they are, unranked and waiting for nobody. */
export async function cancelSprint(ctx: Ctx<SprintScope>): Promise<SprintRow> {
  const { projectId, sprintId } = ctx.scope
  const stored = await holdSprint(ctx)
  refuseUnless(stored.state === 'PLANNED' || stored.state === 'ACTIVE', hasEnded)
  refuseUnless(canCancel(ctx, stored.state), forbidden)
  await saveSprint(ctx, projectId, sprintId, { state: 'CANCELLED' })
  await leaveMembers(ctx, sprintId)
  await deletePending(ctx, sprintId)
  const released = await releaseTasks(ctx, sprintId, await lockProject(ctx, projectId))
  if (released.length > 0) emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: released } })
  emit(ctx, sprintCancelled, { projectId, payload: { id: sprintId } })
  await announceRollups(ctx, projectId, [stored.target_milestone_id])
  return loadSprint(ctx, sprintId)
}
