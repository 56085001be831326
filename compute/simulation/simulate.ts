// A simulation in three steps that can each be spread over threads: prepare once, compute blocks of runs, gather.

import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { Kernel } from '../wasm/choose-kernel.ts'
import { chooseKernel } from '../wasm/choose-kernel.ts'
import { type CheckedOptions, checkOptions, type SimulationOptions } from './input/simulation-options.ts'
import { prepareSimulation } from './prepare/prepare-simulation.ts'
import type { Simulation } from './prepare/simulation.ts'
import { gatherPlan } from './result/gather-plan.ts'
import { gatherTasks } from './result/gather-tasks.ts'
import type { SimulationResult } from './result/simulation-result.ts'
import { allBlocks, runBlocks } from './run/run-blocks.ts'
import { allocateSinks, ownMemory, sinkSizes } from './run/simulation-sinks.ts'

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
  const sinks = allocateSinks(sinkSizes(simulation), options, ownMemory(kernel))
  runBlocks(simulation, options, sinks, kernel, allBlocks(options.runs))
  gatherTasks(simulation, options, sinks, kernel)
  return gatherPlan(simulation, options, sinks)
}
