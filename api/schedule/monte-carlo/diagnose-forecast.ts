import { DELIVERY_MODE, NO_ESTIMATE, type ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { isComplete } from '../../../compute/model/task-progress.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import type { ForecastReason } from './monte-carlo.schema.ts'
import type { ForecastDiagnostic } from './run-detail.ts'

/** Why all runs of a simulation ended on one day, if they did. */
export function diagnoseForecast(loaded: LoadedSchedule, result: SimulationResult): ForecastDiagnostic {
  const { columns } = loaded.input
  const leaves = leavesOf(columns)
  const counts = {
    tasks_total: leaves.length,
    tasks_with_variance: result.tasksWithVariance,
    tasks_pending_approval: leaves.filter((task) => isWithheld(loaded, task)).length,
    agile_tasks_without_velocity:
      columns.velocitySamples.length > 0 ? 0 : leaves.filter((task) => wantsVelocity(columns, task)).length,
  }
  const deterministic = result.isOneDay
  const isAllComplete = leaves.every((task) => isComplete(columns, task))
  return { deterministic, reason: deterministic ? reasonOf(isAllComplete, counts) : null, ...counts }
}

function reasonOf(
  isAllComplete: boolean,
  counts: Omit<ForecastDiagnostic, 'deterministic' | 'reason'>,
): ForecastReason {
  if (isAllComplete) return 'all_complete'
  if (counts.tasks_with_variance > 0) return 'estimates_off_critical_path'
  if (counts.tasks_pending_approval > 0) return 'estimates_pending_approval'
  if (counts.agile_tasks_without_velocity > 0) return 'no_velocity_history'
  return 'no_estimates'
}

/** Summaries are never simulated. */
export function leavesOf({ taskCount, parentIndex }: ScheduleColumns): number[] {
  const isParent = new Uint8Array(taskCount)
  for (let task = 0; task < taskCount; task++) {
    const parent = parentIndex[task] as number
    if (parent >= 0) isParent[parent] = 1
  }
  const leaves: number[] = []
  for (let task = 0; task < taskCount; task++) if (isParent[task] === 0) leaves.push(task)
  return leaves
}

/** Three stored estimates that the engine did not get, because nobody approved them. */
function isWithheld({ rows, input }: LoadedSchedule, task: number): boolean {
  const { estimates } = rows
  const row = input.rowOfTask[task] as number
  if (!estimates || input.columns.mostLikelyDays[task] !== NO_ESTIMATE) return false
  return [estimates.optimisticDays, estimates.mostLikelyDays, estimates.pessimisticDays].every(
    (column) => (column[row] as number) !== NO_ESTIMATE,
  )
}

function wantsVelocity(columns: ScheduleColumns, task: number): boolean {
  return columns.deliveryMode[task] === DELIVERY_MODE.scrum && (columns.storyPoints[task] as number) > 0
}
