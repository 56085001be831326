import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { isAfterNoon, parseDayOf } from '../../plan/file-day.ts'
import type { PlanBaseline, PlanTask, TaskSource } from '../../plan/imported-plan.ts'
import { placeOutline } from '../../plan/place-outline.ts'
import type { RawProject, RawTask } from '../raw-project.ts'
import { durationDays, wholeDays } from './convert-duration.ts'
import { workingDaysBetween } from './days-between.ts'
import { daysInFile } from './days-by-dates.ts'
import { mapActuals } from './map-actuals.ts'
import { constraintType, type HeldTo, isHeld, mapConstraint, NOT_HELD } from './map-constraint.ts'
import { ownValues } from './own-fields.ts'
import { daysUnderWay } from './percent-of-days.ts'
import { readEstimates } from './three-point.ts'

/** Answers questions about the calendar of a task; built once a plan, because counting needs a table a calendar. */
export type TaskCalendars = {
  /** The key of a calendar that exists and can be worked on, else null: the plan's own. */
  keyOf: (task: RawTask) => string | null
  workingDaysInWeek: (key: string | null) => number
  countWorkingDays: (key: string | null, fromDay: number, toDay: number) => number
}

/** Every task of the file, with its place in the tree. */
export function buildTasks(
  raw: RawProject,
  {
    calendars,
    readsEstimates,
    diagnostics,
  }: { calendars: TaskCalendars; readsEstimates: boolean; diagnostics: Diagnostics },
): PlanTask[] {
  const rows = raw.tasks
  const parents = placeOutline(rows.map((task) => task.outlineLevel))
  const isSummary = new Uint8Array(rows.length)
  for (const parent of parents) if (parent >= 0) isSummary[parent] = 1
  const ids = rows.map((task) => String(task.uid))
  const tasks = rows.map((task, index) => {
    return buildTask(task, {
      id: ids[index] ?? '',
      parent: ids[parents[index] ?? -1] ?? null,
      isSummary: isSummary[index] === 1,
      minutesPerDay: task.minutesPerDay ?? raw.header.minutesPerDay,
      readsEstimates,
      calendars,
      diagnostics,
    })
  })
  reportNotImported(rows, diagnostics)
  return tasks
}

type TaskContext = {
  id: string
  parent: string | null
  isSummary: boolean
  minutesPerDay: number
  readsEstimates: boolean
  calendars: TaskCalendars
  diagnostics: Diagnostics
}

function buildTask(task: RawTask, context: TaskContext): PlanTask {
  const { isSummary, diagnostics } = context
  const calendar = context.calendars.keyOf(task)
  const { days, percent } = daysUnderWay(task, { ...context, days: taskDays(task, calendar, context) })
  const isMilestone = !isSummary && (task.isMilestone || days === 0)
  if (isMilestone && days > 0) {
    const text = `a milestone takes no time; its ${days} days are dropped`
    diagnostics.warn('milestone_duration', { uid: task.uid, field: 'duration' }, text)
  }
  const moment = isMilestone ? momentOf(task) : null
  const movesOn = isMilestone && moment !== 'end_of_day'
  const { plannedStart, constraint, deadline } = isHeld(task) ? heldTo(task, calendar, movesOn, context) : NOT_HELD
  const progress = mapActuals(
    { ...task, percentComplete: percent },
    plannedStart !== null || constraint !== null,
    diagnostics,
  )
  const wantsEstimates = context.readsEstimates && !isSummary && !isMilestone
  const estimates = wantsEstimates ? readEstimates(task, context.minutesPerDay, diagnostics) : null
  if (task.name === null) diagnostics.warn('no_name', { uid: task.uid, field: 'name' }, 'the task has no name')
  if (!task.isActive)
    diagnostics.warn(
      'inactive_task',
      { uid: task.uid },
      'inactive in the file, imported as an ordinary task for which nothing waits',
    )
  if (task.isSubproject) diagnostics.warn('subproject', { uid: task.uid }, 'linked project is not followed')
  const built: PlanTask = {
    id: context.id,
    name: task.name ?? '',
    duration: isMilestone ? 0 : days,
    parent: context.parent,
    calendar,
    is_milestone: isMilestone,
    planned_start: plannedStart,
    percent_complete: progress.percent,
    actual_start: progress.actualStart,
    actual_finish: progress.actualFinish,
    optimistic_duration: estimates?.optimistic ?? null,
    most_likely_duration: estimates?.mostLikely ?? null,
    pessimistic_duration: estimates?.pessimistic ?? null,
    delivery_mode: isMilestone ? 'milestone' : 'waterfall',
    story_points: null,
    source: taskSource(task, isSummary),
  }
  // What few tasks have comes afterwards: objects of one shape are cheaper to make, to copy and to read.
  if (task.name === null) delete built.name
  if (constraint !== null) Object.assign(built, constraint)
  if (deadline !== null) built.deadline = deadline
  if (moment !== null) built.milestone_at = moment
  if (task.notes !== null) built.notes = task.notes
  const own = ownValues(task, { minutesPerDay: context.minutesPerDay, areEstimates: context.readsEstimates })
  if (own !== undefined) built.custom_fields = own
  if (task.baseline !== null) built.baseline = capturedAs(task.baseline, calendar, isMilestone, context.calendars)
  return built
}

/** At which end of its day the file has a milestone; one that was met, or that fills its day, has none. */
function momentOf(task: RawTask): PlanTask['milestone_at'] | null {
  const finish = task.finish ?? task.start
  if (finish === null || task.actualStart !== null) return null
  if (!isAfterNoon(finish)) return 'start_of_day'
  return isAfterNoon(task.start ?? finish) ? 'end_of_day' : null
}

function heldTo(task: RawTask, calendar: string | null, movesOn: boolean, context: TaskContext): HeldTo {
  const { isSummary, diagnostics } = context
  const isWorked = (day: number) => context.calendars.countWorkingDays(calendar, day, day) === 1
  return mapConstraint(task, { isSummary, movesOn, isWorked, minutesPerDay: context.minutesPerDay, diagnostics })
}

function taskDays(task: RawTask, calendar: string | null, context: TaskContext): number {
  const { calendars, diagnostics, isSummary, minutesPerDay } = context
  // A person who placed a task by hand placed both its ends; what is under way may have been interrupted since.
  const isPlaced = task.isManual && !isSummary && !task.isMilestone && !isUnderWay(task)
  const placedDays = isPlaced ? daysBetweenDates(task, calendar, calendars) : null
  if (placedDays !== null && placedDays > 0 && (task.duration?.minutes ?? 1) > 0) return placedDays
  if (task.duration !== null) {
    const { minutes, isElapsed } = task.duration
    // A summary is rolled up from its children: its own rounding changes nothing and is not worth a line.
    if (isSummary) return Math.max(0, Math.round(minutes / minutesPerDay))
    const countDays = (from: number, to: number) => calendars.countWorkingDays(calendar, from, to)
    const byDates = daysInFile(task, { minutesPerDay, countDays, diagnostics })
    if (byDates !== null) return byDates
    const days = wholeDays(minutes, minutesPerDay)
    if (!isElapsed && days * minutesPerDay === minutes) return days
    return durationDays(task.duration, {
      uid: task.uid,
      minutesPerDay,
      workingDaysInWeek: calendars.workingDaysInWeek(calendar),
      countBetweenDates: () => daysBetweenDates(task, calendar, calendars),
      diagnostics,
    })
  }
  if (isSummary) return daysBetweenDates(task, calendar, calendars) ?? 0
  if (task.isMilestone) return 0
  const days = Math.max(1, daysBetweenDates(task, calendar, calendars) ?? 1)
  diagnostics.warn(
    'duration_missing',
    { uid: task.uid, field: 'duration' },
    `no duration is given; ${days} days are assumed`,
  )
  return days
}

function isUnderWay({ percentComplete, actualFinish, duration }: RawTask): boolean {
  return percentComplete > 0 && percentComplete < 100 && actualFinish === null && (duration?.minutes ?? 0) > 0
}

/** What a baseline says of a task, in days; of a milestone nothing lasts. */
function capturedAs(
  baseline: NonNullable<RawTask['baseline']>,
  calendar: string | null,
  isMilestone: boolean,
  calendars: TaskCalendars,
): PlanBaseline {
  const dayOf = (text: string | null) => {
    const day = text === null ? null : parseDayOf(text)
    return day === null ? null : formatCivilDay(day)
  }
  const [start, finish] = [dayOf(baseline.start), dayOf(baseline.finish)]
  const isBackward = start !== null && finish !== null && finish < start
  const duration = isMilestone ? 0 : isBackward ? null : daysBetweenDates(baseline, calendar, calendars)
  return { start, finish: isBackward ? start : finish, duration }
}

function daysBetweenDates(
  dates: Pick<RawTask, 'start' | 'finish'>,
  calendar: string | null,
  calendars: TaskCalendars,
): number | null {
  return workingDaysBetween(dates, (from, to) => calendars.countWorkingDays(calendar, from, to))
}

function taskSource(task: RawTask, isSummary: boolean): TaskSource {
  return {
    uid: task.uid,
    row: task.row,
    outline_level: task.outlineLevel,
    wbs: task.wbs,
    start: task.start,
    finish: task.finish,
    actual_start: task.actualStart,
    actual_finish: task.actualFinish,
    duration_minutes: task.duration?.minutes ?? null,
    percent_complete: task.percentComplete,
    constraint_type: constraintType(task.constraintCode),
    constraint_date: task.constraintDate,
    deadline: task.deadline,
    milestone: task.isMilestone,
    summary: isSummary || task.isSummary,
    active: task.isActive,
    mode: task.isManual ? 'manual' : 'auto',
    early_start: task.earlyStart,
    early_finish: task.earlyFinish,
    late_start: task.lateStart,
    late_finish: task.lateFinish,
    ...(task.duration?.isElapsed ? { duration_elapsed: true } : {}),
    ...(task.totalFloatMinutes === undefined ? {} : { total_float_minutes: task.totalFloatMinutes }),
    ...(task.levellingMinutes === undefined ? {} : { levelling_minutes: task.levellingMinutes }),
  }
}

/** What the file holds and a plan of ours has no place for, one line a kind. */
function reportNotImported(rows: readonly RawTask[], diagnostics: Diagnostics): void {
  const count = (test: (task: RawTask) => boolean) => rows.reduce((sum, task) => sum + (test(task) ? 1 : 0), 0)
  const report = (field: string, code: string, test: (task: RawTask) => boolean) =>
    diagnostics.warnCounted(code, field, count(test), rows.length, `Not imported: ${field}`)
  report('further baselines', 'baseline_not_imported', (task) => task.hasFurtherBaselines)
  report('priority', 'priority_not_imported', (task) => task.priority !== 500)
  report('cost', 'cost_not_imported', (task) => task.hasCost)
}
