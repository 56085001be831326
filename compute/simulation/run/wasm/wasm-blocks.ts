// A simulation in the memory of an instance: the network as streams of nodes and edges in whole units, and the rows the
// blocks are computed in.

import * as layout from '../../../wasm/layout.ts'
import { instantiate, type KernelExports, type KernelInstance, type KernelModule } from '../../../wasm/load-module.ts'
import { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { SAMPLE_KIND } from '../../prepare/sampling-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { SEGMENT_COUNT } from '../../prepare/tables/base-variate.ts'
import type { BlockRunner, NodeRange, RiskCostRows } from '../block-runner.ts'
import { BLOCK_STATE_WORDS, COUNTER_INCREMENTS, seedBlock } from '../random.ts'
import { ForwardParts } from './forward-parts.ts'
import { type LaneRows, type Lanes, openRows } from './lanes.ts'
import { layNetwork } from './lay-network.ts'
import { WasmCauses } from './wasm-causes.ts'
import { WasmEnds } from './wasm-ends.ts'
import { layStairs } from './wasm-stairs.ts'
import type { WindowPass } from './window-pass.ts'

const HEADER = 64
/** What turns a grade, in all lanes of a vector. */
const GRADE_TURN = 0xe000
const LANES = 8

export class WasmBlocks implements BlockRunner {
  readonly #simulation: Simulation
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  readonly #state: Int32Array
  readonly #passes: Passes
  readonly #days: LaneRows
  readonly #finishes: LaneRows
  readonly #completion: LaneRows
  /** A row of ranks and a row that is all bits where there is a run. */
  readonly #ranks: Int16Array
  /** Partial sums of every table; those of 64 bits as low and high words. */
  readonly #sums: Int32Array
  readonly #counts: Int32Array
  readonly #marks: Int32Array
  readonly #hasStairs: boolean
  readonly #causes: WasmCauses
  readonly #ends: WasmEnds
  readonly #parts: ForwardParts
  readonly #windows: WindowPass | null
  /** Address of the forward stream, and its nodes. */
  readonly #forward: number
  readonly #nodeCount: number
  #seed = 0
  /** Whether runs are in other lanes than in the last pass. */
  #isRegrouped = false
  /** Completions of the last block, in units. */
  readonly #units = new Int32Array(layout.BLOCK_LANES)

  constructor(module: KernelModule, simulation: Simulation, lanes: Lanes) {
    this.#simulation = simulation
    const { network, tables } = simulation
    const { nodeCount } = network.graph
    const { rowBytes } = lanes
    const tableCount = tables.nodes.length
    const drawnCount = tableCount + simulation.sprints.nodes.length
    const ends = network.calendarsInUse.length
    const plan = new MemoryPlan(HEADER + layout.SIM_HEADER_BYTES)
    const laid = layNetwork(simulation, plan, lanes)
    const { program, rowCount, hasTables, boundsAddress, fill } = laid
    const rows = tables.nodes.map((node) => node * lanes.days.rowBytes)
    const live = liveTables(simulation)
    const regions: [slot: number, address: number, values: Int32Array | Uint8Array | null][] = [
      [layout.SIM_TABLE_ROWS_ADDRESS, plan.take(4 * tableCount), rows],
      [layout.SIM_TABLES_ADDRESS, plan.take(64 * tableCount), packTables(simulation)],
      [layout.SIM_LIVE_TABLES_ADDRESS, plan.take(live.byteLength), live],
      [layout.SIM_STATE_ADDRESS, plan.take(layout.STATE_BYTES), null],
      [layout.SIM_ADJUST_ADDRESS, plan.take(4 * program.adjust.length), program.adjust],
      [layout.SIM_FORWARD_ADDRESS, plan.take(4 * program.forward.length), program.forward],
      [layout.SIM_TRACE_ADDRESS, plan.take(4 * program.trace.length), program.trace],
      [layout.SIM_DAYS_ADDRESS, plan.take(lanes.days.rowBytes * rowCount), null],
      [layout.SIM_FINISHES_ADDRESS, plan.take(rowBytes * rowCount), null],
      [layout.SIM_COMPLETION_ADDRESS, plan.take(rowBytes * ends), null],
      [layout.SIM_COUNTS_ADDRESS, plan.take(4 * rowCount), null],
      [layout.SIM_MARKS_ADDRESS, plan.take(4 * rowCount), null],
      [layout.SIM_TIGHT_ADDRESS, plan.take((4 * laid.traceBytes) / layout.TRACE_BYTES), null],
      [layout.SIM_SET_BOUNDS_ADDRESS, boundsAddress, null],
      [layout.SIM_BOUNDS_ADDRESS, plan.take(rowBytes * (program.roomRows + 1)), null],
      [layout.SIM_VARIATES_ADDRESS, plan.take(layout.ROW_BYTES * layout.VARIATE_ROWS), null],
      [layout.SIM_RANKS_ADDRESS, plan.take(2 * layout.ROW_BYTES), null],
      [layout.SIM_SUMS_ADDRESS, plan.take(layout.SUMS_BYTES * drawnCount), null],
      [layout.SIM_SAMPLES_ADDRESS, plan.take((layout.ROW_BYTES + 4) * layout.VARIATE_ROWS), null],
      [layout.SIM_SHIFTS_ADDRESS, plan.take(4 * tableCount), Int32Array.from(tables.shift)],
    ]
    const stairs = layStairs(simulation, plan, lanes.days)
    this.#hasStairs = stairs.count > 0
    this.#causes = new WasmCauses(simulation, plan, lanes)
    this.#ends = new WasmEnds(simulation, plan, lanes)
    this.#windows = laid.openWindows([...this.#ends.nodes, ...simulation.keptNodes], plan)
    this.#instance = instantiate(module, plan.size)
    this.#passes = passesOf(this.#instance.exports, lanes, hasTables)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.SIM_HEADER_BYTES / 4)
    for (const [slot, address, values] of regions) {
      this.#header[slot / 4] = address
      if (values !== null) new Uint8Array(buffer, address, values.byteLength).set(bytesOf(values))
    }
    this.#header[layout.SIM_TABLE_COUNT / 4] = tableCount
    this.#header[layout.SIM_ADJUST_COUNT / 4] = program.adjust.length / 2
    this.#header[layout.SIM_TRACE_COUNT / 4] = program.trace.length / (layout.TRACE_BYTES / 4)
    this.#header[layout.SIM_ROW_COUNT / 4] = rowCount
    this.#header[layout.SIM_HAS_SHORT_DAYS / 4] = lanes.days.isWide ? 0 : 1
    this.#header[layout.SIM_UNITS_PER_DAY / 4] = tables.unitsPerDay
    this.#header[layout.SIM_UNIT_SHIFT / 4] = 31 - Math.clz32(tables.unitsPerDay)
    this.#header[layout.SIM_STAIR_COUNT / 4] = stairs.count
    this.#header[layout.SIM_STAIRS_ADDRESS / 4] = stairs.address
    stairs.fill(buffer)
    fill(buffer)
    this.#forward = this.#address(layout.SIM_FORWARD_ADDRESS)
    this.#nodeCount = program.nodeCount
    this.#parts = new ForwardParts(simulation, program)
    this.#state = new Int32Array(buffer, this.#address(layout.SIM_STATE_ADDRESS), layout.STATE_BYTES / 4)
    this.#days = openRows(lanes.days, buffer, this.#address(layout.SIM_DAYS_ADDRESS), nodeCount)
    this.#finishes = openRows(lanes, buffer, this.#address(layout.SIM_FINISHES_ADDRESS), nodeCount)
    this.#completion = openRows(lanes, buffer, this.#address(layout.SIM_COMPLETION_ADDRESS), ends)
    this.#ranks = new Int16Array(buffer, this.#address(layout.SIM_RANKS_ADDRESS), 2 * layout.BLOCK_LANES)
    this.#sums = new Int32Array(buffer, this.#address(layout.SIM_SUMS_ADDRESS), (layout.SUMS_BYTES / 4) * drawnCount)
    this.#counts = new Int32Array(buffer, this.#address(layout.SIM_COUNTS_ADDRESS), nodeCount)
    this.#marks = new Int32Array(buffer, this.#address(layout.SIM_MARKS_ADDRESS), nodeCount)
    this.#causes.place(this.#instance, this.#header)
    this.#ends.place(this.#instance, this.#header)
    this.#windows?.place(this.#instance, this.#header)
    this.#fillConstants()
    this.#fillFixedRows()
  }

  /** Begins anew with a seed. */
  open(seed: number): this {
    this.#seed = seed
    this.#counts.fill(0)
    return this
  }

  sample(block: number): Int32Array {
    const { causes } = this.#simulation
    this.#isRegrouped = false
    this.#openStream(this.#seed, block)
    this.#passes.sample(HEADER)
    if (this.#hasStairs) this.#passes.stairs(HEADER)
    if (causes !== null) {
      this.#causes.draw(this.#seed, block)
      this.#passes.share(HEADER)
    }
    this.#passes.adjust(HEADER)
    if (causes !== null) this.#passes.delay(HEADER)
    return this.#causes.happens
  }

  /** Blocks that were tried in windows, and those of them that were lost; null where there are none. */
  get blocksInWindows(): WindowPass['blocks'] | null {
    return this.#windows?.blocks ?? null
  }

  get delays(): LaneRows {
    return this.#causes.delays
  }

  forward(completions: Float64Array, withProjects: boolean, isTraced: boolean): void {
    const pass = isTraced ? this.#passes.tight : this.#passes.forward
    if (this.#windows === null) pass(HEADER, this.#forward, this.#nodeCount)
    else this.#windows.forward(isTraced)
    this.#complete(completions, withProjects)
  }

  #complete(completions: Float64Array, withProjects: boolean): void {
    const { unitsPerDay } = this.#simulation.tables
    this.#ends.choose(withProjects)
    this.#passes.group(HEADER)
    this.#ends.complete(this.#units)
    for (let run = 0; run < this.#units.length; run++) completions[run] = this.#units[run] / unitsPerDay
  }

  readFinishes({ from, to }: NodeRange, into: Int32Array | Uint16Array, at: number): void {
    into.set(this.#finishes.subarray(from * layout.BLOCK_LANES, to * layout.BLOCK_LANES), at)
  }

  readGroup(group: number, runCount: number, units: Int32Array): number {
    let last = 0
    for (let run = 0; run < runCount; run++) {
      units[run] = this.#ends.finishOf(group, run)
      if (this.#ends.endsLast(group, run, this.#units[run])) last++
    }
    return last
  }

  trace(runCount: number): void {
    this.#ends.markEnds(this.#completion, this.#units, runCount)
    this.#passes.trace(HEADER)
  }

  criticalIn(node: number): number {
    return this.#marks[node]
  }

  costRisks(runs: number): RiskCostRows | null {
    return this.#causes.costRisks(runs)
  }

  regroup(runOfLane: Int32Array): void {
    this.#causes.regroup(runOfLane, this.#days)
    this.#isRegrouped = true
  }

  forwardWithout(risks: Int32Array, completions: Float64Array): void {
    this.#causes.takeOff(risks, this.#days)
    // What stands before the first of them is as it was, but for runs in other lanes.
    const part = this.#isRegrouped ? 0 : this.#parts.firstOf(risks)
    this.#isRegrouped = false
    const [bytes, nodeCount] = [this.#parts.bytes[part], this.#parts.nodeCounts[part]]
    if (this.#windows === null) this.#passes.forward(HEADER, this.#forward + bytes, nodeCount)
    else this.#windows.forwardFrom(this.#nodeCount - nodeCount)
    this.#complete(completions, false)
  }

  addCriticalRuns(criticalRuns: Int32Array): void {
    const { graph } = this.#simulation.network
    for (let node = 0; node < graph.nodeCount; node++) {
      if (this.#counts[node] > 0 && graph.isSummaryStart[node] === 0)
        Atomics.add(criticalRuns, graph.taskOfNode[node], this.#counts[node])
    }
  }

  /** Adds some of the blocks to the sums of the correlations, which leaves the rows of the last block alone. */
  correlate(seed: number, ranks: Int16Array, sums: Float64Array, fromBlock: number, toBlock: number): void {
    this.#sums.fill(0)
    for (let block = fromBlock; block < toBlock; block++) {
      const own = ranks.subarray(block * layout.BLOCK_LANES, (block + 1) * layout.BLOCK_LANES)
      this.#ranks.fill(0).set(own)
      this.#ranks.fill(-1, layout.BLOCK_LANES, layout.BLOCK_LANES + own.length)
      this.#openStream(seed, block)
      this.#instance.exports.correlateBlock(HEADER)
      if (this.#hasStairs) this.#instance.exports.correlateStairs(HEADER)
    }
    for (let at = 0, word = 0; at < sums.length; at += 3, word += layout.SUMS_BYTES / 4) {
      sums[at] += this.#wide(word) + this.#wide(word + 2)
      sums[at + 1] += this.#wide(word + 4) + this.#wide(word + 6)
      for (let lane = 8; lane < 12; lane++) sums[at + 2] += this.#sums[word + lane]
    }
  }

  #wide(at: number): number {
    return this.#sums[at + 1] * 0x1_0000_0000 + (this.#sums[at] >>> 0)
  }

  #openStream(seed: number, block: number): void {
    this.#state.set(seedBlock(seed, block))
  }

  #fillConstants(): void {
    this.#state.set(COUNTER_INCREMENTS, layout.STATE_INCREMENTS / 4)
    const constants = this.#state.byteOffset + layout.STATE_CONSTANTS
    new Uint16Array(this.#state.buffer, constants, LANES).fill(GRADE_TURN)
    const places = this.#address(layout.SIM_SAMPLES_ADDRESS) + layout.ROW_BYTES * layout.VARIATE_ROWS
    new Int32Array(this.#instance.buffer, places, layout.VARIATE_ROWS).forEach((_, row, all) => {
      all[row] = row * layout.ROW_BYTES
    })
    if (layout.STATE_INCREMENTS !== 4 * BLOCK_STATE_WORDS) throw new Error('the state of a stream has another size')
  }

  /** Rows of tasks that do not vary are written once; no block touches them. */
  #fillFixedRows(): void {
    const { network, tables } = this.#simulation
    const { sampling } = network
    for (let node = 0; node < network.graph.nodeCount; node++) {
      // The start of a summary has no length.
      if (sampling.kind[node] !== SAMPLE_KIND.fixed || network.graph.isSummaryStart[node] === 1) continue
      const days = Math.max(1, sampling.fixedDays[node] - sampling.elapsedDays[node])
      this.#days.fill(days * tables.unitsPerDay, node * layout.BLOCK_LANES, (node + 1) * layout.BLOCK_LANES)
    }
  }

  #address(slot: number): number {
    return this.#header[slot / 4]
  }
}

type Passes = Record<'sample' | 'stairs' | 'share' | 'adjust' | 'delay' | 'group' | 'trace', (header: number) => void> &
  Record<'forward' | 'tight', KernelExports['forwardBlock']>

/** The steps of a block, as the rows and edges of a network need them. */
function passesOf(kernel: KernelExports, { isWide, days }: Lanes, hasTables: boolean): Passes {
  const onDays = days.isWide
    ? {
        sample: kernel.wideSample,
        stairs: kernel.wideStairs,
        share: kernel.wideShare,
        adjust: kernel.wideAdjust,
        delay: kernel.wideDelay,
      }
    : {
        sample: kernel.sampleBlock,
        stairs: kernel.stairBlock,
        share: kernel.shareBlock,
        adjust: kernel.adjustBlock,
        delay: kernel.delayBlock,
      }
  if (isWide) {
    const { wideForward: forward, wideTight: tight, wideGroup: group, wideTrace: trace } = kernel
    return { ...onDays, forward, tight, group, trace }
  }
  return {
    ...onDays,
    forward: hasTables ? kernel.forwardTables : kernel.forwardBlock,
    tight: hasTables ? kernel.tightTables : kernel.tightBlock,
    group: kernel.groupBlock,
    trace: kernel.traceBlock,
  }
}

/** The tables of tasks that are not completed, and -1 behind the last. */
function liveTables({ tables, network }: Simulation): Int32Array {
  const live = new Int32Array(tables.nodes.length + 1)
  let count = 0
  for (let table = 0; table < tables.nodes.length; table++) {
    if (network.isConstant[tables.nodes[table]] === 0) live[count++] = table
  }
  live[count++] = -1
  return live.slice(0, count)
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
