import { buildGraph } from '../model/build-graph.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { prepareSimulation } from '../simulation/prepare/prepare-simulation.ts'
import type { Simulation } from '../simulation/prepare/simulation.ts'
import { chooseKernel } from '../wasm/choose-kernel.ts'
import { BoundedCache } from './bounded-cache.ts'
import { type ResidentColumns, type SimulationTask, simulationKey } from './protocol.ts'

/** Thrown where a caller sent only the number of a plan that is no longer here. */
export class NotResident extends Error {}

/** Memory a thread spends on networks and simulations it may be asked for again; the last one stays whatever its size. */
const RESIDENT_BYTES = 512 * 2 ** 20
/** Bytes of network, tables and kernel memory, about: measured with plans of 5,000 to 1,000,000 tasks. */
const GRAPH_BYTES = { task: 220, link: 70 }
const SIMULATION_BYTES = { task: 800, link: 90 }

const graphs = new BoundedCache<number, ScheduleGraph>(RESIDENT_BYTES)
const simulations = new BoundedCache<string, Simulation>(RESIDENT_BYTES)

/** The network of some columns, built on first use and forgotten when others need its room. */
export function loadGraph(plan: ResidentColumns): ScheduleGraph {
  const known = graphs.get(plan.key)
  if (known !== undefined) return known
  if (plan.columns === null) throw new NotResident()
  const graph = buildGraph(plan.columns, plan.limits)
  graphs.set(plan.key, graph, sizeOf(graph, GRAPH_BYTES))
  return graph
}

/** The prepared simulation of some columns. Runs and seed do not enter it, so that repeats share it too. */
export function loadSimulation(task: SimulationTask): Simulation {
  const key = simulationKey(task)
  const known = simulations.get(key)
  if (known !== undefined) return known
  const graph = loadGraph(task.plan)
  const simulation = prepareSimulation(graph, task.options, chooseKernel())
  simulations.set(key, simulation, sizeOf(graph, SIMULATION_BYTES))
  return simulation
}

function sizeOf({ nodeCount, edgeCount, columns }: ScheduleGraph, bytes: { task: number; link: number }): number {
  return bytes.task * Math.max(nodeCount, columns.taskCount) + bytes.link * edgeCount
}
