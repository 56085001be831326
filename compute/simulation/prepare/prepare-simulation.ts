import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { widenTable } from '../../cpm/choose-window.ts'
import { runCpm } from '../../cpm/run-cpm.ts'
import type { ScheduleResult } from '../../cpm/schedule-result.ts'
import { PlanRefusal } from '../../model/refusal.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { checkCommonCauses } from '../input/common-causes.ts'
import { checkGroups } from '../input/program-projects.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import { checkLagTables } from './check-lag-tables.ts'
import { allocateRows, type BlockRows, groupFinish, runBlock } from './forward-block.ts'
import { layCauses, stretchLongest } from './lay-causes.ts'
import { prepareNetwork } from './prepare-network.ts'
import { layGroups, type ProjectGroup } from './project-groups.ts'
import { SAMPLE_KIND } from './sampling-plan.ts'
import type { Simulation } from './simulation.ts'
import type { SimulationNetwork } from './simulation-network.ts'
import { laySprints } from './tables/sprint-steps.ts'
import { COARSEST_UNITS, LANE_LIMIT, type SampleTables, STEP_LIMIT, tabulate } from './tables/tabulate.ts'

const FINEST_UNITS = 64

/** Builds network and tables once a simulation: schedules the plan, finds its longest run, chooses the unit. */
export function prepareSimulation(graph: ScheduleGraph, options: CheckedOptions, kernel: Kernel): Simulation {
  try {
    checkLagTables(graph, options.caps.maxLagTableCells)
    checkCommonCauses(options.causes, graph.columns)
    if (options.projects !== null) checkGroups(options.projects, graph.columns.taskCount)
    const schedule = runCpm(graph, kernel)
    let laid = layNetwork(graph, schedule, options)
    let longest = longestRun(laid.network)
    for (let node = findBeyond(laid.network, longest); node >= 0; node = findBeyond(laid.network, longest)) {
      const table = widenTable(graph, laid.network.table, false, true, graph.taskOfNode[node])
      laid = layNetwork(graph, schedule, options, table)
      longest = longestRun(laid.network)
    }
    const { network, causes } = laid
    // With several calendars the completion is counted on a ruler of its own.
    const longestOffset = longest.finish.reduce((most, finish) => Math.max(most, finish), longest.completion[0])
    const tables = chooseTables(network, options, longestOffset)
    const keptNodes = nodesThat(graph, (node) => isKept(graph, options, node))
    const groups = layGroups(network, options.projects)
    return {
      network,
      tables,
      sprints: laySprints((node) => graph.columns.storyPoints[graph.taskOfNode[node]], network.sampling),
      varyingNodes: nodesThat(graph, (node) => isVarying(network, node)),
      keptNodes,
      groups,
      keptOffset: countOffsets(network, keptNodes, groups, longest, tables.unitsPerDay),
      causes,
      longestOffset,
      longestFinish: longest.finish,
    }
  } catch (error) {
    throw error instanceof PlanRefusal ? error.named(graph.columns.ids, graph.columns.calendarKeys) : error
  }
}

/** The network, its samples stretched by what risks and drivers can add to them. */
function layNetwork(graph: ScheduleGraph, schedule: ScheduleResult, options: CheckedOptions, table?: CalendarTable) {
  const network = prepareNetwork(graph, schedule, table, options.projects)
  const causes = layCauses(network, options.causes)
  if (causes !== null) stretchLongest(network.sampling, causes)
  return { network, causes }
}

/** A run later than any: every task takes the longest it can, and what starts later when it is short starts as if it were. */
function longestRun(network: SimulationNetwork): BlockRows {
  const { nodeCount } = network.graph
  const rows = allocateRows(nodeCount, 1)
  rows.days.set(network.sampling.longestDays)
  rows.shortestDays = network.sampling.shortestDays
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

/** The finest unit with which every offset fits a narrow lane; plans too long for any keep the coarsest, in windows or wide lanes. */
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

function countOffsets(
  network: SimulationNetwork,
  keptNodes: Int32Array,
  groups: readonly ProjectGroup[],
  longest: BlockRows,
  unitsPerDay: number,
): Int32Array {
  const offset = new Int32Array(keptNodes.length + groups.length + 1)
  const keep = (kept: number, finish: number): void => {
    offset[kept + 1] = offset[kept] + Math.max(0, finish) * unitsPerDay + 1
  }
  keptNodes.forEach((node, kept) => {
    keep(kept, longest.finish[node])
  })
  groups.forEach((group, at) => {
    keep(keptNodes.length + at, Math.ceil(groupFinish(network, group, longest, 0)))
  })
  return offset
}

function nodesThat({ nodeCount }: ScheduleGraph, holds: (node: number) => boolean): Int32Array {
  const nodes = new Int32Array(nodeCount)
  let count = 0
  for (let node = 0; node < nodeCount; node++) if (holds(node)) nodes[count++] = node
  return nodes.slice(0, count)
}
