// From stored rows to the columns the engine takes: ids become positions, rows outside the schedulable set fall away
// and hand their children to the nearest ancestor inside it.

import type { TaskFloors } from '../../compute/explain/schedule-facts.ts'
import {
  allocateColumns,
  calendarColumns,
  DELIVERY_MODE,
  NO_DAY,
  NO_ESTIMATE,
  type ScheduleColumns,
} from '../../compute/model/schedule-columns.ts'
import type { CalendarColumns } from '../../compute/plan/calendar-days.ts'
import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import { raiseFloors } from '../../compute/program/raise-floors.ts'
import { weekdaysOf } from '../calendars/compose-calendars.ts'
import type { ScheduleCalendar } from '../calendars/project-calendar.ts'
import { UuidIndex, uuidText } from '../platform/db/uuid-index.ts'
import { fillConstraints } from './constraint-words.ts'
import type { PassProject } from './pass-project.queries.ts'
import { rankTasks } from './rank-tasks.ts'
import type { TeamPace } from './schedule.hooks.ts'
import { LINK_FLAG, ROW_FLAG, type ScheduleRows } from './schedule-rows.ts'

/** Which rows the tasks and links of the columns come from, and how they hang together. */
export interface RowShape {
  readonly rowIndex: UuidIndex
  /** Row of each task of the columns, in id order. */
  readonly rowOfTask: Int32Array
  /** -1 for rows outside the schedulable set. */
  readonly taskOfRow: Int32Array
  /** Row of each link of the columns, and the tasks at its ends. */
  readonly rowOfLink: Int32Array
  readonly predecessors: Int32Array
  readonly successors: Int32Array
  /** The task of the nearest ancestor in the set, of each task; -1 for none. */
  readonly parents: Int32Array
}

/** The engine's input. */
export interface ScheduleGraphInput extends RowShape {
  readonly columns: ScheduleColumns
  /** Which project's start holds each task, where the pass spans several. */
  readonly floors: TaskFloors | null
}

export interface PassFacts {
  readonly projects: readonly PassProject[]
  /** By project id. */
  readonly projectCalendars: ReadonlyMap<string, ScheduleCalendar>
  /** Calendars of single tasks by calendar id. */
  readonly taskCalendars: ReadonlyMap<string, ScheduleCalendar>
  /** Null in a pass over a program. */
  readonly statusDate: string | null
  /** What tasks with points are simulated on; null where none is, and in a pass over a program. */
  readonly pace: TeamPace | null
  /** The number of each row in its project; null where dates do not depend on how ties are broken. */
  readonly numbers: Int32Array | null
}

const WEEK_DAYS = 7
const NO_ROWS: ReadonlySet<number> = new Set()

/**
 * What ids say; rows that differ in nothing else share it. Rows `leftOut` fall away as if they were outside of the
 * set, and phases with them that would have nothing inside any more.
 */
export function shapeOfRows(rows: ScheduleRows, leftOut = NO_ROWS): RowShape {
  const rowIndex = new UuidIndex(rows.taskWords)
  const rowOfParent = findParents(rowIndex, rows)
  const isInSet = setOfRows(rows, rowOfParent, leftOut)
  const { rowOfTask, taskOfRow } = numberTasks(isInSet)
  const parents = rowOfTask.map((row) => nearestTask(rowOfParent, taskOfRow, row))
  return { rowIndex, rowOfTask, taskOfRow, parents, ...numberLinks(rows, rowIndex, taskOfRow) }
}

export function graphFromRows(rows: ScheduleRows, facts: PassFacts, shape = shapeOfRows(rows)): ScheduleGraphInput {
  const { rowIndex, rowOfTask, rowOfLink, parents } = shape
  const columns = allocateColumns(rowOfTask.length, rowOfLink.length)
  const startDays = facts.projects.map((project) => dayOf(project.start_date))
  columns.projectStartDay = Math.min(...startDays)
  columns.statusDay = facts.statusDate === null ? NO_DAY : dayOf(facts.statusDate)
  const calendarOfRow = fillCalendars(columns, rows, facts)
  columns.parentIndex.set(parents)
  columns.idRank.set(rankTasks(rows, rowOfTask, facts.numbers))
  for (let task = 0; task < rowOfTask.length; task++) {
    const row = rowOfTask[task] as number
    fillTask(columns, task, rows, row)
    columns.calendarIndex[task] = calendarOfRow(row)
  }
  const startDayOf = (row: number) => startDays[rows.projectIndex[row] as number] as number
  const floors = startDays.length > 1 && rowOfTask.length > 0 ? layOutStarts(columns, rowOfTask, startDayOf) : null
  fillConstraints(columns, rows, rowOfTask)
  fillLinks(columns, rows, shape)
  if (rows.estimates) fillEstimates(columns, rows, rowOfTask, facts)
  if (facts.pace !== null) fillPace(columns, facts.pace, facts)
  // Ids only serve the wording of a refusal and cost more than the pass, so they are made when asked for.
  const ids = () => Array.from(rowOfTask, (row) => rowIndex.textAt(row))
  Object.defineProperty(columns, 'ids', { get: ids, enumerable: false })
  return { ...shape, columns, floors }
}

/** Every task of a program waits for its own project's start. A program has no data date. */
function layOutStarts(
  columns: ScheduleColumns,
  rowOfTask: Int32Array,
  startDayOf: (row: number) => number,
): TaskFloors {
  return raiseFloors(columns, rowOfTask.map(startDayOf), new Int32Array(rowOfTask.length).fill(NO_DAY))
}

function dayOf(date: string): number {
  return parseCivilDay(date) ?? NO_DAY
}

function setOfRows({ flags }: ScheduleRows, rowOfParent: Int32Array, leftOut: ReadonlySet<number>): Uint8Array {
  const isInSet = Uint8Array.from(flags, (flag) => flag & ROW_FLAG.inSet)
  if (leftOut.size === 0) return isInSet
  const isPhase = new Uint8Array(flags.length)
  const holdsWork = new Uint8Array(flags.length)
  const mark = (marks: Uint8Array, row: number) => {
    for (let at = rowOfParent[row] as number; at !== -1 && marks[at] === 0; at = rowOfParent[at] as number)
      marks[at] = 1
  }
  for (let row = 0; row < flags.length; row++) if (isInSet[row] === 1) mark(isPhase, row)
  for (let row = 0; row < flags.length; row++)
    if (isInSet[row] === 1 && isPhase[row] === 0 && !leftOut.has(row)) mark(holdsWork, row)
  return isInSet.map((flag, row) => (leftOut.has(row) || (isPhase[row] === 1 && holdsWork[row] === 0) ? 0 : flag))
}

function numberTasks(isInSet: Uint8Array) {
  const rowCount = isInSet.length
  const taskOfRow = new Int32Array(rowCount).fill(-1)
  const rowOfTask = new Int32Array(rowCount)
  let taskCount = 0
  for (let row = 0; row < rowCount; row++) {
    if (isInSet[row] === 0) continue
    taskOfRow[row] = taskCount
    rowOfTask[taskCount++] = row
  }
  return { taskOfRow, rowOfTask: rowOfTask.subarray(0, taskCount) }
}

function findParents(index: UuidIndex, { flags, parentWords }: ScheduleRows): Int32Array {
  const hasParent = (row: number) => ((flags[row] as number) & ROW_FLAG.hasParent) !== 0
  return new Int32Array(flags.length).map((_, row) => (hasParent(row) ? index.find(parentWords, row) : -1))
}

/** The task of the nearest ancestor in the set; a parent chain longer than there are rows is a loop and counts as none. */
function nearestTask(rowOfParent: Int32Array, taskOfRow: Int32Array, row: number): number {
  let parent = rowOfParent[row] as number
  for (let steps = 0; parent !== -1 && steps <= taskOfRow.length; steps++) {
    const task = taskOfRow[parent] as number
    if (task !== -1) return task
    parent = rowOfParent[parent] as number
  }
  return -1
}

type NumberedLinks = Pick<RowShape, 'rowOfLink' | 'predecessors' | 'successors'>

/** Links whose two ends are both in the set. */
function numberLinks(rows: ScheduleRows, index: UuidIndex, taskOfRow: Int32Array): NumberedLinks {
  const linkCount = rows.linkType.length
  const rowOfLink = new Int32Array(linkCount)
  const predecessors = new Int32Array(linkCount)
  const successors = new Int32Array(linkCount)
  let count = 0
  for (let link = 0; link < linkCount; link++) {
    const from = index.find(rows.predecessorWords, link)
    const to = index.find(rows.successorWords, link)
    if (from === -1 || to === -1 || taskOfRow[from] === -1 || taskOfRow[to] === -1) continue
    rowOfLink[count] = link
    predecessors[count] = taskOfRow[from] as number
    successors[count++] = taskOfRow[to] as number
  }
  return {
    rowOfLink: rowOfLink.subarray(0, count),
    predecessors: predecessors.subarray(0, count),
    successors: successors.subarray(0, count),
  }
}

/** Calendars of the projects first, then those of single tasks; returns the calendar of a row. */
function fillCalendars(columns: ScheduleColumns, rows: ScheduleRows, facts: PassFacts): (row: number) => number {
  const calendars = facts.projects.map((project) => toColumns(facts.projectCalendars.get(project.id)))
  const indexOfId = new Map<string, number>()
  for (const [id, calendar] of facts.taskCalendars) {
    indexOfId.set(id, calendars.length)
    calendars.push(toColumns(calendar))
  }
  columns.calendars = calendars
  const ofProject = (row: number) => rows.projectIndex[row] as number
  if (rows.calendarWords.length === 0) return ofProject
  return (row) => indexOfId.get(uuidText(rows.calendarWords, row)) ?? ofProject(row)
}

function toColumns(calendar: ScheduleCalendar | undefined): CalendarColumns {
  if (!calendar) return calendarColumns(0b001_1111, [])
  const exceptions = calendar.exceptions.map((exception) => ({
    firstDay: dayOf(exception.from),
    lastDay: dayOf(exception.to),
    isWorking: exception.working,
  }))
  return calendarColumns(calendar.workingDays, exceptions)
}

function fillTask(columns: ScheduleColumns, task: number, rows: ScheduleRows, row: number): void {
  const isMilestone = ((rows.flags[row] as number) & ROW_FLAG.milestone) !== 0
  // A milestone takes no time whatever duration its row still carries.
  columns.durationDays[task] = isMilestone ? 0 : (rows.durationDays[row] as number)
  columns.plannedStartDay[task] = rows.plannedStartDay[row] as number
  columns.actualStartDay[task] = rows.actualStartDay[row] as number
  columns.actualFinishDay[task] = rows.actualFinishDay[row] as number
  // It is met in one moment, and that is when it was finished.
  if (isMilestone && rows.actualFinishDay[row] !== NO_DAY)
    columns.actualStartDay[task] = rows.actualFinishDay[row] as number
  columns.percentComplete[task] = rows.percentComplete[row] as number
}

function fillLinks(columns: ScheduleColumns, rows: ScheduleRows, links: NumberedLinks): void {
  columns.predecessorIndex.set(links.predecessors)
  columns.successorIndex.set(links.successors)
  for (let link = 0; link < links.rowOfLink.length; link++) {
    const row = links.rowOfLink[link] as number
    columns.linkType[link] = rows.linkType[row] as number
    columns.lagDays[link] = rows.linkLagDays[row] as number
    columns.lagUnit[link] = ((rows.linkFlags[row] as number) & LINK_FLAG.elapsed) === 0 ? 0 : 1
  }
}

/** The typical length of a sprint in working days, by the weekdays that the project works on. */
function fillPace(columns: ScheduleColumns, { samples, sprintDays }: TeamPace, facts: PassFacts): void {
  const [calendar] = facts.projectCalendars.values()
  const weekdays = calendar === undefined ? WEEK_DAYS : weekdaysOf(calendar.workingDays).length
  columns.sprintLengthDays = Math.max(1, Math.round((sprintDays * weekdays) / WEEK_DAYS))
  columns.velocitySamples = new Float64Array(new SharedArrayBuffer(samples.length * Float64Array.BYTES_PER_ELEMENT))
  columns.velocitySamples.set(samples)
}

/** Estimates wait for approval where the project asks for it; of the delivery modes only scrum means anything here. */
function fillEstimates(columns: ScheduleColumns, rows: ScheduleRows, rowOfTask: Int32Array, facts: PassFacts): void {
  const estimates = rows.estimates
  if (!estimates) return
  const needsApproval = facts.projects.map((project) => project.estimation_mode === 'suggest_approve')
  for (let task = 0; task < rowOfTask.length; task++) {
    const row = rowOfTask[task] as number
    if (estimates.isScrum[row] === 1) columns.deliveryMode[task] = DELIVERY_MODE.scrum
    columns.storyPoints[task] = estimates.storyPoints[row] as number
    const isPending = ((rows.flags[row] as number) & ROW_FLAG.pendingEstimate) !== 0
    if (isPending && needsApproval[rows.projectIndex[row] as number]) continue
    columns.optimisticDays[task] = estimates.optimisticDays[row] ?? NO_ESTIMATE
    columns.mostLikelyDays[task] = estimates.mostLikelyDays[row] ?? NO_ESTIMATE
    columns.pessimisticDays[task] = estimates.pessimisticDays[row] ?? NO_ESTIMATE
  }
}
