import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { LONGEST_GAP_DAYS, parseDay, parseDayOf } from '../../plan/file-day.ts'
import type { ImportedPlan, PlanDependency, PlanTask } from '../../plan/imported-plan.ts'
import type { TaskCalendars } from './build-tasks.ts'
import { lastDayWorked } from './map-actuals.ts'

type Parts = Pick<ImportedPlan, 'start_date' | 'tasks' | 'dependencies' | 'status_date'>

/** The first day of work that is placed, and the last. */
type Place = { firstDay: number; lastDay: number }

interface Around {
  readonly calendars: TaskCalendars
  /** The day before which a task cannot begin because a summary around it was placed by hand; null where none holds it. */
  readonly floorOf: (task: PlanTask) => number | null
}

interface Rule {
  readonly code: string
  readonly told: string
  readonly applies: (task: PlanTask) => boolean
  /** Null where nothing needs to be kept. */
  readonly placeOf: (task: PlanTask, around: Around) => Place | null
}

const RULES: readonly Rule[] = [
  {
    // Planners put what is left of a begun task after what is done, whatever its data date; here it follows the data date,
    // or the start where the file has none, and the task would end early by the days that are done.
    code: 'remaining_work_kept',
    told: 'What is left of work under way goes on where the file has it',
    applies: isUnderWay,
    placeOf: placeOfTheRest,
  },
  {
    code: 'levelled_start_kept',
    told: 'Kept at the start that levelling gave it',
    applies: isLevelled,
    placeOf: ({ source }) => placeBetween(source?.start, source?.finish),
  },
  {
    // A milestone takes no time here. Planners draw one that lasts at its finish, and what follows it waits for that.
    code: 'milestone_finish_kept',
    told: 'Milestones that last in the file stand at their finish',
    applies: isLastingMilestone,
    placeOf: ({ source }) => placeBetween(source?.finish, source?.finish),
  },
  {
    // A summary that was placed by hand holds what is inside as the start of the project does; here it is rolled up from that.
    code: 'summary_start_kept',
    told: 'Begins no earlier than the summary around it, which was placed by hand',
    applies: (task) => task.planned_start === null && task.source?.mode !== 'manual' && isUnheld(task),
    placeOf: placeInSummary,
  },
]

/**
 * Keeps work where the file has it and our rules would put it earlier, unless what it waits for puts it there in any case:
 * it then goes on following that.
 */
export function keepPlaces(
  { start_date: start, tasks, dependencies, status_date: dataDate }: Parts,
  calendars: TaskCalendars,
  diagnostics: Diagnostics,
): void {
  const around = { calendars, floorOf: floorsOf(tasks, start) }
  let links: ReturnType<typeof linksInto> | null = null
  for (const { code, told, applies, placeOf } of RULES) {
    let kept = 0
    for (const task of tasks) {
      const place = applies(task) ? placeOf(task, around) : null
      if (place === null) continue
      const starts = formatCivilDay(place.firstDay)
      if ((dataDate !== null && starts <= dataDate) || (task.planned_start !== null && starts <= task.planned_start))
        continue
      links ??= linksInto(tasks, dependencies)
      if (links(task).some((link) => reaches(link, place, task.calendar, calendars))) continue
      task.planned_start = starts
      kept += 1
    }
    diagnostics.warnCounted(code, 'planned_start', kept, tasks.length, told)
  }
}

/** Begun and not done. What holds its start holds nothing any more, here and in the file. */
function isUnderWay({ source, percent_complete: percent, actual_finish: finished, is_milestone }: PlanTask): boolean {
  return percent > 0 && percent < 100 && finished === null && !is_milestone && source?.summary === false
}

/** Delayed by levelling, not begun, and held by nothing else. */
function isLevelled(task: PlanTask): boolean {
  return (task.source?.levelling_minutes ?? 0) > 0 && task.planned_start === null && isUnheld(task)
}

function isLastingMilestone(task: PlanTask): boolean {
  return task.is_milestone && (task.source?.duration_minutes ?? 0) > 0 && isUnheld(task)
}

function isUnheld({
  source,
  percent_complete: percent,
  actual_start: began,
  constraint_type: held,
}: PlanTask): boolean {
  return percent === 0 && began === null && (held ?? null) === null && source?.summary === false
}

function placeBetween(start: string | null | undefined, finish: string | null | undefined): Place | null {
  const firstDay = start == null ? null : parseDayOf(start)
  const lastDay = finish == null ? firstDay : parseDayOf(finish)
  return firstDay === null || lastDay === null ? null : { firstDay, lastDay }
}

/** Its last day in the file and the first of so many working days that are left until then, where that is after its start. */
function placeOfTheRest(task: PlanTask, { calendars: { countWorkingDays } }: Around): Place | null {
  const last = lastDayWorked(task.source?.start ?? null, task.source?.finish ?? null)
  const lastDay = last === null ? null : parseDay(last)
  const began = parseDay(task.actual_start ?? task.source?.start?.slice(0, 10) ?? '')
  if (lastDay === null) return null
  let left = remainingDays(task.duration, task.percent_complete)
  let gap = 0
  for (let day = lastDay; left > 0 && gap <= LONGEST_GAP_DAYS && (began === null || day > began); day -= 1) {
    if (countWorkingDays(task.calendar, day, day) === 0) gap += 1
    else {
      left -= 1
      gap = 0
      if (left === 0) return { firstDay: day, lastDay }
    }
  }
  return null
}

function placeInSummary(task: PlanTask, { floorOf }: Around): Place | null {
  const floor = floorOf(task)
  const place = placeBetween(task.source?.start, task.source?.finish)
  return floor === null || place === null || place.firstDay < floor ? null : { ...place, firstDay: floor }
}

/** Where the nearest summary around each task that was placed by hand begins, where that is after the start of the plan. */
function floorsOf(tasks: readonly PlanTask[], start: string): (task: PlanTask) => number | null {
  const inside = new Map<string, number | null>()
  const before = parseDay(start)
  // Rows stand below what is around them.
  for (const { id, parent, source } of tasks) {
    if (source?.summary !== true) continue
    const own = source.mode === 'manual' && source.start !== null ? parseDayOf(source.start) : null
    inside.set(id, own ?? (parent === null ? null : (inside.get(parent) ?? null)))
  }
  return ({ parent }) => {
    const floor = parent === null ? null : (inside.get(parent) ?? null)
    return floor === null || before === null || floor <= before ? null : floor
  }
}

type LinkFrom = { link: PlanDependency; source: PlanTask['source'] }

/** The links of a task and of the summaries around it, each with what the file says of the task that it comes from. */
function linksInto(
  tasks: readonly PlanTask[],
  dependencies: readonly PlanDependency[],
): (task: PlanTask) => readonly LinkFrom[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const bySuccessor = Map.groupBy(dependencies, ({ successor }) => successor)
  return (task) => {
    const around = new Set<PlanTask>()
    for (let at: PlanTask | undefined = task; at !== undefined && !around.has(at); at = byId.get(at.parent ?? ''))
      around.add(at)
    const links = [...around].flatMap(({ id }) => bySuccessor.get(id) ?? [])
    return links.map((link) => ({ link, source: byId.get(link.predecessor)?.source }))
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
  // Where a person put a summary says nothing of where it is here, around what is inside.
  if (source?.summary === true && source.mode === 'manual') return false
  const dateTime = type.startsWith('F') ? source?.finish : source?.start
  const day = dateTime == null ? null : parseDayOf(dateTime)
  if (day === null) return false
  const fromDay = type.startsWith('F') ? day + 1 : day
  return type.endsWith('S')
    ? countWorkingDays(calendar, fromDay, firstDay) <= lag + 1
    : countWorkingDays(calendar, fromDay, lastDay) <= lag
}
