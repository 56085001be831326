import type { Simulation } from './prepare-simulation.ts'
import { allocateRows, runBlock, traceCriticality } from './run-block.ts'
import { BLOCK_RUNS, sampleDurations } from './sample-durations.ts'
import type { CheckedOptions } from './simulation-options.ts'
import type { SimulationSinks } from './simulation-sinks.ts'

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
    keepRows(rows.days, simulation.varyingNodes, sinks.samples, sinks.sampledRuns, firstRun, runCount)
    runBlock(network, rows)
    sinks.completions.set(rows.completion.subarray(0, runCount), firstRun)
    keepRows(rows.finish, simulation.keptNodes, sinks.finishes, options.runs, firstRun, runCount)
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

/** Copies the runs of some rows into columns of `width` runs a row, as far as they reach. */
function keepRows(
  rows: Float64Array,
  nodes: Int32Array,
  kept: Float32Array,
  width: number,
  firstRun: number,
  runCount: number,
): void {
  const count = Math.min(runCount, width - firstRun)
  for (let at = 0; at < nodes.length && count > 0; at++) {
    const from = nodes[at] * BLOCK_RUNS
    kept.set(rows.subarray(from, from + count), at * width + firstRun)
  }
}
