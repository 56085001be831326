import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { parseDay } from '../../plan/file-day.ts'
import type { ImportedPlan, PlanTask } from '../../plan/imported-plan.ts'
import type { RawProject } from '../raw-project.ts'
import type { TaskCalendars } from './build-tasks.ts'
import { lastDayWorked } from './map-actuals.ts'

/** No calendar of people has a longer gap. */
const MAX_GAP_DAYS = 400

/**
 * Desktop planners put what is left of a begun task after what is done, whatever its data date; here it follows the data
 * date, or the start where the file has none, and the task would end early by the days that are done. So what is left
 * begins no earlier than it does in the file. Primavera reckons as we do.
 */
export function keepRemainingWork(
  { header }: RawProject,
  { tasks, status_date: dataDate }: Pick<ImportedPlan, 'tasks' | 'status_date'>,
  { countWorkingDays }: TaskCalendars,
  diagnostics: Diagnostics,
): void {
  if (header.format === 'xer' || header.format === 'pmxml') return
  let kept = 0
  for (const task of tasks) {
    const last = isUnderWay(task) ? lastDayWorked(task.source?.start ?? null, task.source?.finish ?? null) : null
    const lastDay = last === null ? null : parseDay(last)
    if (lastDay === null) continue
    const isWorked = (day: number) => countWorkingDays(task.calendar, day, day) === 1
    const resumes = startOf(lastDay, remainingDays(task.duration, task.percent_complete), isWorked)
    const began = task.actual_start ?? task.source?.start?.slice(0, 10) ?? null
    if (resumes === null || (began !== null && resumes <= began) || (dataDate !== null && resumes <= dataDate)) continue
    task.planned_start = resumes
    kept += 1
  }
  const text = 'What is left of work under way goes on where the file has it'
  diagnostics.warnCounted('remaining_work_kept', 'planned_start', kept, tasks.length, text)
}

/** Begun, not done, and held by nothing. */
function isUnderWay({ source, percent_complete: percent, planned_start: planned, ...task }: PlanTask): boolean {
  const isBegun = percent > 0 && percent < 100 && task.actual_finish === null && !task.is_milestone
  return isBegun && source?.summary === false && planned === null && (task.constraint_type ?? null) === null
}

/** The first of so many working days, of which a day is the last; null where a calendar holds no so many in reach. */
function startOf(lastDay: number, days: number, isWorked: (day: number) => boolean): string | null {
  let left = days
  let gap = 0
  for (let day = lastDay; left > 0 && gap <= MAX_GAP_DAYS; day -= 1) {
    if (isWorked(day)) {
      left -= 1
      gap = 0
      if (left === 0) return formatCivilDay(day)
    } else gap += 1
  }
  return null
}
