import { addDelay, applyShared, type RiskRows } from './apply-shared.ts'
import type { Simulation } from './prepare-simulation.ts'
import { addProducts } from './rank-correlation.ts'
import { allocateRows, type BlockRows, endsLast, groupFinish, runBlock, traceCriticality } from './run-block.ts'
import { BLOCK_RUNS, sampleDurations } from './sample-durations.ts'
import type { CheckedOptions } from './simulation-options.ts'
import { countRisks, keepFinish, type SimulationSinks } from './simulation-sinks.ts'

/** Blocks from `from` up to, not including, `to`. */
export interface BlockRange {
  from: number
  to: number
}

/** Blocks that hold so many runs; the last may be partly filled. */
export function blockCount(runs: number): number {
  return Math.ceil(runs / BLOCK_RUNS)
}

/** All blocks of so many runs, in one piece, for a thread that works alone. */
export function allBlocks(runs: number): () => BlockRange | null {
  let next: BlockRange | null = { from: 0, to: blockCount(runs) }
  return () => {
    const taken = next
    next = null
    return taken
  }
}

/** A block and where its results go. */
interface BlockWork {
  simulation: Simulation
  options: CheckedOptions
  sinks: SimulationSinks
  rows: BlockRows
  firstRun: number
  runCount: number
}

/**
 * Computes blocks into the sinks as long as `take` gives any; what is counted per task is added at the end. Blocks do not
 * know of each other; any order and split gives equal bits.
 */
export function runBlocks(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  take: () => BlockRange | null,
): void {
  const { graph } = simulation.network
  const rows = allocateRows(graph.nodeCount, BLOCK_RUNS)
  const criticalRuns = new Int32Array(graph.columns.taskCount)
  for (let range = take(); range !== null; range = take()) {
    for (let block = range.from; block < range.to; block++) {
      const firstRun = block * BLOCK_RUNS
      const runCount = Math.min(BLOCK_RUNS, options.runs - firstRun)
      runOne({ simulation, options, sinks, rows, firstRun, runCount }, criticalRuns)
    }
  }
  for (let task = 0; task < criticalRuns.length; task++) Atomics.add(sinks.criticalRuns, task, criticalRuns[task])
}

function runOne(work: BlockWork, criticalRuns: Int32Array): void {
  const { simulation, options, sinks, rows, firstRun, runCount } = work
  const { network, tables } = simulation
  const { graph } = network
  const block = firstRun / BLOCK_RUNS
  sampleDurations(graph, network.sampling, tables, options.seed, block, rows.days)
  const risks = applyShared(simulation, options.seed, block, rows.days)
  runBlock(network, rows)
  sinks.completions.set(rows.completion.subarray(0, runCount), firstRun)
  keepFinishes(work)
  if (options.withCriticality) {
    traceCriticality(network, rows)
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.isSummaryStart[node] === 1) continue
      let count = 0
      for (let run = 0; run < runCount; run++) count += rows.isCritical[node * BLOCK_RUNS + run]
      criticalRuns[graph.taskOfNode[node]] += count
    }
  }
  if (risks === null) return
  countRisks(sinks, risks.happens, runCount)
  costRisks(work, risks)
}

function keepFinishes({ simulation, options, sinks, rows, firstRun, runCount }: BlockWork): void {
  const { keptNodes, groups, tables, network } = simulation
  for (let kept = 0; kept < keptNodes.length; kept++) {
    const from = keptNodes[kept] * BLOCK_RUNS
    for (let run = 0; run < runCount; run++) {
      const units = rows.finish[from + run] * tables.unitsPerDay
      keepFinish(sinks, simulation, kept, options.runs, firstRun + run, units)
    }
  }
  groups.forEach((group, at) => {
    for (let run = 0; run < runCount; run++) {
      const units = groupFinish(network, group, rows, run) * tables.unitsPerDay
      keepFinish(sinks, simulation, keptNodes.length + at, options.runs, firstRun + run, units)
      if (endsLast(network, group, rows, run)) Atomics.add(sinks.lastRuns, at, 1)
    }
  })
}

/** What each risk costs the runs of a block: the same runs once more without it. */
function costRisks({ simulation, sinks, rows, firstRun, runCount }: BlockWork, { delays, happens }: RiskRows): void {
  const { shared, network, tables } = simulation
  if (shared === null || firstRun >= sinks.costRuns) return
  const completion = rows.completion.slice()
  shared.risks.forEach((risk, at) => {
    if (happens[at] === 0) return
    addDelay(risk, delays[at], -1 / tables.unitsPerDay, rows.days)
    runBlock(network, rows)
    addDelay(risk, delays[at], 1 / tables.unitsPerDay, rows.days)
    for (let run = 0; run < Math.min(runCount, sinks.costRuns - firstRun); run++) {
      const cost = (completion[run] - rows.completion[run]) * tables.unitsPerDay
      sinks.riskCosts[at * sinks.costRuns + firstRun + run] = cost
    }
  })
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
