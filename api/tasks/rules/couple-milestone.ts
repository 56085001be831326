import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { zeroDurationNotMilestone } from '../task.errors.ts'
import type { TaskDraft } from '../writing/task-draft.ts'

/**
 * The milestone flag, the delivery mode `milestone` and the duration 0 are one fact: whichever the caller sent sets the
 * others. Flag and mode in disagreement are refused. A duration sent for a milestone is not applied.
 */
export function coupleMilestone(draft: TaskDraft): void {
  const { values, base, sent } = draft
  const byFlag = sent.has('is_milestone') ? values.is_milestone : undefined
  const byMode = sent.has('delivery_mode') ? values.delivery_mode === 'milestone' : undefined
  if (byFlag !== undefined && byMode !== undefined && byFlag !== byMode) {
    throw fieldError('is_milestone', 'is_milestone and delivery_mode disagree.')
  }
  const byDuration = draft.isNew && sent.has('duration') && values.duration === 0 ? true : undefined
  const isMilestone = byFlag ?? byMode ?? byDuration ?? base.is_milestone
  if (isMilestone) becomeMilestone(draft)
  else leaveMilestone(draft)
}

function becomeMilestone({ values, sent, dropped }: TaskDraft): void {
  if (sent.has('duration') && values.duration !== 0) dropped.push('duration')
  values.is_milestone = true
  values.delivery_mode = 'milestone'
  values.duration = 0
}

function leaveMilestone({ values, base, sent, isNew }: TaskDraft): void {
  const wasMilestone = base.is_milestone
  refuseUnless(
    isNew || !sent.has('duration') || values.duration > 0 || (base.duration === 0 && !wasMilestone),
    zeroDurationNotMilestone,
  )
  values.is_milestone = false
  if (values.delivery_mode === 'milestone') values.delivery_mode = 'waterfall'
  // A row that is no milestone any more needs a duration, because 0 would mark it as one.
  if (wasMilestone && !sent.has('duration')) values.duration = 1
}
