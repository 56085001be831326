import { copyConstraints } from '../model/constraint-columns.ts'
import { allocateColumns, LINK_COLUMNS, type ScheduleColumns, TASK_COLUMNS } from '../model/schedule-columns.ts'

/** A copy over memory of its own, with all tasks and the given links in the given order. Calendars are shared. */
export function copyColumns(columns: ScheduleColumns, links: ArrayLike<number>, room = 0): ScheduleColumns {
  const copy = allocateColumns(columns.taskCount, links.length + room)
  for (const name of TASK_COLUMNS) copy[name].set(columns[name])
  for (const name of LINK_COLUMNS) {
    const from = columns[name]
    const to = copy[name]
    for (let at = 0; at < links.length; at++) to[at] = from[links[at]]
  }
  copy.constraints = copyConstraints(columns)
  copy.ids = columns.ids
  copy.calendarKeys = columns.calendarKeys
  copy.calendars = columns.calendars
  copy.projectStartDay = columns.projectStartDay
  copy.statusDay = columns.statusDay
  copy.velocitySamples = columns.velocitySamples
  copy.sprintLengthDays = columns.sprintLengthDays
  return copy
}
