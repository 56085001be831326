import {
  CPM_EARLY_ADDRESS,
  CPM_EDGE_OFFSET_ADDRESS,
  CPM_EDGE_SOURCE_ADDRESS,
  CPM_EDGE_WEIGHT_ADDRESS,
  CPM_FLOOR_ADDRESS,
  CPM_FREE_ADDRESS,
  CPM_HEADER_BYTES,
  CPM_LATE_ADDRESS,
  CPM_LENGTH_ADDRESS,
  CPM_LINK_ADDRESS,
  CPM_NODE_COUNT,
} from '../wasm/layout.ts'
import { instantiate, type KernelInstance, type KernelModule } from '../wasm/load-module.ts'
import type { FoldedDates, FoldedNetwork } from './folded-network.ts'
import { MemoryPlan } from './memory-plan.ts'

const HEADER = 64

/** A folded network that lies in the memory of an instance of the kernel. */
export class WasmCpm {
  readonly #instance: KernelInstance
  readonly #results: { early: Int32Array; late: Int32Array; free: Int32Array; link: Int32Array }

  constructor(module: KernelModule, network: FoldedNetwork) {
    const { nodeCount, edgeCount } = network
    const plan = new MemoryPlan(HEADER + CPM_HEADER_BYTES)
    const nodes = (): number => plan.take(4 * (nodeCount + 1))
    const edges = (): number => plan.take(4 * edgeCount)
    const slots: [slot: number, address: number, values: Int32Array | null][] = [
      [CPM_EDGE_OFFSET_ADDRESS, nodes(), network.edgeOffset],
      [CPM_EDGE_SOURCE_ADDRESS, edges(), network.edgeSource],
      [CPM_EDGE_WEIGHT_ADDRESS, edges(), network.edgeWeight],
      [CPM_FLOOR_ADDRESS, nodes(), network.floor],
      [CPM_LENGTH_ADDRESS, nodes(), network.length],
      [CPM_EARLY_ADDRESS, nodes(), null],
      [CPM_LATE_ADDRESS, nodes(), null],
      [CPM_FREE_ADDRESS, nodes(), null],
      [CPM_LINK_ADDRESS, edges(), null],
    ]
    this.#instance = instantiate(module, plan.size)
    const { buffer } = this.#instance
    const header = new Int32Array(buffer, HEADER, CPM_HEADER_BYTES / 4)
    header[CPM_NODE_COUNT / 4] = nodeCount
    for (const [slot, address, values] of slots) {
      header[slot / 4] = address
      if (values !== null) new Int32Array(buffer, address, values.length).set(values)
    }
    const view = (slot: number, length: number): Int32Array => new Int32Array(buffer, header[slot / 4], length)
    this.#results = {
      early: view(CPM_EARLY_ADDRESS, nodeCount),
      late: view(CPM_LATE_ADDRESS, nodeCount),
      free: view(CPM_FREE_ADDRESS, nodeCount),
      link: view(CPM_LINK_ADDRESS, edgeCount),
    }
  }

  /** Runs the passes. The dates are views: read them before the next run of the same network. */
  run(): FoldedDates {
    const finish = this.#instance.exports.forwardPass(HEADER)
    this.#instance.exports.backwardPass(HEADER, finish)
    const { early, late, free, link } = this.#results
    return { earlyStart: early, lateStart: late, freeDays: free, linkDays: link, finish }
  }
}
