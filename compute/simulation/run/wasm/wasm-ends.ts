// Where runs end, in the memory of the kernel: the finish of the whole, and of each project of a program. A position on a ruler
// rises with the offset on any of its calendars, so the latest finish of a calendar is found in lanes, and only that one is put on
// the ruler. Of the whole only those nodes are looked at that no other is bound to outlast.

import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { rulerPosition } from '../../prepare/forward-block.ts'
import { roundHalfEven } from '../../prepare/round-half-even.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { SimulationNetwork } from '../../prepare/simulation-network.ts'
import { type LaneRows, type Lanes, openRows } from './lanes.ts'

const LANES = layout.BLOCK_LANES

/** The nodes of one calendar that end together. */
interface Part {
  /** Which of the calendars in use it is. */
  calendarAt: number
  nodes: number[]
  /** By whole offset: units on the ruler of its project, and on that of the whole; null where offsets serve. */
  own: Int32Array | null
  whole: Int32Array | null
}

export class WasmEnds {
  readonly #simulation: Simulation
  readonly #places: { groups: number; rows: number; ends: number }
  readonly #words: Int32Array
  /** Pairs of a row that can hold the completion and the row of its calendar among the completions. */
  readonly #ends: Int32Array
  /** Parts of the whole, and then those of every project. */
  readonly #parts: Part[]
  readonly #firstPart: number[]
  readonly #lanes: Lanes
  #rows: LaneRows = new Uint16Array(0)
  #header: Int32Array = new Int32Array(0)
  readonly #unitShift: number
  /** Positions of every part of the whole, as `complete` found them. */
  readonly #positions: Int32Array

  constructor(simulation: Simulation, plan: MemoryPlan, lanes: Lanes) {
    this.#lanes = lanes
    this.#simulation = simulation
    this.#unitShift = 31 - Math.clz32(simulation.tables.unitsPerDay)
    const { network, groups } = simulation
    const lists = [findEnds(network), ...groups.map(({ nodes }) => Array.from(nodes))]
    const { rowBytes } = lanes
    this.#ends = Int32Array.from(
      lists[0]
        .filter((node) => network.isConstant[node] === 0)
        .flatMap((node) => [node * rowBytes, network.calendarsInUse.indexOf(network.calendar[node]) * rowBytes]),
    )
    this.#parts = []
    this.#firstPart = [0]
    lists.forEach((nodes, at) => {
      const ruler = at === 0 ? network.ruler : groups[at - 1].ruler
      for (const [calendarAt, calendar] of network.calendarsInUse.entries()) {
        const own = nodes.filter((node) => network.calendar[node] === calendar)
        if (own.length === 0) continue
        const whole = layPositions(simulation, network.ruler, own[0])
        this.#parts.push({ calendarAt, nodes: own, own: layPositions(simulation, ruler, own[0]), whole })
      }
      this.#firstPart.push(this.#parts.length)
    })
    this.#positions = new Int32Array(LANES * this.#firstPart[1])
    this.#words = this.#writeParts()
    this.#places = {
      groups: plan.take(this.#words.byteLength),
      rows: plan.take(rowBytes * this.#parts.length),
      ends: plan.take(this.#ends.byteLength),
    }
  }

  place({ buffer }: KernelInstance, header: Int32Array): void {
    const { groups, rows, ends } = this.#places
    new Int32Array(buffer, groups, this.#words.length).set(this.#words)
    new Int32Array(buffer, ends, this.#ends.length).set(this.#ends)
    header[layout.SIM_END_COUNT / 4] = this.#ends.length / 2
    header[layout.SIM_ENDS_ADDRESS / 4] = ends
    header[layout.SIM_GROUPS_ADDRESS / 4] = groups
    header[layout.SIM_GROUP_ROWS_ADDRESS / 4] = rows
    this.#rows = openRows(this.#lanes, buffer, rows, this.#parts.length)
    this.#header = header
  }

  /** The nodes whose rows are read. */
  get nodes(): number[] {
    return this.#parts.flatMap(({ nodes }) => nodes)
  }

  /** Tells the kernel which groups to look at: those of the whole, or those of projects too. */
  choose(withProjects: boolean): void {
    this.#header[layout.SIM_GROUP_COUNT / 4] = withProjects ? this.#parts.length : this.#firstPart[1]
  }

  /** Completions of the last block, in units. */
  complete(units: Int32Array): void {
    units.fill(0)
    for (let part = 0; part < this.#firstPart[1]; part++) {
      latest(this.#positions, this.#placeRow(part), units)
    }
  }

  /** Rows for the trace of the block that was completed last: per calendar the finish that holds the completion of a run, unmarked where none does. */
  markEnds(completion: LaneRows, units: Int32Array, runCount: number): void {
    completion.fill(this.#lanes.unmarked)
    for (let part = 0; part < this.#firstPart[1]; part++) {
      const { calendarAt } = this.#parts[part]
      for (let run = 0; run < runCount; run++) {
        if (this.#positions[part * LANES + run] === units[run])
          completion[calendarAt * LANES + run] = this.#rows[part * LANES + run]
      }
    }
  }

  /** The positions of a part in all runs, and where they begin: loops of whole numbers only, because a block has one a calendar. */
  #placeRow(part: number): number {
    const { own } = this.#parts[part]
    const rows = this.#rows
    const positions = this.#positions
    const shift = this.#unitShift
    const half = (1 << (shift - 1)) - 1
    const [from, to] = [part * LANES, (part + 1) * LANES]
    if (own === null) {
      for (let at = from; at < to; at++) positions[at] = rows[at]
      return from
    }
    for (let at = from; at < to; at++) {
      const units = rows[at]
      // Halves go to the even whole offset.
      const whole = (units + half + ((units >> shift) & 1)) >> shift
      positions[at] = own[whole] + units - (whole << shift)
    }
    return from
  }

  /** Finish of a project in a run of the last block, on its own axis. */
  finishOf(group: number, run: number): number {
    let latest = 0
    for (let part = this.#firstPart[group + 1]; part < this.#firstPart[group + 2]; part++) {
      latest = Math.max(latest, this.#positionOf(part, run, this.#parts[part].own))
    }
    return latest
  }

  /** Whether a project holds the completion of a run. */
  endsLast(group: number, run: number, completion: number): boolean {
    for (let part = this.#firstPart[group + 1]; part < this.#firstPart[group + 2]; part++) {
      if (this.#positionOf(part, run, this.#parts[part].whole) === completion) return true
    }
    return false
  }

  #positionOf(part: number, run: number, positions: Int32Array | null): number {
    const units = this.#rows[part * LANES + run]
    if (positions === null) return units
    const { unitsPerDay } = this.#simulation.tables
    const whole = roundHalfEven(units / unitsPerDay)
    return positions[whole] + units - whole * unitsPerDay
  }

  #writeParts(): Int32Array {
    const { network, tables } = this.#simulation
    const { rowBytes } = this.#lanes
    return Int32Array.from(
      this.#parts.flatMap(({ nodes }) => {
        const live = nodes.filter((node) => network.isConstant[node] === 0)
        const done = nodes.filter((node) => network.isConstant[node] === 1)
        const least = done.reduce((most, node) => Math.max(most, network.constantFinish[node]), 0)
        return [least * tables.unitsPerDay, live.length, ...live.map((node) => node * rowBytes)]
      }),
    )
  }
}

function latest(positions: Int32Array, from: number, units: Int32Array): void {
  for (let run = 0; run < LANES; run++) if (positions[from + run] > units[run]) units[run] = positions[from + run]
}

/**
 * Leaves that can end last. What a link from finish to start leads to without a lead lasts a day longer at least, in every run. On
 * another calendar a task of one day can round to the working day before, which may lie long before: there it has to last longer.
 */
export function findEnds({ graph, calendar, isConstant, sampling, edgeOffset, ...edges }: SimulationNetwork) {
  const { edgeSource, edgeType, edgeLag, edgeAdd } = edges
  const isOutlasted = new Uint8Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.isSummaryStart[node] === 1 || isConstant[node] === 1) continue
    const isLonger = sampling.shortestDays[node] - sampling.elapsedDays[node] > 1
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (edgeType[edge] !== LINK_TYPE.FS || edgeLag[edge] < 0) continue
      if (isLonger || !Number.isNaN(edgeAdd[edge])) isOutlasted[edgeSource[edge]] = 1
    }
  }
  const ends: number[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.isSummaryStart[node] === 0 && isOutlasted[node] === 0 && calendar[node] >= 0) ends.push(node)
  }
  return ends
}

/** Ruler positions of the whole offsets of a node's calendar, in units. */
function layPositions(
  simulation: Simulation,
  ruler: Parameters<typeof rulerPosition>[1],
  node: number,
): Int32Array | null {
  if (ruler === null) return null
  const { network, tables, longestOffset } = simulation
  return Int32Array.from({ length: Math.ceil(longestOffset) + 2 }, (_, whole) =>
    Math.round(rulerPosition(network, ruler, node, whole) * tables.unitsPerDay),
  )
}
