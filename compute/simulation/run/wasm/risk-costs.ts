// Costs of risks that the kernel tells without another pass: the network as a stream of tails, and what each risk strikes.

import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { SimulationNetwork } from '../../prepare/simulation-network.ts'
import type { RiskCostRows } from '../block-runner.ts'
import { type Lanes, NARROW_LANES, rowOf } from './lanes.ts'
import { findPast, type PastEdges, writeTails } from './tail-stream.ts'
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
    const most = Math.max(FEW_PAST, MOST_PART_PAST * graph.nodeCount) * struck.looked.length
    const past = findPast(network, struck.looked, Math.min(MOST_PAST, most))
    return past === null ? null : new RiskCosts(simulation, plan, struck, past, drawn)
  }

  private constructor(simulation: Simulation, plan: MemoryPlan, struck: Struck, past: PastEdges, drawn: Drawn) {
    const { network, tables, causes } = simulation
    const { nodeCount } = network.graph
    const risks = causes?.risks ?? []
    const { looked, ways } = struck
    const stream = writeTails(simulation)
    const streamAddress = this.#keep(plan, stream.words)
    const { offset, plainEnd } = past
    const edges = new Int32Array(2 * past.edges.length)
    const edgesAddress = this.#keep(plan, edges)
    const rows = plan.take(layout.ROW_BYTES * looked.length)
    const records = new Int32Array((layout.PAST_BYTES / 4) * looked.length)
    const recordsAddress = this.#keep(plan, records)
    const pasts = new Int32Array(nodeCount)
    let word = 0
    looked.forEach((node, at) => {
      const record = (layout.PAST_BYTES / 4) * at
      pasts[node] = recordsAddress + 4 * record
      records[record + layout.PAST_ROW / 4] = rowOf(node)
      records[record + layout.PAST_WAYS_ADDRESS / 4] = rows + layout.ROW_BYTES * at
      records[record + layout.PAST_EDGES_ADDRESS / 4] = edgesAddress + 4 * word
      records[record + layout.PAST_PLAIN_COUNT / 4] = plainEnd[at] - offset[at]
      records[record + layout.PAST_OTHER_COUNT / 4] = offset[at + 1] - plainEnd[at]
      for (let place = offset[at]; place < plainEnd[at]; place++) {
        const edge = past.edges[place]
        edges[word++] = rowOf(network.edgeSource[edge])
        edges[word++] = rowOf(past.target[edge])
      }
      for (let place = plainEnd[at]; place < offset[at + 1]; place++) {
        edges[word++] = streamAddress + 4 * stream.wordOf[past.edges[place]]
      }
    })
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
