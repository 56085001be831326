import { widenTable } from '../cpm/choose-window.ts'
import { runCpm } from '../cpm/run-cpm.ts'
import type { Kernel } from '../kernels/kernel.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { PlanRefusal } from '../model/refusal.ts'
import { checkLagTables } from './check-lag-tables.ts'
import { allocateRows, type BlockRows, runBlock } from './run-block.ts'
import { SAMPLE_KIND, type SampleTables, tabulate } from './sampling-plan.ts'
import { prepareNetwork, type SimulationNetwork } from './simulation-network.ts'
import type { CheckedOptions } from './simulation-options.ts'

/** Everything the blocks of a simulation share. */
export interface Simulation {
  network: SimulationNetwork
  tables: SampleTables
  /** Nodes whose duration varies, in order. */
  varyingNodes: Int32Array
  /** Nodes whose finishes are kept for a percentile. */
  keptNodes: Int32Array
  /** Where the counts of each kept node's finishes begin, one for every unit it can reach. */
  keptOffset: Int32Array
  /** Greatest offset any node can reach. */
  longestOffset: number
}

/** Largest value of a 16-bit lane that leaves room for a bound above every finish. */
const LANE_LIMIT = 65_000
const FINEST_UNITS = 64
const COARSEST_UNITS = 16
/** A step of a table must stay within the signed range of a rounding multiplication. */
const STEP_LIMIT = 32_767

/** Builds network and tables once a simulation: schedules the plan, finds its longest run, chooses the unit. */
export function prepareSimulation(graph: ScheduleGraph, options: CheckedOptions, kernel: Kernel): Simulation {
  try {
    checkLagTables(graph, options.caps.maxLagTableCells)
    const schedule = runCpm(graph, kernel)
    let network = prepareNetwork(graph, schedule)
    let longest = longestRun(network)
    for (let node = findBeyond(network, longest); node >= 0; node = findBeyond(network, longest)) {
      const table = widenTable(graph, network.table, false, true, graph.taskOfNode[node])
      network = prepareNetwork(graph, schedule, table)
      longest = longestRun(network)
    }
    const longestOffset = longest.finish.reduce((most, finish) => Math.max(most, finish), 0)
    const tables = chooseTables(network, options, longestOffset)
    const keptNodes = nodesThat(graph, (node) => isKept(graph, options, node))
    return {
      network,
      tables,
      varyingNodes: nodesThat(graph, (node) => isVarying(network, node)),
      keptNodes,
      keptOffset: countOffsets(keptNodes, longest, tables.unitsPerDay),
      longestOffset,
    }
  } catch (error) {
    throw error instanceof PlanRefusal ? error.named(graph.columns.ids, graph.columns.calendarKeys) : error
  }
}

/** The run in which every task takes the longest it can: no sampled run ends later anywhere. */
function longestRun(network: SimulationNetwork): BlockRows {
  const { nodeCount } = network.graph
  const rows = allocateRows(nodeCount, 1)
  rows.days.set(network.sampling.longestDays)
  runBlock(network, rows)
  return rows
}

/** A node whose finish lies past the last working day of the tables, or -1. */
function findBeyond(network: SimulationNetwork, longest: BlockRows): number {
  const { graph, table, calendar, originRank } = network
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.isSummaryStart[node] === 1) continue
    const room = table.workingCount[calendar[node]] - originRank[calendar[node]]
    if (longest.finish[node] >= room) return node
  }
  return -1
}

/** The finest unit with which every offset fits a lane; plans too long for any keep the coarsest, in doubles. */
function chooseTables(network: SimulationNetwork, options: CheckedOptions, longestOffset: number): SampleTables {
  let unitsPerDay = FINEST_UNITS
  while (unitsPerDay > COARSEST_UNITS && (longestOffset + 1) * unitsPerDay > LANE_LIMIT) unitsPerDay /= 2
  const tables = tabulate(network.graph, network.sampling, options.distribution, unitsPerDay)
  const isTooSteep = unitsPerDay > COARSEST_UNITS && tables.delta.some((step) => step > STEP_LIMIT)
  return isTooSteep ? tabulate(network.graph, network.sampling, options.distribution, unitsPerDay / 2) : tables
}

function isVarying(network: SimulationNetwork, node: number): boolean {
  const { kind } = network.sampling
  return (kind[node] === SAMPLE_KIND.table || kind[node] === SAMPLE_KIND.velocity) && network.isConstant[node] === 0
}

function isKept(
  { columns, taskOfNode, isSummaryStart }: ScheduleGraph,
  options: CheckedOptions,
  node: number,
): boolean {
  if (options.taskFinishes === 'none' || isSummaryStart[node] === 1) return false
  return options.taskFinishes === 'all' || columns.durationDays[taskOfNode[node]] === 0
}

function countOffsets(keptNodes: Int32Array, longest: BlockRows, unitsPerDay: number): Int32Array {
  const offset = new Int32Array(keptNodes.length + 1)
  keptNodes.forEach((node, kept) => {
    offset[kept + 1] = offset[kept] + Math.max(0, longest.finish[node]) * unitsPerDay + 1
  })
  return offset
}

function nodesThat({ nodeCount }: ScheduleGraph, holds: (node: number) => boolean): Int32Array {
  const nodes = new Int32Array(nodeCount)
  let count = 0
  for (let node = 0; node < nodeCount; node++) if (holds(node)) nodes[count++] = node
  return nodes.slice(0, count)
}
