import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LAG_UNIT } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { STATE_HELD } from '../../wasm/layout.ts'
import { moveSpanStarts } from '../collect-dates.ts'
import { holdAgain, type NodeConstraints, placeConstraints } from '../constraints/place-constraints.ts'
import { cpmKernelOf } from '../kernels/cpm-kernel.ts'
import { LateWorkdays, writeTask } from '../kernels/late-workdays.ts'
import { giveRows, holdsStill, isDone, NO_CAP, placeInWorkdays } from '../kernels/place-in-workdays.ts'
import {
  findBefore,
  findBegun,
  findSuspects,
  RECORD,
  type ResidentNetwork,
  type WorkdayNetwork,
  weightOf,
} from '../kernels/workday-network.ts'
import { NODE_STATE, type NodePlacement, placeAgain, placeNodes } from '../place-nodes.ts'
import type { Layout } from '../run-cpm.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { edgeOf } from './apply-edit.ts'
import { mostVisits, NodeQueue } from './node-queue.ts'
import type { ScheduleEdit } from './schedule-edit.ts'

const { late, next, early, length, words } = RECORD

/** Changes to a network of working days where its kernel keeps it, and the nodes they reach. */
export class WorkdayEdits {
  readonly network: WorkdayNetwork
  readonly resident: ResidentNetwork
  /** Whether the last change ran the full pass. */
  ranFull = true
  /** Whether a date of the last change lies before the days. */
  isBefore = false
  readonly #graph: ScheduleGraph
  readonly #table: CalendarTable
  readonly #placement: NodePlacement
  readonly #held: NodeConstraints | null
  readonly #states: Uint8Array
  readonly #late: LateWorkdays
  readonly #successors: NodeLinks
  readonly #ahead: NodeQueue
  readonly #back: NodeQueue
  readonly #isTouched: Uint8Array
  readonly #touched: Int32Array
  #touchedCount = 0
  #areSuspectsKnown = true
  #isBegunKnown = true
  /** Whether the node that the project finish came from may have ended earlier. */
  #mayEndEarlier = false
  #finish: number

  constructor(graph: ScheduleGraph, network: WorkdayNetwork, layout: Layout, kernel: Kernel) {
    const { table } = layout
    const { constraints } = graph.columns
    this.network = network
    giveRows(network, network.nodeCount, constraints !== null)
    this.#states = network.states as Uint8Array
    this.#table = table
    this.#placement = placeNodes(graph, table)
    this.#held =
      constraints === null ? null : placeConstraints(graph, this.#placement, table, graph.columns, constraints)
    this.resident = cpmKernelOf(kernel).openWorkdays(network, true)
    this.#graph = graph
    layout.isEdited = true
    this.#successors = listSuccessors(graph)
    this.#ahead = new NodeQueue(network.nodeCount)
    this.#back = new NodeQueue(network.nodeCount)
    this.#isTouched = new Uint8Array(network.nodeCount)
    this.#touched = new Int32Array(network.nodeCount)
    this.#late = new LateWorkdays(graph, network, this.resident, this.#successors)
    this.#finish = this.resident.run().finish
    this.#late.move()
    moveSpanStarts(graph, table, network.begunTasks, this.resident.dates)
  }

  /** Brings the tasks in progress up to date. */
  settleBegun(): void {
    if (this.#isBegunKnown) return
    this.network.begunTasks = findBegun(this.#graph.columns, this.#graph.hierarchy.leafOrder)
    this.#isBegunKnown = true
  }

  /** Brings what only whole schedules need up to date. */
  settle(): void {
    this.settleBegun()
    if (this.#areSuspectsKnown) return
    this.network.suspects = findSuspects(this.#graph, this.resident.edgeWeight, this.#states)
    this.#areSuspectsKnown = true
  }

  /** Takes over an edit the columns already hold; to be followed by `apply`. Returns false where it has no place in working days. */
  take(edit: ScheduleEdit): boolean {
    const { edgeUnit, edgeLag, nodeOfTask, columns, hierarchy } = this.#graph
    this.#finish = this.resident.dates.finish
    this.#mayEndEarlier = false
    this.isBefore = false
    this.#late.takeBack()
    if ('link' in edit) {
      const edge = edgeOf(this.#graph, edit.link)
      if (edgeUnit[edge] === LAG_UNIT.elapsed && edgeLag[edge] !== 0) return false
      this.#editEdge(edge, nodeOfTask[columns.successorIndex[edit.link]])
      return true
    }
    if ((columns.constraints === null) !== (this.#held === null) || hierarchy.isSummary[edit.task] === 1) return false
    if ('percentComplete' in edit) this.#isBegunKnown = false
    return this.#editNode(nodeOfTask[edit.task])
  }

  /** Follows an edit. Returns the tasks it reached; null when that may be any. */
  apply(): Int32Array | null {
    const { dates } = this.resident
    this.ranFull = !this.#moveAhead()
    if (this.ranFull) return this.#runFull()
    if (this.#mayEndEarlier || this.#finish > dates.finish) this.#finish = this.#latestEnd()
    const isMoved = this.#finish !== dates.finish
    dates.finish = this.#finish
    // Late dates count from the project finish, and stay where they are in working days when it moves; what is held does not.
    if (isMoved) this.#addCapped()
    this.ranFull = !this.#moveBack()
    if (this.ranFull) return this.#runFull()
    if (isMoved) {
      this.isBefore = findBefore(this.network, this.resident.records, dates.finish) >= 0
      if (this.#isWithin()) this.resident.gather()
      this.#moveLate()
      this.#forgetTouched()
      return null
    }
    // What stood late before may stand elsewhere now.
    for (const node of this.#late.reached) this.#touch(node)
    if (!this.isBefore) for (let at = 0; at < this.#touchedCount; at++) this.#writeTask(this.#touched[at])
    this.#moveLate()
    for (const node of this.#late.reached) this.#touch(node)
    const tasks = this.#touched.slice(0, this.#touchedCount)
    for (let at = 0; at < tasks.length; at++) tasks[at] = this.#graph.taskOfNode[tasks[at]]
    this.#forgetTouched()
    return tasks
  }

  /** Whether every date lies within the days. */
  #isWithin(): boolean {
    return this.resident.dates.finish <= this.network.days.length && !this.isBefore
  }

  #moveLate(): void {
    if (this.#isWithin()) this.#late.move()
  }

  #runFull(): null {
    this.#ahead.clear()
    this.#back.clear()
    this.#forgetTouched()
    const { finish } = this.resident.run()
    this.isBefore = findBefore(this.network, this.resident.records, finish) >= 0
    this.#moveLate()
    return null
  }

  #addCapped(): void {
    const { latestStart } = this.network
    if (latestStart === null) return
    for (let node = 0; node < latestStart.length; node++) if (latestStart[node] !== NO_CAP) this.#back.add(node)
  }

  #forgetTouched(): void {
    for (let at = 0; at < this.#touchedCount; at++) this.#isTouched[this.#touched[at]] = 0
    this.#touchedCount = 0
  }

  #touch(node: number): void {
    if (this.#isTouched[node] === 1) return
    this.#isTouched[node] = 1
    this.#touched[this.#touchedCount++] = node
  }

  /** Returns false where the node has no place in working days any more. */
  #editNode(node: number): boolean {
    const { columns, edgeOffset, edgeSource } = this.#graph
    const { network, resident } = this
    const { records } = resident
    const { constraints } = columns
    const oldState = this.#states[node]
    const oldFloor = network.floor[node]
    const oldLength = network.length[node]
    const oldLatest = network.latestStart?.[node]
    placeAgain(this.#placement, node, this.#graph, this.#table)
    if (this.#held !== null && constraints !== null) {
      holdAgain(this.#held, node, this.#placement, this.#graph, this.#table, constraints)
    }
    if (!placeInWorkdays(network, node, this.#graph, this.#table, this.#placement, this.#held)) return false
    resident.update(node)
    this.#touch(node)
    if (network.floor[node] !== oldFloor) this.#ahead.add(node)
    if (network.latestStart?.[node] !== oldLatest) this.#back.add(node)
    if (this.#states[node] !== oldState) {
      this.#areSuspectsKnown = false
      this.#ahead.add(node)
      this.#back.add(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#back.add(edgeSource[edge])
    }
    const newLength = network.length[node]
    if (newLength === oldLength) return true
    this.#noteEnd(records[words * node + early] + oldLength, records[words * node + early] + newLength)
    this.#back.add(node)
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#editEdge(edge, node)
    const { offset, edge, node: targets } = this.#successors
    for (let at = offset[node]; at < offset[node + 1]; at++) this.#editEdge(edge[at], targets[at])
    return true
  }

  #editEdge(edge: number, target: number): void {
    const { edgeSource } = this.#graph
    const { edgeWeight, records } = this.resident
    const source = edgeSource[edge]
    const weight = weightOf(this.#graph, edge, records[words * source + length], records[words * target + length])
    if (weight === edgeWeight[edge]) return
    edgeWeight[edge] = weight
    this.network.edgeWeight[edge] = weight
    this.#ahead.add(target)
    this.#back.add(source)
    this.#areSuspectsKnown = false
  }

  /** Early starts, in order, as far as they change. Returns false when the change reaches too far. */
  #moveAhead(): boolean {
    const { edgeOffset, edgeSource, nodeCount, floor } = this.network
    const { edgeWeight, records } = this.resident
    const { earlyStart } = this.resident.dates
    const { offset, node: targets } = this.#successors
    let left = mostVisits(nodeCount)
    for (let node = this.#ahead.takeFirst(); node >= 0; node = this.#ahead.takeFirst()) {
      if (--left < 0) return false
      let start = floor[node]
      const end = edgeOffset[node + 1]
      const first = holdsStill(this.#states[node]) ? end : edgeOffset[node]
      for (let edge = first; edge < end; edge++) {
        const bound = earlyStart[edgeSource[edge]] + edgeWeight[edge]
        if (bound > start) start = bound
      }
      const old = earlyStart[node]
      if (start === old) continue
      const days = records[words * node + length]
      this.#noteEnd(old + days, start + days)
      earlyStart[node] = start
      records[words * node + early] = start
      this.#touch(node)
      this.#back.add(node)
      for (let edge = edgeOffset[node]; edge < end; edge++) this.#back.add(edgeSource[edge])
      for (let at = offset[node]; at < offset[node + 1]; at++) this.#ahead.add(targets[at])
    }
    return true
  }

  /** Late starts, next starts and driving links, in reverse order, as far as late starts change. */
  #moveBack(): boolean {
    const { edgeOffset, edgeSource, edgeLink, linkCount, nodeCount, latestStart } = this.network
    const { edgeWeight, records } = this.resident
    const { isDriving, finish } = this.resident.dates
    const states = this.#states
    const { offset, node: targets, edge: edges } = this.#successors
    let left = 2 * mostVisits(nodeCount)
    for (let node = this.#back.takeLast(); node >= 0; node = this.#back.takeLast()) {
      if (--left < 0) return false
      const record = words * node
      const start = records[record + early]
      let latest = -records[record + length]
      let nextStart = NO_CAP
      for (let at = offset[node]; at < offset[node + 1]; at++) {
        const target = words * targets[at]
        const state = states[targets[at]]
        const weight = edgeWeight[edges[at]]
        const bound = records[target + early] - weight
        const link = edgeLink[edges[at]]
        if (link < linkCount) isDriving[link] = bound === start && state === NODE_STATE.open ? 1 : 0
        if (isDone(state)) continue
        if (bound < nextStart) nextStart = bound
        if (records[target + late] - weight < latest) latest = records[target + late] - weight
      }
      if (isDone(states[node])) continue
      if (latestStart !== null) {
        const cap = latestStart[node] - finish
        if (cap < latest || states[node] === STATE_HELD) latest = cap
        if (latest + finish < 0) this.isBefore = true
      }
      if (nextStart !== records[record + next]) {
        records[record + next] = nextStart
        this.#touch(node)
      }
      if (latest === records[record + late]) continue
      records[record + late] = latest
      this.#touch(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#back.add(edgeSource[edge])
    }
    return true
  }

  #noteEnd(before: number, after: number): void {
    if (after > this.#finish) this.#finish = after
    if (before === this.resident.dates.finish && after < before) this.#mayEndEarlier = true
  }

  #latestEnd(): number {
    const { records } = this.resident
    let latest = 0
    for (let at = 0; at < words * this.network.nodeCount; at += words) {
      const end = records[at + early] + records[at + length]
      if (end > latest) latest = end
    }
    return latest
  }

  #writeTask(node: number): void {
    const record = words * node
    const { records } = this.resident
    const task = this.#graph.taskOfNode[node]
    writeTask(this.network, this.resident, node, task, records[record + early], records[record + next])
  }
}
