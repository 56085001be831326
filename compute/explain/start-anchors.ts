import { NO_DAY } from '../model/schedule-columns.ts'
import { startFloors } from './constraint-anchors.ts'
import { anchor, type Contribution } from './contribution.ts'
import { type ScheduleFacts, stateOf } from './schedule-facts.ts'

/** Start bounds of a leaf that no link sets, in the order in which they win ties. */
export function startAnchors(facts: ScheduleFacts, task: number): Contribution[] {
  const { columns, table, result, floors } = facts
  const calendar = columns.calendarIndex[task]
  const start = result.earlyStartDay[task]
  const isOpen = stateOf(facts, task) === 'open'
  const snapped = (kind: 'project_start' | 'data_date' | 'planned_start_snet', rawDay: number): Contribution[] => {
    if (rawDay === NO_DAY) return []
    const imposedDay = table.nextDay(calendar, rawDay)
    return [anchor(kind, imposedDay, table.countDays(calendar, imposedDay, start), rawDay)]
  }
  const actualStartDay = isOpen ? columns.actualStartDay[task] : NO_DAY
  // A recorded start is kept verbatim, even on a day off.
  const actual =
    actualStartDay === NO_DAY
      ? []
      : [anchor('actual_start', actualStartDay, table.countDays(calendar, actualStartDay, start))]
  const statusDay = floors === null ? columns.statusDay : floors.statusDay[task]
  return [
    ...snapped('project_start', floors === null ? columns.projectStartDay : floors.projectStartDay[task]),
    ...snapped('data_date', isOpen ? statusDay : NO_DAY),
    ...actual,
    ...snapped('planned_start_snet', floors === null ? columns.plannedStartDay[task] : floors.plannedStartDay[task]),
    ...startFloors(facts, task),
  ]
}
