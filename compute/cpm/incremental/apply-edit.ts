import { MAX_DURATION_DAYS, MAX_SPAN_DAYS } from '../../model/limits.ts'
import { askBetween, MILESTONE_MOMENT } from '../../model/milestone-moments.ts'
import { refuseUnless } from '../../model/refusal.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { applyConstraint } from './apply-constraint.ts'
import type { AppliedEdit, ScheduleEdit, TaskEdit } from './schedule-edit.ts'

/** Writes an edit into the columns and the graph, after the checks of `checkColumns`. */
export function applyEdit(graph: ScheduleGraph, edit: ScheduleEdit): AppliedEdit {
  if ('constraint' in edit) return applyConstraint(graph, edit.task, edit.constraint)
  return 'task' in edit ? applyTask(graph, edit) : applyLink(graph, edit)
}

function applyTask(graph: ScheduleGraph, edit: TaskEdit): AppliedEdit {
  const { columns, hierarchy } = graph
  const { task } = edit
  refuseUnless(hierarchy.isSummary[task] === 0, () => `Task ${task} is no leaf of the plan.`)
  const before = [columns.durationDays[task], columns.plannedStartDay[task], columns.percentComplete[task]] as const
  const { durationDays = before[0], plannedStartDay = before[1], percentComplete = before[2] } = edit
  const isDuration = Number.isInteger(durationDays) && durationDays >= 0 && durationDays <= MAX_DURATION_DAYS
  refuseUnless(isDuration, () => `Task {task:${task}} has a duration of ${durationDays} days.`, [task])
  // Its links would ask something else from then on, which is for a new network to lay out.
  const keepsMoment =
    columns.milestoneMoment[task] === MILESTONE_MOMENT.none || (durationDays === 0) === (before[0] === 0)
  refuseUnless(keepsMoment, () => `Task {task:${task}} is a milestone at one end of its day or becomes one.`, [task])
  const startOffset = plannedStartDay === NO_DAY ? 0 : plannedStartDay - columns.projectStartDay
  refuseUnless(
    Number.isInteger(startOffset) && startOffset <= MAX_SPAN_DAYS,
    () => `Task {task:${task}} has a planned start ${startOffset} days after the project start.`,
    [task],
  )
  refuseUnless(Number.isFinite(percentComplete), () => `Task {task:${task}} has no finite percentage.`, [task])
  const set = ([duration, planned, percent]: readonly [number, number, number]): void => {
    columns.durationDays[task] = duration
    columns.plannedStartDay[task] = planned
    columns.percentComplete[task] = percent
  }
  set([durationDays, plannedStartDay, percentComplete])
  return {
    addedDays: Math.max(0, durationDays - before[0]) + Math.max(0, startOffset),
    undo: () => set(before),
  }
}

function applyLink(graph: ScheduleGraph, edit: Extract<ScheduleEdit, { link: number }>): AppliedEdit {
  const { columns, edgeLink, edgeType, edgeLag, edgeUnit } = graph
  const { link } = edit
  const before = [columns.linkType[link], columns.lagDays[link]] as const
  const { type = before[0], lagDays = before[1] } = edit
  const { isSummary } = graph.hierarchy
  const isOfLeaves = isSummary[columns.predecessorIndex[link]] === 0 && isSummary[columns.successorIndex[link]] === 0
  refuseUnless(isOfLeaves, () => `Dependency ${link} is none between two leaves of the plan.`)
  refuseUnless(type >= 0 && type <= 3, () => `Dependency ${link} has the unknown type ${type}.`)
  const isLag = Number.isInteger(lagDays) && Math.abs(lagDays) <= MAX_DURATION_DAYS
  refuseUnless(isLag, () => `Dependency ${link} has a lag of ${lagDays} days; ${MAX_DURATION_DAYS} is the most.`)
  const edge = edgeOf(graph, link)
  const set = ([newType, newLag]: readonly [number, number]): void => {
    columns.linkType[link] = newType
    columns.lagDays[link] = newLag
    const asked = askBetween(columns, link, columns.predecessorIndex[link], columns.successorIndex[link])
    edgeType[edge] = asked.type
    edgeLag[edge] = asked.lagDays
    edgeUnit[edge] = asked.lagUnit
  }
  refuseUnless(edgeLink[edge] === link, () => `Dependency ${link} is not in the plan.`)
  set([type, lagDays])
  return {
    addedDays: Math.max(0, Math.abs(lagDays) - Math.abs(before[1])),
    undo: () => set(before),
  }
}

/** The edge of a link between leaves, among those that lead to its successor. */
export function edgeOf({ columns, nodeOfTask, edgeOffset, edgeLink }: ScheduleGraph, link: number): number {
  const node = nodeOfTask[columns.successorIndex[link]]
  let edge = edgeOffset[node]
  while (edge < edgeOffset[node + 1] - 1 && edgeLink[edge] !== link) edge++
  return edge
}
