import { isComplete } from '../../model/task-progress.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import { roundHalfEven } from '../prepare/round-half-even.ts'
import { SAMPLE_KIND } from '../prepare/sampling-plan.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { dayAtOffset } from '../prepare/simulation-network.ts'
import { TABLE_SUMS } from '../run/correlation-sums.ts'
import { correlateBlocks } from '../run/open-blocks.ts'
import { blockCount } from '../run/run-blocks.ts'
import { BLOCK_RUNS, sampleVelocity } from '../run/sample-durations.ts'
import type { SimulationSinks } from '../run/simulation-sinks.ts'
import { percentileOfCounts, percentileOfValues } from './percentiles.ts'
import { centredRanks, centredRanksOfSteps, correlateRanks, correlationOf } from './rank-correlation.ts'

/** Once all blocks are in: one gatherer's share of the sensitivities and P80 finishes. */
export function gatherTasks(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  kernel: Kernel,
  gatherer = 0,
): void {
  const share = (count: number): [number, number] => [
    Math.floor((count * gatherer) / sinks.gatherers),
    Math.floor((count * (gatherer + 1)) / sinks.gatherers),
  ]
  if (sinks.sampledRuns > 1) {
    const ranks = centredRanks(sinks.completions.subarray(0, sinks.sampledRuns))
    const row = sinks.sums.length / sinks.gatherers
    const sums = sinks.sums.subarray(gatherer * row, (gatherer + 1) * row)
    const [from, to] = share(blockCount(sinks.sampledRuns))
    correlateBlocks(simulation, options.seed, kernel, Int16Array.from(ranks), sums, from, to)
    gatherVelocities(simulation, options, sinks, ranks, ...share(simulation.varyingNodes.length))
  }
  gatherFinishes(simulation, options, sinks, ...share(simulation.keptNodes.length))
}

/** Tasks with a velocity have no table and few distinct samples: they are drawn again and ranked. */
function gatherVelocities(
  { varyingNodes, network }: Simulation,
  { seed }: CheckedOptions,
  sinks: SimulationSinks,
  ranks: Float64Array,
  from: number,
  to: number,
): void {
  const { graph, sampling } = network
  for (const node of varyingNodes.subarray(from, to)) {
    if (sampling.kind[node] !== SAMPLE_KIND.velocity) continue
    const samples = new Float64Array(blockCount(sinks.sampledRuns) * BLOCK_RUNS)
    for (let at = 0; at < samples.length; at += BLOCK_RUNS) {
      sampleVelocity(graph, sampling, node, seed, at / BLOCK_RUNS, samples, at)
    }
    const { sprintLengthDays } = sampling.velocities[sampling.velocity[node]]
    const own = centredRanksOfSteps(samples.subarray(0, sinks.sampledRuns), sprintLengthDays)
    const correlation = correlateRanks(own, ranks)
    if (correlation !== null) keepSensitivity(sinks, graph.taskOfNode[node], correlation)
  }
}

/** When all gatherers are done: sensitivities from the sums of all of them. */
export function gatherSensitivities({ tables, network }: Simulation, sinks: SimulationSinks): void {
  if (sinks.sampledRuns < 2) return
  const ranks = centredRanks(sinks.completions.subarray(0, sinks.sampledRuns))
  const rankSquare = ranks.reduce((sum, rank) => sum + rank * rank, 0)
  if (rankSquare === 0) return
  const row = sinks.sums.length / sinks.gatherers
  for (let table = 0; table < tables.nodes.length; table++) {
    const node = tables.nodes[table]
    if (network.isConstant[node] === 1) continue
    const sums = [0, 0, 0]
    for (let from = TABLE_SUMS * table; from < sinks.sums.length; from += row) {
      for (let at = 0; at < TABLE_SUMS; at++) sums[at] += sinks.sums[from + at]
    }
    const correlation = correlationOf(sums, rankSquare, sinks.sampledRuns)
    if (correlation !== null) keepSensitivity(sinks, network.graph.taskOfNode[node], correlation)
  }
}

function keepSensitivity({ tasks }: SimulationSinks, task: number, correlation: number): void {
  tasks.sensitivity[task] = correlation
  tasks.hasSensitivity[task] = 1
}

function gatherFinishes(
  simulation: Simulation,
  { runs }: CheckedOptions,
  sinks: SimulationSinks,
  from: number,
  to: number,
): void {
  const { keptNodes, keptOffset, network, tables } = simulation
  const { graph, calendar, schedule } = network
  for (let kept = from; kept < to; kept++) {
    const node = keptNodes[kept]
    const task = graph.taskOfNode[node]
    if (isComplete(graph.columns, task)) {
      sinks.tasks.taskP80Day[task] = schedule.earlyFinishDay[task]
      continue
    }
    const units = sinks.isCounted
      ? percentileOfCounts(sinks.finishes.subarray(keptOffset[kept], keptOffset[kept + 1]), runs, 0.8)
      : percentileOfValues(sinks.finishes.subarray(kept * runs, (kept + 1) * runs), 0.8)
    const offset = roundHalfEven(units / tables.unitsPerDay) - 1
    sinks.tasks.taskP80Day[task] = dayAtOffset(network, calendar[node], Math.max(0, offset))
  }
}
