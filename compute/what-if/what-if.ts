// What a list of changes would do to a plan, with nothing stored and nothing touched.

import { runCpm } from '../cpm/run-cpm.ts'
import {
  type ComputedSchedule,
  compareSchedules,
  type ScheduleDifference,
  sameTasks,
} from '../diff/compare-schedules.ts'
import { buildGraph, type ScheduleGraph } from '../model/build-graph.ts'
import { DEFAULT_LIMITS, type ScheduleLimits } from '../model/limits.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { applyEdits } from './apply-edits.ts'
import type { PlanEdit } from './plan-edit.ts'

export interface WhatIf {
  before: ComputedSchedule
  after: ComputedSchedule & { graph: ScheduleGraph }
  difference: ScheduleDifference
  /** Per link of the edited columns, the link it was before; -1 for an added one. */
  linkBefore: Int32Array
}

/**
 * Computes the plan with and without the edits. Throws the refusal that the edited plan deserves. Pass the schedule of
 * the plan as it stands where it is at hand.
 */
export function whatIf(
  columns: ScheduleColumns,
  edits: readonly PlanEdit[],
  standing?: ComputedSchedule['result'],
  limits: ScheduleLimits = DEFAULT_LIMITS,
): WhatIf {
  const { columns: edited, linkBefore } = applyEdits(columns, edits)
  const before = { columns, result: standing ?? runCpm(buildGraph(columns, limits)) }
  const graph = buildGraph(edited, limits)
  const after = { columns: edited, graph, result: runCpm(graph) }
  return { before, after, difference: compareSchedules(before, after, sameTasks(columns.taskCount)), linkBefore }
}

/** The percentiles of a forecast that a what-if compares. */
export interface Forecast {
  p50Day: number
  p80Day: number
  p95Day: number
}

export interface ForecastShift<F extends Forecast> {
  before: F
  after: F
  /** Elapsed days, later is positive. */
  p50Days: number
  p80Days: number
  p95Days: number
}

/**
 * Simulates both plans with whatever simulates, here or in a pool. It must use one seed for both, so that the difference
 * is the change and not noise.
 */
export async function forecastWhatIf<F extends Forecast>(
  { before, after }: Pick<WhatIf, 'before' | 'after'>,
  simulate: (columns: ScheduleColumns) => F | Promise<F>,
): Promise<ForecastShift<F>> {
  const [standing, changed] = await Promise.all([simulate(before.columns), simulate(after.columns)])
  return {
    before: standing,
    after: changed,
    p50Days: changed.p50Day - standing.p50Day,
    p80Days: changed.p80Day - standing.p80Day,
    p95Days: changed.p95Day - standing.p95Day,
  }
}
