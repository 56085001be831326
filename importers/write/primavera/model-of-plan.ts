import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { Diagnostics } from '../../plan/diagnostics.ts'
import type { ImportedPlan, PlanCalendar, PlanDependency, PlanTask } from '../../plan/imported-plan.ts'
import { roundAwayFromZero, wholeDays } from '../../plan-file/build/convert-duration.ts'
import { daysWithin } from '../../plan-file/build/start-to-finish.ts'
import {
  emptyModel,
  type PrimaveraActivity,
  type PrimaveraCalendar,
  type PrimaveraModel,
  type RelationKind,
} from '../../primavera/primavera-model.ts'
import { minuteOf } from '../../primavera/shift-times.ts'
import { dayHours } from '../day-hours.ts'
import type { OrderedTask } from '../order-tasks.ts'
import type { ScheduleDates } from '../schedule-dates.ts'
import { holdActivity } from './hold-activity.ts'
import { nodeCode, numberPlan, type PlanNumbers } from './plan-numbers.ts'

export const PRIMAVERA_OMISSIONS: readonly string[] = [
  'links, people, notes, calendars and constraints of summaries, which are nodes of the work breakdown; also their dates, progress, deadlines and baselines',
  'outline codes: activities get codes of their own',
  'that a task is placed by hand: it becomes a mandatory start; that it is inactive; early dates of finished tasks',
  'that a duration runs through nights and free days, and that a lag is a share of a duration: both are written as the time they take',
  'blank space at the ends of notes, seconds of dates, and recorded dates that the import set aside',
  'tasks stand before the summaries beside them, in the order of their codes',
  'a deadline where an earliest start and a constraint stand on other days',
  'elapsed lags beside working ones: a file counts all lags on one kind of calendar',
  'that a resource is a cost: it becomes one of work',
  'that a field of people’s own says yes or no: it becomes one of text; what summaries have in such fields',
  'labels, story points and delivery modes other than milestone; the receipt of the import',
  'ids that are not numbers: tasks, resources and calendars get numbers of their own',
  'breaks of a day, and hours of calendars that work longer or shorter days than the plan counts: each day is as long as those',
]

const DEFAULT_MINUTES = 480
const WEEK = [1, 2, 3, 4, 5, 6, 7]
export const PROJECT_ID = 1
export const BASELINE_ID = 2
/** The fields of estimates, in days. */
const ESTIMATE_FIELDS = [
  [1, 'Optimistic duration'],
  [2, 'Most likely duration'],
  [3, 'Pessimistic duration'],
] as const

/** A plan as Primavera says it, for either way of writing. */
export function modelOfPlan(plan: ImportedPlan, dates?: ScheduleDates): PrimaveraModel {
  const model = emptyModel('xer', new Diagnostics(0))
  const context: Context = { plan, dates, numbers: numberPlan(plan), rootId: 0, parents: new Set() }
  context.rootId = context.numbers.next()
  for (const { task, isSummary } of context.numbers.ordered) if (isSummary) context.parents.add(task.id)
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
  addRows(model, context)
  const lags = plan.dependencies.filter(({ lag }) => lag !== 0)
  const isElapsed = lags.length > 0 && lags.every(({ lag_unit }) => lag_unit === 'elapsed')
  model.lagCalendars.set(PROJECT_ID, isElapsed ? 'rcal_24Hour' : 'rcal_Predecessor')
  addRelations(model, context, isElapsed)
  addPeople(model, context)
  if (hasBaseline) addBaseline(model, context)
  return model
}

interface Context {
  readonly plan: ImportedPlan
  readonly dates: ScheduleDates | undefined
  readonly numbers: PlanNumbers
  rootId: number
  readonly parents: Set<string>
}

function codeOfProject({ name }: ImportedPlan): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 20) || 'PLAN'
}

function at(day: string | null | undefined, time: string): string | null {
  return day == null ? null : `${day}T${time}`
}

/** The date-time of the file while the day is still the same. */
function kept(day: string | null, stated: string | null | undefined, time: string): string | null {
  return day !== null && stated?.startsWith(day) ? stated : at(day, time)
}

function projectOf({ plan, numbers, rootId }: Context, baselineId: number | null): PrimaveraModel['projects'][number] {
  return {
    id: PROJECT_ID,
    code: codeOfProject(plan),
    name: plan.name,
    isExported: true,
    baselineOf: null,
    baselineId,
    calendarId: numbers.planCalendar,
    start: kept(plan.start_date, plan.source?.start, '08:00:00'),
    finish: plan.source?.finish ?? null,
    mustFinishBy: null,
    dataDate: kept(plan.status_date, plan.source?.status_date, '08:00:00'),
    codeSeparator: '.',
    rootId,
  }
}

function minutesOf({ plan }: Context, calendar: PlanCalendar | undefined): number {
  return calendar?.source?.minutes_per_day ?? plan.source?.minutes_per_day ?? DEFAULT_MINUTES
}

function minutesOfTask(context: Context, task: PlanTask | undefined): number {
  const { plan } = context
  const own = task?.calendar == null ? plan.calendar : (plan.calendars[task.calendar] ?? plan.calendar)
  return minutesOf(context, own)
}

function calendarsOf(context: Context): PrimaveraCalendar[] {
  const { plan, numbers } = context
  const written = Object.entries(plan.calendars).map(([key, calendar]) => calendarOf(context, key, calendar))
  const hasOwn = written.some(({ id }) => id === numbers.planCalendar)
  return hasOwn ? written : [calendarOf(context, '', plan.calendar), ...written]
}

function calendarOf(context: Context, key: string, calendar: PlanCalendar): PrimaveraCalendar {
  const { numbers } = context
  const id = numbers.calendarOf.get(key) ?? 0
  const minutes = minutesOf(context, calendar)
  const begins = calendar.source?.day_starts
  const parent = calendar.source?.parent_uid
  const exceptions = calendar.exceptions.flatMap(({ from, to, working }) => {
    const [first, last] = [parseCivilDay(from), parseCivilDay(to)]
    if (first === null || last === null) return []
    return Array.from({ length: last - first + 1 }, (_, index) => ({
      day: first + index,
      minutes: working ? minutes : 0,
    }))
  })
  return {
    id,
    name: calendar.source?.name ?? (key === '' ? 'Standard' : key),
    parentId: parent == null ? null : (numbers.calendarOf.get(String(parent)) ?? null),
    isDefault: id === numbers.planCalendar,
    hoursPerDay: minutes / 60,
    week: WEEK.map((day) => (calendar.working_days.includes(day) ? minutes : 0)),
    starts: WEEK.map(() => (begins === undefined ? null : minuteOf(begins))),
    exceptions,
  }
}

function addRows(model: PrimaveraModel, context: Context): void {
  const { numbers, rootId, plan } = context
  for (const [id, label] of ESTIMATE_FIELDS) model.customFields.set(id, { label, type: 'NUMBER' })
  const fieldIds = addOwnFields(model, plan)
  for (const [index, row] of numbers.ordered.entries()) {
    const { task } = row
    const id = numbers.taskOf.get(task.id) ?? 0
    const parent = row.level === 1 ? undefined : task.parent
    const parentId = parent == null ? rootId : (numbers.taskOf.get(parent) ?? rootId)
    if (row.isSummary) {
      const code = nodeCode(plan, row)
      model.wbs.push({
        id,
        projectId: PROJECT_ID,
        parentId,
        sequence: index + 1,
        code,
        name: task.name ?? null,
        isProject: false,
      })
      continue
    }
    model.activities.push(activityOf(context, row, { id, wbsId: parentId }))
    if (task.notes !== undefined) model.notes.push({ activityId: id, text: task.notes })
    const estimates = [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration]
    for (const [at, days] of estimates.entries())
      if (days !== null) model.customValues.push({ activityId: id, fieldId: at + 1, text: String(days) })
    for (const [field, value] of Object.entries(task.custom_fields ?? {})) {
      const fieldId = fieldIds.get(field)
      if (fieldId !== undefined) model.customValues.push({ activityId: id, fieldId, text: String(value) })
    }
  }
}

/** The plan's own fields, under the numbers they had in a file where those are free; yes and no are text there. */
function addOwnFields(model: PrimaveraModel, plan: ImportedPlan): Map<string, number> {
  const ids = new Map<string, number>()
  let next = Math.max(ESTIMATE_FIELDS.length, ...(plan.custom_fields ?? []).map(({ id }) => fieldNumber(id) ?? 0))
  for (const { id, name, field_type } of plan.custom_fields ?? []) {
    const given = fieldNumber(id)
    const fieldId = given !== null && !model.customFields.has(given) ? given : ++next
    ids.set(id, fieldId)
    model.customFields.set(fieldId, { label: name, type: field_type === 'BOOLEAN' ? 'TEXT' : field_type })
  }
  return ids
}

function fieldNumber(id: string): number | null {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}

function activityOf(
  context: Context,
  { task }: OrderedTask,
  { id, wbsId }: { id: number; wbsId: number },
): PrimaveraActivity {
  const { numbers, dates } = context
  const { source } = task
  const perDay = minutesOfTask(context, task)
  const computed = dates?.get(task.id)
  const isAtEnd = task.is_milestone && task.milestone_at === 'end_of_day'
  const hours = dayHours(task)
  const start =
    computed === undefined ? (source?.early_start ?? source?.start ?? null) : at(computed.start, hours.start)
  const finish =
    computed === undefined ? (source?.early_finish ?? source?.finish ?? null) : at(computed.finish, hours.finish)
  const status = task.actual_finish !== null ? 'TK_Complete' : task.percent_complete > 0 ? 'TK_Active' : 'TK_NotStart'
  const constraints = holdActivity(task)
  const endsHeld = constraints.some(({ code }) => code.startsWith('CS_ME') || code === 'CS_MANDFIN')
  const planned = durationMinutes(task, perDay)
  return {
    id,
    projectId: PROJECT_ID,
    wbsId,
    calendarId:
      task.calendar === null ? numbers.planCalendar : (numbers.calendarOf.get(task.calendar) ?? numbers.planCalendar),
    code: numbers.codeOf.get(task.id) ?? String(id),
    name: task.name ?? null,
    kind: task.is_milestone ? (endsHeld || isAtEnd ? 'TT_FinMile' : 'TT_Mile') : 'TT_Task',
    status,
    percentKind: 'CP_Phys',
    physicalPercent: task.percent_complete,
    statedPercent: null,
    plannedMinutes: planned,
    remainingMinutes: status === 'TK_NotStart' ? planned : Math.round(planned * (1 - task.percent_complete / 100)),
    workDone: 0,
    workLeft: 0,
    totalFloatMinutes: computed === undefined ? (source?.total_float_minutes ?? null) : null,
    constraints,
    actualStart: status === 'TK_NotStart' ? null : kept(task.actual_start, source?.actual_start, '08:00:00'),
    actualFinish: kept(task.actual_finish, source?.actual_finish, hours.finish),
    earlyStart: status === 'TK_Complete' ? null : start,
    earlyFinish: status === 'TK_Complete' ? null : finish,
    lateStart: computed === undefined ? (source?.late_start ?? null) : null,
    lateFinish: computed === undefined ? (source?.late_finish ?? null) : null,
    plannedStart: start,
    plannedFinish: finish,
    expectedFinish: null,
    suspended: null,
    resumed: null,
    externalStart: null,
    externalFinish: null,
    hasPriority: false,
  }
}

/** Minutes of the file while they still mean the same days. */
function durationMinutes({ source, duration }: PlanTask, perDay: number): number {
  const minutes = source?.duration_minutes ?? null
  return minutes !== null && wholeDays(minutes, perDay) === duration ? minutes : duration * perDay
}

function addRelations(model: PrimaveraModel, context: Context, isElapsed: boolean): void {
  const { plan, numbers, parents } = context
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  for (const link of plan.dependencies) {
    const [from, to] = [numbers.taskOf.get(link.predecessor), numbers.taskOf.get(link.successor)]
    if (from === undefined || to === undefined || parents.has(link.predecessor) || parents.has(link.successor)) continue
    const perDay = isElapsed ? 1440 : minutesOfTask(context, tasks.get(link.predecessor))
    model.relations.push({
      projectId: PROJECT_ID,
      predecessorProjectId: PROJECT_ID,
      predecessorId: from,
      successorId: to,
      kind: `PR_${link.dep_type}` as RelationKind,
      lagMinutes: lagMinutes(link, tasks.get(link.successor), perDay),
    })
  }
}

function lagMinutes(link: PlanDependency, successor: PlanTask | undefined, perDay: number): number {
  const days = link.lag + daysWithin(link.dep_type, successor)
  const minutes = link.source?.lag_minutes
  return minutes !== undefined && roundAwayFromZero(minutes / perDay) === days ? minutes : days * perDay
}

function addPeople(model: PrimaveraModel, context: Context): void {
  const { plan, numbers, parents } = context
  for (const resource of plan.resources) {
    const id = numbers.resourceOf.get(resource.id) ?? 0
    const calendarId = resource.calendar === null ? null : (numbers.calendarOf.get(resource.calendar) ?? null)
    const kind = resource.type === 'material' ? 'material' : 'work'
    model.resources.push({ id, name: resource.name, kind, email: resource.email, calendarId })
    model.maxUnits.set(id, resource.max_units)
  }
  for (const { task, resource, units, work_minutes } of plan.assignments) {
    const activityId = numbers.taskOf.get(task)
    if (activityId === undefined || parents.has(task)) continue
    const resourceId = resource === null ? null : (numbers.resourceOf.get(resource) ?? null)
    model.assignments.push({ activityId, resourceId, units, minutes: work_minutes, hasCost: false })
  }
}

/** A baseline is a project of its own, whose activities have the same codes. */
function addBaseline(model: PrimaveraModel, context: Context): void {
  const { plan, numbers } = context
  const [own] = model.projects
  if (own === undefined) return
  const rootId = numbers.next()
  model.projects.push({
    ...own,
    id: BASELINE_ID,
    code: `${own.code} - B1`,
    name: `${plan.name} - B1`,
    isExported: false,
    baselineOf: PROJECT_ID,
    baselineId: null,
    dataDate: null,
    finish: null,
    rootId,
  })
  model.wbs.push({
    id: rootId,
    projectId: BASELINE_ID,
    parentId: null,
    sequence: 0,
    code: `${own.code} - B1`,
    name: `${plan.name} - B1`,
    isProject: true,
  })
  const tasks = new Map(plan.tasks.map((task) => [numbers.taskOf.get(task.id), task]))
  for (const activity of [...model.activities]) {
    const baseline = tasks.get(activity.id)?.baseline
    if (baseline === undefined) continue
    const finishTime = activity.plannedMinutes === 0 ? '08:00:00' : '17:00:00'
    const [start, finish] = [at(baseline.start, '08:00:00'), at(baseline.finish, finishTime)]
    const blank = {
      constraints: [],
      actualStart: null,
      actualFinish: null,
      earlyStart: null,
      earlyFinish: null,
      lateStart: null,
      lateFinish: null,
      totalFloatMinutes: null,
    }
    const planned = {
      plannedStart: start,
      plannedFinish: finish,
      physicalPercent: 0,
      status: 'TK_NotStart' as const,
      remainingMinutes: activity.plannedMinutes,
    }
    model.activities.push({
      ...activity,
      ...blank,
      ...planned,
      id: numbers.next(),
      projectId: BASELINE_ID,
      wbsId: rootId,
    })
  }
}
