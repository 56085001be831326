import { standardCalendar, WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import { Diagnostics } from '../../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { FIRST_DAY, LAST_DAY, parseDayOf } from '../../plan/file-day.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../../plan/imported-plan.ts'
import type { RawProject, RawTask } from '../raw-project.ts'
import { buildCalendars, type PlanReach } from './build-calendars.ts'
import { buildLinks } from './build-links.ts'
import { buildAssignments, buildResources } from './build-resources.ts'
import { buildTasks, type TaskCalendars } from './build-tasks.ts'
import { keepPlaces } from './kept-places.ts'
import { ownFields } from './own-fields.ts'
import { followPeople } from './peoples-days.ts'
import { TaskPlaces } from './task-places.ts'
import { estimatesAreThreePoint } from './three-point.ts'

// Schedules slip: calendars must still be right some years after the finish that the file knows.
const REACH_BEFORE_DAYS = 366
const REACH_AFTER_DAYS = 3660
// Others say of each task whether it follows its people, or have no calendars of people.
const FOLLOWS_PEOPLE: ReadonlySet<string> = new Set([
  'mpp14',
  'mpp12',
  'mpp9',
  'mpp8',
  'mspdi',
  'mpx',
  'pod',
  'planner',
])

/** Turns what a plan file says into the neutral plan. */
export function buildPlan(
  stated: RawProject,
  context: { fileName: string; limits: ImportLimits; diagnostics?: Diagnostics },
): ImportedPlan {
  const diagnostics = context.diagnostics ?? new Diagnostics(context.limits.maxReceiptEntries)
  const reach = planReach(stated)
  const calendars = buildCalendars(stated.calendars, { reach, limits: context.limits, diagnostics })
  const { calendar, defaultKey } = chooseCalendar(stated, calendars, diagnostics)
  const tasksOfFile = FOLLOWS_PEOPLE.has(stated.header.format)
    ? followPeople(stated, { calendars, planCalendar: calendar }, diagnostics)
    : stated.tasks
  const raw = tasksOfFile === stated.tasks ? stated : { ...stated, tasks: tasksOfFile }
  const onCalendars = taskCalendars(calendars, calendar, diagnostics)
  const readsEstimates = estimatesAreThreePoint(raw, diagnostics)
  const tasks = buildTasks(raw, { calendars: onCalendars, readsEstimates, diagnostics })
  const fields = ownFields(raw, readsEstimates)
  raiseToStart(raw, tasks, diagnostics)
  const places = new TaskPlaces(raw.tasks)
  const dependencies = buildLinks(raw, tasks, places, diagnostics)
  const resources = buildResources(raw, calendars, diagnostics)
  const assignments = buildAssignments(raw, places, resources, diagnostics)
  if (raw.header.isScheduledFromFinish) {
    diagnostics.warn(
      'schedule_from_finish',
      { field: 'start_date' },
      'the file schedules back from its finish; this plan runs forward',
    )
  }
  const start = startDate(raw, tasks, diagnostics)
  const dataDate = raw.header.dataDay ?? raw.header.statusDate?.slice(0, 10) ?? null
  keepFreeTasks(raw, { start, tasks, dependencies }, diagnostics)
  keepPlaces({ start_date: start, tasks, dependencies, status_date: dataDate }, onCalendars, diagnostics)
  return {
    format: 'svc-plan/1',
    name: planName(raw, context.fileName),
    start_date: start,
    status_date: dataDate,
    calendar,
    calendars,
    tasks,
    dependencies,
    resources,
    assignments,
    ...(fields.length === 0 ? {} : { custom_fields: fields }),
    source: {
      format: raw.header.format,
      application: raw.header.application,
      minutes_per_day: raw.header.minutesPerDay,
      start: raw.header.start,
      finish: raw.header.finish,
      status_date: raw.header.statusDate,
      default_calendar: defaultKey,
    },
    receipt: diagnostics.entries(),
  }
}

function planReach(raw: RawProject): PlanReach {
  let firstDay = LAST_DAY
  let lastDay = FIRST_DAY
  const see = (dateTime: string | null) => {
    const day = dateTime === null ? null : parseDayOf(dateTime)
    if (day === null) return
    firstDay = Math.min(firstDay, day)
    lastDay = Math.max(lastDay, day)
  }
  see(raw.header.start)
  see(raw.header.finish)
  for (const task of raw.tasks) {
    see(task.start)
    see(task.finish)
    see(task.constraintDate)
    see(task.lateFinish)
  }
  if (firstDay > lastDay) return { firstDay: FIRST_DAY, lastDay: LAST_DAY }
  const after = Math.max(REACH_AFTER_DAYS, lastDay - firstDay)
  return { firstDay: Math.max(FIRST_DAY, firstDay - REACH_BEFORE_DAYS), lastDay: Math.min(LAST_DAY, lastDay + after) }
}

/** The project's calendar: the one it names, else the only base calendar, else Monday to Friday. */
function chooseCalendar(
  raw: RawProject,
  calendars: Record<string, PlanCalendar>,
  diagnostics: Diagnostics,
): { calendar: PlanCalendar; defaultKey: string | null } {
  const bases = raw.calendars.filter((calendar) => calendar.parentUid === null)
  const named = raw.header.calendarUid === null ? null : String(raw.header.calendarUid)
  const key =
    named !== null && Object.hasOwn(calendars, named) ? named : bases.length === 1 ? String(bases[0]?.uid) : null
  const calendar = key === null ? undefined : calendars[key]
  if (calendar === undefined) {
    diagnostics.warn(
      'calendar_defaulted',
      { field: 'calendar' },
      'the file names no calendar of its own; Monday to Friday is used',
    )
    return { calendar: standardCalendar(), defaultKey: null }
  }
  if (canBeWorkedOn(calendar)) return { calendar, defaultKey: key }
  diagnostics.warn(
    'calendar_without_working_day',
    { field: 'calendar' },
    `calendar ${key} has no working day; Monday to Friday is used`,
  )
  return { calendar: { ...calendar, ...standardCalendar() }, defaultKey: key }
}

function canBeWorkedOn(calendar: PlanCalendar): boolean {
  return calendar.working_days.length > 0 || calendar.exceptions.some((exception) => exception.working)
}

function taskCalendars(
  calendars: Record<string, PlanCalendar>,
  planCalendar: PlanCalendar,
  diagnostics: Diagnostics,
): TaskCalendars {
  const counters = new Map<string | null, WorkingDayCounter>()
  const calendarOf = (key: string | null) => (key === null ? planCalendar : (calendars[key] ?? planCalendar))
  const keyOf = (task: RawTask) => {
    if (task.calendarUid === null) return null
    const key = String(task.calendarUid)
    const calendar = Object.hasOwn(calendars, key) ? calendars[key] : undefined
    if (calendar !== undefined && canBeWorkedOn(calendar)) return key
    const reason = calendar === undefined ? 'is not in the file' : 'has no working day'
    diagnostics.warn(
      'task_calendar_dropped',
      { uid: task.uid, field: 'calendar' },
      `calendar ${key} ${reason}; the plan's calendar is used`,
    )
    return null
  }
  const countWorkingDays = (key: string | null, fromDay: number, toDay: number) => {
    const counter = counters.get(key) ?? new WorkingDayCounter(calendarOf(key))
    counters.set(key, counter)
    return counter.count(fromDay, toDay)
  }
  return { keyOf, countWorkingDays, workingDaysInWeek: (key) => calendarOf(key).working_days.length }
}

/**
 * An earliest start before the project's says nothing where the file itself starts the task no earlier than the project:
 * it is raised to the project's start, which would otherwise move back and take every free task along.
 */
function raiseToStart({ header }: RawProject, tasks: readonly PlanTask[], diagnostics: Diagnostics): void {
  const own = header.start?.slice(0, 10) ?? null
  if (own === null) return
  for (const task of tasks) {
    const begins = task.source?.start ?? null
    if (task.planned_start === null || task.planned_start >= own || begins === null || begins.slice(0, 10) < own)
      continue
    const text = `an earliest start of ${task.planned_start} before the project's own says nothing; it became ${own}`
    diagnostics.warn('planned_start_raised', { uid: Number(task.id), field: 'planned_start' }, text)
    task.planned_start = own
  }
}

/** The file's start, pulled back to the earliest date that a task of the plan is held to, or at which one that is held begins. */
function startDate(raw: RawProject, tasks: readonly PlanTask[], diagnostics: Diagnostics): string {
  let earliestHeld: string | null = null
  for (const { planned_start, actual_start, constraint_type, source } of tasks) {
    if (planned_start !== null) earliestHeld = earlier(earliestHeld, planned_start)
    if (actual_start !== null) earliestHeld = earlier(earliestHeld, actual_start)
    const begins = source?.start?.slice(0, 10) ?? null
    if (begins !== null && constraint_type != null && constraint_type !== 'ALAP')
      earliestHeld = earlier(earliestHeld, begins)
  }
  const own = raw.header.start?.slice(0, 10) ?? earliestStart(raw.tasks)
  if (own === null) {
    if (earliestHeld !== null) return earliestHeld
    diagnostics.warn(
      'start_defaulted',
      { field: 'start_date' },
      `the file holds no date; ${FALLBACK_START_DATE} is used`,
    )
    return FALLBACK_START_DATE
  }
  if (earliestHeld === null || earliestHeld >= own) return own
  diagnostics.warn('project_start_shifted', { field: 'start_date' }, `start moved from ${own} back to ${earliestHeld}`)
  return earliestHeld
}

/**
 * A start that moved back would take along every task that waits for nothing: those that the file has not before its own
 * start keep that as their earliest start.
 */
function keepFreeTasks(
  { header }: RawProject,
  { start, tasks, dependencies }: Pick<ImportedPlan, 'tasks' | 'dependencies'> & { start: string },
  diagnostics: Diagnostics,
): void {
  const own = header.start?.slice(0, 10) ?? null
  if (own === null || start >= own) return
  const waits = new Set(dependencies.map((link) => link.successor))
  let kept = 0
  // Rows stand below what is around them: what a summary waits for, everything inside of it waits for.
  for (const task of tasks) {
    if (task.parent !== null && waits.has(task.parent)) waits.add(task.id)
    const begins = task.source?.start ?? null
    if (waits.has(task.id) || begins === null || begins.slice(0, 10) < own || !isFree(task)) continue
    task.planned_start = own
    kept += 1
  }
  const text = `Kept at the start of the file, ${own}, because the plan begins before it`
  diagnostics.warnCounted('planned_start_kept', 'planned_start', kept, tasks.length, text)
}

/** Held to nothing and not begun. */
function isFree({ source, planned_start: planned, constraint_type: held, percent_complete, actual_start }: PlanTask) {
  return (
    source?.summary === false &&
    planned === null &&
    held === undefined &&
    percent_complete === 0 &&
    actual_start === null
  )
}

function earliestStart(tasks: readonly RawTask[]): string | null {
  let earliest: string | null = null
  for (const { start } of tasks) if (start !== null) earliest = earlier(earliest, start)
  return earliest?.slice(0, 10) ?? null
}

function earlier(least: string | null, date: string): string {
  return least === null || date < least ? date : least
}

function planName(raw: RawProject, fileName: string): string {
  return raw.header.title ?? (fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'Imported plan')
}
