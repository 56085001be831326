import type { ImportedPlan, PlanDependency, PlanTask } from '../../plan/imported-plan.ts'
import { MINUTES_PER_ELAPSED_DAY, roundAwayFromZero } from '../../plan-file/build/convert-duration.ts'
import { daysWithin } from '../../plan-file/build/start-to-finish.ts'
import { isLagUnit, isPercentUnit } from '../../plan-file/duration-units.ts'
import { type KeptLag, lagComment, lagInFile } from '../../primavera/kept-lag.ts'
import type { PrimaveraModel, RelationKind } from '../../primavera/primavera-model.ts'
import { minutesOfTask, PROJECT_ID, type WriteContext } from './write-context.ts'

const DAYS_FORMAT = 7
const ELAPSED_DAYS_FORMAT = 8

/** A file counts all of its lags through nights and free days, or none. */
export function lagsAreElapsed(plan: ImportedPlan): boolean {
  const lags = plan.dependencies.filter(({ lag }) => lag !== 0)
  return lags.length > 0 && lags.every(({ lag_unit }) => lag_unit === 'elapsed')
}

/** Links of activities; a comment says how a lag was given where that is another way than the file's. */
export function addRelations(model: PrimaveraModel, context: WriteContext, isElapsed: boolean): void {
  const { plan, numbers, parents } = context
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  const minutesOf = new Map(model.activities.map(({ id, plannedMinutes }) => [id, plannedMinutes ?? 0]))
  for (const link of plan.dependencies) {
    const [from, to] = [numbers.taskOf.get(link.predecessor), numbers.taskOf.get(link.successor)]
    if (from === undefined || to === undefined || parents.has(link.predecessor) || parents.has(link.successor)) continue
    const minutesPerDay = minutesOfTask(context, tasks.get(link.predecessor))
    const lag = lagOf(link, tasks.get(link.successor), minutesPerDay)
    const predecessorMinutes = minutesOf.get(from) ?? 0
    const isUsual = lag.format === (isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT)
    model.relations.push({
      projectId: PROJECT_ID,
      predecessorProjectId: PROJECT_ID,
      predecessorId: from,
      successorId: to,
      kind: `PR_${link.dep_type}` as RelationKind,
      lagMinutes: lagInFile(lag, { isElapsed, minutesPerDay, predecessorMinutes }),
      comment: isUsual ? null : lagComment(lag),
    })
  }
}

/** The lag of the file while it still means the same days. */
export function lagOf(link: PlanDependency, successor: PlanTask | undefined, minutesPerDay: number): KeptLag {
  const isElapsed = link.lag_unit === 'elapsed'
  const perDay = isElapsed ? MINUTES_PER_ELAPSED_DAY : minutesPerDay
  const days = link.lag + daysWithin(link.dep_type, successor)
  const { lag_minutes: minutes, lag_format: stated = null, lag_percent: percent } = link.source ?? {}
  const usual = isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT
  if (minutes === undefined || roundAwayFromZero(minutes / perDay) !== days)
    return { amount: days * perDay, format: usual }
  const format = stated !== null && isLagUnit(stated) ? stated : usual
  if (!isPercentUnit(format)) return { amount: minutes, format }
  // Without the percentage the lag is written in minutes; its unit would make percent of them.
  return percent === undefined ? { amount: minutes, format: usual } : { amount: percent, format }
}
