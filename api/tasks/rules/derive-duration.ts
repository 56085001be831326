import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { ProjectFacts } from '../project-facts.ts'
import type { TaskDraft } from '../task-draft.ts'
import { MAX_DURATION } from '../task-values.ts'
import { countWorkingDays } from '../working-days.ts'

/** A target finish becomes a duration: the working days from the start to it, both included. Milestones and phases have none. */
export async function deriveDuration(ctx: Ctx<unknown>, draft: TaskDraft, facts: ProjectFacts): Promise<void> {
  const finish = draft.input.planned_finish
  if (finish === undefined || finish === null) return
  if (draft.values.is_milestone || draft.shape.isPhase) {
    draft.dropped.push('planned_finish')
    return
  }
  const start = draft.sent.has('planned_start')
    ? (draft.values.planned_start ?? draft.shape.earlyStart)
    : (draft.shape.earlyStart ?? draft.values.planned_start)
  refuseUnless(start, () => fieldError('planned_finish', 'A target finish needs a start.'))
  const startDay = parseCivilDay(start) as number
  const finishDay = parseCivilDay(finish) as number
  refuseUnless(finishDay >= startDay, () => fieldError('planned_finish', `The finish lies before the start ${start}.`))
  refuseUnless(finishDay - startDay < 2 * MAX_DURATION, tooLong)
  const duration = await countWorkingDays(
    ctx,
    draft.projectId,
    draft.values.calendar_id ?? facts.calendarId,
    startDay,
    finishDay,
  )
  refuseUnless(duration <= MAX_DURATION, tooLong)
  draft.values.duration = Math.max(1, duration)
}

function tooLong(): Error {
  return fieldError('planned_finish', `The duration would exceed ${MAX_DURATION} working days.`)
}
