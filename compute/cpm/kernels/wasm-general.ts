import { LAG_UNIT } from '../../model/schedule-columns.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'
import { MemoryPlan } from '../../wasm/memory-plan.ts'
import { pinDates, placePin } from '../constraints/constrained-passes.ts'
import { holdsLate, type NodeConstraints, PIN } from '../constraints/place-constraints.ts'
import type { GeneralDates, GeneralNetwork, NodeRows, ResidentGeneral } from './general-network.ts'
import { DATE_COLUMNS } from './workday-network.ts'

const HEADER = 64

/** A network in dates that lies in the memory of an instance of the kernel. */
export class WasmGeneral implements ResidentGeneral {
  readonly rows: NodeRows
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  readonly #dates: GeneralDates
  readonly #network: GeneralNetwork

  /** The memory may hold what another network left. */
  constructor(instantiate: (bytes: number) => KernelInstance, network: GeneralNetwork) {
    this.#network = network
    const { graph, table, held } = network
    const placement = held?.placement ?? network.placement
    const { nodeCount, edgeCount, columns } = graph
    const { taskCount, linkCount } = columns
    const plan = new MemoryPlan(HEADER + layout.GEN_HEADER_BYTES)
    const rows = (count: number): number => plan.take(4 * count)
    const calendars = plan.take(layout.CALENDAR_BYTES * columns.calendars.length)
    const ranks = rows(table.ranks.length)
    const days = rows(table.days.length)
    const regions: [slot: number, address: number, values: Int32Array | Uint8Array | null][] = [
      [layout.GEN_EDGE_OFFSET_ADDRESS, rows(nodeCount + 1), graph.edgeOffset],
      [layout.GEN_EDGE_SOURCE_ADDRESS, rows(edgeCount), graph.edgeSource.map((source) => 4 * source)],
      [layout.GEN_EDGE_META_ADDRESS, plan.take(edgeCount), describeEdges(network)],
      [layout.GEN_EDGE_LAG_ADDRESS, rows(edgeCount), graph.edgeLag],
      [layout.GEN_EDGE_LINK_ADDRESS, rows(edgeCount), network.edgeLink],
      [layout.GEN_STATE_ADDRESS, plan.take(nodeCount), placement.state],
      [
        layout.GEN_CALENDAR_ADDRESS,
        rows(nodeCount),
        placement.calendar.map((index) => calendars + layout.CALENDAR_BYTES * index),
      ],
      [layout.GEN_LAYOUT_DAYS_ADDRESS, rows(nodeCount), placement.layoutDays],
      [layout.GEN_FLOOR_ADDRESS, rows(nodeCount), placement.floorDay],
      [layout.GEN_PINNED_ADDRESS, rows(nodeCount), placement.pinnedFinishDay],
      [layout.GEN_RANK_ADDRESS, rows(nodeCount), graph.taskOfNode.map((task) => columns.idRank[task])],
      [layout.GEN_STANDS_FOR_ADDRESS, rows(nodeCount), null],
      [layout.GEN_EARLY_START_ADDRESS, rows(nodeCount), null],
      [layout.GEN_EARLY_FINISH_ADDRESS, rows(nodeCount), null],
      [layout.GEN_LATE_START_ADDRESS, rows(nodeCount), null],
      [layout.GEN_LATE_FINISH_ADDRESS, rows(nodeCount), null],
      [layout.GEN_TOTAL_ADDRESS, rows(nodeCount), null],
      [layout.GEN_FREE_ADDRESS, rows(nodeCount), null],
      [layout.GEN_NODE_OF_TASK_ADDRESS, rows(taskCount), graph.nodeOfTask],
      [layout.GEN_COLUMNS_ADDRESS, rows(DATE_COLUMNS * taskCount), null],
      [layout.GEN_CRITICAL_ADDRESS, plan.take(taskCount), null],
      [layout.GEN_DRIVING_ADDRESS, plan.take(linkCount + 1), null],
    ]
    if (held !== null) {
      regions.push(
        [layout.GEN_FINISH_FLOOR_ADDRESS, rows(nodeCount), held.finishFloorDay],
        [layout.GEN_START_CAP_ADDRESS, rows(nodeCount), held.startCapDay],
        [layout.GEN_FINISH_CAP_ADDRESS, rows(nodeCount), held.finishCapDay],
        [layout.GEN_IS_LATE_ADDRESS, plan.take(nodeCount), held.isLate],
        [layout.GEN_SPEAKS_ADDRESS, plan.take(nodeCount), null],
      )
    }
    this.#instance = instantiate(plan.size)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.GEN_HEADER_BYTES / 4)
    for (const [slot, address, values] of regions) {
      this.#header[slot / 4] = address
      if (values === null) continue
      if (values instanceof Int32Array) new Int32Array(buffer, address, values.length).set(values)
      else new Uint8Array(buffer, address, values.length).set(values)
    }
    new Int32Array(buffer, ranks, table.ranks.length).set(table.ranks)
    new Int32Array(buffer, days, table.days.length).set(table.days)
    for (let calendar = 0; calendar < columns.calendars.length; calendar++) {
      const row = new Int32Array(buffer, calendars + layout.CALENDAR_BYTES * calendar, layout.CALENDAR_BYTES / 4)
      row[layout.CALENDAR_RANKS / 4] = ranks + 4 * table.rankOffset[calendar]
      row[layout.CALENDAR_DAYS / 4] = days + 4 * table.dayOffset[calendar]
      row[layout.CALENDAR_COUNT / 4] = table.workingCount[calendar]
    }
    this.#header[layout.GEN_NODE_COUNT / 4] = nodeCount
    this.#header[layout.GEN_TASK_COUNT / 4] = taskCount
    this.#header[layout.GEN_FIRST_DAY / 4] = table.firstDay
    this.#header[layout.GEN_SPAN / 4] = table.endDay - table.firstDay
    this.#dates = {
      earlyStart: new Int32Array(buffer, this.#header[layout.GEN_EARLY_START_ADDRESS / 4], nodeCount),
      finish: 0,
      leastDay: 0,
      columns: new Int32Array(buffer, this.#header[layout.GEN_COLUMNS_ADDRESS / 4], DATE_COLUMNS * taskCount),
      isCritical: new Uint8Array(buffer, this.#header[layout.GEN_CRITICAL_ADDRESS / 4], taskCount),
      isDriving: new Uint8Array(buffer, this.#header[layout.GEN_DRIVING_ADDRESS / 4], linkCount),
    }
    this.rows = {
      earlyStart: this.#dates.earlyStart,
      earlyFinish: this.#wordsAt(layout.GEN_EARLY_FINISH_ADDRESS),
      lateStart: this.#wordsAt(layout.GEN_LATE_START_ADDRESS),
      lateFinish: this.#wordsAt(layout.GEN_LATE_FINISH_ADDRESS),
      total: this.#wordsAt(layout.GEN_TOTAL_ADDRESS),
      free: this.#wordsAt(layout.GEN_FREE_ADDRESS),
    }
    if (held !== null) for (let node = 0; node < nodeCount; node++) this.#pin(node, held)
  }

  update(node: number): void {
    const { held } = this.#network
    const { state, layoutDays, floorDay, pinnedFinishDay } = held?.placement ?? this.#network.placement
    this.#bytesAt(layout.GEN_STATE_ADDRESS)[node] = state[node]
    this.#wordsAt(layout.GEN_LAYOUT_DAYS_ADDRESS)[node] = layoutDays[node]
    this.#wordsAt(layout.GEN_FLOOR_ADDRESS)[node] = floorDay[node]
    this.#wordsAt(layout.GEN_PINNED_ADDRESS)[node] = pinnedFinishDay[node]
    if (held === null) return
    this.#wordsAt(layout.GEN_FINISH_FLOOR_ADDRESS)[node] = held.finishFloorDay[node]
    this.#wordsAt(layout.GEN_START_CAP_ADDRESS)[node] = held.startCapDay[node]
    this.#wordsAt(layout.GEN_FINISH_CAP_ADDRESS)[node] = held.finishCapDay[node]
    this.#bytesAt(layout.GEN_IS_LATE_ADDRESS)[node] = held.isLate[node]
    this.#pin(node, held)
  }

  /** A pin has its dates before anything is computed: the early ones in place of recorded ones, the late ones in place of caps. */
  #pin(node: number, held: NodeConstraints): void {
    if (held.pin[node] === PIN.none) return
    const { graph, table } = this.#network
    const isHeldLate = holdsLate(held.pin[node])
    this.#bytesAt(layout.GEN_STATE_ADDRESS)[node] = isHeldLate ? layout.STATE_HELD : layout.STATE_PLACED
    placePin(node, graph, held, table, {
      startDay: this.#wordsAt(layout.GEN_FLOOR_ADDRESS),
      finishDay: this.#wordsAt(layout.GEN_PINNED_ADDRESS),
    })
    if (!isHeldLate) return
    pinDates(node, held, table, {
      startDay: this.#wordsAt(layout.GEN_START_CAP_ADDRESS),
      finishDay: this.#wordsAt(layout.GEN_FINISH_CAP_ADDRESS),
    })
  }

  /** A row of the nodes. */
  #wordsAt(slot: number): Int32Array {
    return new Int32Array(this.#instance.buffer, this.#header[slot / 4], this.#network.graph.nodeCount)
  }

  #bytesAt(slot: number): Uint8Array {
    return new Uint8Array(this.#instance.buffer, this.#header[slot / 4], this.#network.graph.nodeCount)
  }

  updateEdge(edge: number): void {
    const { edgeLag, edgeType, edgeUnit } = this.#network.graph
    const { buffer } = this.#instance
    new Int32Array(buffer)[this.#header[layout.GEN_EDGE_LAG_ADDRESS / 4] / 4 + edge] = edgeLag[edge]
    const meta = describeEdge(edgeType[edge], edgeUnit[edge])
    new Uint8Array(buffer)[this.#header[layout.GEN_EDGE_META_ADDRESS / 4] + edge] = meta
  }

  run(holdsBack = true): GeneralDates {
    const { exports } = this.#instance
    // Links to what has been completed since are not looked at.
    this.#dates.isDriving.fill(0)
    this.#dates.finish = exports.forwardDates(HEADER)
    exports.backwardDates(HEADER, this.#dates.finish)
    if (holdsBack && this.#network.held?.isLate.includes(1)) {
      exports.holdBackDates(HEADER)
      exports.floatDates(HEADER)
    }
    exports.gatherDates(HEADER)
    this.#dates.leastDay = this.#header[layout.GEN_LEAST_DAY / 4]
    return this.#dates
  }
}

function describeEdges({ graph }: GeneralNetwork): Uint8Array {
  const { edgeType, edgeUnit } = graph
  return edgeType.map((type, edge) => describeEdge(type, edgeUnit[edge]))
}

function describeEdge(type: number, unit: number): number {
  return type | (unit === LAG_UNIT.elapsed ? layout.EDGE_META_ELAPSED : 0)
}
