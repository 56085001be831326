import { LAST_CIVIL_DAY } from '../plan/civil-day.ts'
import { furthestConstraintDays } from './check-constraints.ts'
import { MAX_GAP_DAYS, MAX_SPAN_DAYS, MAX_SPRINTS } from './limits.ts'
import { refuse, refuseUnless } from './refusal.ts'
import { DELIVERY_MODE, NO_DAY, type ScheduleColumns } from './schedule-columns.ts'
import type { ScheduleGraph } from './schedule-graph.ts'

/**
 * Bounds the longest path, worst case: the longest of duration and estimates of every task on it, plus the absolute
 * lags between them, plus the furthest constraint or actual. The path is bounded rather than the sum over all tasks,
 * so that a large plan of short tasks is not refused. Returns the bound in working days.
 */
export function checkSpan(graph: ScheduleGraph): number {
  const { columns } = graph
  const longestPath = findLongestPath(graph)
  const anchorDays = furthestAnchorDays(columns)
  const span = longestPath + anchorDays
  if (span > MAX_SPAN_DAYS)
    refuse(
      `The longest path may take ${span} days; ${MAX_SPAN_DAYS} is the most.`,
      tasksAnchoredAt(columns, anchorDays),
    )
  const roomDays = LAST_CIVIL_DAY - columns.projectStartDay
  const neededDays = 7 * span + MAX_GAP_DAYS
  if (roomDays < neededDays) {
    const text = `The project starts ${roomDays} days before the end of the year 9999, and may need ${neededDays}.`
    refuse(text, tasksAnchoredAt(columns, anchorDays))
  }
  return span
}

/** Whose dates lie furthest from the start of the plan: without them the rest may be short enough. */
function tasksAnchoredAt(columns: ScheduleColumns, anchorDays: number): number[] | undefined {
  const start = columns.projectStartDay
  const isAnchored = (task: number) =>
    columns.plannedStartDay[task] - start === anchorDays ||
    (columns.constraints?.day[task] ?? NO_DAY) - start === anchorDays ||
    Math.abs(columns.actualStartDay[task] - start) === anchorDays ||
    Math.abs(columns.actualFinishDay[task] - start) === anchorDays
  const tasks = anchorDays === 0 ? [] : [...Array(columns.taskCount).keys()].filter(isAnchored)
  return tasks.length === 0 ? undefined : tasks
}

function findLongestPath(graph: ScheduleGraph): number {
  const { columns, nodeCount, edgeOffset, edgeSource, edgeLag, taskOfNode, isSummaryStart } = graph
  const meanVelocity = meanPositive(columns.velocitySamples)
  const reach = new Float64Array(nodeCount)
  let longest = 0
  for (let node = 0; node < nodeCount; node++) {
    let before = 0
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const path = reach[edgeSource[edge]] + Math.abs(edgeLag[edge])
      if (path > before) before = path
    }
    const own = isSummaryStart[node] === 1 ? 0 : worstDays(columns, taskOfNode[node], meanVelocity)
    reach[node] = before + own
    if (reach[node] > longest) longest = reach[node]
  }
  return longest
}

function worstDays(columns: ScheduleColumns, task: number, meanVelocity: number): number {
  const days = Math.max(
    columns.durationDays[task],
    columns.optimisticDays[task],
    columns.mostLikelyDays[task],
    columns.pessimisticDays[task],
  )
  const points = columns.storyPoints[task]
  if (columns.deliveryMode[task] !== DELIVERY_MODE.scrum || !(points > 0)) return days
  if (!(meanVelocity > 0) || columns.sprintLengthDays <= 0) return days
  const sprints = points / meanVelocity
  refuseUnless(Number.isFinite(sprints), () => `Task {task:${task}} has story points too many for the velocity.`, [
    task,
  ])
  return Math.max(days, Math.min(Math.ceil(sprints) * 4 + 10, MAX_SPRINTS) * columns.sprintLengthDays)
}

/** Mean of the positive samples; 0 when there are none. */
export function meanPositive(samples: Float64Array): number {
  let sum = 0
  let count = 0
  for (const sample of samples) {
    if (sample <= 0) continue
    sum += sample
    count++
  }
  return count === 0 ? 0 : sum / count
}

function furthestAnchorDays(columns: ScheduleColumns): number {
  const start = columns.projectStartDay
  let furthest = columns.statusDay === NO_DAY ? 0 : columns.statusDay - start
  for (let task = 0; task < columns.taskCount; task++) {
    if (columns.plannedStartDay[task] !== NO_DAY) furthest = Math.max(furthest, columns.plannedStartDay[task] - start)
    for (const day of [columns.actualStartDay[task], columns.actualFinishDay[task]]) {
      if (day !== NO_DAY) furthest = Math.max(furthest, Math.abs(day - start))
    }
  }
  return Math.max(0, furthest, furthestConstraintDays(columns))
}
