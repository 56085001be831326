import { chooseKernel } from '../kernels/choose-kernel.ts'
import { buildGraph, type ScheduleGraph } from '../model/build-graph.ts'
import { prepareSimulation, type Simulation } from '../simulation/prepare-simulation.ts'
import type { ResidentColumns, SimulationTask } from './protocol.ts'

/** Networks a worker keeps, so that the pieces of one simulation, and a schedule after it, build theirs once. */
const KEPT_GRAPHS = 4
const graphs = new Map<number, ScheduleGraph>()
const simulations = new Map<string, Simulation>()

/** The network of some columns, built on first use and forgotten when four others were used since. */
export function loadGraph(plan: ResidentColumns): ScheduleGraph {
  return keep(graphs, plan.key, () => buildGraph(plan.columns, plan.limits))
}

/** The prepared simulation of some columns. Runs and seed do not enter it, so that repeats share it too. */
export function loadSimulation(task: SimulationTask): Simulation {
  const { distribution, taskFinishes, caps } = task.options
  const key = JSON.stringify([task.plan.key, distribution, taskFinishes, caps])
  return keep(simulations, key, () => prepareSimulation(loadGraph(task.plan), task.options, chooseKernel()))
}

function keep<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = kept.get(key) ?? make()
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > KEPT_GRAPHS) {
    const [oldest] = kept.keys()
    kept.delete(oldest)
  }
  return value
}
