import type { ScheduleResult } from '../../cpm/schedule-result.ts'
import { rememberingFormat } from '../../plan/civil-day.ts'
import type { LinkTypeName } from '../../plan/constraint-names.ts'
import type { Plan, PlanDependency } from '../../plan/plan-document.ts'
import { columnsFromPlan } from '../columns-from-plan.ts'
import type { ScheduleColumns } from '../schedule-columns.ts'

const TYPES_BY_NAME = ['FF', 'FS', 'SF', 'SS']

/**
 * The `svc-schedule/1` document of a plan: tasks in plan order, driving links by predecessor, successor and type. Pass
 * the columns the result came from where they are at hand; else they are made again.
 */
export function scheduleDocument(
  plan: Plan,
  result: ScheduleResult,
  columns: ScheduleColumns = columnsFromPlan(plan),
): ScheduleDocument {
  const format = rememberingFormat()
  return {
    format: 'svc-schedule/1',
    project_start: format(result.projectStartDay),
    project_finish: format(result.projectFinishDay),
    critical_path: Array.from(result.criticalPath, (task) => plan.tasks[task].id),
    tasks: plan.tasks.flatMap((task, index) =>
      result.isScheduled[index] === 1 ? [presentTask(task.id, result, index, format)] : [],
    ),
    driving: presentDriving(plan, result, columns),
  }
}

function presentTask(
  id: string,
  result: ScheduleResult,
  index: number,
  format: (day: number) => string,
): ScheduledTask {
  return {
    id,
    early_start: format(result.earlyStartDay[index]),
    early_finish: format(result.earlyFinishDay[index]),
    late_start: format(result.lateStartDay[index]),
    late_finish: format(result.lateFinishDay[index]),
    scheduled_start: format(result.scheduledStartDay[index]),
    total_float: result.totalFloatDays[index],
    free_float: result.freeFloatDays[index],
    is_critical: result.isCritical[index] === 1,
  }
}

/** Sorted by one number a link: rank of the predecessor, rank of the successor, type. */
function presentDriving(plan: Plan, result: ScheduleResult, columns: ScheduleColumns): ScheduleDocument['driving'] {
  const { idRank, predecessorIndex, successorIndex, taskCount } = columns
  const links = plan.dependencies ?? []
  const linkOfKey = new Map<number, PlanDependency>()
  for (let link = 0; link < links.length; link++) {
    if (result.isDriving[link] === 0) continue
    const pair = idRank[predecessorIndex[link]] * taskCount + idRank[successorIndex[link]]
    linkOfKey.set(pair * 4 + TYPES_BY_NAME.indexOf(links[link].dep_type ?? 'FS'), links[link])
  }
  return Array.from(Float64Array.from(linkOfKey.keys()).sort(), (key) => {
    const { predecessor, successor, dep_type = 'FS' } = linkOfKey.get(key) as PlanDependency
    return { predecessor, successor, dep_type }
  })
}

/** Computed dates of one task. Finishes are inclusive; floats are working days of the task's calendar. */
export interface ScheduledTask {
  id: string
  early_start: string
  early_finish: string
  late_start: string
  late_finish: string
  scheduled_start: string
  total_float: number
  free_float: number
  is_critical: boolean
}

export interface ScheduleDocument {
  format: 'svc-schedule/1'
  project_start: string
  project_finish: string
  critical_path: string[]
  tasks: ScheduledTask[]
  driving: { predecessor: string; successor: string; dep_type: LinkTypeName }[]
}
