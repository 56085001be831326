// Why two schedules of one plan differ: the changes first, each with the days it moved the finish and the tasks it moved.
// The first plan is turned into the second one change at a time, in a stated order, and computed after each; what moved
// between two computations is credited to the change between them. Credits add up to the whole difference exactly.

import { runCpm } from '../cpm/run-cpm.ts'
import { buildGraph } from '../model/build-graph.ts'
import { rankIds } from '../model/rank-ids.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { type ComputedSchedule, compareSchedules, type ScheduleDifference } from './compare-schedules.ts'
import { type Cause, type CauseKind, findCauses } from './find-causes.ts'
import { type PlanState, readState } from './plan-state.ts'
import { type StateDates, StateSchedule } from './state-schedule.ts'

/** Changes made together, and what they moved. Several share a step when a plan in between cannot be computed. */
export interface AttributedStep {
  causes: Cause[]
  /** Elapsed days by which the finish of the plan moved; later is positive. */
  finishDays: number
  /** By position in `ids`; 0 where a task is not in both plans of the step. */
  taskStartDays: Int32Array
  taskFinishDays: Int32Array
}

export interface PlanDifference {
  /** The ids of both plans, in order. */
  ids: string[]
  before: ComputedSchedule
  after: ComputedSchedule
  steps: AttributedStep[]
  /** Kinds with too many changes to compute one by one; each was made and credited as a whole. */
  groupedKinds: CauseKind[]
  schedule: ScheduleDifference
}

export interface CompareOptions {
  /** Most computations: beyond, the kinds with the most changes are made as a whole. */
  maxSteps?: number
}

const DEFAULT_MAX_STEPS = 200
/** Estimates and modes shape forecasts and never a date. */
const DATELESS: readonly CauseKind[] = ['estimates']

/** Compares two plans that hold their ids; both must be computable. */
export function comparePlans(
  before: ScheduleColumns,
  after: ScheduleColumns,
  { maxSteps = DEFAULT_MAX_STEPS }: CompareOptions = {},
): PlanDifference {
  const from = { columns: before, result: runCpm(buildGraph(before)) }
  const to = { columns: after, result: runCpm(buildGraph(after)) }
  const state = readState(before)
  const goal = readState(after)
  const ids = sortIds(new Set([...state.tasks.keys(), ...goal.tasks.keys()]))
  const { groups, groupedKinds } = groupCauses(findCauses(state, goal, ids), maxSteps)
  const indexOfId = new Map((after.ids ?? []).map((id, index) => [id, index]))
  const match = Int32Array.from(before.ids ?? [], (id) => indexOfId.get(id) ?? -1)
  return {
    ids,
    before: from,
    after: to,
    steps: attribute(state, groups, ids),
    groupedKinds,
    schedule: compareSchedules(from, to, match),
  }
}

/** One group a change, or a kind as a whole where there are too many: the most numerous kinds first. */
function groupCauses(causes: Cause[], maxSteps: number): { groups: Cause[][]; groupedKinds: CauseKind[] } {
  const byKind = Map.groupBy(causes, (cause) => cause.kind)
  const counts = [...byKind]
    .filter(([kind]) => !DATELESS.includes(kind))
    .map(([kind, list]) => ({ kind, count: list.length }))
  let total = counts.reduce((sum, { count }) => sum + count, 0)
  const grouped = new Set<CauseKind>()
  for (const { kind, count } of counts.sort((left, right) => right.count - left.count)) {
    if (total <= maxSteps || count === 1) break
    grouped.add(kind)
    total -= count - 1
  }
  const groups = [...byKind].flatMap(([kind, list]) => (grouped.has(kind) ? [list] : list.map((cause) => [cause])))
  return { groups, groupedKinds: [...byKind.keys()].filter((kind) => grouped.has(kind)) }
}

function attribute(state: PlanState, groups: Cause[][], ids: string[]): AttributedStep[] {
  const steps: AttributedStep[] = []
  const schedule = new StateSchedule(state, ids)
  const first = schedule.dates([])
  if (first === null) throw new Error('a plan that was computed cannot be computed again')
  let dates: StateDates = first
  let pending: Cause[] = []
  for (const group of groups) {
    for (const cause of group) cause.apply(state)
    pending.push(...group)
    const isDateless = pending.every((cause) => DATELESS.includes(cause.kind))
    const next: StateDates | null = isDateless ? dates : schedule.dates(pending)
    // A plan in between may be refused, a loop of parents that the next change opens, say: those changes act together.
    if (next === null) continue
    steps.push(stepBetween(pending, dates, next))
    dates = next
    pending = []
  }
  return steps
}

function stepBetween(causes: Cause[], from: StateDates, to: StateDates): AttributedStep {
  const moved = (column: 'startDay' | 'endDay') =>
    from[column].map((day, at) => (from.isThere[at] === 1 && to.isThere[at] === 1 ? to[column][at] - day : 0))
  return {
    causes,
    finishDays: to.finishDay - from.finishDay,
    taskStartDays: moved('startDay'),
    taskFinishDays: moved('endDay'),
  }
}

function sortIds(ids: Iterable<string>): string[] {
  const unsorted = [...ids]
  const sorted = new Array<string>(unsorted.length)
  rankIds(unsorted).forEach((rank, at) => {
    sorted[rank] = unsorted[at]
  })
  return sorted
}
