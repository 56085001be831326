import { BLOCK_LANES } from '../../wasm/layout.ts'
import { SAMPLE_KIND } from '../prepare/sampling-plan.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { SEGMENT_COUNT } from '../prepare/tables/base-variate.ts'
import type { SampleTables } from '../prepare/tables/tabulate.ts'
import { drawVariates, openBlock, ROUND_VARIATES } from './random.ts'

/** Runs that share one random stream and are computed side by side: as many as a round draws variates. */
export const BLOCK_RUNS = BLOCK_LANES

/** Draws one block of samples in days: row n holds the runs of node n. */
export function sampleDurations(
  { network, tables, sprints }: Pick<Simulation, 'network' | 'tables' | 'sprints'>,
  seed: number,
  block: number,
  days: Float64Array,
): void {
  const { graph, sampling } = network
  const { unitsPerDay } = tables
  for (let node = 0; node < graph.nodeCount; node++) {
    if (sampling.kind[node] !== SAMPLE_KIND.fixed) continue
    days.fill(sampling.fixedDays[node], node * BLOCK_RUNS, (node + 1) * BLOCK_RUNS)
  }
  const state = openBlock(seed, block)
  const variates = new Uint16Array(ROUND_VARIATES)
  for (let row = 0; row < tables.nodes.length; row++) {
    const from = tables.nodes[row] * BLOCK_RUNS
    drawVariates(state, variates)
    for (let run = 0; run < BLOCK_RUNS; run++) days[from + run] = readTable(tables, row, variates[run]) / unitsPerDay
  }
  for (let row = 0; row < sprints.nodes.length; row++) {
    const from = sprints.nodes[row] * BLOCK_RUNS
    const { least, steps } = sprints.stairs[row]
    drawVariates(state, variates)
    for (let run = 0; run < BLOCK_RUNS; run++) {
      days[from + run] = (least + stepsBelow(steps, variates[run])) * sprints.sprintDays[row]
    }
  }
}

/** Steps of a stair that a variate reaches. */
export function stepsBelow(steps: Uint16Array, variate: number): number {
  let count = 0
  while (count < steps.length && steps[count] <= variate) count++
  return count
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
