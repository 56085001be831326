// A plan by ids instead of indexes, so that it can be turned into another plan one change at a time.

import { constraintOf, setConstraint } from '../model/constraint-columns.ts'
import { allocateColumns, type ScheduleColumns, TASK_VALUE_COLUMNS } from '../model/schedule-columns.ts'
import type { CalendarColumns } from '../plan/calendar-days.ts'

export interface TaskFields {
  parent: string | null
  durationDays: number
  calendar: string
  plannedStartDay: number
  actualStartDay: number
  actualFinishDay: number
  percentComplete: number
  optimisticDays: number
  mostLikelyDays: number
  pessimisticDays: number
  deliveryMode: number
  milestoneMoment: number
  storyPoints: number
  constraintType: number
  constraintDateDay: number
  deadlineDay: number
}

export interface LinkFields {
  predecessor: string
  successor: string
  type: number
  lagDays: number
  lagUnit: number
}

export interface PlanState {
  projectStartDay: number
  statusDay: number
  velocitySamples: Float64Array
  sprintLengthDays: number
  /** By key; the project calendar is ''. */
  calendars: Map<string, CalendarColumns>
  tasks: Map<string, TaskFields>
  links: Set<LinkFields>
}

/** Columns that hold their ids as a state. Named calendars are known by their keys, or by position without keys. */
export function readState(columns: ScheduleColumns): PlanState {
  const ids = columns.ids
  if (ids === null) throw new Error('plans can only be compared with their ids')
  const keys = columns.calendars.map((_, index) => (index === 0 ? '' : (columns.calendarKeys?.[index] ?? `#${index}`)))
  return {
    projectStartDay: columns.projectStartDay,
    statusDay: columns.statusDay,
    velocitySamples: columns.velocitySamples,
    sprintLengthDays: columns.sprintLengthDays,
    calendars: new Map(columns.calendars.map((calendar, index) => [keys[index], calendar])),
    tasks: new Map(ids.map((id, task) => [id, readTask(columns, ids, keys, task)])),
    links: new Set(Array.from({ length: columns.linkCount }, (_, link) => readLink(columns, ids, link))),
  }
}

function readTask(columns: ScheduleColumns, ids: string[], keys: string[], task: number): TaskFields {
  const parent = columns.parentIndex[task]
  const { type, day, deadlineDay } = constraintOf(columns, task)
  return {
    parent: parent === -1 ? null : ids[parent],
    durationDays: columns.durationDays[task],
    calendar: keys[columns.calendarIndex[task]],
    plannedStartDay: columns.plannedStartDay[task],
    actualStartDay: columns.actualStartDay[task],
    actualFinishDay: columns.actualFinishDay[task],
    percentComplete: columns.percentComplete[task],
    optimisticDays: columns.optimisticDays[task],
    mostLikelyDays: columns.mostLikelyDays[task],
    pessimisticDays: columns.pessimisticDays[task],
    deliveryMode: columns.deliveryMode[task],
    milestoneMoment: columns.milestoneMoment[task],
    storyPoints: columns.storyPoints[task],
    constraintType: type,
    constraintDateDay: day,
    deadlineDay,
  }
}

function readLink(columns: ScheduleColumns, ids: string[], link: number): LinkFields {
  return {
    predecessor: ids[columns.predecessorIndex[link]],
    successor: ids[columns.successorIndex[link]],
    type: columns.linkType[link],
    lagDays: columns.lagDays[link],
    lagUnit: columns.lagUnit[link],
  }
}

/** Writes what a task has in numbers. */
export function writeTask(columns: ScheduleColumns, task: number, fields: TaskFields): void {
  for (const name of TASK_VALUE_COLUMNS) columns[name][task] = fields[name]
  const { constraintType, constraintDateDay, deadlineDay } = fields
  setConstraint(columns, task, { type: constraintType, day: constraintDateDay, deadlineDay })
}

/**
 * A state as columns, with tasks in the given order, which is that of their ids. A parent, calendar or end of a link
 * that is not there at this stage counts as none.
 */
export function stateColumns(state: PlanState, sortedIds: readonly string[]): ScheduleColumns {
  const ids = sortedIds.filter((id) => state.tasks.has(id))
  const indexOfId = new Map(ids.map((id, index) => [id, index]))
  const links = [...state.links].filter((link) => indexOfId.has(link.predecessor) && indexOfId.has(link.successor))
  const columns = allocateColumns(ids.length, links.length)
  const calendarKeys = [...state.calendars.keys()]
  const indexOfCalendar = new Map(calendarKeys.map((key, index) => [key, index]))
  ids.forEach((id, task) => {
    const fields = state.tasks.get(id) as TaskFields
    writeTask(columns, task, fields)
    columns.idRank[task] = task
    columns.parentIndex[task] = fields.parent === null ? -1 : (indexOfId.get(fields.parent) ?? -1)
    columns.calendarIndex[task] = indexOfCalendar.get(fields.calendar) ?? 0
  })
  links.forEach((link, index) => {
    columns.predecessorIndex[index] = indexOfId.get(link.predecessor) as number
    columns.successorIndex[index] = indexOfId.get(link.successor) as number
    columns.linkType[index] = link.type
    columns.lagDays[index] = link.lagDays
    columns.lagUnit[index] = link.lagUnit
  })
  columns.ids = ids
  columns.calendarKeys = calendarKeys
  columns.calendars = [...state.calendars.values()]
  columns.projectStartDay = state.projectStartDay
  columns.statusDay = state.statusDay
  columns.velocitySamples = state.velocitySamples
  columns.sprintLengthDays = state.sprintLengthDays
  return columns
}
