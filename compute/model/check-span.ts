import { LAST_CIVIL_DAY } from '../plan/civil-day.ts'
import { furthestConstraintDays } from './check-constraints.ts'
import { MAX_GAP_DAYS, MAX_SPAN_DAYS, MAX_SPRINTS } from './limits.ts'
import { refuse, refuseUnless } from './refusal.ts'
import { DELIVERY_MODE, NO_DAY, type ScheduleColumns } from './schedule-columns.ts'
import type { ScheduleGraph } from './schedule-graph.ts'
import type { ColumnSurvey } from './survey/column-survey.ts'
import { surveyColumns } from './survey/survey-columns.ts'

/**
 * Bounds the longest path, worst case: the longest of duration and estimates of every task on it, plus the absolute
 * lags between them, plus the furthest constraint or actual. The path is bounded rather than the sum over all tasks,
 * so that a large plan of short tasks is not refused. Returns the bound in working days.
 */
export function checkSpan(
  graph: ScheduleGraph,
  longestPath = findLongestPath(graph),
  survey: ColumnSurvey = surveyColumns(graph.columns),
): number {
  const { columns } = graph
  const anchorDays = furthestAnchorDays(columns, survey)
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
  const { nodeCount, edgeOffset, edgeSource, edgeLag, taskOfNode, isSummaryStart } = graph
  const worst = worstDays(graph)
  const reach = new Float64Array(nodeCount)
  let longest = 0
  let edge = 0
  for (let node = 0; node < nodeCount; node++) {
    let days = 0
    for (const end = edgeOffset[node + 1]; edge < end; edge++) {
      const path = reach[edgeSource[edge]] + Math.abs(edgeLag[edge])
      if (path > days) days = path
    }
    if (isSummaryStart[node] === 0) days += worst[taskOfNode[node]]
    reach[node] = days
    if (days > longest) longest = days
  }
  return longest
}

/** The longest that each task may take. */
function worstDays({ columns, hierarchy }: ScheduleGraph): Float64Array {
  const { taskCount, durationDays, optimisticDays, mostLikelyDays, pessimisticDays, deliveryMode, storyPoints } =
    columns
  const worst = new Float64Array(taskCount)
  let hasPoints = false
  for (let task = 0; task < taskCount; task++) {
    const estimate = Math.max(optimisticDays[task], mostLikelyDays[task], pessimisticDays[task])
    worst[task] = Math.max(durationDays[task], estimate)
    if (deliveryMode[task] === DELIVERY_MODE.scrum && storyPoints[task] > 0) hasPoints = true
  }
  if (hasPoints) stretchBySprints(columns, hierarchy.leafOrder, worst)
  return worst
}

/** Whether tasks may take sprints instead of their days. */
export function hasSprints({ sprintLengthDays, velocitySamples }: ScheduleColumns): boolean {
  return sprintLengthDays > 0 && meanPositive(velocitySamples) > 0
}

function stretchBySprints(columns: ScheduleColumns, leaves: Int32Array, worst: Float64Array): void {
  const { sprintLengthDays, storyPoints, deliveryMode, velocitySamples } = columns
  if (!hasSprints(columns)) return
  const meanVelocity = meanPositive(velocitySamples)
  for (const task of leaves) {
    if (deliveryMode[task] !== DELIVERY_MODE.scrum || !(storyPoints[task] > 0)) continue
    const sprints = storyPoints[task] / meanVelocity
    refuseUnless(Number.isFinite(sprints), () => `Task {task:${task}} has story points too many for the velocity.`, [
      task,
    ])
    worst[task] = Math.max(worst[task], Math.min(Math.ceil(sprints) * 4 + 10, MAX_SPRINTS) * sprintLengthDays)
  }
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

function furthestAnchorDays(columns: ScheduleColumns, survey: ColumnSurvey): number {
  const { projectStartDay: start, statusDay } = columns
  const { greatestPlanned, leastRecorded, greatestRecorded } = survey
  // NO_DAY lies before every day.
  const toRecorded = leastRecorded === NO_DAY ? 0 : Math.max(start - leastRecorded, greatestRecorded - start)
  return Math.max(0, statusDay - start, greatestPlanned - start, toRecorded, furthestConstraintDays(columns))
}
