import { isComplete } from '../../model/task-progress.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { dayAtOffset } from '../prepare/simulation-network.ts'
import { TABLE_SUMS } from '../run/correlation-sums.ts'
import { correlateBlocks } from '../run/open-blocks.ts'
import { blockCount } from '../run/run-blocks.ts'
import type { SimulationSinks } from '../run/simulation-sinks.ts'
import { openPercentiles } from './kept-percentiles.ts'
import { correlationOf, rankFinishes } from './rank-correlation.ts'

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
    const ranks = rankFinishes(simulation, sinks)
    const row = sinks.sums.length / sinks.gatherers
    const sums = sinks.sums.subarray(gatherer * row, (gatherer + 1) * row)
    const [from, to] = share(blockCount(sinks.sampledRuns))
    correlateBlocks(simulation, options.seed, kernel, new Int16Array(ranks), sums, from, to)
  }
  const { keptTogether, tasks } = sinks
  const [from, to] = share(Math.ceil(simulation.keptNodes.length / keptTogether))
  if (from === to) return
  const percentiles = openPercentiles(simulation, options, sinks, kernel)
  for (let first = from * keptTogether; first < to * keptTogether; first += keptTogether) {
    const kept = simulation.keptNodes.subarray(first, first + keptTogether)
    placeFinishes(simulation, kept, percentiles.read(first), tasks.taskP80Day)
  }
}

/** When all gatherers are done: sensitivities from the sums of all of them. */
export function gatherSensitivities(simulation: Simulation, sinks: SimulationSinks): void {
  const { tables, sprints, network } = simulation
  if (sinks.sampledRuns < 2) return
  const ranks = rankFinishes(simulation, sinks)
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

/** P80 finishes of some tasks from their whole offsets. */
function placeFinishes({ network }: Simulation, nodes: Int32Array, wholes: Int32Array, taskP80Day: Int32Array): void {
  const { graph, calendar, schedule } = network
  for (let kept = 0; kept < nodes.length; kept++) {
    const node = nodes[kept]
    const task = graph.taskOfNode[node]
    taskP80Day[task] = isComplete(graph.columns, task)
      ? schedule.earlyFinishDay[task]
      : dayAtOffset(network, calendar[node], Math.max(0, wholes[kept] - 1))
  }
}
