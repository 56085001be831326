import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ProjectFacts } from '../project-facts.ts'
import { isManager } from '../task.policy.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'
import { fitStamps, isDone, percentAfterReopening } from './recorded-work.ts'

/**
 * What a status follows from and what follows from it: a start that has come begins the work, progress begins or ends
 * it, and the actual dates go along. What the caller states always stands. A phase has all of this from its children.
 */
export function applyAutomaticStatus(ctx: Ctx<ProjectScope>, draft: TaskDraft, facts: ProjectFacts): void {
  if (draft.shape.isPhase) return
  const today = ctx.services.clock.today(facts.timezone)
  if (!draft.sent.has('status')) {
    followPlannedStart(draft, today)
    followProgress(ctx, draft, today)
  }
  followStatus(draft, today)
  fitStamps(draft)
  if (isDone(draft.values.status)) draft.values.percent_complete = 100
  if (draft.values.status !== draft.base.status) {
    draft.values.status_changed_at = ctx.services.clock.now().toISOString()
  }
}

function followPlannedStart(draft: TaskDraft, today: string): void {
  const { values } = draft
  const start = values.planned_start
  if (!isChanged(draft, 'planned_start') || start === null || start > today || values.status !== 'NOT_STARTED') return
  values.status = 'IN_PROGRESS'
  if (start < today && !draft.sent.has('actual_start')) values.actual_start = start
}

function followProgress(ctx: Ctx<ProjectScope>, draft: TaskDraft, today: string): void {
  const { values, base } = draft
  if (!draft.sent.has('percent_complete')) return
  const percent = values.percent_complete
  const isMember = ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.member)
  if (base.percent_complete === 0 && percent > 0 && percent < 100 && values.status === 'NOT_STARTED' && isMember) {
    values.status = 'IN_PROGRESS'
    if (values.actual_start === null && !draft.sent.has('actual_start')) values.actual_start = today
  }
  if (percent === 100 && values.status !== 'BACKLOG' && !isDone(values.status)) {
    values.status = isManager(ctx) ? 'COMPLETE' : 'REVIEW'
  }
}

function followStatus(draft: TaskDraft, today: string): void {
  const { values, base, sent } = draft
  if (values.status === base.status) return
  if (values.status === 'IN_PROGRESS' && values.actual_start === null && !sent.has('actual_start')) {
    values.actual_start = today
  }
  if (values.status === 'COMPLETE') {
    if (!sent.has('actual_finish')) values.actual_finish = today
    if (!sent.has('remaining_points')) values.remaining_points = 0
  }
  if (
    isDone(base.status) &&
    !isDone(values.status) &&
    !sent.has('percent_complete') &&
    values.percent_complete === 100
  ) {
    values.percent_complete = percentAfterReopening(values.status)
  }
  if (base.status === 'COMPLETE') {
    if (!sent.has('actual_finish')) values.actual_finish = null
    if (!sent.has('remaining_points')) values.remaining_points = values.story_points
  }
}
