import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'
import { MemoryPlan } from '../../wasm/memory-plan.ts'
import { NO_CAP } from './place-in-workdays.ts'
import {
  DATE_COLUMNS,
  findBefore,
  RECORD,
  type ResidentNetwork,
  type WorkdayDates,
  type WorkdayNetwork,
} from './workday-network.ts'

/** Where the header of the passes lies. */
export const HEADER = 64

/** A loop of its own: it stays compiled from plan to plan, which a constructor does not. */
function writeLengths(records: Int32Array, length: Int32Array): void {
  for (let node = 0, at: number = RECORD.length; node < length.length; node++, at += RECORD.words)
    records[at] = length[node]
}

/** A network of working days that lies in the memory of an instance of the kernel. */
export class WasmCpm implements ResidentNetwork {
  readonly records: Int32Array
  readonly edgeWeight: Int32Array
  readonly dates: WorkdayDates
  readonly #floor: Int32Array
  readonly #states: Uint8Array | null
  readonly #latestStart: Int32Array | null
  readonly instance: KernelInstance
  readonly #dayCount: number
  readonly #network: WorkdayNetwork

  /** The memory may hold what another network left. */
  constructor(instantiate: (bytes: number) => KernelInstance, network: WorkdayNetwork) {
    const { nodeCount, edgeCount, taskCount, linkCount } = network
    const plan = new MemoryPlan(HEADER + layout.CPM_HEADER_BYTES)
    const rows = (count: number): number => plan.take(4 * count)
    const { states, latestStart } = network
    const slots: [slot: number, address: number, values: Int32Array | null][] = [
      [layout.CPM_EDGE_OFFSET_ADDRESS, rows(nodeCount + 1), network.edgeOffset],
      [layout.CPM_EDGE_SOURCE_ADDRESS, rows(edgeCount), network.edgeSource],
      [layout.CPM_EDGE_WEIGHT_ADDRESS, rows(edgeCount), network.edgeWeight],
      [layout.CPM_EDGE_LINK_ADDRESS, rows(edgeCount), network.edgeLink],
      [layout.CPM_FLOOR_ADDRESS, rows(nodeCount), network.floor],
      [layout.CPM_EARLY_ADDRESS, rows(nodeCount + 1), null],
      [layout.CPM_RECORDS_ADDRESS, plan.take(layout.RECORD_BYTES * (nodeCount + 2)), null],
      [layout.CPM_NODE_OF_TASK_ADDRESS, rows(taskCount), network.nodeOfTask],
      [layout.CPM_DAYS_ADDRESS, rows(network.days.length), network.days],
      [layout.CPM_COLUMNS_ADDRESS, rows(DATE_COLUMNS * taskCount), null],
      [layout.CPM_CRITICAL_ADDRESS, plan.take(taskCount), null],
      [layout.CPM_DRIVING_ADDRESS, plan.take(linkCount + 1), null],
      [layout.CPM_STATE_ADDRESS, states === null ? 0 : plan.take(states.length), null],
      [layout.CPM_LATEST_START_ADDRESS, latestStart === null ? 0 : rows(nodeCount), latestStart],
    ]
    this.instance = instantiate(plan.size)
    const { buffer } = this.instance
    const header = new Int32Array(buffer, HEADER, layout.CPM_HEADER_BYTES / 4)
    header[layout.CPM_NODE_COUNT / 4] = nodeCount
    header[layout.CPM_TASK_COUNT / 4] = taskCount
    for (const [slot, address, values] of slots) {
      header[slot / 4] = address
      if (values !== null) new Int32Array(buffer, address, values.length).set(values)
    }
    const view = (slot: number, count: number): Int32Array => new Int32Array(buffer, header[slot / 4], count)
    this.records = view(layout.CPM_RECORDS_ADDRESS, RECORD.words * (nodeCount + 2))
    this.edgeWeight = view(layout.CPM_EDGE_WEIGHT_ADDRESS, edgeCount)
    this.#floor = view(layout.CPM_FLOOR_ADDRESS, nodeCount)
    this.#states = states === null ? null : new Uint8Array(buffer, header[layout.CPM_STATE_ADDRESS / 4], states.length)
    if (states !== null) this.#states?.set(states)
    this.#latestStart = latestStart === null ? null : view(layout.CPM_LATEST_START_ADDRESS, nodeCount)
    writeLengths(this.records, network.length)
    // The record of summaries names the first day, which is there.
    this.records.set([0, 0, 0, 1, NO_CAP, NO_CAP, 0, 1], RECORD.words * nodeCount)
    view(layout.CPM_EARLY_ADDRESS, nodeCount + 1)[nodeCount + layout.NO_SOURCE] = -NO_CAP
    this.#dayCount = network.days.length
    this.#network = network
    this.dates = {
      earlyStart: view(layout.CPM_EARLY_ADDRESS, nodeCount),
      finish: 0,
      columns: view(layout.CPM_COLUMNS_ADDRESS, DATE_COLUMNS * taskCount),
      isCritical: new Uint8Array(buffer, header[layout.CPM_CRITICAL_ADDRESS / 4], taskCount),
      // No edge decides about some links.
      isDriving: new Uint8Array(buffer, header[layout.CPM_DRIVING_ADDRESS / 4], linkCount).fill(0),
    }
  }

  update(node: number): void {
    const { floor, length, states, latestStart } = this.#network
    this.#floor[node] = floor[node]
    this.records[RECORD.words * node + RECORD.length] = length[node]
    if (this.#states !== null && states !== null) this.#states[node] = states[node]
    if (this.#latestStart !== null && latestStart !== null) this.#latestStart[node] = latestStart[node]
  }

  run(): WorkdayDates {
    const { exports } = this.instance
    this.dates.finish = exports.forwardPass(HEADER)
    const { finish } = this.dates
    if (finish > this.#dayCount) return this.dates
    // Links to what has been completed since are not looked at.
    if (this.#states !== null) this.dates.isDriving.fill(0)
    exports.backwardPass(HEADER, finish)
    if (findBefore(this.#network, this.records, finish) < 0) this.gather()
    return this.dates
  }

  gather(): void {
    this.instance.exports.gatherTasks(HEADER, this.dates.finish)
  }
}
