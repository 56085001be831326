import { isComplete } from '../../model/task-progress.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import { roundHalfEven } from '../prepare/round-half-even.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { dayAtOffset } from '../prepare/simulation-network.ts'
import { TABLE_SUMS } from '../run/correlation-sums.ts'
import { correlateBlocks } from '../run/open-blocks.ts'
import { blockCount } from '../run/run-blocks.ts'
import { readFinishes, type SimulationSinks } from '../run/simulation-sinks.ts'
import { CountedPercentiles, percentileOfCounts } from './percentiles.ts'
import { centredRanks, correlationOf } from './rank-correlation.ts'

/** Rows of finishes that are brought together at a time; they stay in the fast memory of a core. */
const READ_TOGETHER = 8

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
  }
  gatherFinishes(simulation, options, sinks, ...share(simulation.keptNodes.length))
}

/** When all gatherers are done: sensitivities from the sums of all of them. */
export function gatherSensitivities({ tables, sprints, network }: Simulation, sinks: SimulationSinks): void {
  if (sinks.sampledRuns < 2) return
  const ranks = centredRanks(sinks.completions.subarray(0, sinks.sampledRuns))
  const rankSquare = ranks.reduce((sum, rank) => sum + rank * rank, 0)
  if (rankSquare === 0) return
  const row = sinks.sums.length / sinks.gatherers
  const tableCount = tables.nodes.length
  for (let drawn = 0; drawn < tableCount + sprints.nodes.length; drawn++) {
    const node = drawn < tableCount ? tables.nodes[drawn] : sprints.nodes[drawn - tableCount]
    if (network.isConstant[node] === 1) continue
    const sums = [0, 0, 0]
    for (let from = TABLE_SUMS * drawn; from < sinks.sums.length; from += row) {
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
  const finishes = new Int32Array(sinks.isCounted ? 0 : READ_TOGETHER * runs)
  const ends = new Int32Array(2 * READ_TOGETHER)
  const counts = new CountedPercentiles()
  for (let kept = from; kept < to; kept++) {
    const place = (kept - from) % READ_TOGETHER
    if (place === 0 && !sinks.isCounted)
      readFinishes(sinks, simulation, { from: kept, to: Math.min(to, kept + READ_TOGETHER) }, runs, finishes, ends)
    const node = keptNodes[kept]
    const task = graph.taskOfNode[node]
    if (isComplete(graph.columns, task)) {
      sinks.tasks.taskP80Day[task] = schedule.earlyFinishDay[task]
      continue
    }
    let units: number
    if (sinks.isCounted) {
      units = percentileOfCounts(sinks.finishCounts.subarray(keptOffset[kept], keptOffset[kept + 1]), runs, 0.8)
    } else {
      units = counts.of(finishes.subarray(place * runs, (place + 1) * runs), ends[2 * place], ends[2 * place + 1], 0.8)
    }
    const offset = roundHalfEven(units / tables.unitsPerDay) - 1
    sinks.tasks.taskP80Day[task] = dayAtOffset(network, calendar[node], Math.max(0, offset))
  }
}
