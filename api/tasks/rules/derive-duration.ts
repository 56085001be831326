import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { ProjectFacts } from '../project-facts.ts'
import { MAX_DURATION } from '../task-values.ts'
import { countWorkingDays } from '../working-days.ts'
import type { TaskDraft } from '../writing/task-draft.ts'

/** A target finish becomes a duration: the working days from the start to it, both included. Milestones and phases have none. */
export async function deriveDuration(ctx: Ctx<unknown>, draft: TaskDraft, facts: ProjectFacts): Promise<void> {
  const finish = draft.input.planned_finish
  if (finish === undefined || finish === null) return
  if (draft.values.is_milestone || draft.shape.isPhase) {
    draft.dropped.push('planned_finish')
    return
  }
  const start = startOf(draft)
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

/**
 * The planned start of this write, else the computed one, else the stored one. A computed start before the planned one is of a
 * time before somebody planned it, which no pass has reached yet.
 */
function startOf({ sent, values, shape }: TaskDraft): string | null {
  const [planned, computed] = [values.planned_start ?? null, shape.earlyStart ?? null]
  if (planned === null || computed === null) return planned ?? computed
  return sent.has('planned_start') || computed < planned ? planned : computed
}

function tooLong(): Error {
  return fieldError('planned_finish', `The duration would exceed ${MAX_DURATION} working days.`)
}
