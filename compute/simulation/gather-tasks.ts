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
  const { unitsPerDay } = simulation.tables
  keptNodes.forEach((node, row) => {
    if (node < fromNode || node >= toNode) return
    const task = graph.taskOfNode[node]
    if (isComplete(graph.columns, task)) {
      sinks.tasks.taskP80Day[task] = schedule.earlyFinishDay[task]
      return
    }
    const finishes = sinks.finishes.subarray(row * options.runs, (row + 1) * options.runs)
    const offset = roundHalfEven(percentile(sortUnits(finishes, unitsPerDay), 0.8)) - 1
    sinks.tasks.taskP80Day[task] = dayAtOffset(network, calendar[node], Math.max(0, offset))
  })
}

/** Values that are whole units, sorted: by counting them where they lie close together, as they mostly do. */
function sortUnits(values: Float32Array, unitsPerDay: number): Float64Array {
  let least = values[0]
  let most = values[0]
  for (let at = 1; at < values.length; at++) {
    if (values[at] < least) least = values[at]
    if (values[at] > most) most = values[at]
  }
  const span = (most - least) * unitsPerDay + 1
  if (span > 8 * values.length + 1024) return Float64Array.from(values).sort()
  const counts = new Int32Array(span)
  for (let at = 0; at < values.length; at++) counts[(values[at] - least) * unitsPerDay]++
  const sorted = new Float64Array(values.length)
  let filled = 0
  for (let unit = 0; unit < span; unit++) {
    const value = least + unit / unitsPerDay
    for (let left = counts[unit]; left > 0; left--) sorted[filled++] = value
  }
  return sorted
}
