import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { parseDay, parseDayOf } from '../../plan/file-day.ts'
import type { ImportedPlan, PlanDependency, PlanTask } from '../../plan/imported-plan.ts'
import type { TaskCalendars } from './build-tasks.ts'
import { lastDayWorked } from './map-actuals.ts'

/** No calendar of people has a longer gap. */
const MAX_GAP_DAYS = 400

type Parts = Pick<ImportedPlan, 'tasks' | 'dependencies' | 'status_date'>

/** The first day of work that is placed, and the last. */
type Place = { firstDay: number; lastDay: number }

/**
 * Keeps work where the file has it and our rules would put it earlier, unless what it waits for puts it there in any case.
 *
 * Planners put what is left of a begun task after what is done, whatever its data date; here it follows the data date, or
 * the start where the file has none, and the task would end early by the days that are done. And what levelling has
 * delayed stands where nothing of the plan holds it.
 */
export function keepPlaces(
  { tasks, dependencies, status_date: dataDate }: Parts,
  calendars: TaskCalendars,
  diagnostics: Diagnostics,
): void {
  const moved = tasks.filter((task) => isUnderWay(task) || isLevelled(task))
  if (moved.length === 0) return
  const links = linksInto(tasks, dependencies)
  let remaining = 0
  let levelled = 0
  for (const task of moved) {
    const isBegun = isUnderWay(task)
    const place = isBegun ? placeOfTheRest(task, calendars) : placeOf(task)
    if (place === null || links(task).some((link) => reaches(link, place, task.calendar, calendars))) continue
    const starts = formatCivilDay(place.firstDay)
    const began = isBegun ? (task.actual_start ?? task.source?.start?.slice(0, 10) ?? null) : null
    const isLater = (date: string | null) => date === null || starts > date
    if (![began, dataDate, task.planned_start].every(isLater)) continue
    task.planned_start = starts
    if (isBegun) remaining += 1
    else levelled += 1
  }
  const report = (code: string, count: number, what: string) =>
    diagnostics.warnCounted(code, 'planned_start', count, tasks.length, what)
  report('remaining_work_kept', remaining, 'What is left of work under way goes on where the file has it')
  report('levelled_start_kept', levelled, 'Kept at the start that levelling gave it')
}

/** Begun and not done. What holds its start holds nothing any more, here and in the file. */
function isUnderWay({ source, percent_complete: percent, actual_finish: finished, is_milestone }: PlanTask): boolean {
  return percent > 0 && percent < 100 && finished === null && !is_milestone && source?.summary === false
}

/** Delayed by levelling, not begun, and held by nothing else. */
function isLevelled({ source, percent_complete: percent, planned_start: planned, ...task }: PlanTask): boolean {
  if ((source?.levelling_minutes ?? 0) <= 0 || percent > 0 || task.actual_start !== null) return false
  return source?.summary === false && planned === null && (task.constraint_type ?? null) === null
}

function placeOf({ source }: PlanTask): Place | null {
  const firstDay = source?.start == null ? null : parseDayOf(source.start)
  const lastDay = source?.finish == null ? firstDay : parseDayOf(source.finish)
  return firstDay === null || lastDay === null ? null : { firstDay, lastDay }
}

/** Its last day in the file and the first of so many working days that are left until then. */
function placeOfTheRest(task: PlanTask, { countWorkingDays }: TaskCalendars): Place | null {
  const last = lastDayWorked(task.source?.start ?? null, task.source?.finish ?? null)
  const lastDay = last === null ? null : parseDay(last)
  if (lastDay === null) return null
  let left = remainingDays(task.duration, task.percent_complete)
  let gap = 0
  for (let day = lastDay; left > 0 && gap <= MAX_GAP_DAYS; day -= 1) {
    if (countWorkingDays(task.calendar, day, day) === 0) gap += 1
    else {
      left -= 1
      gap = 0
      if (left === 0) return { firstDay: day, lastDay }
    }
  }
  return null
}

type LinkFrom = { link: PlanDependency; source: PlanTask['source'] }

/** The links of a task and of the summaries around it, each with what the file says of the task that it comes from. */
function linksInto(
  tasks: readonly PlanTask[],
  dependencies: readonly PlanDependency[],
): (task: PlanTask) => readonly LinkFrom[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const bySuccessor = new Map<string, LinkFrom[]>()
  for (const link of dependencies) {
    const from = { link, source: byId.get(link.predecessor)?.source }
    const known = bySuccessor.get(link.successor)
    if (known === undefined) bySuccessor.set(link.successor, [from])
    else known.push(from)
  }
  return (task) => {
    const links: LinkFrom[] = []
    const seen = new Set<PlanTask>()
    for (
      let at: PlanTask | undefined = task;
      at !== undefined && !seen.has(at);
      at = at.parent === null ? undefined : byId.get(at.parent)
    ) {
      seen.add(at)
      links.push(...(bySuccessor.get(at.id) ?? []))
    }
    return links
  }
}

/** Whether the link alone puts the work where the file has it: it then goes on following its predecessor. */
function reaches(
  { link, source }: LinkFrom,
  { firstDay, lastDay }: Place,
  calendar: string | null,
  { countWorkingDays }: TaskCalendars,
): boolean {
  const { dep_type: type, lag } = link
  const dateTime = type.startsWith('F') ? source?.finish : source?.start
  const day = dateTime == null ? null : parseDayOf(dateTime)
  if (day === null) return false
  const fromDay = type.startsWith('F') ? day + 1 : day
  return type.endsWith('S')
    ? countWorkingDays(calendar, fromDay, firstDay) <= lag + 1
    : countWorkingDays(calendar, fromDay, lastDay) <= lag
}
