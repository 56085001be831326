import { runCpm } from '../cpm/run-cpm.ts'
import { buildGraph } from '../model/build-graph.ts'
import { PlanRefusal } from '../model/refusal.ts'
import { countWorkingDays } from '../plan/calendar-days.ts'
import { remainingDays } from '../plan/remaining-days.ts'
import { applyEdits } from '../what-if/apply-edits.ts'
import type { LintFacts } from './lint-facts.ts'
import { type Measure, notMeasured } from './measure.ts'

/** Working days the critical task is given. */
const SLIP_DAYS = 600

/**
 * Gives the first critical task that takes time 600 days more and sees whether the finish moves by as many, counted on
 * that task's calendar. Much less means that the path from it to the finish is broken. The row named is the
 * task that was tried.
 */
export function testCriticalPath(facts: LintFacts): Measure {
  const { columns, result } = facts
  const path = result.criticalPath
  if (path.length === 0) return notMeasured('no task is critical')
  const task = path.find((each) => columns.durationDays[each] > 0) ?? path[0]
  // A task of no days fills its day, so that the first day given to it moves nothing. What is left is all that counts
  // for an unfinished task, so it can stand as if not begun.
  const days = SLIP_DAYS + Math.max(1, remainingDays(columns.durationDays[task], columns.percentComplete[task]))
  try {
    const { columns: slipped } = applyEdits(columns, [
      { kind: 'duration', task, days },
      { kind: 'percent', task, percent: 0 },
    ])
    const { projectFinishDay } = runCpm(buildGraph(slipped))
    const calendar = columns.calendars[columns.calendarIndex[task]]
    const moved = countWorkingDays(calendar, result.projectFinishDay, projectFinishDay)
    return { value: Math.min(1, moved / SLIP_DAYS), count: moved, total: SLIP_DAYS, tasks: [task] }
  } catch (error) {
    if (error instanceof PlanRefusal) return notMeasured('the plan with the longer task cannot be computed')
    throw error
  }
}
