import type { Simulation } from './prepare-simulation.ts'
import { addProducts } from './rank-correlation.ts'
import { allocateRows, type BlockRows, runBlock, traceCriticality } from './run-block.ts'
import { BLOCK_RUNS, sampleDurations } from './sample-durations.ts'
import type { CheckedOptions } from './simulation-options.ts'
import { keepFinish, type SimulationSinks } from './simulation-sinks.ts'

/** Blocks that hold so many runs; the last may be partly filled. */
export function blockCount(runs: number): number {
  return Math.ceil(runs / BLOCK_RUNS)
}

/** Computes some of the blocks into the sinks. Blocks do not know of each other; any order and split gives equal bits. */
export function runBlocks(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  fromBlock: number,
  toBlock: number,
): void {
  const { network, tables } = simulation
  const { graph } = network
  const rows = allocateRows(graph.nodeCount, BLOCK_RUNS)
  const criticalRuns = new Int32Array(graph.columns.taskCount)
  for (let block = fromBlock; block < toBlock; block++) {
    const firstRun = block * BLOCK_RUNS
    const runCount = Math.min(BLOCK_RUNS, options.runs - firstRun)
    sampleDurations(graph, network.sampling, tables, options.seed, block, rows.days)
    runBlock(network, rows)
    sinks.completions.set(rows.completion.subarray(0, runCount), firstRun)
    keepFinishes(simulation, options, sinks, rows, firstRun, runCount)
    if (!options.withCriticality) continue
    traceCriticality(network, rows)
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.isSummaryStart[node] === 1) continue
      let count = 0
      for (let run = 0; run < runCount; run++) count += rows.isCritical[node * BLOCK_RUNS + run]
      criticalRuns[graph.taskOfNode[node]] += count
    }
  }
  for (let task = 0; task < criticalRuns.length; task++) Atomics.add(sinks.criticalRuns, task, criticalRuns[task])
}

function keepFinishes(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  rows: BlockRows,
  firstRun: number,
  runCount: number,
): void {
  const { keptNodes, tables } = simulation
  for (let kept = 0; kept < keptNodes.length; kept++) {
    const from = keptNodes[kept] * BLOCK_RUNS
    for (let run = 0; run < runCount; run++) {
      const units = rows.finish[from + run] * tables.unitsPerDay
      keepFinish(sinks, simulation, kept, options.runs, firstRun + run, units)
    }
  }
}

/** Adds some of the blocks to the sums of the correlations. `ranks` are those of all sampled runs. */
export function correlateBlocks(
  simulation: Simulation,
  options: CheckedOptions,
  ranks: Int16Array,
  sums: Float64Array,
  fromBlock: number,
  toBlock: number,
): void {
  for (let block = fromBlock; block < toBlock; block++) {
    const own = ranks.subarray(block * BLOCK_RUNS, (block + 1) * BLOCK_RUNS)
    addProducts(options.seed, block, simulation.tables.nodes.length, own, sums)
  }
}
