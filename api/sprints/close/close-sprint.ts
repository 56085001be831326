import { systemProjectScope } from '../../access/project-scope.ts'
import { isSharedWithAll } from '../../access/team-signals.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProjectForImport } from '../../projects/project-lock.ts'
import { tellWriter } from '../../projects/writer.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { markReshaped } from '../../tasks/rollup/roll-up-phases.ts'
import { tasksBulkMutated } from '../../tasks/task.events.ts'
import { dropSchedules } from '../../tasks/task.queries.ts'
import { saveBurnSnapshot } from '../burndown/burndown.queries.ts'
import { todayOf } from '../follow-tasks.ts'
import { takeForecast } from '../forecast/reforecast.ts'
import { announceRollups } from '../milestone/milestone.events.ts'
import { activatedPayload } from '../sprint.events.ts'
import { leaveMembers, lockSprint, saveSprint } from '../sprint.queries.ts'
import { suggestDurations } from '../velocity/suggest-durations.ts'
import { loadSprint } from '../write-sprint.ts'
import { sprintClosed } from './close.events.ts'
import { clearRanks, findTarget, insertOutcomes, moveUnfinished, sumCompleted } from './close.queries.ts'
import type { CloseFailure } from './close-request.entity.ts'
import { findOpenWithProject, saveRequest } from './close-request.queries.ts'
import { settlePending } from './settle-pending.ts'

type Open = NonNullable<Awaited<ReturnType<typeof findOpenWithProject>>>

/**
 * Closes the sprint of a request: all of it in the open transaction, which also ends the request, or none of it. Returns
 * why the sprint can never be closed, if so. A request that has ended, or whose sprint is closed already, does no more.
 */
export async function closeSprint(ctx: Ctx<unknown>, requestId: string): Promise<CloseFailure> {
  const asked = await findOpenWithProject(ctx, requestId)
  if (!asked) return ''
  // The project first, as everywhere; then the request as it stands behind that lock.
  await tellWriter(ctx, { actorId: asked.requested_by_id, reason: 'sprint close' })
  await lockProjectForImport(ctx, asked.project_id)
  const request = await findOpenWithProject(ctx, requestId)
  if (!request) return ''
  const scoped = await systemProjectScope(ctx, request.project_id)
  if (scoped.scope.isArchived) return 'not_closable'
  const stored = await lockSprint(scoped, request.sprint_id)
  if (stored?.state === 'CANCELLED') return 'cancelled'
  if (!stored || stored.state === 'PLANNED') return 'not_closable'
  if (stored.state === 'ACTIVE') await end(scoped, request, stored)
  await saveRequest(ctx, requestId, { status: 'completed', completed_at: ctx.services.clock.now() })
  return ''
}

type Scoped = Awaited<ReturnType<typeof systemProjectScope>>
type Stored = NonNullable<Awaited<ReturnType<typeof lockSprint>>>

async function end(ctx: Scoped, asked: Open, stored: Stored): Promise<void> {
  const { projectId } = ctx.scope
  const { id } = stored
  const request = { ...asked, carry_over_sprint_id: await findNextSprint(ctx, asked) }
  const syncSeq = await lockProjectForImport(ctx, projectId)
  await saveBurnSnapshot(ctx, id, await todayOf(ctx, projectId))
  const completed = await sumCompleted(ctx, id)
  await saveSprint(ctx, projectId, id, {
    state: 'COMPLETED',
    closed_at: ctx.services.clock.now(),
    completed_points: completed.points,
    completed_task_count: completed.count,
    goal_outcome: stored.goal_outcome ?? goalOutcome(completed.points, stored.committed_points),
  })
  await insertOutcomes(ctx, id, request.carry_over_sprint_id)
  const moved = await carryOver(ctx, request, syncSeq)
  await clearRanks(ctx, id, syncSeq)
  const settled = await settlePending(ctx, request, syncSeq)
  await leaveMembers(ctx, id)
  await suggestDurations(ctx, id)
  requestRecompute(ctx, projectId)
  await announceClosed(ctx, request)
  const task_ids = [...new Set([...moved, ...settled])]
  if (task_ids.length > 0) emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids } })
  await announceRollups(ctx, projectId, [stored.target_milestone_id])
  if (stored.target_milestone_id !== null) await takeForecast(ctx, id, stored.target_milestone_id)
}

/** What was said by hand stands; else most of what was committed is the goal met, half of it in part. */
function goalOutcome(completed: number, committed: number | null): string | null {
  if (committed === null || committed === 0) return null
  const share = completed / committed
  return share >= 0.8 ? 'MET' : share >= 0.5 ? 'PARTIAL' : 'MISSED'
}

/** The sprint that unfinished work goes to; null where it was called off or removed after the request. */
async function findNextSprint(ctx: Scoped, { carry_over_sprint_id }: Open): Promise<string | null> {
  if (carry_over_sprint_id === null) return null
  const target = await findTarget(ctx, ctx.scope.projectId, carry_over_sprint_id)
  return target?.state === 'PLANNED' ? target.id : null
}

/** Moves unfinished work where the request says, and to the backlog where its next sprint is none any more. */
async function carryOver(ctx: Scoped, request: Open, syncSeq: number): Promise<string[]> {
  if (request.carry_over === 'none') return []
  const { carry_over_sprint_id: toSprintId, sprint_id } = request
  if (request.carry_over === 'sprint' && toSprintId !== null)
    return moveUnfinished(ctx, sprint_id, syncSeq, { toSprintId })
  const moved = await moveUnfinished(ctx, sprint_id, syncSeq, { toBacklog: ctx.services.clock.now() })
  // Work that waits in the backlog has no dates, which phases see.
  await dropSchedules(ctx, ctx.scope.projectId, moved)
  markReshaped(ctx, ctx.scope.projectId, moved)
  return moved
}

/** Webhooks learn how much was completed only where the team shares its velocity with everyone. */
async function announceClosed(ctx: Scoped, request: Open): Promise<void> {
  const { projectId } = ctx.scope
  const row = await loadSprint(ctx, request.sprint_id)
  const isShared = await isSharedWithAll(ctx, 'velocity')
  const { completed_points, completed_task_count, goal_outcome } = row
  const hidden = { completed_points: null, completed_task_count: null, goal_outcome: null }
  const webhookPayload = {
    ...activatedPayload(ctx, row),
    closed_at: instantText(row.closed_at),
    velocity_suppressed: !isShared,
    ...(isShared ? { completed_points, completed_task_count, goal_outcome } : hidden),
    source: 'sprint_close',
  }
  emit(ctx, sprintClosed, { projectId, payload: { id: row.id }, webhookPayload })
}
