import type { CalendarColumns } from '../plan/calendar-days.ts'
import { parseCivilDay } from '../plan/civil-day.ts'
import type { Plan, PlanCalendar, PlanDependency, PlanTask } from '../plan/plan-document.ts'
import { checkColumns } from './check-columns.ts'
import { checkPlanHead } from './check-plan.ts'
import { constraintsFromPlan } from './constraints-from-plan.ts'
import { IdIndex } from './id-index.ts'
import { nameRefusals } from './name-refusals.ts'
import { rankIds } from './rank-ids.ts'
import { readLinks, readTasks } from './read-rows.ts'
import { refuse } from './refusal.ts'
import { allocateColumns, calendarColumns, NO_DAY, type ScheduleColumns } from './schedule-columns.ts'

/** A plan document as columns, checked by every rule that needs no network. Throws a `PlanRefusal` with ids in it. */
export function columnsFromPlan(plan: Plan): ScheduleColumns {
  checkPlanHead(plan)
  const { tasks } = plan
  const dependencies = plan.dependencies ?? []
  const columns = allocateColumns(tasks.length, dependencies.length)
  const { ids, hasParents, hasCalendars, isConstrained } = readTasks(tasks, columns)
  const indexOfId = new IdIndex(ids)
  const unknown = readLinks(dependencies, columns, indexOfId)
  refuseTwice(ids, indexOfId.firstAgain)
  columns.ids = ids
  columns.idRank.set(rankIds(ids))
  const indexOfCalendar = fillCalendars(columns, plan)
  columns.projectStartDay = dayOf(plan.start_date)
  columns.statusDay = dayOf(plan.status_date)
  columns.sprintLengthDays = plan.sprint_length_days ?? 0
  columns.velocitySamples = sharedDoubles(plan.velocity_samples ?? [])
  if (hasCalendars) fillCalendarIndex(columns, tasks, indexOfCalendar)
  if (hasParents) fillParents(columns, tasks, indexOfId)
  if (isConstrained) columns.constraints = constraintsFromPlan(tasks)
  nameRefusals(columns, () => checkColumns(columns))
  if (unknown >= 0) refuseEnds(columns, dependencies[unknown], unknown)
  return columns
}

function refuseTwice(ids: readonly string[], again: number): void {
  if (again !== -1) refuse(`Task id "${ids[again]}" is used twice (tasks ${ids.indexOf(ids[again])} and ${again}).`)
}

/** An unknown calendar key falls back to the project calendar, as an importer may name one it did not bring. */
function fillCalendarIndex(
  { calendarIndex }: ScheduleColumns,
  tasks: readonly PlanTask[],
  indexOfCalendar: ReadonlyMap<string, number>,
): void {
  for (let index = 0; index < tasks.length; index++) {
    const { calendar } = tasks[index]
    if (calendar != null) calendarIndex[index] = indexOfCalendar.get(calendar) ?? 0
  }
}

function fillParents({ parentIndex }: ScheduleColumns, tasks: readonly PlanTask[], indexOfId: IdIndex): void {
  let last = 0
  for (let index = 0; index < tasks.length; index++) {
    const { id, parent } = tasks[index]
    if (parent == null) continue
    last = indexOfId.findNear(parent, last)
    if (last === -1) refuseUnknown(parent, `parent of task "${id}"`)
    parentIndex[index] = last
  }
}

function refuseEnds(columns: ScheduleColumns, { predecessor, successor }: PlanDependency, link: number): never {
  if (columns.predecessorIndex[link] === -1) refuseUnknown(predecessor, `predecessor of dependency ${link}`)
  refuseUnknown(successor, `successor of dependency ${link}`)
}

function fillCalendars(columns: ScheduleColumns, plan: Plan): Map<string, number> {
  const named = Object.entries(plan.calendars ?? {})
  columns.calendars = [plan.calendar ?? {}, ...named.map(([, calendar]) => calendar)].map(fromPlanCalendar)
  columns.calendarKeys = ['', ...named.map(([key]) => key)]
  return new Map(named.map(([key], index) => [key, index + 1]))
}

function fromPlanCalendar(calendar: PlanCalendar): CalendarColumns {
  const mask = (calendar.working_days ?? [1, 2, 3, 4, 5]).reduce((bits, weekday) => bits | (1 << (weekday - 1)), 0)
  const exceptions = (calendar.exceptions ?? []).map((exception) => ({
    firstDay: dayOf(exception.from),
    lastDay: dayOf(exception.to),
    isWorking: exception.working ?? false,
  }))
  return calendarColumns(mask, exceptions)
}

function dayOf(text: string | null | undefined): number {
  return text == null ? NO_DAY : (parseCivilDay(text) ?? NO_DAY)
}

function refuseUnknown(id: string, role: string): never {
  refuse(`The ${role} is "${id}", which is not a task of this plan.`)
}

function sharedDoubles(values: readonly number[]): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(8 * values.length))
  shared.set(values)
  return shared
}
