import { MEMBER_EDGE } from '../../model/expand-links.ts'
import { LINK_TYPE } from '../../model/schedule-columns.ts'
import { type LateDates, NO_BOUND, settle } from '../backward-pass.ts'
import { pinDates, placePin } from '../constraints/constrained-passes.ts'
import { holdsLate, type NodeConstraints, PIN } from '../constraints/place-constraints.ts'
import { latenessOf } from '../constraints/run-constrained.ts'
import { type EarlyDates, layOut, startSummary } from '../forward-pass.ts'
import { latestFinish } from '../gather-dates.ts'
import type { GeneralDates, GeneralNetwork, NodeRows } from '../kernels/general-network.ts'
import { latestDay } from '../latest-day.ts'
import { NODE_STATE, type NodePlacement } from '../place-nodes.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'

/** What is new about a node, as bits. */
export const CHANGED = { any: 1, late: 2 } as const

/** The dates of single nodes, each out of those around it: what the passes in dates do for all nodes in turn. */
export class NodeDates {
  readonly early: EarlyDates
  readonly successors: NodeLinks
  readonly #late: LateDates
  /** Where what is to stand late is worked out. */
  readonly #last: LateDates
  readonly #total: Int32Array
  readonly #free: Int32Array
  readonly #isShared: boolean
  readonly #network: GeneralNetwork
  readonly #held: NodeConstraints | null
  readonly #placement: NodePlacement

  /** In rows that every full pass fills, or in rows of its own. */
  constructor(network: GeneralNetwork, held: NodeConstraints | null, shared: NodeRows | null) {
    const { graph, placement } = network
    const row = (): Int32Array => new Int32Array(graph.nodeCount)
    this.#isShared = shared !== null
    const rows = shared ?? {
      earlyStart: row(),
      earlyFinish: row(),
      lateStart: row(),
      lateFinish: row(),
      total: row(),
      free: row(),
    }
    this.#network = network
    this.#held = held
    this.#placement = held?.placement ?? placement
    this.successors = listSuccessors(graph)
    this.early = {
      startDay: rows.earlyStart,
      finishDay: rows.earlyFinish,
      standsFor: row().map((_, node) => node),
    }
    this.#late = { startDay: rows.lateStart, finishDay: rows.lateFinish }
    this.#last = { startDay: row(), finishDay: row() }
    this.#total = rows.total
    this.#free = rows.free
  }

  /** Takes over what a full pass found. */
  read(dates: GeneralDates): void {
    const { graph } = this.#network
    if (!this.#isShared) this.#readRows(dates)
    if (!graph.hasSummaryStarts) return
    // Starts of summaries have had the dates of their summaries.
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.isSummaryStart[node] === 1) startSummary(node, graph, this.early)
    }
  }

  #readRows({ columns }: GeneralDates): void {
    const { taskOfNode, columns: plan } = this.#network.graph
    const { taskCount } = plan
    const { early } = this
    const late = this.#late
    const rows = [early.startDay, early.finishDay, late.startDay, late.finishDay, null, this.#total, this.#free]
    rows.forEach((row, at) => {
      if (row !== null) fillRow(row, columns.subarray(at * taskCount, (at + 1) * taskCount), taskOfNode)
    })
  }

  latestEnd(): number {
    return latestFinish(this.early)
  }

  placeEarly(node: number): void {
    const { graph, table } = this.#network
    const { early } = this
    const placement = this.#placement
    const held = this.#held
    const state = placement.state[node]
    if (state === NODE_STATE.summaryStart) startSummary(node, graph, early)
    else if (state === NODE_STATE.pinned) {
      early.startDay[node] = placement.floorDay[node]
      early.finishDay[node] = placement.pinnedFinishDay[node]
    } else if (held === null) layOut(node, graph, placement, table, early)
    else if (held.pin[node] === PIN.none) layOut(node, graph, placement, table, early, held.finishFloorDay[node])
    else placePin(node, graph, held, table, early)
  }

  /** Late dates and floats of a leaf, and whether the links that leave it drive. Returns what changed, as bits. */
  placeLate(node: number, dates: GeneralDates): number {
    const { early } = this
    const late = this.#late
    const lateStart = late.startDay[node]
    const lateFinish = late.finishDay[node]
    const isOpen = this.#placement.state[node] === NODE_STATE.open
    late.startDay[node] = isOpen ? (this.#held?.startCapDay[node] ?? NO_BOUND) : early.startDay[node]
    late.finishDay[node] = isOpen ? this.#lastDay(node, dates.finish) : early.finishDay[node]
    const leastLinkFloat = this.#boundBySuccessors(node, dates)
    if (isOpen) this.#settle(node)
    const total = this.#totalOf(node)
    // Free float is never below zero.
    const free = Math.min(leastLinkFloat, Math.max(0, total))
    const isLate = late.startDay[node] !== lateStart || late.finishDay[node] !== lateFinish
    const isAny = isLate || total !== this.#total[node] || free !== this.#free[node]
    this.#total[node] = total
    this.#free[node] = free
    return (isLate ? CHANGED.late : 0) | (isAny ? CHANGED.any : 0)
  }

  /**
   * Moves a leaf up to what follows it, as far as its late dates and the early dates of what it leads to allow. One that the start
   * of its summary stands for stays. Returns whether it moved.
   */
  placeLast(node: number): boolean {
    const { graph, table } = this.#network
    const { state, calendar } = this.#placement
    const { early } = this
    const { offset, node: targets, edge: edges } = this.successors
    const last = this.#last
    last.startDay[node] = this.#late.startDay[node]
    last.finishDay[node] = this.#late.finishDay[node]
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      const target = targets[at]
      const type = graph.edgeType[edges[at]]
      if (type === MEMBER_EDGE) {
        if (early.standsFor[target] === node) return false
        continue
      }
      if (state[target] === NODE_STATE.pinned) continue
      const isToStart = type === LINK_TYPE.FS || type === LINK_TYPE.SS
      const date = isToStart ? early.startDay[target] : early.finishDay[target]
      const lag = graph.edgeLag[edges[at]]
      const unit = graph.edgeUnit[edges[at]]
      const bound = latestDay(table, type, lag, unit, calendar[node], calendar[target], date)
      const bounded = type === LINK_TYPE.FS || type === LINK_TYPE.FF ? last.finishDay : last.startDay
      if (bound < bounded[node]) bounded[node] = bound
    }
    settle(node, this.#placement, table, last)
    if (last.startDay[node] <= early.startDay[node]) return false
    early.startDay[node] = last.startDay[node]
    early.finishDay[node] = last.finishDay[node]
    return true
  }

  /** Writes the row of the task of a node; returns the task. */
  write(node: number, dates: GeneralDates): number {
    const { graph } = this.#network
    const { early } = this
    const late = this.#late
    const { taskCount } = graph.columns
    const task = graph.taskOfNode[node]
    const { columns } = dates
    columns[task] = early.startDay[node]
    columns[taskCount + task] = early.finishDay[node]
    columns[2 * taskCount + task] = late.startDay[node]
    columns[3 * taskCount + task] = late.finishDay[node]
    columns[4 * taskCount + task] = early.startDay[node]
    columns[5 * taskCount + task] = this.#total[node]
    columns[6 * taskCount + task] = this.#free[node]
    dates.leastDay = Math.min(dates.leastDay, early.startDay[node], late.startDay[node], late.finishDay[node])
    dates.isCritical[task] = this.#placement.state[node] === NODE_STATE.open && this.#total[node] <= 0 ? 1 : 0
    return task
  }

  #lastDay(node: number, projectFinishDay: number): number {
    const lastDay = this.#network.table.previousDay(this.#placement.calendar[node], projectFinishDay)
    return this.#held === null ? lastDay : Math.min(lastDay, this.#held.finishCapDay[node])
  }

  #settle(node: number): void {
    const { table } = this.#network
    if (this.#held !== null && holdsLate(this.#held.pin[node])) pinDates(node, this.#held, table, this.#late)
    else settle(node, this.#placement, table, this.#late)
  }

  #totalOf(node: number): number {
    const { table } = this.#network
    const { state, calendar } = this.#placement
    const startDay = this.early.startDay[node]
    const lateDay = this.#late.startDay[node]
    const isMissed = this.#held !== null && state[node] === NODE_STATE.open && lateDay < startDay
    return isMissed
      ? latenessOf(table, calendar[node], startDay, lateDay)
      : table.countDays(calendar[node], startDay, lateDay)
  }

  /** Bounds the late dates of a node by those of all it leads to. Returns the least float of those links. */
  #boundBySuccessors(node: number, dates: GeneralDates): number {
    const { edgeType } = this.#network.graph
    const { offset, node: targets, edge: edges } = this.successors
    let least = NO_BOUND
    for (let at = offset[node], end = offset[node + 1]; at < end; at++) {
      if (edgeType[edges[at]] !== MEMBER_EDGE) {
        const float = this.#boundBy(node, edges[at], targets[at], dates.isDriving)
        if (float < least) least = float
        continue
      }
      // Links from the start of a summary are about the leaf that starts first.
      const start = targets[at]
      if (this.early.standsFor[start] !== node) continue
      for (let own = offset[start]; own < offset[start + 1]; own++) {
        least = Math.min(least, this.#boundBy(node, edges[own], targets[own], dates.isDriving))
      }
    }
    return least
  }

  #boundBy(node: number, edge: number, target: number, isDriving: Uint8Array): number {
    const { graph, table, edgeLink } = this.#network
    const { state, calendar } = this.#placement
    const link = edgeLink[edge]
    if (state[target] !== NODE_STATE.open) {
      if (link < isDriving.length) isDriving[link] = 0
      return NO_BOUND
    }
    const { early } = this
    const late = this.#late
    const type = graph.edgeType[edge]
    const lag = graph.edgeLag[edge]
    const unit = graph.edgeUnit[edge]
    const own = calendar[node]
    const its = calendar[target]
    const isToStart = type === LINK_TYPE.FS || type === LINK_TYPE.SS
    const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
    if (state[node] === NODE_STATE.open) {
      const lateDay = isToStart ? late.startDay[target] : late.finishDay[target]
      const bound = latestDay(table, type, lag, unit, own, its, lateDay)
      const bounded = isFromFinish ? late.finishDay : late.startDay
      if (bound < bounded[node]) bounded[node] = bound
    }
    const earlyDay = isToStart ? early.startDay[target] : early.finishDay[target]
    const from = isFromFinish ? early.finishDay[node] : early.startDay[node]
    const float = table.countDays(own, from, latestDay(table, type, lag, unit, own, its, earlyDay))
    const isPinned = this.#held !== null && this.#held.pin[target] !== PIN.none
    if (link < isDriving.length) isDriving[link] = float === 0 && !isPinned ? 1 : 0
    return float
  }
}

function fillRow(row: Int32Array, column: Int32Array, taskOfNode: Int32Array): void {
  for (let node = 0; node < row.length; node++) row[node] = column[taskOfNode[node]]
}
