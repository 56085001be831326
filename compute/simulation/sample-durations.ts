import type { ScheduleGraph } from '../model/build-graph.ts'
import { drawBelow, drawWords, STREAM_WORDS, seedBlock, seedTask } from './random.ts'
import { SAMPLE_KIND, type SampleTables, type SamplingPlan, SEGMENT_COUNT } from './sampling-plan.ts'

/** Runs that share one random stream and are computed side by side. */
export const BLOCK_RUNS = 64

/**
 * Draws one block of samples in days: row n holds the runs of node n. A sample takes two 16-bit uniforms; their rounded
 * mean picks a segment with its high 4 bits and a place in it with the rest. The rounding is that of the vector
 * instructions of the other kernel.
 */
export function sampleDurations(
  graph: ScheduleGraph,
  plan: SamplingPlan,
  tables: SampleTables,
  seed: number,
  block: number,
  days: Float64Array,
): void {
  const state = seedBlock(seed, block)
  const words = new Int32Array(8)
  const { unitsPerDay } = tables
  for (let node = 0; node < graph.nodeCount; node++) {
    if (plan.kind[node] === SAMPLE_KIND.fixed)
      days.fill(plan.fixedDays[node], node * BLOCK_RUNS, (node + 1) * BLOCK_RUNS)
  }
  sampleVelocities(graph, plan, seed, block, days)
  for (let row = 0; row < tables.nodes.length; row++) {
    const from = tables.nodes[row] * BLOCK_RUNS
    const table = row * SEGMENT_COUNT
    for (let run = 0; run < BLOCK_RUNS; run += 8) {
      drawWords(state, 0, words, 0)
      drawWords(state, STREAM_WORDS, words, 4)
      for (let lane = 0; lane < 8; lane++) {
        const shift = (lane & 1) << 4
        const first = (words[lane >> 1] >>> shift) & 0xffff
        const second = (words[4 + (lane >> 1)] >>> shift) & 0xffff
        const variate = (first + second + 1) >> 1
        const segment = table + (variate >> 12)
        const place = (variate & 0xfff) << 3
        const units = tables.base[segment] + Math.floor((tables.delta[segment] * place + 0x4000) / 0x8000)
        days[from + run + lane] = units / unitsPerDay
      }
    }
  }
}

/** Draws the block of every task with a velocity; each has a stream of its own, whose length varies. */
export function sampleVelocities(
  graph: ScheduleGraph,
  plan: SamplingPlan,
  seed: number,
  block: number,
  days: Float64Array,
): void {
  for (let node = 0; node < graph.nodeCount; node++) {
    if (plan.kind[node] === SAMPLE_KIND.velocity) sampleVelocity(graph, plan, node, seed, block, days)
  }
}

/** Sprints until the points are reached, each sprint's velocity drawn anew from the team's past. */
function sampleVelocity(
  graph: ScheduleGraph,
  plan: SamplingPlan,
  node: number,
  seed: number,
  block: number,
  days: Float64Array,
): void {
  const { columns, taskOfNode } = graph
  const task = taskOfNode[node]
  const points = columns.storyPoints[task]
  const { positiveSamples, sprintLengthDays } = plan
  const state = seedTask(seed, block, columns.idRank[task])
  const words = new Int32Array(4)
  for (let run = 0; run < BLOCK_RUNS; run++) {
    let reached = 0
    let sprints = 0
    while (sprints < plan.horizonSprints[node] && reached < points) {
      reached += positiveSamples[drawBelow(state, words, positiveSamples.length)]
      sprints++
    }
    days[node * BLOCK_RUNS + run] = sprints * sprintLengthDays
  }
}
