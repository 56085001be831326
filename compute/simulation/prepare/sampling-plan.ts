// Which tasks vary, and how. Samples are whole numbers of a unit of 1/2, 1/4, ... of a day: exact in doubles and in the
// lanes of a vector alike, so that every kernel adds up the same bits.

import { meanPositive } from '../../model/check-span.ts'
import { MAX_SPRINTS } from '../../model/limits.ts'
import { DELIVERY_MODE } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { elapsedDays } from '../../plan/remaining-days.ts'
import type { ProjectGroups } from '../input/program-projects.ts'

export const SAMPLE_KIND = { fixed: 0, table: 1, velocity: 2 } as const

export interface SamplingPlan {
  /** Per node. */
  kind: Uint8Array
  /** Per node: duration of a task that does not vary. */
  fixedDays: Float64Array
  /** Per node: part of the duration already worked, taken off every sample. */
  elapsedDays: Float64Array
  /** Per node: the longest a sample can be. */
  longestDays: Float64Array
  /** Per node: the shortest a sample can be. */
  shortestDays: Float64Array
  /** Per node: sprints after which sampling stops. */
  horizonSprints: Int32Array
  /** Per node: which of the velocities it samples. */
  velocity: Int32Array
  velocities: SampledVelocity[]
}

/** The velocity of a team: the sprints that delivered something. */
export interface SampledVelocity {
  positiveSamples: Float64Array
  mean: number
  least: number
  sprintLengthDays: number
}

/** Reads the estimates: velocity first, then a complete triple, then the fixed duration. */
export function planSampling(graph: ScheduleGraph, projects: ProjectGroups | null = null): SamplingPlan {
  const { columns, nodeCount, taskOfNode, isSummaryStart } = graph
  const velocities = velocitiesOf(graph, projects)
  const plan: SamplingPlan = {
    kind: new Uint8Array(nodeCount),
    fixedDays: new Float64Array(nodeCount),
    elapsedDays: new Float64Array(nodeCount),
    longestDays: new Float64Array(nodeCount),
    shortestDays: new Float64Array(nodeCount),
    horizonSprints: new Int32Array(nodeCount),
    velocity: new Int32Array(nodeCount),
    velocities,
  }
  for (let node = 0; node < nodeCount; node++) {
    if (isSummaryStart[node] === 1) continue
    const task = taskOfNode[node]
    const duration = columns.durationDays[task]
    plan.fixedDays[node] = duration
    plan.longestDays[node] = duration
    plan.shortestDays[node] = duration
    plan.elapsedDays[node] = elapsedDays(duration, columns.percentComplete[task])
    const points = columns.storyPoints[task]
    const project = projects === null ? 0 : projectOf(projects.firstTask, task)
    const velocity = velocities[project]
    const hasVelocity = velocity.mean > 0 && velocity.sprintLengthDays > 0 && points > 0
    if (hasVelocity && columns.deliveryMode[task] === DELIVERY_MODE.scrum) {
      plan.kind[node] = SAMPLE_KIND.velocity
      plan.velocity[node] = project
      plan.shortestDays[node] = velocity.sprintLengthDays
      plan.horizonSprints[node] = Math.min(Math.ceil(points / velocity.mean) * 4 + 10, MAX_SPRINTS)
      // One sprint more than the slowest team needs, for sums that are not exact.
      const slowest = Math.ceil(points / velocity.least) + 1
      plan.longestDays[node] = Math.min(plan.horizonSprints[node], slowest) * velocity.sprintLengthDays
    } else if (
      columns.optimisticDays[task] >= 0 &&
      columns.mostLikelyDays[task] >= 0 &&
      columns.pessimisticDays[task] >= 0
    ) {
      const isFlat = columns.optimisticDays[task] === columns.pessimisticDays[task]
      plan.kind[node] = isFlat ? SAMPLE_KIND.fixed : SAMPLE_KIND.table
      plan.fixedDays[node] = columns.mostLikelyDays[task]
      plan.longestDays[node] = columns.pessimisticDays[task]
      plan.shortestDays[node] = columns.optimisticDays[task]
    }
  }
  return plan
}

/** One velocity for a plan; one a project for a program. */
function velocitiesOf({ columns }: ScheduleGraph, projects: ProjectGroups | null): SampledVelocity[] {
  const own = { samples: Array.from(columns.velocitySamples), sprintLengthDays: columns.sprintLengthDays }
  return (projects?.velocities ?? [own]).map((velocity) => {
    const samples = Float64Array.from(velocity?.samples ?? [])
    const positiveSamples = samples.filter((sample) => sample > 0)
    return {
      positiveSamples,
      mean: meanPositive(samples),
      least: positiveSamples.reduce((least, sample) => Math.min(least, sample), Number.POSITIVE_INFINITY),
      sprintLengthDays: velocity?.sprintLengthDays ?? 0,
    }
  })
}

function projectOf(firstTask: readonly number[], task: number): number {
  let [low, high] = [0, firstTask.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (firstTask[middle] <= task) low = middle
    else high = middle - 1
  }
  return low
}
