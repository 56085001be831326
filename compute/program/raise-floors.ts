import type { TaskFloors } from '../explain/schedule-facts.ts'
import { NO_DAY, type ScheduleColumns } from '../model/schedule-columns.ts'
import { isComplete } from '../model/task-progress.ts'

/**
 * Gives every task the start and the data date of its own project, in columns that have one of each. Both are start
 * bounds moved onto a working day, like a planned start, and the latest of such bounds wins whether they are moved
 * before or after; so they go into the planned start. The data date holds unfinished work only. The project start of the
 * columns becomes the earliest one, and they have no data date any more. Returns what was merged, for explanations.
 */
export function raiseFloors(columns: ScheduleColumns, projectStartDay: Int32Array, statusDay: Int32Array): TaskFloors {
  const { taskCount, plannedStartDay } = columns
  const floors = { projectStartDay, statusDay, plannedStartDay: plannedStartDay.slice() }
  columns.projectStartDay = projectStartDay.reduce((earliest, day) => Math.min(earliest, day))
  columns.statusDay = NO_DAY
  for (let task = 0; task < taskCount; task++) {
    // NO_DAY lies before every day.
    const data = isComplete(columns, task) ? NO_DAY : statusDay[task]
    const floor = Math.max(projectStartDay[task], data)
    // What the earliest start imposes anyway is not written, so that a plain plan stays one.
    if (floor > columns.projectStartDay && floor > plannedStartDay[task]) plannedStartDay[task] = floor
  }
  return floors
}
