// Costs of risks that the kernel tells without another pass: the network as a stream of tails, and what each risk strikes.

import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { isToStart } from '../../prepare/forward-block.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { SimulationNetwork } from '../../prepare/simulation-network.ts'
import type { RiskCostRows } from '../block-runner.ts'
import { type Lanes, NARROW_LANES, rowOf, shiftOf } from './lanes.ts'
import { findEnds } from './wasm-ends.ts'

/** Tasks of a risk up to which its costs are told run by run, and those of all risks whose ways past are looked for. */
const MOST_TASKS = 8
const MOST_LOOKED = 1024
/** Edges past one task, on average, up to which they take less than passes: some, and a part of the nodes. */
const FEW_PAST = 64
const MOST_PART_PAST = 1 / 8
const MOST_PAST = 1 << 20

/** Where the draws of risks are. */
interface Drawn {
  happensAddress: number
  rowsAddress: number
}

export class RiskCosts {
  readonly #regions: { address: number; words: Int32Array }[] = []
  readonly #headerAddress: number
  readonly #riskCount: number
  readonly #results: Record<'known' | 'left' | 'costs', number>
  #rows: RiskCostRows = { known: new Int32Array(0), left: new Int32Array(0), units: new Uint16Array(0) }
  #tell: (runs: number) => void = () => undefined

  /**
   * Null where links are more than additions, as between calendars, where finishes do not fit 16 bits, or where so many edges lead past
   * a task that passes are faster.
   */
  static open(simulation: Simulation, plan: MemoryPlan, lanes: Lanes, drawn: Drawn): RiskCosts | null {
    const { network, causes } = simulation
    if (causes === null || causes.risks.length === 0 || lanes !== NARROW_LANES || network.ruler !== null) return null
    const { edgeAdd, edgeOffset, graph } = network
    for (let edge = 0; edge < edgeOffset[graph.nodeCount]; edge++) if (Number.isNaN(edgeAdd[edge])) return null
    const struck = findStruck(simulation)
    const past = findPast(network, struck.looked)
    return past === null ? null : new RiskCosts(simulation, plan, struck, past, drawn)
  }

  private constructor(simulation: Simulation, plan: MemoryPlan, struck: Struck, past: PastEdges, drawn: Drawn) {
    const { network, tables, causes } = simulation
    const { nodeCount } = network.graph
    const risks = causes?.risks ?? []
    const { looked, ways } = struck
    const stream = new TailStream(simulation)
    const streamAddress = this.#keep(plan, stream.words)
    const edgesAddress = plan.take(8 * past.count)
    const edges = new Int32Array(2 * past.count)
    const rows = plan.take(layout.ROW_BYTES * looked.length)
    const records = plan.take(layout.PAST_BYTES * looked.length)
    const pasts = new Int32Array(nodeCount)
    let word = 0
    const recordWords = looked.flatMap((node, at) => {
      const first = edgesAddress + 4 * word
      const [plain, other] = [past.plainOf(at), past.otherOf(at)]
      for (const edge of plain) {
        edges[word++] = rowOf(network.edgeSource[edge])
        edges[word++] = rowOf(past.targetOf(edge))
      }
      for (const edge of other) edges[word++] = streamAddress + 4 * (stream.wordOf.get(edge) as number)
      pasts[node] = records + layout.PAST_BYTES * at
      return [rowOf(node), rows + layout.ROW_BYTES * at, first, plain.length, other.length]
    })
    this.#regions.push({ address: edgesAddress, words: edges })
    this.#regions.push({ address: records, words: Int32Array.from(recordWords) })
    const nodes = this.#keep(plan, Int32Array.from(risks.flatMap((risk) => Array.from(risk.nodes, rowOf))))
    let first = nodes
    const struckWords = risks.flatMap((risk, at) => {
      first += 4 * (risks[at - 1]?.nodes.length ?? 0)
      return [ways[at], risk.nodes.length, first]
    })
    const ends = findEnds(network).filter((node) => network.isConstant[node] === 0)
    this.#riskCount = risks.length
    this.#results = {
      known: plan.take(4 * risks.length),
      left: plan.take(4 * risks.length),
      costs: plan.take(layout.ROW_BYTES * risks.length),
    }
    const header = new Int32Array(layout.COST_HEADER_BYTES / 4)
    const slots = [
      [layout.COST_TAILS_ADDRESS, plan.take(layout.ROW_BYTES * nodeCount)],
      [layout.COST_STREAM_ADDRESS, streamAddress],
      [layout.COST_NODE_COUNT, network.order.length],
      [layout.COST_ENDS_ADDRESS, this.#keep(plan, Int32Array.from(ends, rowOf))],
      [layout.COST_END_COUNT, ends.length],
      [layout.COST_LOOKED_ADDRESS, plan.take(nodeCount)],
      [layout.COST_PASTS_ADDRESS, this.#keep(plan, pasts)],
      [layout.COST_LIST_ADDRESS, plan.take(4 * looked.length)],
      [layout.COST_RISK_COUNT, risks.length],
      [layout.COST_STRUCK_ADDRESS, this.#keep(plan, Int32Array.from(struckWords))],
      [layout.COST_HAPPENS_ADDRESS, drawn.happensAddress],
      [layout.COST_DELAYS_ADDRESS, drawn.rowsAddress],
      [layout.COST_KNOWN_ADDRESS, this.#results.known],
      [layout.COST_LEFT_ADDRESS, this.#results.left],
      [layout.COST_ROWS_ADDRESS, this.#results.costs],
      [layout.COST_LEAST, latestDone(network) * tables.unitsPerDay],
    ] as const
    for (const [slot, value] of slots) header[slot / 4] = value
    this.#headerAddress = this.#keep(plan, header)
  }

  place({ buffer, exports }: KernelInstance, simulationHeader: number): void {
    for (const { address, words } of this.#regions) new Int32Array(buffer, address, words.length).set(words)
    const { known, left, costs } = this.#results
    this.#rows = {
      known: new Int32Array(buffer, known, this.#riskCount),
      left: new Int32Array(buffer, left, this.#riskCount),
      units: new Uint16Array(buffer, costs, layout.BLOCK_LANES * this.#riskCount),
    }
    this.#tell = (runs) => exports.costRisks(simulationHeader, this.#headerAddress, runs)
  }

  /** What is known of the costs of the last block, which was traced, in some runs, a bit each. */
  tell(runs: number): RiskCostRows {
    this.#tell(runs)
    return this.#rows
  }

  /** Address of words that are written once the memory is there. */
  #keep(plan: MemoryPlan, words: Int32Array): number {
    const address = plan.take(words.byteLength)
    this.#regions.push({ address, words })
    return address
  }
}

/** The latest finish of the completed tasks, in days. */
function latestDone({ isConstant, constantFinish }: SimulationNetwork): number {
  return constantFinish.reduce(
    (latest, finish, node) => (isConstant[node] === 1 ? Math.max(latest, finish) : latest),
    0,
  )
}

interface Struck {
  /** Per risk, which runs a pass has to tell. */
  ways: number[]
  /** The nodes of risks whose costs can be told otherwise, in order. */
  looked: number[]
}

function findStruck(simulation: Simulation): Struck {
  const looked = new Set<number>()
  const ways = (simulation.causes?.risks ?? []).map(({ nodes, isMonotone }) => {
    if (!isMonotone) return layout.STRUCK_ALWAYS
    if (nodes.length > MOST_TASKS || looked.size + nodes.length > MOST_LOOKED) return layout.STRUCK_CRITICAL
    for (const node of nodes) looked.add(node)
    return layout.STRUCK_KNOWN
  })
  return { ways, looked: [...looked].sort((left, right) => left - right) }
}

/** The edges that lead past some nodes. */
interface PastEdges {
  count: number
  plainOf: (at: number) => number[]
  otherOf: (at: number) => number[]
  targetOf: (edge: number) => number
}

/**
 * Edges past each of some nodes, which are in order; null where they are too many. One that leaves from the start of a node leads past
 * its length, and so does one that leads to its end.
 */
function findPast(network: SimulationNetwork, looked: readonly number[]): PastEdges | null {
  const { graph, edgeOffset, edgeSource, edgeType } = network
  const { nodeCount } = graph
  /** Per node how many of those that are looked at come before it. */
  const before = new Int32Array(nodeCount + 1)
  for (const node of looked) before[node + 1]++
  for (let node = 1; node <= nodeCount; node++) before[node] += before[node - 1]
  const targets = new Int32Array(edgeOffset[nodeCount])
  const plain = looked.map((): number[] => [])
  const other = looked.map((): number[] => [])
  const most = Math.min(MOST_PAST, Math.max(FEW_PAST, MOST_PART_PAST * nodeCount) * looked.length)
  let count = 0
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      targets[edge] = node
      const isFromStart = edgeType[edge] === LINK_TYPE.SS || edgeType[edge] === LINK_TYPE.SF
      const from = before[edgeSource[edge] + (isFromStart ? 0 : 1)]
      const to = before[node + (isToStart(network, edge) ? 0 : 1)]
      count += Math.max(0, to - from)
      if (count > most) return null
      const lists = isPlain(network, edge) ? plain : other
      for (let at = from; at < to; at++) lists[at].push(edge)
    }
  }
  return {
    count,
    plainOf: (at) => plain[at],
    otherOf: (at) => other[at],
    targetOf: (edge) => targets[edge],
  }
}

function isPlain({ edgeType, edgeAdd }: SimulationNetwork, edge: number): boolean {
  return edgeType[edge] === LINK_TYPE.FS && edgeAdd[edge] === 0
}

/** The nodes from the last to the first, with the edges that leave them. */
class TailStream {
  readonly words: Int32Array
  /** Where edges other than plain stand. */
  readonly wordOf = new Map<number, number>()

  constructor({ network, tables }: Simulation) {
    const { graph, isConstant, edgeOffset, edgeSource, edgeType, edgeAdd, startBound, finishBound } = network
    const { nodeCount } = graph
    const { unitsPerDay } = tables
    const plain = Array.from({ length: nodeCount }, (): number[] => [])
    const other = Array.from({ length: nodeCount }, (): [edge: number, target: number][] => [])
    for (let node = 0; node < nodeCount; node++) {
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        if (isPlain(network, edge)) plain[edgeSource[edge]].push(rowOf(node))
        else other[edgeSource[edge]].push([edge, node])
      }
    }
    const zeros = rowOf(nodeCount)
    const words: number[] = []
    for (let node = nodeCount - 1; node >= 0; node--) {
      if (isConstant[node] === 1) continue
      words.push(rowOf(node), startBound[node] * unitsPerDay)
      words.push(finishBound[node] > 0 ? finishBound[node] * unitsPerDay : -1)
      words.push(plain[node].length, other[node].length, ...plain[node])
      for (const [edge, target] of other[node]) {
        const isFromStart = edgeType[edge] === LINK_TYPE.SS || edgeType[edge] === LINK_TYPE.SF
        this.wordOf.set(edge, words.length)
        words.push(rowOf(node), rowOf(target), isFromStart ? rowOf(node) : zeros)
        words.push(isToStart(network, edge) ? zeros : rowOf(target))
        words.push(shiftOf(edgeAdd[edge], unitsPerDay), Number(isFromStart))
      }
    }
    this.words = Int32Array.from(words)
  }
}
