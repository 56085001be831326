import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'
import { MemoryPlan } from '../../wasm/memory-plan.ts'
import type { Crossings } from './crossings.ts'
import { NO_CAP } from './place-in-workdays.ts'
import {
  DATE_COLUMNS,
  findBefore,
  isBeyond,
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
  readonly #header: Int32Array
  /** Calendars that edges cross over to. */
  readonly #rows: Int32Array
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
    const { crossings } = network
    const table = crossings?.table
    const rowsAt = crossings === null ? 0 : plan.take(layout.CROSS_BYTES * crossings.ends.length)
    const ranksAt = table === undefined ? 0 : rows(table.ranks.length)
    if (crossings !== null) {
      slots.push(
        [layout.CPM_KINDS_ADDRESS, plan.take(nodeCount), null],
        [layout.CPM_ROWS_ADDRESS, rows(nodeCount), crossings.calendar.map((at) => rowsAt + layout.CROSS_BYTES * at)],
        [layout.CPM_OWN_ROWS_ADDRESS, rows(nodeCount), crossings.own.map((at) => rowsAt + layout.CROSS_BYTES * at)],
        [layout.CPM_EDGE_META_ADDRESS, plan.take(edgeCount), null],
        [layout.CPM_EDGE_LAG_ADDRESS, rows(edgeCount), null],
      )
    }
    this.instance = instantiate(plan.size)
    const { buffer } = this.instance
    const header = new Int32Array(buffer, HEADER, layout.CPM_HEADER_BYTES / 4)
    header.fill(0)
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
    this.#network = network
    this.#header = header
    this.#rows = new Int32Array(
      buffer,
      rowsAt,
      crossings === null ? 0 : (layout.CROSS_BYTES / 4) * crossings.ends.length,
    )
    if (crossings !== null) this.#writeCrossings(crossings, ranksAt)
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
    const latest = exports.forwardPass(HEADER)
    this.dates.finish = this.#network.crossings === null ? latest : this.findFinish()
    const { finish } = this.dates
    if (isBeyond(this.#network, this.dates)) return this.dates
    // Links to what has been completed since are not looked at.
    if (this.#states !== null) this.dates.isDriving.fill(0)
    exports.backwardPass(HEADER, finish)
    if (findBefore(this.#network, this.records, finish) < 0) this.gather()
    return this.dates
  }

  #writeCrossings(crossings: Crossings, ranksAt: number): void {
    const { buffer } = this.instance
    const { table, kinds, isCrossing } = crossings
    new Int32Array(buffer, ranksAt, table.ranks.length).set(table.ranks)
    new Uint8Array(buffer, this.#header[layout.CPM_KINDS_ADDRESS / 4], kinds.length).set(kinds)
    this.#header[layout.CPM_FIRST_DAY / 4] = table.firstDay
    this.#header[layout.CPM_SPAN / 4] = table.endDay - table.firstDay
    for (let calendar = 0; calendar < crossings.ends.length; calendar++) {
      const row = (layout.CROSS_BYTES / 4) * calendar
      this.#rows[row + layout.CROSS_RANKS / 4] = ranksAt + 4 * table.rankOffset[calendar]
      this.#rows[row + layout.CROSS_FIRST / 4] = table.dayOffset[calendar]
      this.#rows[row + layout.CROSS_COUNT / 4] = table.workingCount[calendar]
    }
    this.updateCrossings(crossings, 0, isCrossing.length)
  }

  /** Has the next run see what edges ask that cross over. */
  updateCrossings(crossings: Crossings, from: number, to: number): void {
    const { buffer } = this.instance
    const meta = new Uint8Array(buffer, this.#header[layout.CPM_EDGE_META_ADDRESS / 4])
    const lag = new Int32Array(buffer, this.#header[layout.CPM_EDGE_LAG_ADDRESS / 4])
    for (let edge = from; edge < to; edge++) {
      meta[edge] = crossings.describe(edge)
      lag[edge] = crossings.lagOf(edge)
    }
  }

  /** Where a project of several calendars ends, which the crossings and the kernel then know. */
  findFinish(): number {
    const crossings = this.#network.crossings as Crossings
    const latest = this.instance.exports.findEnds(HEADER)
    const finish = crossings.finish(latest, this.#header[layout.CPM_OTHER_DAY / 4])
    for (let calendar = 0; calendar < crossings.ends.length; calendar++) {
      this.#rows[(layout.CROSS_BYTES * calendar + layout.CROSS_END) / 4] = crossings.ends[calendar]
    }
    return finish
  }

  gather(): void {
    this.instance.exports.gatherTasks(HEADER, this.dates.finish)
  }
}
