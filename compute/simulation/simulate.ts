// A simulation in three steps that can each be spread over threads: prepare once, compute blocks of runs, gather.

import { chooseKernel } from '../kernels/choose-kernel.ts'
import type { Kernel } from '../kernels/kernel.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { completionDay } from './finish-day.ts'
import { gatherTasks } from './gather-tasks.ts'
import { histogramBuckets } from './histogram.ts'
import { percentile } from './percentiles.ts'
import { prepareSimulation, type Simulation } from './prepare-simulation.ts'
import { blockCount } from './run-blocks.ts'
import { type CheckedOptions, checkOptions, type SimulationOptions } from './simulation-options.ts'
import type { SimulationResult } from './simulation-result.ts'
import { allocateSinks, type SimulationSinks } from './simulation-sinks.ts'

/** Simulates a network on the calling thread. */
export function simulate(
  graph: ScheduleGraph,
  options: SimulationOptions,
  kernel: Kernel = chooseKernel(),
): SimulationResult {
  const checked = checkOptions(options, graph.hierarchy.leafOrder.length)
  const simulation = prepareSimulation(graph, checked, kernel)
  const sinks = allocateSinks(
    simulation.varyingNodes.length,
    simulation.keptNodes.length,
    graph.columns.taskCount,
    checked,
  )
  kernel.runBlocks(simulation, checked, sinks, 0, blockCount(checked.runs))
  gatherTasks(simulation, checked, sinks, 0, graph.nodeCount)
  return gatherPlan(simulation, checked, sinks)
}

/** The result of all blocks: percentiles and the distribution of the finish, beside what the tasks gathered. */
export function gatherPlan(simulation: Simulation, options: CheckedOptions, sinks: SimulationSinks): SimulationResult {
  const { network } = simulation
  const sorted = sinks.completions.slice().sort()
  const finishDays = Int32Array.from(sorted, (completion) => completionDay(network, completion))
  const dayOf = (share: number): number => completionDay(network, percentile(sorted, share))
  return {
    runs: options.runs,
    seed: options.seed,
    unitsPerDay: simulation.tables.unitsPerDay,
    p50Day: dayOf(0.5),
    p80Day: dayOf(0.8),
    p95Day: dayOf(0.95),
    cpmFinishDay: network.schedule.projectFinishDay,
    finishDays,
    histogram: histogramBuckets(finishDays),
    tasksWithVariance: simulation.varyingNodes.length,
    ...sinks.tasks,
    criticality: Float64Array.from(sinks.criticalRuns, (count) => count / options.runs),
  }
}
