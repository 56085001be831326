import { actorId, type Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectFacts } from '../project-facts.ts'
import { findSprintState } from '../rules/rules.queries.ts'
import { taskDurationChanged } from '../task.events.ts'
import type { TaskDraft } from '../writing/task-draft.ts'
import { insertDurationEvent } from './duration-event.queries.ts'

/**
 * A new duration of work in progress is recorded once, with what the project's policy made of the progress. Only
 * `prorate` changes it, and never when the caller states the progress in the same write.
 */
export async function recordDurationChange(ctx: Ctx<unknown>, draft: TaskDraft, facts: ProjectFacts): Promise<void> {
  const { base, values } = draft
  const isRecorded = values.duration !== base.duration && !values.is_milestone && base.percent_complete > 0
  if (!isRecorded) return
  const policy = facts.durationPolicy
  const prorates = policy === 'prorate' && !draft.sent.has('percent_complete') && values.duration > 0
  const after = prorates ? prorated(base.percent_complete, base.duration, values.duration) : null
  if (after !== null) values.percent_complete = after
  const change = {
    task_id: draft.taskId,
    old_duration: base.duration,
    new_duration: values.duration,
    percent_complete_at_change: base.percent_complete,
    percent_complete_after: after,
    policy_applied: policy,
  }
  const place = { project_id: draft.projectId, sprint_id: await activeSprintOf(ctx, draft) }
  await insertDurationEvent(ctx, { id: newId(), ...place, actor_id: actorId(ctx), ...change })
  emit(ctx, taskDurationChanged, { projectId: draft.projectId, payload: { id: draft.taskId, ...change } })
}

/** The sprint of the task where that is under way. */
async function activeSprintOf(ctx: Ctx<unknown>, { projectId, base }: TaskDraft): Promise<string | null> {
  if (base.sprint_id === null) return null
  return (await findSprintState(ctx, projectId, base.sprint_id)) === 'ACTIVE' ? base.sprint_id : null
}

/** The same work done, as a share of the new duration, to one decimal. */
function prorated(percent: number, oldDuration: number, newDuration: number): number {
  return Math.min(100, Math.max(0, Math.round((percent * oldDuration * 10) / newDuration) / 10))
}
