// A program as one plan: the tasks of all its projects, the links inside them and the accepted links between them, over
// columns like any other, so that everything that takes a plan takes a program.

import type { TaskFloors } from '../explain/schedule-facts.ts'
import { allocateConstraints, placeConstraints } from '../model/constraint-columns.ts'
import { rankIds } from '../model/rank-ids.ts'
import { refuseUnless } from '../model/refusal.ts'
import { allocateColumns, DELIVERY_MODE, type ScheduleColumns, TASK_VALUE_COLUMNS } from '../model/schedule-columns.ts'
import { raiseFloors } from './raise-floors.ts'

export interface ProgramProject {
  key: string
  columns: ScheduleColumns
}

/** An accepted link between two projects; tasks by index in the columns of their projects. */
export interface ProgramLink {
  predecessorProject: number
  predecessor: number
  successorProject: number
  successor: number
  type: number
  lagDays: number
  lagUnit: number
}

export interface Program {
  columns: ScheduleColumns
  /** What holds each task: the start and the data date of its project, and its planned start. */
  floors: TaskFloors
  projectOfTask: Int32Array
  /** The tasks of project p are `firstTask[p]` up to, not including, `firstTask[p + 1]`. */
  firstTask: Int32Array
  /** Links from here on cross projects, in the order in which they were given. */
  firstCrossLink: number
  /** Projects whose velocity is left out: columns hold one velocity, and these do not share it. */
  velocityLeftOut: number[]
}

/** Merges projects in the given order. Ids need to be unique within a project only; refusals name tasks `key/id`. */
export function mergeProgram(projects: readonly ProgramProject[], links: readonly ProgramLink[]): Program {
  refuseUnless(projects.length > 0, () => 'The program has no project.')
  const firstTask = offsets(projects.map(({ columns }) => columns.taskCount))
  const firstLink = offsets(projects.map(({ columns }) => columns.linkCount))
  const firstCalendar = offsets(projects.map(({ columns }) => columns.calendars.length))
  const taskCount = firstTask[projects.length]
  const firstCrossLink = firstLink[projects.length]
  const columns = allocateColumns(taskCount, firstCrossLink + links.length)
  const projectOfTask = new Int32Array(taskCount)
  const startDay = new Int32Array(taskCount)
  const statusDay = new Int32Array(taskCount)
  projects.forEach((project, at) => {
    placeTasks(columns, project.columns, firstTask[at], firstCalendar[at])
    placeLinks(columns, project.columns, firstTask[at], firstLink[at])
    projectOfTask.fill(at, firstTask[at], firstTask[at + 1])
    startDay.fill(project.columns.projectStartDay, firstTask[at], firstTask[at + 1])
    statusDay.fill(project.columns.statusDay, firstTask[at], firstTask[at + 1])
  })
  links.forEach((link, at) => {
    placeCrossLink(columns, link, firstCrossLink + at, projects, firstTask)
  })
  columns.calendars = projects.flatMap((project) => project.columns.calendars)
  nameTasks(columns, projects)
  const velocityLeftOut = shareVelocity(columns, projects)
  refuseUnless(taskCount > 0, () => 'The plan has no task to schedule.')
  const floors = raiseFloors(columns, startDay, statusDay)
  return { columns, floors, projectOfTask, firstTask, firstCrossLink, velocityLeftOut }
}

function offsets(counts: readonly number[]): Int32Array {
  const first = new Int32Array(counts.length + 1)
  counts.forEach((count, at) => {
    first[at + 1] = first[at] + count
  })
  return first
}

function placeTasks(to: ScheduleColumns, from: ScheduleColumns, firstTask: number, firstCalendar: number): void {
  for (const name of TASK_VALUE_COLUMNS) to[name].set(from[name], firstTask)
  if (from.constraints !== null) {
    to.constraints ??= allocateConstraints(to.taskCount)
    placeConstraints(to.constraints, from.constraints, firstTask)
  }
  for (let task = 0; task < from.taskCount; task++) {
    const parent = from.parentIndex[task]
    to.parentIndex[firstTask + task] = parent === -1 ? -1 : firstTask + parent
    to.calendarIndex[firstTask + task] = firstCalendar + from.calendarIndex[task]
  }
}

function placeLinks(to: ScheduleColumns, from: ScheduleColumns, firstTask: number, firstLink: number): void {
  to.linkType.set(from.linkType, firstLink)
  to.lagDays.set(from.lagDays, firstLink)
  to.lagUnit.set(from.lagUnit, firstLink)
  for (let link = 0; link < from.linkCount; link++) {
    to.predecessorIndex[firstLink + link] = firstTask + from.predecessorIndex[link]
    to.successorIndex[firstLink + link] = firstTask + from.successorIndex[link]
  }
}

function placeCrossLink(
  columns: ScheduleColumns,
  link: ProgramLink,
  at: number,
  projects: readonly ProgramProject[],
  firstTask: Int32Array,
): void {
  const indexOf = (project: number, task: number): number => {
    const isThere = projects[project] !== undefined && task >= 0 && task < projects[project].columns.taskCount
    refuseUnless(isThere, () => 'A link between projects refers to a task that does not exist.')
    return firstTask[project] + task
  }
  columns.predecessorIndex[at] = indexOf(link.predecessorProject, link.predecessor)
  columns.successorIndex[at] = indexOf(link.successorProject, link.successor)
  columns.linkType[at] = link.type
  columns.lagDays[at] = link.lagDays
  columns.lagUnit[at] = link.lagUnit
}

/** Ties are broken by id as in a project alone, and between equal ids of two projects by their order. */
function nameTasks(columns: ScheduleColumns, projects: readonly ProgramProject[]): void {
  const idsOf = ({ columns: own }: ProgramProject) => own.ids ?? Array.from(own.idRank, (rank) => `#${rank}`)
  columns.idRank.set(rankIds(projects.flatMap(idsOf)))
  columns.ids = projects.flatMap((project) => idsOf(project).map((id) => `${project.key}/${id}`))
  columns.calendarKeys = projects.flatMap(({ key, columns: own }) =>
    own.calendars.map((_, calendar) => `${key}/${own.calendarKeys?.[calendar] ?? calendar}`),
  )
}

/** Velocity is a fact of a team: it is kept where all projects that sample from it have the same. */
function shareVelocity(columns: ScheduleColumns, projects: readonly ProgramProject[]): number[] {
  const sampling = Array.from(projects.keys()).filter((at) => samplesVelocity(projects[at].columns))
  if (sampling.length === 0) return []
  const keyOf = (at: number) => `${projects[at].columns.sprintLengthDays} ${projects[at].columns.velocitySamples}`
  if (sampling.some((at) => keyOf(at) !== keyOf(sampling[0]))) return sampling
  columns.velocitySamples = projects[sampling[0]].columns.velocitySamples
  columns.sprintLengthDays = projects[sampling[0]].columns.sprintLengthDays
  return []
}

function samplesVelocity(columns: ScheduleColumns): boolean {
  const hasVelocity = columns.sprintLengthDays > 0 && columns.velocitySamples.some((sample) => sample > 0)
  return (
    hasVelocity &&
    columns.deliveryMode.some((mode, task) => mode === DELIVERY_MODE.scrum && columns.storyPoints[task] > 0)
  )
}
