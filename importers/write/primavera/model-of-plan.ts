import { Diagnostics } from '../../plan/diagnostics.ts'
import { isAfterNoon } from '../../plan/file-day.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../../plan/imported-plan.ts'
import { MARKS } from '../../primavera/kept-fields.ts'
import { emptyModel, type PrimaveraCalendar, type PrimaveraModel } from '../../primavera/primavera-model.ts'
import { minuteOf } from '../../primavera/shift-times.ts'
import { keptDateTime } from '../held-date-time.ts'
import type { ScheduleDates } from '../schedule-dates.ts'
import { activityOf } from './activity-of-task.ts'
import { addBaseline } from './baseline-project.ts'
import { daysOfExceptions } from './calendar-days.ts'
import { keepRows } from './keep-rows.ts'
import { CustomColumns } from './own-fields.ts'
import { nodeCode, numberPlan } from './plan-numbers.ts'
import { addRelations, lagsAreElapsed } from './relations-of-links.ts'
import { BASELINE_ID, daysCounter, minutesOf, PROJECT_ID, type WriteContext } from './write-context.ts'

export const PRIMAVERA_OMISSIONS: readonly string[] = [
  'the planner itself knows no links, people, constraints, progress or deadlines of summaries, no tasks placed by hand and no inactive ones, no elapsed durations, no order of tasks among the summaries beside them and no resources that are a cost: fields whose names begin with “Plan” carry them, and come back',
  'calendars of summaries',
  'in XER, seconds of dates',
  'early dates where a task stands on other ones',
  'labels, story points and delivery modes other than milestone; the receipt of the import',
  'ids that are not numbers: tasks, resources and calendars get numbers of their own',
  'breaks of a day, and hours of calendars that work longer or shorter days than the plan counts: each day is as long as those, and begins at eight where the plan does not say when',
  'that a task has no name: it gets its code; that a milestone or a summary has no date: it gets that of its other end or of what is in it',
  'notes and texts of blanks only, fields that no task has a value in, and fractions beyond fifteen decimals of units and six of minutes',
]

const MOST_DECIMALS = 15
const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** A plan as Primavera says it, for either way of writing. */
export function modelOfPlan(plan: ImportedPlan, dates?: ScheduleDates): PrimaveraModel {
  const model = emptyModel('xer', new Diagnostics(0))
  const numbers = numberPlan(plan)
  const parents = new Set(numbers.ordered.flatMap(({ task, isSummary }) => (isSummary ? [task.id] : [])))
  const context: WriteContext = { plan, dates, numbers, rootId: numbers.next(), parents, countDays: daysCounter() }
  const hasBaseline = plan.tasks.some(({ baseline }) => baseline !== undefined)
  model.projects.push(projectOf(context, hasBaseline ? BASELINE_ID : null))
  model.calendars.push(...calendarsOf(context))
  model.wbs.push({
    id: context.rootId,
    projectId: PROJECT_ID,
    parentId: null,
    sequence: 0,
    code: codeOfProject(plan),
    name: plan.name,
    isProject: true,
  })
  const columns = new CustomColumns(model, plan)
  addRows(model, context, columns)
  const isElapsed = lagsAreElapsed(plan)
  model.lagCalendars.set(PROJECT_ID, isElapsed ? 'rcal_24Hour' : 'rcal_Predecessor')
  addRelations(model, context, isElapsed)
  addPeople(model, context, columns)
  if (hasBaseline) addBaseline(model, context)
  return model
}

function codeOfProject({ name }: ImportedPlan): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 20) || 'PLAN'
}

function projectOf(
  { plan, numbers, rootId }: WriteContext,
  baselineId: number | null,
): PrimaveraModel['projects'][number] {
  return {
    id: PROJECT_ID,
    code: codeOfProject(plan),
    name: plan.name,
    isExported: true,
    baselineOf: null,
    baselineId,
    calendarId: numbers.planCalendar,
    start: startOf(plan),
    finish: plan.source?.finish ?? null,
    mustFinishBy: null,
    dataDate: dataDateOf(plan),
    codeSeparator: '.',
    rootId,
  }
}

/** At the hour of its file in the morning: one in the evening lets work go on a day later there. */
function dataDateOf({ status_date: day, source }: ImportedPlan): string | null {
  const kept = keptDateTime(day, source?.status_date, '08:00:00')
  return kept !== null && isAfterNoon(kept) ? `${day}T08:00:00` : kept
}

/**
 * That of the file, where the plan begins before it for a task that does: whoever reads it will find the same. A task that
 * waits for nothing would be kept at it, so that there must be none.
 */
function startOf({ start_date: start, source, tasks, dependencies }: ImportedPlan): string | null {
  const stated = source?.start ?? null
  const isMoved = stated !== null && start < stated.slice(0, 10)
  const hasMover = isMoved && tasks.some((task) => isHeldTo(task, start))
  const followers = new Set(dependencies.map(({ successor }) => successor))
  const hasFree = tasks.some((task) => isFree(task) && !followers.has(task.id))
  return hasMover && !hasFree ? stated : keptDateTime(start, stated, '08:00:00')
}

function isHeldTo({ planned_start, actual_start, constraint_type: held, source }: PlanTask, day: string): boolean {
  if (planned_start === day || actual_start === day) return true
  return held != null && held !== 'ALAP' && source?.start?.startsWith(day) === true
}

function isFree({
  planned_start,
  actual_start,
  constraint_type,
  percent_complete: percent,
  source,
}: PlanTask): boolean {
  const isHeld = planned_start !== null || actual_start !== null || (constraint_type ?? 'ASAP') !== 'ASAP'
  return !isHeld && percent === 0 && source?.summary !== true
}

function calendarsOf(context: WriteContext): PrimaveraCalendar[] {
  const { plan, numbers } = context
  const written = Object.entries(plan.calendars).map(([key, calendar]) => calendarOf(context, key, calendar))
  const hasOwn = written.some(({ id }) => id === numbers.planCalendar)
  return hasOwn ? written : [calendarOf(context, '', plan.calendar), ...written]
}

function calendarOf(context: WriteContext, key: string, calendar: PlanCalendar): PrimaveraCalendar {
  const { numbers } = context
  const id = numbers.calendarOf.get(key) ?? 0
  const minutes = minutesOf(context, calendar)
  const begins = calendar.source?.day_starts
  const parent = calendar.source?.parent_uid
  return {
    id,
    name: calendar.source?.name ?? (key === '' ? 'Standard' : key),
    parentId: parent == null ? null : (numbers.calendarOf.get(String(parent)) ?? null),
    isDefault: id === numbers.planCalendar,
    hoursPerDay: minutes / 60,
    week: WEEK.map((day) => (calendar.working_days.includes(day) ? minutes : 0)),
    starts: WEEK.map(() => (begins === undefined ? null : minuteOf(begins))),
    exceptions: daysOfExceptions(calendar).map(({ day, isWorking }) => ({ day, minutes: isWorking ? minutes : 0 })),
  }
}

function addRows(model: PrimaveraModel, context: WriteContext, columns: CustomColumns): void {
  const { numbers, rootId, plan } = context
  for (const [index, row] of numbers.ordered.entries()) {
    const { task, isSummary } = row
    const id = numbers.taskOf.get(task.id) ?? 0
    const parent = row.level === 1 ? undefined : task.parent
    const parentId = parent == null ? rootId : (numbers.taskOf.get(parent) ?? rootId)
    const table = isSummary ? 'PROJWBS' : 'TASK'
    if (task.notes !== undefined) model.notes.push({ table, rowId: id, text: task.notes })
    columns.addOwn(table, id, task)
    if (!isSummary) model.activities.push(activityOf(context, task, { id, wbsId: parentId }))
    else
      model.wbs.push({
        id,
        projectId: PROJECT_ID,
        parentId,
        sequence: index + 1,
        code: nodeCode(plan, row),
        name: task.name ?? null,
        isProject: false,
      })
  }
  keepRows(model, context, columns)
}

function addPeople(model: PrimaveraModel, context: WriteContext, columns: CustomColumns): void {
  const { plan, numbers, parents } = context
  for (const resource of plan.resources) {
    const id = numbers.resourceOf.get(resource.id) ?? 0
    const calendarId = resource.calendar === null ? null : (numbers.calendarOf.get(resource.calendar) ?? null)
    const kind = resource.type === 'material' ? 'material' : 'work'
    model.resources.push({ id, name: resource.name, kind, email: resource.email, calendarId })
    model.maxUnits.set(id, resource.max_units)
    if (resource.type === 'cost') columns.keep('RSRC', id, { marks: MARKS.cost })
  }
  for (const { task, resource, units, work_minutes } of plan.assignments) {
    const activityId = numbers.taskOf.get(task)
    if (activityId === undefined || parents.has(task)) continue
    const resourceId = resource === null ? null : (numbers.resourceOf.get(resource) ?? null)
    // Readers take so many decimals and no more.
    const share = Number(units.toFixed(MOST_DECIMALS))
    model.assignments.push({ activityId, resourceId, units: share, minutes: work_minutes, hasCost: false })
  }
}
