// A simulation in three steps that can each be spread over threads: prepare once, compute blocks of runs, gather.

import { chooseKernel } from '../kernels/choose-kernel.ts'
import type { Kernel } from '../kernels/kernel.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { completionDay } from './finish-day.ts'
import { gatherProjects } from './gather-projects.ts'
import { gatherShared } from './gather-shared.ts'
import { gatherSensitivities, gatherTasks } from './gather-tasks.ts'
import { histogramBuckets } from './histogram.ts'
import { percentile, percentileError, sortUnits } from './percentiles.ts'
import { prepareSimulation, type Simulation } from './prepare-simulation.ts'
import { allBlocks } from './run-blocks.ts'
import { type CheckedOptions, checkOptions, type SimulationOptions } from './simulation-options.ts'
import type { SimulationResult } from './simulation-result.ts'
import { allocateSinks, type SimulationSinks, sinkSizes } from './simulation-sinks.ts'

/** Simulates a network on the calling thread. */
export function simulate(
  graph: ScheduleGraph,
  options: SimulationOptions,
  kernel: Kernel = chooseKernel(),
): SimulationResult {
  const checked = checkOptions(options, graph.hierarchy.leafOrder.length)
  return simulatePrepared(prepareSimulation(graph, checked, kernel), checked, kernel)
}

/** Simulates what has been prepared before, on the calling thread. */
export function simulatePrepared(simulation: Simulation, options: CheckedOptions, kernel: Kernel): SimulationResult {
  const sinks = allocateSinks(sinkSizes(simulation), options)
  kernel.runBlocks(simulation, options, sinks, allBlocks(options.runs))
  gatherTasks(simulation, options, sinks, kernel)
  return gatherPlan(simulation, options, sinks)
}

/** The result of all blocks: percentiles and the distribution of the finish, beside what the tasks gathered. */
export function gatherPlan(simulation: Simulation, options: CheckedOptions, sinks: SimulationSinks): SimulationResult {
  const { network } = simulation
  gatherSensitivities(simulation, sinks)
  const sorted = sortUnits(sinks.completions, simulation.tables.unitsPerDay)
  const finishDays = new Int32Array(sorted.length)
  for (let run = 0; run < sorted.length; run++) {
    finishDays[run] = sorted[run] === sorted[run - 1] ? finishDays[run - 1] : completionDay(network, sorted[run])
  }
  const { criticality } = sinks.tasks
  for (let task = 0; task < criticality.length; task++) criticality[task] = sinks.criticalRuns[task] / options.runs
  const dayOf = (share: number): number => completionDay(network, percentile(sorted, share))
  return {
    runs: options.runs,
    seed: options.seed,
    unitsPerDay: simulation.tables.unitsPerDay,
    p50Day: dayOf(0.5),
    p80Day: dayOf(0.8),
    p95Day: dayOf(0.95),
    p50Error: percentileError(sorted, 0.5),
    p80Error: percentileError(sorted, 0.8),
    p95Error: percentileError(sorted, 0.95),
    isOneDay: finishDays[0] === finishDays[finishDays.length - 1],
    cpmFinishDay: network.schedule.projectFinishDay,
    finishDays,
    histogram: histogramBuckets(finishDays),
    tasksWithVariance: countVarying(simulation),
    ...sinks.tasks,
    ...gatherShared(simulation, options, sinks),
    projects: gatherProjects(simulation, options, sinks),
  }
}

/** Tasks that vary by themselves, or by a risk or driver. */
function countVarying({ varyingNodes, shared }: Simulation): number {
  return shared === null ? varyingNodes.length : new Set([...varyingNodes, ...shared.hitNodes]).size
}
