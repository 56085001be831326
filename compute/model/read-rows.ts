// Rows of a plan document into columns, each looked at once: what a processor waits for here is the memory that they lie in.
// A row that is not as it should be is looked at again by the checks that say what is wrong with it.

import { parseCivilDay } from '../plan/civil-day.ts'
import type { PlanDependency, PlanTask } from '../plan/plan-document.ts'
import { checkDependency, checkTask, isInteger32, isMoment, isRecord } from './check-plan.ts'
import type { IdIndex } from './id-index.ts'
import { MILESTONE_MOMENT } from './milestone-moments.ts'
import { DELIVERY_MODE, LAG_UNIT, LINK_TYPE, NO_DAY, type ScheduleColumns } from './schedule-columns.ts'

/** What is still to be read of the tasks, because it speaks of others or few plans have it. */
export interface TaskRows {
  ids: string[]
  hasParents: boolean
  hasCalendars: boolean
  /** Whether any is held to a constraint or a deadline. */
  isConstrained: boolean
}

/** No day, and no text of one either. */
const BAD_DAY = NO_DAY + 1

/** Fills the columns of tasks, which hold what stands for nothing. Refuses the first task that is not well formed. */
export function readTasks(tasks: readonly PlanTask[], columns: ScheduleColumns): TaskRows {
  const { durationDays, plannedStartDay, actualStartDay, actualFinishDay, percentComplete, storyPoints } = columns
  const { optimisticDays, mostLikelyDays, pessimisticDays, deliveryMode, milestoneMoment } = columns
  const rows: TaskRows = { ids: new Array(tasks.length), hasParents: false, hasCalendars: false, isConstrained: false }
  const { ids } = rows
  for (let index = 0; index < tasks.length; index++) {
    const task = tasks[index]
    if (!isGoodTask(task)) {
      checkTask(task, index)
      if (!isFree(task)) rows.isConstrained = true
    }
    const planned = dayOf(task.planned_start)
    const started = dayOf(task.actual_start)
    const finished = dayOf(task.actual_finish)
    if (planned === BAD_DAY || started === BAD_DAY || finished === BAD_DAY) checkTask(task, index)
    ids[index] = task.id
    // A milestone takes no time whatever duration its row still carries.
    durationDays[index] = task.is_milestone === true ? 0 : task.duration
    plannedStartDay[index] = planned
    actualStartDay[index] = started
    actualFinishDay[index] = finished
    if (task.percent_complete != null) percentComplete[index] = task.percent_complete
    if (task.optimistic_duration != null) optimisticDays[index] = task.optimistic_duration
    if (task.most_likely_duration != null) mostLikelyDays[index] = task.most_likely_duration
    if (task.pessimistic_duration != null) pessimisticDays[index] = task.pessimistic_duration
    if (task.story_points != null) storyPoints[index] = task.story_points
    // Looking a name up by a name in a variable is slow, and nearly all tasks and links are of one kind.
    const mode = task.delivery_mode
    if (mode != null && mode !== 'waterfall') deliveryMode[index] = DELIVERY_MODE[mode]
    if (task.milestone_at != null) milestoneMoment[index] = MILESTONE_MOMENT[task.milestone_at]
    if (task.parent != null) rows.hasParents = true
    if (task.calendar != null) rows.hasCalendars = true
  }
  return rows
}

/**
 * Fills the columns of links. Refuses the first link that is not well formed; returns the first with an end that is no
 * task, which the columns say by -1, or -1 where there is none.
 */
export function readLinks(links: readonly PlanDependency[], columns: ScheduleColumns, indexOfId: IdIndex): number {
  const { predecessorIndex, successorIndex, lagDays, linkType, lagUnit } = columns
  let unknown = -1
  let last = 0
  for (let index = 0; index < links.length; index++) {
    const link = links[index]
    if (!isGoodLink(link)) checkDependency(link, index)
    const successor = indexOfId.findNear(link.successor, last)
    const predecessor = indexOfId.find(link.predecessor)
    if (successor >= 0) last = successor
    if ((successor < 0 || predecessor < 0) && unknown < 0) unknown = index
    predecessorIndex[index] = predecessor
    successorIndex[index] = successor
    if (link.lag != null) lagDays[index] = link.lag
    if (link.dep_type != null && link.dep_type !== 'FS') linkType[index] = LINK_TYPE[link.dep_type]
    if (link.lag_unit != null && link.lag_unit !== 'working') lagUnit[index] = LAG_UNIT[link.lag_unit]
  }
  return unknown
}

/** The day of a date; `NO_DAY` for none, `BAD_DAY` for what is no date. */
function dayOf(text: unknown): number {
  if (text == null) return NO_DAY
  return typeof text === 'string' ? (parseCivilDay(text) ?? BAD_DAY) : BAD_DAY
}

/**
 * Whether `checkTask` has nothing to say but perhaps of the dates that columns hold: field by field, because reading fields by a
 * name in a variable is slow.
 */
function isGoodTask(task: PlanTask): boolean {
  return (
    isRecord(task) &&
    typeof task.id === 'string' &&
    isInteger32(task.duration) &&
    (task.planned_finish == null || dayOf(task.planned_finish) !== BAD_DAY) &&
    isGoodEstimate(task.optimistic_duration) &&
    isGoodEstimate(task.most_likely_duration) &&
    isGoodEstimate(task.pessimistic_duration) &&
    (task.percent_complete == null || Number.isFinite(task.percent_complete)) &&
    (task.story_points == null || Number.isFinite(task.story_points)) &&
    (task.parent == null || typeof task.parent === 'string') &&
    (task.calendar == null || typeof task.calendar === 'string') &&
    (task.delivery_mode == null || task.delivery_mode === 'waterfall' || task.delivery_mode === 'scrum') &&
    (task.milestone_at == null || isMoment(task.milestone_at)) &&
    isFree(task) &&
    (task.is_milestone == null || typeof task.is_milestone === 'boolean')
  )
}

/** Held to no date by a constraint or a deadline. */
function isFree(task: PlanTask): boolean {
  return task.constraint_type == null && task.constraint_date == null && task.deadline == null
}

function isGoodLink(link: PlanDependency): boolean {
  return (
    isRecord(link) &&
    typeof link.predecessor === 'string' &&
    typeof link.successor === 'string' &&
    (link.dep_type == null || link.dep_type === 'FS' || Object.hasOwn(LINK_TYPE, link.dep_type)) &&
    (link.lag_unit == null || link.lag_unit === 'working' || Object.hasOwn(LAG_UNIT, link.lag_unit)) &&
    (link.lag == null || isInteger32(link.lag))
  )
}

function isGoodEstimate(value: unknown): boolean {
  return value == null || (isInteger32(value) && value >= 0)
}
