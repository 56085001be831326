// An uncertainty for plans that hold none: durations without estimates get a spread in percent of themselves. What is
// shared by the tasks of a group is one driver of the simulation, the rest is each task's own three points.

import { refuseUnless } from '../../model/refusal.ts'
import { NO_DAY, type ScheduleColumns } from '../../model/schedule-columns.ts'
import { copyColumns } from '../../what-if/copy-columns.ts'
import { type DriverInput, MAX_FACTOR } from './common-causes.ts'

/** Tasks and the spread of their durations in percent; the likeliest is the duration itself. */
export interface UncertaintyRule {
  /** Not above 0: -10 is a tenth shorter. */
  readonly lowPercent: number
  /** Not below 0. */
  readonly highPercent: number
  readonly tasks: readonly number[]
}

/** Tasks that have a part of their uncertainty in common. */
export interface UncertaintyGroup {
  readonly id: string
  readonly tasks: readonly number[]
}

export interface Uncertainty {
  /** Of two that name a task the later one holds. */
  readonly rules: readonly UncertaintyRule[]
  /** Share of each task's variance that its group has in common, 0 to 1. */
  readonly commonShare: number
  readonly groups: readonly UncertaintyGroup[]
}

export interface UncertainPlan {
  readonly columns: ScheduleColumns
  readonly drivers: readonly DriverInput[]
  /** Tasks that each rule spread, in the order of the rules. */
  readonly spreadTasks: readonly number[]
}

/**
 * The plan with that uncertainty. Tasks that are done, milestones, summaries and tasks with estimates of their own stay as
 * they are. Estimates are whole days: a task too short for its spread to reach one varies by what its group shares only.
 */
export function spreadDurations(columns: ScheduleColumns, uncertainty: Uncertainty): UncertainPlan {
  checkUncertainty(uncertainty)
  const { rules, commonShare } = uncertainty
  const ruleOf = new Int32Array(columns.taskCount).fill(-1)
  for (const [at, { tasks }] of rules.entries()) for (const task of tasks) ruleOf[task] = at
  const parents = new Set(columns.parentIndex)
  const spreadTasks = rules.map(() => 0)
  const copy = copyColumns(
    columns,
    Array.from(columns.predecessorIndex, (_, link) => link),
  )
  const own = Math.sqrt(1 - commonShare)
  for (let task = 0; task < columns.taskCount; task++) {
    const rule = rules[ruleOf[task]]
    if (rule === undefined) continue
    if (parents.has(task) || !mayVary(columns, task)) {
      ruleOf[task] = -1
      continue
    }
    spreadTasks[ruleOf[task]] += 1
    const days = columns.durationDays[task]
    copy.mostLikelyDays[task] = days
    copy.optimisticDays[task] = Math.max(1, Math.min(days, Math.round(days * (1 + (rule.lowPercent * own) / 100))))
    copy.pessimisticDays[task] = Math.max(days, Math.round(days * (1 + (rule.highPercent * own) / 100)))
  }
  return { columns: copy, drivers: driversOf(uncertainty, ruleOf), spreadTasks }
}

function mayVary(columns: ScheduleColumns, task: number): boolean {
  const hasEstimates =
    columns.optimisticDays[task] >= 0 && columns.mostLikelyDays[task] >= 0 && columns.pessimisticDays[task] >= 0
  const isDone = columns.percentComplete[task] >= 100 || columns.actualFinishDay[task] !== NO_DAY
  return columns.durationDays[task] > 0 && !hasEstimates && !isDone
}

/** One factor a run for the tasks of a group that have the same spread. */
function driversOf({ rules, commonShare, groups }: Uncertainty, ruleOf: Int32Array): DriverInput[] {
  if (commonShare === 0) return []
  const shared = Math.sqrt(commonShare) / 100
  return groups.flatMap(({ id, tasks }) =>
    rules.flatMap(({ lowPercent, highPercent }, at): DriverInput[] => {
      const named = tasks.filter((task) => ruleOf[task] === at)
      if (named.length === 0) return []
      const [low, high] = [1 + lowPercent * shared, 1 + highPercent * shared]
      const name = rules.length === 1 ? `uncertainty of ${id}` : `uncertainty ${at + 1} of ${id}`
      return [{ id: name, effect: 'factor', spread: { distribution: 'pert', low, likely: 1, high }, tasks: named }]
    }),
  )
}

function checkUncertainty({ rules, commonShare }: Uncertainty): void {
  refuseUnless(commonShare >= 0 && commonShare <= 1, () => `The correlation is ${commonShare}, not from 0 to 1.`)
  const most = (MAX_FACTOR - 1) * 100
  for (const { lowPercent, highPercent } of rules) {
    const isGood = lowPercent >= -100 && lowPercent <= 0 && highPercent >= 0 && highPercent <= most
    refuseUnless(
      isGood,
      () => `An uncertainty of ${lowPercent} to ${highPercent} percent is not from -100 to 0 and 0 to ${most}.`,
    )
  }
}
