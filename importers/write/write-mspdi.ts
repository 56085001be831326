import { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import type { ImportedPlan, PlanCalendar, PlanDependency } from '../plan/imported-plan.ts'
import { ESTIMATE_FIELD_IDS } from '../plan-file/xml/raw-task.ts'
import { assignUids } from './assign-uids.ts'
import { keptDateTime } from './held-date-time.ts'
import { minutesText } from './minutes-text.ts'
import { type CalendarToWrite, mspdiCalendar } from './mspdi-calendars.ts'
import { mspdiTask } from './mspdi-task.ts'
import { orderTasks } from './order-tasks.ts'
import { type OutlineCodeRows, outlineCodes } from './outline-codes.ts'
import { columnNames, type PlannerColumns, plannerColumns } from './planner-columns.ts'
import type { ScheduleDates } from './schedule-dates.ts'
import { element } from './xml-text.ts'

export const MSPDI_OMISSIONS: readonly string[] = [
  'labels, story points and delivery modes other than milestone',
  'ids that are not numbers: tasks, resources and calendars get numbers of their own',
  'working hours of single days: each working day gets the usual ones of its calendar, else of the plan, as one stretch',
  'that the calendar of a person has no name: it gets that of the person',
  'the rule behind recurring exceptions: they are written as single ranges',
  'that a task stands in for one of another project',
  'where the parts of interrupted work lie, costs, and baselines after the first',
  'custom fields beyond thirty texts, twenty numbers, ten dates and twenty yes-or-no fields, and texts and notes of blanks only',
  'hours of custom dates, and that custom durations were elapsed ones',
  'fractions of a percent and of a second, and floats that the file has stored',
  'an earliest start beside a constraint of another kind: a task is held to one thing',
  'minutes per day of single calendars: durations and lags are written by those of the plan',
  'the receipt of the import',
]

const DEFAULT_MINUTES_PER_DAY = 480
const MAX_TITLE_CHARACTERS = 512
const UNASSIGNED = -65_535
const ESTIMATE_FIELDS = [
  ['Duration1', 'Optimistic'],
  ['Duration2', 'Most likely'],
  ['Duration3', 'Pessimistic'],
] as const

/** Writes a plan in Microsoft Project's XML format. Reading it back gives the same plan, apart from the omissions. */
export function writeMspdi(plan: ImportedPlan, dates?: ScheduleDates): string {
  const minutesPerDay = plan.source?.minutes_per_day ?? DEFAULT_MINUTES_PER_DAY
  const calendars = calendarsToWrite(plan)
  const columns = plannerColumns(plan)
  const codes = outlineCodes(plan, columns)
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Project xmlns="http://schemas.microsoft.com/project">\n',
    '<SaveVersion>14</SaveVersion>',
    element('Title', plan.name.slice(0, MAX_TITLE_CHARACTERS)),
    element('ScheduleFromStart', true),
    element('StartDate', keptDateTime(plan.start_date, plan.source?.start, '08:00:00')),
    element('FinishDate', plan.source?.finish),
    // The schema requires a currency. Plans have none, so no amount is ever written in it.
    element('CurrencyCode', 'USD'),
    element('CalendarUID', calendars.planUid),
    element('MinutesPerDay', Math.round(minutesPerDay)),
    element('MinutesPerWeek', Math.round(minutesPerDay * 5)),
    element('DaysPerMonth', 20),
    element('StatusDate', keptDateTime(plan.status_date, plan.source?.status_date, '17:00:00')),
    '\n',
    codes.elements,
    fieldNames(plan, columns),
    '<Calendars>\n',
    ...calendars.list.map((calendar) => mspdiCalendar(calendar, minutesPerDay)),
    '</Calendars>\n',
    tasks(plan, calendars.uidOf, { minutesPerDay, dates, columns, codeRows: codes.rows }),
    resourcesAndAssignments(plan, calendars.uidOf),
    '</Project>\n',
  ].join('')
}

function fieldNames(plan: ImportedPlan, columns: PlannerColumns): string {
  const hasEstimates = plan.tasks.some((task) => task.optimistic_duration !== null)
  const estimates = (hasEstimates ? ESTIMATE_FIELDS : []).map(
    ([name, alias], index) =>
      `<ExtendedAttribute>${element('FieldID', ESTIMATE_FIELD_IDS[index])}${element('FieldName', name)}` +
      `${element('Alias', alias)}</ExtendedAttribute>`,
  )
  const fields = estimates.join('') + columnNames(plan, columns)
  return fields === '' ? '' : `<ExtendedAttributes>${fields}</ExtendedAttributes>\n`
}

type Calendars = { list: CalendarToWrite[]; uidOf: ReadonlyMap<string, number>; planUid: number }

/** The plan's own calendar is one of the named ones, or gets a place of its own before them. */
function calendarsToWrite(plan: ImportedPlan): Calendars {
  const keys = Object.keys(plan.calendars)
  const defaultKey = plan.source?.default_calendar ?? null
  const isNamed = defaultKey !== null && Object.hasOwn(plan.calendars, defaultKey)
  // The empty key stands for the plan's own calendar; a calendar of that name would be the plan's as well.
  const uidOf = assignUids(isNamed ? keys : [...keys, ''])
  const list = keys.map((key) => {
    const calendar = plan.calendars[key] as PlanCalendar
    const parent = calendar.source?.parent_uid ?? null
    const parentUid = parent === null ? null : (uidOf.get(String(parent)) ?? null)
    return { uid: uidOf.get(key) ?? 0, name: calendarName(plan, key), parentUid, calendar }
  })
  const planUid = uidOf.get(isNamed ? defaultKey : '') ?? 1
  if (!isNamed) list.unshift({ uid: planUid, name: 'Standard', parentUid: null, calendar: plan.calendar })
  return { list, uidOf, planUid }
}

/** Calendars of a person often have no name in their file: it is the person's. A bare number says nothing. */
function calendarName(plan: ImportedPlan, key: string): string {
  const own = plan.calendars[key]?.source?.name
  const person = plan.resources.find(({ calendar }) => calendar === key)?.name
  return (own || person || (/^\d+$/.test(key) ? `Calendar ${key}` : key)).slice(0, MAX_TITLE_CHARACTERS)
}

function tasks(
  plan: ImportedPlan,
  calendarUidOf: ReadonlyMap<string, number>,
  context: {
    minutesPerDay: number
    dates: ScheduleDates | undefined
    columns: PlannerColumns
    codeRows: OutlineCodeRows
  },
): string {
  const ordered = orderTasks(plan.tasks)
  const uidOf = assignUids(ordered.map(({ task }) => task.id))
  const predecessors = new Map<string, PlanDependency[]>()
  for (const link of plan.dependencies) {
    if (!uidOf.has(link.predecessor)) continue
    const links = predecessors.get(link.successor)
    if (links === undefined) predecessors.set(link.successor, [link])
    else links.push(link)
  }
  const counters = new Map<PlanCalendar, WorkingDayCounter>()
  const startOfFile = plan.source?.start?.startsWith(plan.start_date) ? plan.start_date : null
  const elements = ordered.map((entry, index) =>
    mspdiTask(entry, {
      uid: uidOf.get(entry.task.id) ?? 0,
      row: entry.task.source?.row ?? index + 1,
      uidOf,
      calendarUid: entry.task.calendar === null ? null : (calendarUidOf.get(entry.task.calendar) ?? null),
      countDays: (fromDay, toDay) => counterOf(plan, entry.task.calendar, counters).count(fromDay, toDay),
      minutesPerDay: context.minutesPerDay,
      startOfFile,
      columns: context.columns,
      codeRows: context.codeRows,
      predecessors: predecessors.get(entry.task.id) ?? [],
      dates: context.dates?.get(entry.task.id),
    }),
  )
  return `<Tasks>\n${elements.join('')}</Tasks>\n`
}

function counterOf(
  plan: ImportedPlan,
  key: string | null,
  counters: Map<PlanCalendar, WorkingDayCounter>,
): WorkingDayCounter {
  const calendar = (key === null ? undefined : plan.calendars[key]) ?? plan.calendar
  const counter = counters.get(calendar) ?? new WorkingDayCounter(calendar)
  counters.set(calendar, counter)
  return counter
}

function resourcesAndAssignments(plan: ImportedPlan, calendarUidOf: ReadonlyMap<string, number>): string {
  const taskUidOf = assignUids(orderTasks(plan.tasks).map(({ task }) => task.id))
  const uidOf = assignUids(plan.resources.map((resource) => resource.id))
  const resources = plan.resources.map((resource, index) => {
    const calendarUid = resource.calendar === null ? null : (calendarUidOf.get(resource.calendar) ?? null)
    return (
      `<Resource>${element('UID', uidOf.get(resource.id))}${element('ID', index + 1)}${element('Name', resource.name)}` +
      `${element('Type', resource.type === 'work' ? 1 : 0)}${element('EmailAddress', resource.email)}` +
      `${element('MaxUnits', resource.max_units)}${element('CalendarUID', calendarUid ?? -1)}` +
      `${element('IsCostResource', resource.type === 'cost')}</Resource>\n`
    )
  })
  const assignments = plan.assignments.map((assignment, index) => {
    const work = minutesText(assignment.work_minutes)
    return (
      `<Assignment>${element('UID', index + 1)}${element('TaskUID', taskUidOf.get(assignment.task))}` +
      `${element('ResourceUID', uidOf.get(assignment.resource ?? '') ?? UNASSIGNED)}${element('Units', assignment.units)}` +
      `${element('Work', work)}</Assignment>\n`
    )
  })
  return `<Resources>\n${resources.join('')}</Resources>\n<Assignments>\n${assignments.join('')}</Assignments>\n`
}
