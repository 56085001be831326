// The worker's side: one exported function a task. None throws; what goes wrong comes back as an outcome.

import { runCpm } from '../cpm/run-cpm.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { chooseKernel } from '../kernels/choose-kernel.ts'
import { PlanRefusal } from '../model/refusal.ts'
import { gatherTasks } from '../simulation/gather-tasks.ts'
import { blockCount } from '../simulation/run-blocks.ts'
import { gatherPlan } from '../simulation/simulate.ts'
import type { SimulationResult } from '../simulation/simulation-result.ts'
import { allocateSinks } from '../simulation/simulation-sinks.ts'
import type { OpenedSimulation, Outcome, ScheduleTask, SimulationPiece, SimulationTask } from './protocol.ts'
import { loadGraph, loadSimulation } from './resident-graphs.ts'

/** Schedules the columns of a plan. */
export function schedule(task: ScheduleTask): Outcome<ScheduleResult> {
  return attempt(() => runCpm(loadGraph(task.plan)))
}

/** A whole simulation on this thread. */
export function simulateWhole(task: SimulationTask): Outcome<SimulationResult> {
  return attempt(() => {
    const { sinks, nodeCount } = open(task)
    const { options } = task
    const simulation = loadSimulation(task)
    chooseKernel().runBlocks(simulation, options, sinks, 0, blockCount(options.runs))
    gatherTasks(simulation, options, sinks, 0, nodeCount)
    return gatherPlan(simulation, options, sinks)
  })
}

/** Prepares a simulation and makes room for its results. */
export function openSimulation(task: SimulationTask): Outcome<OpenedSimulation> {
  return attempt(() => open(task))
}

/** Runs some blocks of an opened simulation. */
export function runPiece(piece: SimulationPiece): Outcome<null> {
  return attempt(() => {
    chooseKernel().runBlocks(loadSimulation(piece), piece.options, piece.sinks, piece.from, piece.to)
    return null
  })
}

/** Gathers the results of some tasks once all blocks are in. */
export function gatherPiece(piece: SimulationPiece): Outcome<null> {
  return attempt(() => {
    gatherTasks(loadSimulation(piece), piece.options, piece.sinks, piece.from, piece.to)
    return null
  })
}

/** Gathers the result of the plan once all tasks are in. */
export function closeSimulation(piece: SimulationPiece): Outcome<SimulationResult> {
  return attempt(() => gatherPlan(loadSimulation(piece), piece.options, piece.sinks))
}

function open(task: SimulationTask): OpenedSimulation {
  const simulation = loadSimulation(task)
  const { graph } = simulation.network
  const { varyingNodes, keptNodes } = simulation
  const sinks = allocateSinks(varyingNodes.length, keptNodes.length, graph.columns.taskCount, task.options)
  return { sinks, nodeCount: graph.nodeCount }
}

function attempt<Value>(compute: () => Value): Outcome<Value> {
  try {
    return { isOk: true, value: compute() }
  } catch (error) {
    if (error instanceof PlanRefusal) return { isOk: false, kind: 'refused', refusal: error.toValue() }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { isOk: false, kind: 'bug', message, stack: stack ?? '' }
  }
}
