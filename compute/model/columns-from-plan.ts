import type { CalendarColumns } from '../plan/calendar-days.ts'
import { parseCivilDay } from '../plan/civil-day.ts'
import type { Plan, PlanCalendar, PlanTask } from '../plan/plan-document.ts'
import { checkColumns } from './check-columns.ts'
import { checkPlan } from './check-plan.ts'
import { constraintsFromPlan } from './constraints-from-plan.ts'
import { IdIndex } from './id-index.ts'
import { MILESTONE_MOMENT } from './milestone-moments.ts'
import { nameRefusals } from './name-refusals.ts'
import { rankIds } from './rank-ids.ts'
import { refuse } from './refusal.ts'
import {
  allocateColumns,
  calendarColumns,
  DELIVERY_MODE,
  LAG_UNIT,
  LINK_TYPE,
  NO_DAY,
  NO_ESTIMATE,
  type ScheduleColumns,
} from './schedule-columns.ts'

/** A plan document as columns, checked by every rule that needs no network. Throws a `PlanRefusal` with ids in it. */
export function columnsFromPlan(plan: Plan): ScheduleColumns {
  const isConstrained = checkPlan(plan)
  const dependencies = plan.dependencies ?? []
  const columns = allocateColumns(plan.tasks.length, dependencies.length)
  const ids = plan.tasks.map((task) => task.id)
  const indexOfId = indexIds(ids)
  columns.ids = ids
  columns.idRank.set(rankIds(ids))
  const indexOfCalendar = fillCalendars(columns, plan)
  columns.projectStartDay = dayOf(plan.start_date)
  columns.statusDay = dayOf(plan.status_date)
  columns.sprintLengthDays = plan.sprint_length_days ?? 0
  columns.velocitySamples = sharedDoubles(plan.velocity_samples ?? [])
  for (let index = 0; index < plan.tasks.length; index++) {
    const task = plan.tasks[index]
    fillTask(columns, index, task)
    // An unknown calendar key falls back to the project calendar, as an importer may name one it did not bring.
    if (task.calendar != null) columns.calendarIndex[index] = indexOfCalendar.get(task.calendar) ?? 0
    if (task.parent == null) continue
    const parent = indexOfId.find(task.parent)
    if (parent === -1) refuseUnknown(task.parent, `parent of task "${task.id}"`)
    columns.parentIndex[index] = parent
  }
  let last = 0
  for (let index = 0; index < dependencies.length; index++) {
    const link = dependencies[index]
    const successor = indexOfId.findNear(link.successor, last)
    if (successor >= 0) last = successor
    columns.predecessorIndex[index] = indexOfId.find(link.predecessor)
    columns.successorIndex[index] = successor
    columns.lagDays[index] = link.lag ?? 0
    // Looking a name up by a name in a variable is slow, and nearly all links are of this kind.
    if (link.dep_type != null && link.dep_type !== 'FS') columns.linkType[index] = LINK_TYPE[link.dep_type]
    if (link.lag_unit != null && link.lag_unit !== 'working') columns.lagUnit[index] = LAG_UNIT[link.lag_unit]
  }
  if (isConstrained) columns.constraints = constraintsFromPlan(plan.tasks)
  nameRefusals(columns, () => checkColumns(columns))
  for (let index = 0; index < dependencies.length; index++) {
    const { predecessor, successor } = dependencies[index]
    if (columns.predecessorIndex[index] === -1) refuseUnknown(predecessor, `predecessor of dependency ${index}`)
    if (columns.successorIndex[index] === -1) refuseUnknown(successor, `successor of dependency ${index}`)
  }
  return columns
}

function indexIds(ids: readonly string[]): IdIndex {
  const indexOfId = new IdIndex(ids)
  const again = indexOfId.firstAgain
  if (again !== -1) refuse(`Task id "${ids[again]}" is used twice (tasks ${ids.indexOf(ids[again])} and ${again}).`)
  return indexOfId
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

function fillTask(columns: ScheduleColumns, index: number, task: PlanTask): void {
  // A milestone takes no time whatever duration its row still carries.
  columns.durationDays[index] = task.is_milestone === true ? 0 : task.duration
  columns.plannedStartDay[index] = dayOf(task.planned_start)
  columns.actualStartDay[index] = dayOf(task.actual_start)
  columns.actualFinishDay[index] = dayOf(task.actual_finish)
  columns.percentComplete[index] = task.percent_complete ?? 0
  columns.optimisticDays[index] = task.optimistic_duration ?? NO_ESTIMATE
  columns.mostLikelyDays[index] = task.most_likely_duration ?? NO_ESTIMATE
  columns.pessimisticDays[index] = task.pessimistic_duration ?? NO_ESTIMATE
  const mode = task.delivery_mode
  if (mode != null && mode !== 'waterfall') columns.deliveryMode[index] = DELIVERY_MODE[mode]
  if (task.milestone_at != null) columns.milestoneMoment[index] = MILESTONE_MOMENT[task.milestone_at]
  columns.storyPoints[index] = task.story_points ?? Number.NaN
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
