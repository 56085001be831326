import { formatCivilDay } from '../calendar/civil-day.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { Plan, ScheduleDocument, ScheduledTask } from './plan.ts'
import { compareIds } from './rank-ids.ts'

/** The `svc-schedule/1` document of a plan: tasks in plan order, driving links by predecessor, successor and type. */
export function scheduleDocument(plan: Plan, result: ScheduleResult): ScheduleDocument {
  return {
    format: 'svc-schedule/1',
    project_start: formatCivilDay(result.projectStartDay),
    project_finish: formatCivilDay(result.projectFinishDay),
    critical_path: Array.from(result.criticalPath, (task) => plan.tasks[task].id),
    tasks: plan.tasks.flatMap((task, index) =>
      result.isScheduled[index] === 1 ? [presentTask(task.id, result, index)] : [],
    ),
    driving: presentDriving(plan, result),
  }
}

function presentTask(id: string, result: ScheduleResult, index: number): ScheduledTask {
  return {
    id,
    early_start: formatCivilDay(result.earlyStartDay[index]),
    early_finish: formatCivilDay(result.earlyFinishDay[index]),
    late_start: formatCivilDay(result.lateStartDay[index]),
    late_finish: formatCivilDay(result.lateFinishDay[index]),
    scheduled_start: formatCivilDay(result.scheduledStartDay[index]),
    total_float: result.totalFloatDays[index],
    free_float: result.freeFloatDays[index],
    is_critical: result.isCritical[index] === 1,
  }
}

function presentDriving(plan: Plan, result: ScheduleResult): ScheduleDocument['driving'] {
  const driving = (plan.dependencies ?? [])
    .filter((_, link) => result.isDriving[link] === 1)
    .map(({ predecessor, successor, dep_type }) => ({ predecessor, successor, dep_type: dep_type ?? ('FS' as const) }))
  const key = (edge: (typeof driving)[number]): string[] => [edge.predecessor, edge.successor, edge.dep_type]
  const sorted = driving.sort((left, right) => compareTexts(key(left), key(right)))
  return sorted.filter((edge, index) => index === 0 || compareTexts(key(edge), key(sorted[index - 1])) !== 0)
}

function compareTexts(left: readonly string[], right: readonly string[]): number {
  for (let at = 0; at < left.length; at++) {
    const difference = compareIds(left[at], right[at])
    if (difference !== 0) return difference
  }
  return 0
}
