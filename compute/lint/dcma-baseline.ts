import { NO_DAY } from '../model/schedule-columns.ts'
import { isComplete } from '../model/task-progress.ts'
import { countWorkingDays } from '../plan/calendar-days.ts'
import type { LintFacts } from './lint-facts.ts'
import { type Measure, notMeasured } from './measure.ts'

/** The points that hold a plan against its baseline: tasks missed, length index, execution index. */
export function measureBaseline(facts: LintFacts, point: 'missed' | 'cpli' | 'bei'): Measure {
  const { baselineFinishDay } = facts.records
  if (baselineFinishDay === null) return notMeasured('the plan has no baseline')
  const { statusDay } = facts.columns
  if (statusDay === NO_DAY) return notMeasured('the plan has no data date')
  if (point === 'cpli') return measureLength(facts, baselineFinishDay)
  const due = facts.leaves.filter((task) => baselineFinishDay[task] !== NO_DAY && baselineFinishDay[task] <= statusDay)
  if (due.length === 0) return notMeasured('nothing is due by the data date')
  if (point === 'missed') {
    const tasks = due.filter((task) => facts.result.earlyFinishDay[task] > baselineFinishDay[task])
    return { value: tasks.length / due.length, count: tasks.length, total: due.length, tasks }
  }
  const done = facts.leaves.filter((task) => isComplete(facts.columns, task)).length
  const tasks = due.filter((task) => !isComplete(facts.columns, task))
  return { value: done / due.length, count: done, total: due.length, tasks }
}

/** (Length of the critical path + float to the baseline finish) / length, in working days from the data date. */
function measureLength({ columns, result, leaves }: LintFacts, baselineFinishDay: Int32Array): Measure {
  const goal = leaves.reduce((latest, task) => Math.max(latest, baselineFinishDay[task]), NO_DAY)
  if (goal === NO_DAY) return notMeasured('the baseline has no finish')
  const [calendar] = columns.calendars
  const length = countWorkingDays(calendar, columns.statusDay, result.projectFinishDay + 1)
  if (length <= 0) return notMeasured('the plan ends before the data date')
  const float = countWorkingDays(calendar, result.projectFinishDay, goal)
  return { value: (length + float) / length, count: null, total: null, note: `${length} days left, float ${float}` }
}
