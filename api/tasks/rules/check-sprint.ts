import type { Ctx } from '../../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'
import { keptRead } from './kept-reads.ts'
import { findSprintState, isTargetOfSprint } from './rules.queries.ts'

/** A task goes into a sprint of its project that is still open; one that waits to be accepted there is not moved by hand. */
export async function checkSprint(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  if (!isChanged(draft, 'sprint_id')) return
  refuseUnless(!draft.shape.isSprintPending, () =>
    fieldError('sprint', 'The task waits to be accepted into its sprint; accept or reject it there.'),
  )
  const { projectId, values } = draft
  if (values.sprint_id === null) return
  const state = await sprintState(ctx, projectId, values.sprint_id)
  refuseUnless(state, () => fieldError('sprint', 'Object does not exist.'))
  refuseUnless(state === 'PLANNED' || state === 'ACTIVE', () => fieldError('sprint', 'The sprint has ended.'))
  refuseUnless(!draft.shape.isPhase, () => fieldError('sprint', 'A phase is not worked on in a sprint; its tasks are.'))
}

function sprintState(ctx: Ctx<unknown>, projectId: string, sprintId: string) {
  return keptRead(ctx, `sprint ${sprintId}`, () => findSprintState(ctx, projectId, sprintId))
}

/** What was delivered in a closed sprint stays as it was told. Asked after the status has followed what else was sent. */
export async function checkClosedSprint(ctx: Ctx<unknown>, { projectId, base, values }: TaskDraft): Promise<void> {
  if (values.status === base.status || base.sprint_id === null) return
  const state = await sprintState(ctx, projectId, base.sprint_id)
  refuseUnless(state !== 'COMPLETED', () => fieldError('status', 'The sprint of this task is closed.'))
}

/** The progress of a milestone that sprints work towards is theirs, and so it stays a milestone. */
export async function checkTargetedMilestone(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  const { base, values } = draft
  const loosens = base.is_milestone && !values.is_milestone
  if (draft.isNew || !base.is_milestone || !(loosens || isChanged(draft, 'percent_complete'))) return
  if (!(await isTargetOfSprint(ctx, draft.taskId))) return
  refuseUnless(!loosens, () => fieldError('is_milestone', 'A sprint works towards this milestone.'))
  throw new Refusal(400, 'The progress of this milestone is rolled up from its sprints.', {
    code: 'milestone_rollup_locked',
    extra: { suggested_action: 'unlink_or_close_sprint' },
  })
}
