import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { BLOCK_LANES } from '../../wasm/layout.ts'
import { SAMPLE_KIND, type SamplingPlan } from '../prepare/sampling-plan.ts'
import { SEGMENT_COUNT } from '../prepare/tables/base-variate.ts'
import type { SampleTables } from '../prepare/tables/tabulate.ts'
import { drawBelow, drawVariates, openBlock, ROUND_VARIATES, seedTask } from './random.ts'

/** Runs that share one random stream and are computed side by side: as many as a round draws variates. */
export const BLOCK_RUNS = BLOCK_LANES

/** Draws one block of samples in days: row n holds the runs of node n. */
export function sampleDurations(
  graph: ScheduleGraph,
  plan: SamplingPlan,
  tables: SampleTables,
  seed: number,
  block: number,
  days: Float64Array,
): void {
  const { unitsPerDay } = tables
  for (let node = 0; node < graph.nodeCount; node++) {
    if (plan.kind[node] === SAMPLE_KIND.fixed)
      days.fill(plan.fixedDays[node], node * BLOCK_RUNS, (node + 1) * BLOCK_RUNS)
    if (plan.kind[node] === SAMPLE_KIND.velocity)
      sampleVelocity(graph, plan, node, seed, block, days, node * BLOCK_RUNS)
  }
  const state = openBlock(seed, block)
  const variates = new Uint16Array(ROUND_VARIATES)
  for (let row = 0; row < tables.nodes.length; row++) {
    const from = tables.nodes[row] * BLOCK_RUNS
    drawVariates(state, variates)
    for (let run = 0; run < BLOCK_RUNS; run++) days[from + run] = readTable(tables, row, variates[run]) / unitsPerDay
  }
}

/**
 * The sample in units that a table holds for a variate, which picks a segment with its high 4 bits and a place in it with
 * the rest; the rounding is that of the vector instructions of the other kernel.
 */
export function readTable({ base, delta, shift }: SampleTables, row: number, variate: number): number {
  const segment = row * SEGMENT_COUNT + (variate >> 12)
  const place = (variate & 0xfff) << 3
  return (base[segment] + Math.floor((delta[segment] * place + 0x4000) / 0x8000)) * 2 ** shift[row]
}

/**
 * Draws the block of a task with a velocity, which has a stream of its own, because its length varies. Sprints until the
 * points are reached, each sprint's velocity drawn anew from the team's past.
 */
export function sampleVelocity(
  graph: ScheduleGraph,
  plan: SamplingPlan,
  node: number,
  seed: number,
  block: number,
  days: Float64Array,
  at: number,
): void {
  const { columns, taskOfNode } = graph
  const task = taskOfNode[node]
  const points = columns.storyPoints[task]
  const { positiveSamples, sprintLengthDays } = plan.velocities[plan.velocity[node]]
  const state = seedTask(seed, block, columns.idRank[task])
  for (let run = 0; run < BLOCK_RUNS; run++) {
    let reached = 0
    let sprints = 0
    while (sprints < plan.horizonSprints[node] && reached < points) {
      reached += positiveSamples[drawBelow(state, positiveSamples.length)]
      sprints++
    }
    days[at + run] = sprints * sprintLengthDays
  }
}
