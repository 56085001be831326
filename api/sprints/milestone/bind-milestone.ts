import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { createTask } from '../../tasks/writing/create-task.ts'
import { sprintUpdated } from '../sprint.events.ts'
import { isMilestoneOf, type SprintRow, saveSprint, sumCommitment } from '../sprint.queries.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { holdSprint, loadSprint } from '../write-sprint.ts'
import { announceRollups } from './milestone.events.ts'
import type { PromoteInput } from './milestone.schema.ts'

const MAX_NAME = 255

/** The milestone that a sprint works towards: one named, or a new one at its end. Naming it again changes nothing. */
export async function promoteToMilestone(
  ctx: Ctx<SprintScope>,
  input: PromoteInput,
): Promise<{ row: SprintRow; isNew: boolean }> {
  const { projectId, sprintId } = ctx.scope
  await holdSprint(ctx)
  const sprint = await loadSprint(ctx, sprintId)
  const namedId = input.milestone_id ?? null
  if (sprint.milestone_id !== null) {
    refuseUnless(sprint.milestone_id === namedId, () => alreadyBound(sprint.milestone_id as string))
    return { row: sprint, isNew: false }
  }
  const isKnown = namedId === null || (await isMilestoneOf(ctx, projectId, namedId))
  refuseUnless(isKnown, () => fieldError('milestone_id', 'Must be a milestone of the project.'))
  const milestoneId = namedId ?? (await makeMilestone(ctx, sprint, input))
  await saveSprint(ctx, projectId, sprintId, {
    target_milestone_id: milestoneId,
    milestone_bound_by_id: actorId(ctx),
    milestone_bound_at: ctx.services.clock.now(),
    binding_committed_snapshot: (await sumCommitment(ctx, sprintId)).points,
  })
  await announce(ctx, milestoneId)
  return { row: await loadSprint(ctx, sprintId), isNew: namedId === null }
}

/** Frees a sprint of its milestone, which stays in the plan. */
export async function unbindMilestone(ctx: Ctx<SprintScope>): Promise<SprintRow> {
  const { projectId, sprintId } = ctx.scope
  const stored = await holdSprint(ctx)
  const milestoneId = stored.target_milestone_id
  if (milestoneId === null) return loadSprint(ctx, sprintId)
  await saveSprint(ctx, projectId, sprintId, {
    target_milestone_id: null,
    milestone_bound_by_id: null,
    milestone_bound_at: null,
    binding_committed_snapshot: null,
  })
  await announce(ctx, milestoneId)
  return loadSprint(ctx, sprintId)
}

function alreadyBound(milestoneId: string): Refusal {
  const detail = 'The sprint works towards a milestone already; unbind it first.'
  return new Refusal(409, detail, { code: 'sprint_already_bound', extra: { current_milestone_id: milestoneId } })
}

async function makeMilestone(ctx: Ctx<SprintScope>, sprint: SprintRow, input: PromoteInput): Promise<string> {
  const name = input.name || sprint.goal.trim() || `${sprint.name} milestone`
  const made = await createTask(ctx, {
    name: name.slice(0, MAX_NAME),
    is_milestone: true,
    planned_start: input.target_date ?? sprint.finish_date,
  })
  return made.id
}

async function announce(ctx: Ctx<SprintScope>, milestoneId: string): Promise<void> {
  const { projectId, sprintId } = ctx.scope
  emit(ctx, sprintUpdated, { projectId, payload: { id: sprintId } })
  await announceRollups(ctx, projectId, [milestoneId])
}
