// Risks and drivers laid out for the blocks: which nodes each of them hits, and a stream of random numbers of its own,
// seeded by its id, so that adding or removing one changes the draws of no other and of no task.

import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { CommonCauses } from '../input/common-causes.ts'
import { greatestOf, type Spread } from '../input/spread.ts'
import { type CauseStream, streamOf } from './cause-stream.ts'
import { monotoneRisks } from './monotone-risks.ts'
import type { SamplingPlan } from './sampling-plan.ts'
import type { SimulationNetwork } from './simulation-network.ts'
import { quantileOf } from './tables/quantile-of-spread.ts'

/** A factor of 1, in the fixed point of both kernels. */
export const FACTOR_ONE = 4096

interface CauseDraw {
  id: string
  stream: CauseStream
  /** Unfinished leaves, in the order of the kernels. */
  nodes: Int32Array
  spread: Spread
  quantile: (share: number) => number
  greatest: number
}

export interface DriverDraw extends CauseDraw {
  isFactor: boolean
}

export interface RiskDraw extends CauseDraw {
  probability: number
  /** Whether it costs a run nothing in which none of its tasks is critical. */
  isMonotone: boolean
}

export interface CauseDraws {
  /** Factors before shifts, then by id: the order in which they are applied. */
  drivers: DriverDraw[]
  /** By id. */
  risks: RiskDraw[]
  /**
   * Risks by the first of their nodes, the last first: what lies before it is as it was. One that strikes completed tasks alone costs
   * nothing and takes no pass: there is no place from which to begin it, and others have moved rows before.
   */
  costOrder: Int32Array
  /** What part of all nodes a pass meets that begins with the first node of each of those. */
  costShares: Float64Array
  /** Nodes that a driver or a risk hits, in order; those whose duration would not vary otherwise are set every block. */
  hitNodes: Int32Array
  hitByDriver: Uint8Array
}

/** Null where there is no cause, so that nothing is paid for it. */
export function layCauses(network: SimulationNetwork, inputs: CommonCauses): CauseDraws | null {
  if (inputs.risks.length + inputs.drivers.length === 0) return null
  const { graph, order } = network
  const nodesOf = leavesUnder(graph, order)
  const isMonotone = inputs.risks.length === 0 ? () => true : monotoneRisks(network)
  const draw = (kind: string, id: string, spread: Spread, tasks: readonly number[]): CauseDraw => ({
    id,
    stream: streamOf(`${kind} ${id}`),
    nodes: nodesOf(tasks),
    spread,
    quantile: quantileOf(spread),
    greatest: greatestOf(spread),
  })
  const drivers = inputs.drivers
    .map(({ id, effect, spread, tasks }) => ({ ...draw('driver', id, spread, tasks), isFactor: effect === 'factor' }))
    .sort((left, right) => Number(right.isFactor) - Number(left.isFactor) || byId(left, right))
  const risks = inputs.risks
    .map(({ id, probability, delayDays, tasks }) => {
      const risk = draw('risk', id, delayDays, tasks)
      return { ...risk, probability, isMonotone: isMonotone(risk.nodes) }
    })
    .sort(byId)
  const hitByDriver = new Uint8Array(graph.nodeCount)
  for (const { nodes } of drivers) for (const node of nodes) hitByDriver[node] = 1
  const hit = new Set([...drivers, ...risks].flatMap(({ nodes }) => Array.from(nodes)))
  return { drivers, risks, ...orderCosts(network, risks), hitNodes: Int32Array.from(hit).sort(), hitByDriver }
}

function orderCosts(
  { graph, order }: SimulationNetwork,
  risks: readonly RiskDraw[],
): Pick<CauseDraws, 'costOrder' | 'costShares'> {
  const placeOf = new Int32Array(graph.nodeCount)
  order.forEach((node, place) => {
    placeOf[node] = place
  })
  const firstOf = risks.map(({ nodes }) => placeOf[nodes[0]] ?? -1)
  const struck = [...firstOf.keys()].filter((risk) => firstOf[risk] >= 0)
  const costOrder = Int32Array.from(struck).sort((left, right) => firstOf[right] - firstOf[left])
  return { costOrder, costShares: Float64Array.from(costOrder, (risk) => 1 - firstOf[risk] / order.length) }
}

function byId(left: { id: string }, right: { id: string }): number {
  return left.id < right.id ? -1 : 1
}

/** The unfinished leaves of some tasks, those inside summaries too. */
function leavesUnder(
  { taskOfNode, isSummaryStart, columns }: ScheduleGraph,
  order: Int32Array,
): (tasks: readonly number[]) => Int32Array {
  return (tasks) => {
    const named = new Set(tasks)
    const isUnder = (task: number): boolean => {
      for (let at = task; at !== -1; at = columns.parentIndex[at]) if (named.has(at)) return true
      return false
    }
    return order.filter((node) => isSummaryStart[node] === 0 && isUnder(taskOfNode[node]))
  }
}

/** Widens what a sample can be by the most that causes add; whole days, and never too few. */
export function stretchLongest(plan: SamplingPlan, { drivers, risks, hitNodes }: CauseDraws): void {
  for (const { nodes, isFactor, greatest } of drivers) {
    for (const node of nodes) {
      plan.shortestDays[node] = 0
      const longest = plan.longestDays[node]
      const stretched = isFactor ? longest * (greatest + 1 / FACTOR_ONE) + 1 : longest + Math.max(0, greatest) + 1
      plan.longestDays[node] = Math.max(longest, Math.ceil(stretched))
    }
  }
  for (const node of hitNodes) plan.longestDays[node] = Math.max(plan.longestDays[node], plan.elapsedDays[node] + 1)
  for (const { nodes, greatest } of risks) {
    for (const node of nodes) plan.longestDays[node] += Math.ceil(greatest) + 1
  }
}
