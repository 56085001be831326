import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { parseDay } from '../../plan/file-day.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import type {
  ImportedPlan,
  PlanAssignment,
  PlanCalendar,
  PlanResource,
  PlanTask,
  TaskSource,
} from '../../plan/imported-plan.ts'
import { workingDaysOfElapsed } from '../cells/parse-duration.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { OutlineWish } from '../outlines.ts'
import { assignIds } from './assign-ids.ts'
import { takeCodesFromNames } from './codes-in-names.ts'
import { differencesFromSheet } from './dates-of-sheet.ts'
import { linkRows, refuseCycle, type SheetLinks } from './link-rows.ts'
import { looseNames } from './loose-names.ts'
import { placeRows } from './place-rows.ts'
import type { ParsedRow } from './read-row.ts'
import { rowReferences } from './row-references.ts'
import { readWorkPackages } from './work-packages.ts'

export type SheetPlanContext = {
  name: string
  format: 'csv' | 'xlsx' | 'xls' | 'ods'
  columns: ColumnSet
  outline: OutlineWish
  calendar: PlanCalendar
  startDate: string | undefined
  limits: ImportLimits
  diagnostics: Diagnostics
  /** What was said already of dates that the plan has otherwise. */
  said: { daysOff: boolean; lengths: boolean }
  /** Takes what concerns the whole file. */
  warnFile: (message: string) => void
}

/** Turns the rows of a sheet into the neutral plan. */
export function buildSheetPlan(rows: ParsedRow[], context: SheetPlanContext): ImportedPlan {
  const { columns, diagnostics } = context
  const ids = assignIds(rows, columns, diagnostics)
  const mayHaveCodes = context.outline === 'auto' || context.outline === 'codes'
  if (mayHaveCodes && takeCodesFromNames(rows, columns))
    context.warnFile('Names begin with outline codes, such as 1.2; these are read as the outline.')
  for (const note of readWorkPackages(rows, columns)) context.warnFile(note)
  const references = rowReferences(rows)
  const { parents, warning } = placeRows(rows, references.resolve, {
    columns,
    diagnostics,
    outline: context.outline,
  })
  if (warning !== null) context.warnFile(warning)
  const placed = { rows, ids, parents }
  const loose = looseNames(rows)
  const links = linkRows(placed, { resolve: references.resolve, loose }, context)
  for (const guessed of [references.warning(), loose.note()]) if (guessed !== null) context.warnFile(guessed)
  refuseCycle(placed, links)
  const summaries = new Set(parents)
  const counter = new WorkingDayCounter(context.calendar)
  const durations = settleDurations(rows, summaries, counter, context)
  const levels = outlineLevels(parents)
  const tasks = rows.map((row, index) => {
    const parent = ids[parents[index] ?? -1] ?? null
    return buildTask(row, { id: ids[index] ?? '', parent, duration: durations[index] ?? 1, level: levels[index] ?? 1 })
  })
  keepActuals(tasks, rows, summaries)
  markSummaries(tasks, summaries)
  keepLoneFinishes(tasks, rows, summaries, context)
  const start = startDate(rows, context)
  startUnlinked(tasks, rows, { start, summaries, links }, context)
  holdTasks(tasks, rows, summaries, context)
  const planned = {
    rows,
    durations,
    parents,
    summaries,
    ...links,
    counter,
    columns,
    firstDay: parseDay(start) ?? 0,
    said: context.said,
  }
  for (const note of differencesFromSheet(planned)) context.warnFile(note)
  const { resources, assignments } = gatherResources(rows, ids)
  return {
    format: 'svc-plan/1',
    name: context.name,
    start_date: start,
    status_date: null,
    calendar: context.calendar,
    calendars: {},
    tasks,
    dependencies: links.links,
    resources,
    assignments,
    source: {
      format: context.format,
      application: null,
      minutes_per_day: null,
      start: null,
      finish: null,
      status_date: null,
      default_calendar: null,
    },
    receipt: [],
  }
}

/**
 * Days of every row. A row without a duration gets the working days between its dates, and a day where it has none
 * either; both are said once for the file, because they are the rule of the file and not the fault of a row.
 */
function settleDurations(
  rows: readonly ParsedRow[],
  summaries: ReadonlySet<number>,
  counter: WorkingDayCounter,
  context: SheetPlanContext,
): number[] {
  let countedFromDates = 0
  let zeroWithDates = 0
  let elapsed = 0
  let estimated = 0
  let assumed = 0
  const durations = rows.map((row, index) => {
    const spans = row.startDay !== null && row.finishDay !== null && row.finishDay > row.startDay
    if (row.durationDays === 0 && !row.saysMilestone && spans) {
      zeroWithDates += 1
      row.isMilestone = false
      return Math.max(1, counter.count(row.startDay as number, row.finishDay as number))
    }
    if (row.durationDays !== null) return row.durationDays
    if (row.estimates !== null) {
      estimated += 1
      return row.estimates[1]
    }
    if (row.elapsedDays !== null) {
      elapsed += 1
      return workingDays(row, row.elapsedDays, counter)
    }
    if (row.startDay !== null && row.finishDay !== null) {
      if (!summaries.has(index)) countedFromDates += 1
      return Math.max(1, counter.count(row.startDay, row.finishDay))
    }
    if (!summaries.has(index)) assumed += 1
    return 1
  })
  if (countedFromDates > 0) {
    const week = context.calendar.working_days.join('') === '12345' ? 'Monday to Friday' : 'of the calendar'
    context.warnFile(
      `Durations of ${countedFromDates} rows are the working days (${week}) from start to finish, both included.`,
    )
  }
  if (zeroWithDates > 0)
    context.warnFile(
      `${zeroWithDates} rows say duration 0 and have different dates; the working days between them are taken.`,
    )
  if (elapsed > 0)
    context.warnFile(`Elapsed durations of ${elapsed} rows became the working days in that stretch of the calendar.`)
  if (estimated > 0) context.warnFile(`Durations of ${estimated} rows are their most likely estimates.`)
  if (assumed > 0) context.warnFile(`${assumed} rows have no duration; 1 day is assumed.`)
  return durations
}

/** Working days in a stretch of the calendar: from the row's start where it has one, else in ordinary weeks. */
function workingDays({ startDay }: ParsedRow, calendarDays: number, counter: WorkingDayCounter): number {
  if (calendarDays === 0 || startDay === null) return workingDaysOfElapsed(calendarDays)
  return Math.max(1, counter.count(startDay, startDay + calendarDays - 1))
}

function outlineLevels(parents: Int32Array): number[] {
  const levels: number[] = []
  // Codes may name a parent further down the file, so the way up is walked; it is at most 100 steps long.
  for (let index = 0; index < parents.length; index += 1) {
    let level = 1
    for (let parent = parents[index] ?? -1; parent >= 0; parent = parents[parent] ?? -1) level += 1
    levels.push(level)
  }
  return levels
}

/** A day by which a row is to be done, and no word of when it begins: a milestone stands there, work has its deadline there. */
function keepLoneFinishes(
  tasks: readonly PlanTask[],
  rows: readonly ParsedRow[],
  summaries: ReadonlySet<number>,
  { columns, warnFile }: SheetPlanContext,
): void {
  let count = 0
  for (const [index, task] of tasks.entries()) {
    const { startDay, finishDay, scheduledDay, deadlineDay, predecessors } = rows[index] as ParsedRow
    if (finishDay === null || startDay !== null || scheduledDay !== null || summaries.has(index)) continue
    const day = formatCivilDay(finishDay)
    if (task.is_milestone && predecessors.length === 0) task.planned_start = day
    else if (deadlineDay === null) {
      task.deadline = day
      count += 1
    }
  }
  if (count > 0)
    warnFile(`${count} rows have a date in ${columns.header('finish')} and no start; it is kept as their deadline.`)
}

/**
 * `Early Start` where the file has no other start: what waits for nothing begins there, all else with the plan or where its links put it.
 * Our own exports tell both starts.
 */
function startUnlinked(
  tasks: readonly PlanTask[],
  rows: readonly ParsedRow[],
  { start, summaries, links }: { start: string; summaries: ReadonlySet<number>; links: SheetLinks },
  { columns, warnFile }: SheetPlanContext,
): void {
  if (columns.has('start') || !columns.has('scheduled_start')) return
  const linked = new Set(links.links.map(({ successor }) => successor))
  let count = 0
  for (const [index, task] of tasks.entries()) {
    const { scheduledDay } = rows[index] as ParsedRow
    if (scheduledDay === null || summaries.has(index) || linked.has(task.id)) continue
    const day = formatCivilDay(scheduledDay)
    if (day <= start) continue
    task.planned_start = day
    count += 1
  }
  const header = columns.header('scheduled_start')
  if (count > 0)
    warnFile(`${count} rows that wait for no other begin on their ${header}; those with predecessors follow these.`)
}

/**
 * What happened to work that has begun: on its own dates where nothing else says when, as planners take it. A start at 0 % is what its work
 * cannot come before.
 */
function keepActuals(tasks: readonly PlanTask[], rows: readonly ParsedRow[], summaries: ReadonlySet<number>): void {
  for (const [index, row] of rows.entries()) {
    const task = tasks[index] as PlanTask
    if (row.actualStartDay === null && row.actualFinishDay === null) {
      if (task.percent_complete > 0 && !summaries.has(index)) happenAsPlanned(task, row)
      continue
    }
    const began = row.actualStartDay === null ? null : formatCivilDay(row.actualStartDay)
    const ended = row.actualFinishDay === null ? null : formatCivilDay(row.actualFinishDay)
    if (task.source !== undefined) {
      task.source.actual_start = began === null ? null : `${began}T00:00:00`
      task.source.actual_finish = ended === null ? null : `${ended}T00:00:00`
    }
    if (summaries.has(index)) continue
    task.actual_start = began
    task.actual_finish = ended
  }
}

function happenAsPlanned(task: PlanTask, { finishDay, isMilestone }: ParsedRow): void {
  const isDone = task.percent_complete >= 100
  if (isMilestone && !isDone) return
  task.actual_start = task.planned_start
  if (isDone && task.planned_start !== null && finishDay !== null) task.actual_finish = formatCivilDay(finishDay)
}

/** Constraints and deadlines; a summary keeps only the kinds one can have. */
function holdTasks(
  tasks: readonly PlanTask[],
  rows: readonly ParsedRow[],
  summaries: ReadonlySet<number>,
  { columns, diagnostics }: SheetPlanContext,
): void {
  for (const [index, task] of tasks.entries()) {
    const { constraint, deadlineDay, line } = rows[index] as ParsedRow
    if (deadlineDay !== null) task.deadline = formatCivilDay(deadlineDay)
    if (constraint === null) continue
    if (summaries.has(index) && constraint.type !== 'SNET' && constraint.type !== 'FNLT') {
      const where = { row: line, field: columns.header('constraint_type') }
      diagnostics.warn('bad_constraint', where, `a summary cannot be held to ${constraint.type}; it is dropped`)
      continue
    }
    task.constraint_type = constraint.type
    task.constraint_date = constraint.day === null ? null : formatCivilDay(constraint.day)
  }
}

type Place = { id: string; parent: string | null; duration: number; level: number }

function buildTask(row: ParsedRow, place: Place): PlanTask {
  const start = row.startDay === null ? null : formatCivilDay(row.startDay)
  const estimates = row.isMilestone ? null : row.estimates
  const task: PlanTask = {
    id: place.id,
    name: row.name,
    duration: place.duration,
    parent: place.parent,
    calendar: null,
    is_milestone: row.isMilestone,
    planned_start: start,
    percent_complete: row.percent ?? 0,
    actual_start: null,
    actual_finish: null,
    optimistic_duration: estimates?.[0] ?? null,
    most_likely_duration: estimates?.[1] ?? null,
    pessimistic_duration: estimates?.[2] ?? null,
    delivery_mode: row.isMilestone ? 'milestone' : 'waterfall',
    story_points: row.storyPoints,
    source: rowSource(row, place.level, start),
  }
  if (row.moment !== null) task.milestone_at = row.moment
  if (row.notes !== '') task.notes = row.notes
  if (row.labels.length > 0) task.labels = row.labels
  return task
}

function rowSource(row: ParsedRow, level: number, start: string | null): TaskSource {
  return {
    uid: null,
    row: row.line,
    outline_level: level,
    wbs: row.wbs === '' ? null : row.wbs,
    start: start === null ? null : `${start}T00:00:00`,
    finish: row.finishDay === null ? null : `${formatCivilDay(row.finishDay)}T00:00:00`,
    actual_start: null,
    actual_finish: null,
    duration_minutes: null,
    percent_complete: row.percent ?? 0,
    constraint_type: start === null ? 'ASAP' : 'SNET',
    constraint_date: start === null ? null : `${start}T00:00:00`,
    deadline: null,
    milestone: row.isMilestone,
    summary: false,
    active: row.isActive,
    mode: 'auto',
    early_start: null,
    early_finish: null,
    late_start: null,
    late_finish: null,
  }
}

/** A row with rows under it is a summary and no milestone, whatever its cells say. */
function markSummaries(tasks: readonly PlanTask[], summaries: ReadonlySet<number>): void {
  for (const index of summaries) {
    const task = tasks[index]
    if (task === undefined) continue
    if (task.source !== undefined) task.source.summary = true
    task.is_milestone = false
    delete task.milestone_at
    task.delivery_mode = 'waterfall'
    task.optimistic_duration = null
    task.most_likely_duration = null
    task.pessimistic_duration = null
  }
}

/** One resource a name, whatever its case; the first spelling wins. An assignment without units is full time. */
function gatherResources(
  rows: readonly ParsedRow[],
  ids: readonly string[],
): { resources: PlanResource[]; assignments: PlanAssignment[] } {
  const byName = new Map<string, PlanResource>()
  const assignments: PlanAssignment[] = []
  for (const [index, row] of rows.entries()) {
    for (const { name, units } of row.assignees) {
      const key = name.toLowerCase()
      const known = byName.get(key)
      const resource = known ?? {
        id: `r${byName.size + 1}`,
        name,
        type: 'work',
        max_units: 1,
        email: null,
        calendar: null,
      }
      if (known === undefined) byName.set(key, resource)
      assignments.push({ task: ids[index] ?? '', resource: resource.id, units, work_minutes: 0 })
    }
  }
  return { resources: [...byName.values()], assignments }
}

function startDate(rows: readonly ParsedRow[], context: SheetPlanContext): string {
  let first: number | null = null
  const hasScheduled = rows.some(({ scheduledDay }) => scheduledDay !== null)
  const take = (day: number | null) => {
    if (day !== null && (first === null || day < first)) first = day
  }
  for (const { startDay, scheduledDay, actualStartDay } of rows) {
    // Beside computed dates a planned start is a wish of its own: the plan begins where its first task was computed to.
    take(hasScheduled ? scheduledDay : startDay)
    take(actualStartDay)
  }
  if (first !== null) return formatCivilDay(first)
  if (context.startDate !== undefined) return context.startDate
  context.warnFile(`The file holds no start date; the plan starts on ${FALLBACK_START_DATE}.`)
  return FALLBACK_START_DATE
}
