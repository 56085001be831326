// A simulation in the memory of an instance: the network as one stream of nodes and edges in whole units, and the rows
// the blocks are computed in.

import { LINK_TYPE } from '../model/schedule-columns.ts'
import type { Simulation } from '../simulation/prepare-simulation.ts'
import { BLOCK_STATE_WORDS, seedBlock } from '../simulation/random.ts'
import { sampleVelocities } from '../simulation/sample-durations.ts'
import { SAMPLE_KIND, SEGMENT_COUNT } from '../simulation/sampling-plan.ts'
import type { CheckedOptions } from '../simulation/simulation-options.ts'
import type { SimulationSinks } from '../simulation/simulation-sinks.ts'
import * as layout from '../wasm/layout.ts'
import { instantiate, type KernelInstance, type KernelModule } from '../wasm/load-module.ts'
import { MemoryPlan } from './memory-plan.ts'

const HEADER = 64
const LANE_MAX = 65_535
const STEP_MAX = 32_767

/** Whether a simulation fits 16-bit lanes: one calendar, plain links, every offset and step within range. */
export function canUseLanes(simulation: Simulation): boolean {
  const { network, tables } = simulation
  const { graph, edgeOffset, edgeAdd } = network
  if (graph.hasSummaryStarts || network.calendarsInUse.length > 1) return false
  if ((simulation.longestOffset + 1) * tables.unitsPerDay > LANE_MAX) return false
  if (tables.base.some((value) => value > LANE_MAX) || tables.delta.some((step) => step > STEP_MAX)) return false
  const { longestDays } = network.sampling
  if (simulation.varyingNodes.some((node) => longestDays[node] * tables.unitsPerDay > LANE_MAX)) return false
  const edgeCount = edgeOffset[graph.nodeCount]
  for (let edge = 0; edge < edgeCount; edge++) if (Number.isNaN(edgeAdd[edge])) return false
  return true
}

export class WasmSimulation {
  readonly #simulation: Simulation
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  readonly #days: Uint16Array
  readonly #starts: Uint16Array
  readonly #velocityDays: Float64Array | null
  readonly #velocityNodes: number[]

  constructor(module: KernelModule, simulation: Simulation) {
    this.#simulation = simulation
    const { network, tables } = simulation
    const { nodeCount } = network.graph
    const program = writeProgram(simulation)
    const plan = new MemoryPlan(HEADER + layout.SIM_HEADER_BYTES)
    const regions: [slot: number, address: number, values: Int32Array | Uint8Array | null][] = [
      [layout.SIM_TABLE_ROWS_ADDRESS, plan.take(4 * tables.nodes.length), tables.nodes],
      [layout.SIM_TABLES_ADDRESS, plan.take(64 * tables.nodes.length), packTables(simulation)],
      [layout.SIM_STATE_ADDRESS, plan.take(4 * BLOCK_STATE_WORDS), null],
      [layout.SIM_ADJUST_ADDRESS, plan.take(4 * program.adjust.length), program.adjust],
      [layout.SIM_NODES_ADDRESS, plan.take(4 * program.nodes.length), program.nodes],
      [layout.SIM_EDGES_ADDRESS, plan.take(4 * program.edges.length), program.edges],
      [layout.SIM_DAYS_ADDRESS, plan.take(layout.DAYS_ROW_BYTES * nodeCount), null],
      [layout.SIM_STARTS_ADDRESS, plan.take(layout.HALF_ROW_BYTES * nodeCount), null],
      [layout.SIM_MARKS_ADDRESS, plan.take(layout.HALF_ROW_BYTES * nodeCount), null],
      [layout.SIM_COMPLETION_ADDRESS, plan.take(layout.HALF_ROW_BYTES), null],
      [layout.SIM_COUNTS_ADDRESS, plan.take(4 * nodeCount), null],
      [layout.SIM_LANES_ADDRESS, plan.take(layout.HALF_ROW_BYTES), null],
    ]
    this.#instance = instantiate(module, plan.size)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.SIM_HEADER_BYTES / 4)
    for (const [slot, address, values] of regions) {
      this.#header[slot / 4] = address
      if (values !== null) new Uint8Array(buffer, address, values.byteLength).set(bytesOf(values))
    }
    this.#header[layout.SIM_TABLE_COUNT / 4] = tables.nodes.length
    this.#header[layout.SIM_ADJUST_COUNT / 4] = program.adjust.length / 2
    this.#header[layout.SIM_NODE_COUNT / 4] = (4 * program.nodes.length) / layout.NODE_BYTES
    this.#header[layout.SIM_UNITS_PER_DAY / 4] = tables.unitsPerDay
    this.#header[layout.SIM_LEAST_COMPLETION / 4] = leastCompletion(simulation)
    this.#header[layout.SIM_ROW_COUNT / 4] = nodeCount
    this.#days = new Uint16Array(buffer, this.#address(layout.SIM_DAYS_ADDRESS), layout.BLOCK_LANES * nodeCount)
    this.#starts = new Uint16Array(buffer, this.#address(layout.SIM_STARTS_ADDRESS), layout.HALF_LANES * nodeCount)
    this.#velocityNodes = [...network.sampling.kind.keys()].filter(
      (node) => network.sampling.kind[node] === SAMPLE_KIND.velocity,
    )
    this.#velocityDays = this.#velocityNodes.length === 0 ? null : new Float64Array(nodeCount * layout.BLOCK_LANES)
    this.#fillFixedRows()
  }

  runBlocks(options: CheckedOptions, sinks: SimulationSinks, fromBlock: number, toBlock: number): void {
    const { graph } = this.#simulation.network
    const counts = new Int32Array(this.#instance.buffer, this.#address(layout.SIM_COUNTS_ADDRESS), graph.nodeCount)
    counts.fill(0)
    for (let block = fromBlock; block < toBlock; block++) this.#runBlock(options, sinks, block)
    for (let node = 0; node < graph.nodeCount; node++) {
      if (counts[node] > 0) Atomics.add(sinks.criticalRuns, graph.taskOfNode[node], counts[node])
    }
  }

  #runBlock(options: CheckedOptions, sinks: SimulationSinks, block: number): void {
    const { exports, buffer } = this.#instance
    const firstRun = block * layout.BLOCK_LANES
    const runCount = Math.min(layout.BLOCK_LANES, options.runs - firstRun)
    new Int32Array(buffer, this.#address(layout.SIM_STATE_ADDRESS), BLOCK_STATE_WORDS).set(
      seedBlock(options.seed, block),
    )
    exports.sampleBlock(HEADER)
    this.#sampleVelocities(options.seed, block)
    this.#keepSamples(sinks, firstRun, runCount)
    exports.adjustBlock(HEADER)
    for (let half = 0; half * layout.HALF_LANES < runCount; half++) {
      const halfRun = firstRun + half * layout.HALF_LANES
      const halfCount = Math.min(layout.HALF_LANES, runCount - half * layout.HALF_LANES)
      exports.forwardHalf(HEADER, half)
      this.#keepCompletions(sinks, halfRun, halfCount)
      this.#keepFinishes(options, sinks, half, halfRun, halfCount)
      if (!options.withCriticality) continue
      const lanes = new Uint16Array(buffer, this.#address(layout.SIM_LANES_ADDRESS), layout.HALF_LANES)
      lanes.fill(0).fill(LANE_MAX, 0, halfCount)
      exports.traceHalf(HEADER, half)
    }
  }

  #sampleVelocities(seed: number, block: number): void {
    if (this.#velocityDays === null) return
    const { network, tables } = this.#simulation
    sampleVelocities(network.graph, network.sampling, seed, block, this.#velocityDays)
    for (const node of this.#velocityNodes) {
      for (let at = node * layout.BLOCK_LANES; at < (node + 1) * layout.BLOCK_LANES; at++) {
        this.#days[at] = this.#velocityDays[at] * tables.unitsPerDay
      }
    }
  }

  #keepSamples(sinks: SimulationSinks, firstRun: number, runCount: number): void {
    const { varyingNodes, tables } = this.#simulation
    const width = sinks.sampledRuns
    const count = Math.min(runCount, width - firstRun)
    if (count <= 0) return
    for (let at = 0; at < varyingNodes.length; at++) {
      const from = varyingNodes[at] * layout.BLOCK_LANES
      const to = at * width + firstRun
      for (let run = 0; run < count; run++) sinks.samples[to + run] = this.#days[from + run] / tables.unitsPerDay
    }
  }

  #keepCompletions(sinks: SimulationSinks, halfRun: number, halfCount: number): void {
    const address = this.#address(layout.SIM_COMPLETION_ADDRESS)
    const completion = new Uint16Array(this.#instance.buffer, address, layout.HALF_LANES)
    const { unitsPerDay } = this.#simulation.tables
    for (let run = 0; run < halfCount; run++) sinks.completions[halfRun + run] = completion[run] / unitsPerDay
  }

  #keepFinishes(
    options: CheckedOptions,
    sinks: SimulationSinks,
    half: number,
    halfRun: number,
    halfCount: number,
  ): void {
    const { keptNodes, tables, network } = this.#simulation
    for (let at = 0; at < keptNodes.length; at++) {
      const node = keptNodes[at]
      if (network.isConstant[node] === 1) continue
      const start = node * layout.HALF_LANES
      const days = node * layout.BLOCK_LANES + half * layout.HALF_LANES
      const to = at * options.runs + halfRun
      for (let run = 0; run < halfCount; run++) {
        sinks.finishes[to + run] = (this.#starts[start + run] + this.#days[days + run]) / tables.unitsPerDay
      }
    }
  }

  /** Rows of tasks that do not vary are written once; no block touches them. */
  #fillFixedRows(): void {
    const { network, tables } = this.#simulation
    const { sampling } = network
    for (let node = 0; node < network.graph.nodeCount; node++) {
      if (sampling.kind[node] !== SAMPLE_KIND.fixed) continue
      const days = Math.max(1, sampling.fixedDays[node] - sampling.elapsedDays[node])
      this.#days.fill(days * tables.unitsPerDay, node * layout.BLOCK_LANES, (node + 1) * layout.BLOCK_LANES)
    }
  }

  #address(slot: number): number {
    return this.#header[slot / 4]
  }
}

interface Program {
  nodes: Int32Array
  edges: Int32Array
  adjust: Int32Array
}

/** The stream of nodes and edges; completed tasks are left out, since nothing leads to or from them any more. */
function writeProgram(simulation: Simulation): Program {
  const { network, tables } = simulation
  const { graph, sampling } = network
  const { unitsPerDay } = tables
  const nodes: number[] = []
  const edges: number[] = []
  const adjust: number[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    const needsAdjusting = sampling.elapsedDays[node] > 0 || mayBeShort(simulation, node)
    if (sampling.kind[node] !== SAMPLE_KIND.fixed && needsAdjusting) {
      adjust.push(node, Math.min(LANE_MAX, sampling.elapsedDays[node] * unitsPerDay))
    }
    if (network.isConstant[node] === 1) continue
    const firstEdge = 4 * edges.length
    const { plain, others, isFinishBound } = splitEdges(network, node, unitsPerDay)
    edges.push(...plain, ...others)
    const finishBound = Math.max(0, network.finishBound[node]) * unitsPerDay
    const hasFinishBound = isFinishBound || finishBound > 0 ? 1 : 0
    const startBound = network.startBound[node] * unitsPerDay
    nodes.push(
      node,
      startBound,
      finishBound,
      plain.length,
      (4 * others.length) / layout.EDGE_BYTES,
      firstEdge,
      hasFinishBound,
    )
  }
  return { nodes: Int32Array.from(nodes), edges: Int32Array.from(edges), adjust: Int32Array.from(adjust) }
}

function splitEdges(network: Simulation['network'], node: number, unitsPerDay: number) {
  const plain: number[] = []
  const others: number[] = []
  let isFinishBound = false
  for (let edge = network.edgeOffset[node]; edge < network.edgeOffset[node + 1]; edge++) {
    const type = network.edgeType[edge]
    const source = network.edgeSource[edge]
    const add = network.edgeAdd[edge]
    if (type === LINK_TYPE.FS && add === 0) {
      plain.push(source)
      continue
    }
    const isToFinish = type === LINK_TYPE.FF || type === LINK_TYPE.SF
    const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
    const kind = (isFromFinish ? layout.EDGE_FROM_FINISH : 0) | (isToFinish ? layout.EDGE_TO_FINISH : 0)
    isFinishBound ||= isToFinish
    const inLane = (days: number): number => Math.min(LANE_MAX, Math.max(0, days) * unitsPerDay)
    others.push(source, kind, inLane(add), inLane(-add))
  }
  return { plain, others, isFinishBound }
}

/** Whether samples of a node can fall below a day. */
function mayBeShort(simulation: Simulation, node: number): boolean {
  const { columns, taskOfNode } = simulation.network.graph
  return columns.optimisticDays[taskOfNode[node]] < 1
}

function leastCompletion(simulation: Simulation): number {
  const { network, tables } = simulation
  const finishes = network.constantFinish.filter((_, node) => network.isConstant[node] === 1)
  return finishes.reduce((most, finish) => Math.max(most, finish), 0) * tables.unitsPerDay
}

/** Low and high bytes apart, as the byte shuffle looks them up. */
function packTables(simulation: Simulation): Uint8Array {
  const { base, delta, nodes } = simulation.tables
  const bytes = new Uint8Array(64 * nodes.length)
  for (let row = 0; row < nodes.length; row++) {
    for (let segment = 0; segment < SEGMENT_COUNT; segment++) {
      const from = row * SEGMENT_COUNT + segment
      const to = row * 64 + segment
      bytes[to] = base[from] & 0xff
      bytes[to + 16] = base[from] >> 8
      bytes[to + 32] = delta[from] & 0xff
      bytes[to + 48] = delta[from] >> 8
    }
  }
  return bytes
}

function bytesOf(values: Int32Array | Uint8Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}
