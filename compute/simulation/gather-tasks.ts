import { isComplete } from '../model/task-progress.ts'
import { percentile, roundHalfEven } from './percentiles.ts'
import type { Simulation } from './prepare-simulation.ts'
import { centredRanks, rankCorrelation } from './rank-correlation.ts'
import { dayAtOffset } from './simulation-network.ts'
import type { CheckedOptions } from './simulation-options.ts'
import type { SimulationSinks } from './simulation-sinks.ts'

/** Once all blocks are in: sensitivities and P80 finishes of the nodes from `fromNode` up to, not including, `toNode`. */
export function gatherTasks(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  fromNode: number,
  toNode: number,
): void {
  gatherSensitivities(simulation, sinks, fromNode, toNode)
  gatherFinishes(simulation, options, sinks, fromNode, toNode)
}

function gatherSensitivities(simulation: Simulation, sinks: SimulationSinks, fromNode: number, toNode: number): void {
  const { varyingNodes, network, tables } = simulation
  const width = sinks.sampledRuns
  if (width < 2) return
  const ranks = centredRanks(sinks.completions.subarray(0, width))
  varyingNodes.forEach((node, row) => {
    if (node < fromNode || node >= toNode) return
    const samples = sinks.samples.subarray(row * width, (row + 1) * width)
    const correlation = rankCorrelation(samples, ranks, tables.unitsPerDay)
    if (correlation === null) return
    const task = network.graph.taskOfNode[node]
    sinks.tasks.sensitivity[task] = correlation
    sinks.tasks.hasSensitivity[task] = 1
  })
}

function gatherFinishes(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  fromNode: number,
  toNode: number,
): void {
  const { keptNodes, network } = simulation
  const { graph, calendar, schedule } = network
  const sorted = new Float64Array(options.runs)
  keptNodes.forEach((node, row) => {
    if (node < fromNode || node >= toNode) return
    const task = graph.taskOfNode[node]
    if (isComplete(graph.columns, task)) {
      sinks.tasks.taskP80Day[task] = schedule.earlyFinishDay[task]
      return
    }
    sorted.set(sinks.finishes.subarray(row * options.runs, (row + 1) * options.runs))
    sorted.sort()
    const offset = roundHalfEven(percentile(sorted, 0.8)) - 1
    sinks.tasks.taskP80Day[task] = dayAtOffset(network, calendar[node], Math.max(0, offset))
  })
}
