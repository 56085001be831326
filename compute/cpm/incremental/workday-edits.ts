import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LAG_UNIT } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { moveSpanStarts } from '../collect-dates.ts'
import { holdAgain, type NodeConstraints, placeConstraints } from '../constraints/place-constraints.ts'
import { cpmKernelOf } from '../kernels/cpm-kernel.ts'
import { EDIT_FACT, type EditedNetwork, touch } from '../kernels/edited-network.ts'
import { LateWorkdays } from '../kernels/late-workdays.ts'
import { giveRows, NO_CAP, placeInWorkdays } from '../kernels/place-in-workdays.ts'
import { findSuspects, weightOf } from '../kernels/ts-workdays.ts'
import { findBefore, findBegun, RECORD, type ResidentNetwork, type WorkdayNetwork } from '../kernels/workday-network.ts'
import { mostVisits } from '../node-queue.ts'
import { type NodePlacement, placeAgain, placeNodes } from '../place-nodes.ts'
import type { Layout } from '../run-cpm.ts'
import { edgeOf } from './apply-edit.ts'
import type { ScheduleEdit } from './schedule-edit.ts'

const { early, length, words } = RECORD

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
  readonly #edited: EditedNetwork
  #areSuspectsKnown = true
  #isBegunKnown = true
  /** Whether all columns are to be filled from the records when somebody next asks: many edits may come before that. */
  #areColumnsBehind = false

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
    this.#edited = cpmKernelOf(kernel).openEdited(network, graph)
    this.resident = this.#edited.resident
    this.#graph = graph
    layout.isEdited = true
    this.#late = new LateWorkdays(graph, network, this.resident, this.#edited.successors)
    this.resident.run()
    this.#late.move()
    moveSpanStarts(graph, table, network.begunTasks, this.resident.dates)
  }

  /** Brings the tasks in progress up to date. */
  settleBegun(): void {
    if (this.#isBegunKnown) return
    this.network.begunTasks = findBegun(this.#graph.columns, this.#graph.hierarchy.leafOrder)
    this.#isBegunKnown = true
  }

  /** Fills the columns where a change of all of them was only noted, and says whether it was. */
  gather(): boolean {
    if (!this.#areColumnsBehind) return false
    this.#areColumnsBehind = false
    this.resident.gather()
    return true
  }

  /** Brings what only whole schedules need up to date. */
  settle(): void {
    this.settleBegun()
    this.gather()
    if (this.#areSuspectsKnown) return
    this.network.suspects = findSuspects(this.#graph, this.resident.edgeWeight, this.#states)
    this.#areSuspectsKnown = true
  }

  /** Takes over an edit the columns already hold; to be followed by `apply`. Returns false where it has no place in working days. */
  take(edit: ScheduleEdit): boolean {
    const { edgeUnit, edgeLag, nodeOfTask, columns, hierarchy } = this.#graph
    const { facts } = this.#edited
    facts[EDIT_FACT.finish] = this.resident.dates.finish
    facts[EDIT_FACT.oldFinish] = this.resident.dates.finish
    facts[EDIT_FACT.mayEndEarlier] = 0
    facts[EDIT_FACT.isBefore] = 0
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
    const edited = this.#edited
    const { facts, resident } = edited
    const { dates } = resident
    const most = mostVisits(this.network.nodeCount)
    this.ranFull = !edited.moveAhead(most)
    if (this.ranFull) return this.#runFull()
    if (facts[EDIT_FACT.mayEndEarlier] === 1 || facts[EDIT_FACT.finish] > dates.finish) {
      facts[EDIT_FACT.finish] = resident.latestEnd()
    }
    const isMoved = facts[EDIT_FACT.finish] !== dates.finish
    dates.finish = facts[EDIT_FACT.finish]
    // Late dates count from the project finish, and stay where they are in working days when it moves; what is held does not.
    if (isMoved) this.#addCapped()
    this.ranFull = !edited.moveBack(2 * most)
    if (this.ranFull) return this.#runFull()
    this.isBefore = facts[EDIT_FACT.isBefore] === 1
    if (isMoved) return this.#leaveAll()
    // What stood late before may stand elsewhere now.
    for (const node of this.#late.reached) touch(this.#edited, node)
    if (!this.#areColumnsBehind && !this.isBefore) edited.writeTouched()
    this.#moveLate()
    for (const node of this.#late.reached) touch(this.#edited, node)
    const tasks = edited.touched.slice(0, facts[EDIT_FACT.touchedCount])
    for (let at = 0; at < tasks.length; at++) tasks[at] = this.#graph.taskOfNode[tasks[at]]
    this.#forgetTouched()
    return tasks
  }

  #runFull(): null {
    this.#edited.ahead.clear()
    this.#edited.back.clear()
    this.resident.pass()
    return this.#leaveAll()
  }

  /** Every row may be another now: they are filled when somebody asks, or where something is to stand late in them. */
  #leaveAll(): null {
    this.isBefore = findBefore(this.network, this.resident.records, this.resident.dates.finish) >= 0
    this.#areColumnsBehind = true
    this.#moveLate()
    this.#forgetTouched()
    return null
  }

  #moveLate(): void {
    const isWithin = this.resident.dates.finish <= this.network.days.length && !this.isBefore
    if (this.network.isLate === null || !isWithin) return
    this.gather()
    this.#late.move()
  }

  #addCapped(): void {
    const { latestStart } = this.network
    if (latestStart === null) return
    for (let node = 0; node < latestStart.length; node++) if (latestStart[node] !== NO_CAP) this.#edited.back.add(node)
  }

  #forgetTouched(): void {
    const { facts, touched, isTouched } = this.#edited
    for (let at = 0; at < facts[EDIT_FACT.touchedCount]; at++) isTouched[touched[at]] = 0
    facts[EDIT_FACT.touchedCount] = 0
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
    const wasLate = network.isLate?.[node]
    placeAgain(this.#placement, node, this.#graph, this.#table)
    if (this.#held !== null && constraints !== null) {
      holdAgain(this.#held, node, this.#placement, this.#graph, this.#table, constraints)
    }
    if (!placeInWorkdays(network, node, this.#graph, this.#table, this.#placement, this.#held)) return false
    resident.update(node)
    touch(this.#edited, node)
    if (network.floor[node] !== oldFloor) this.#edited.ahead.add(node)
    if (network.isLate?.[node] !== wasLate) this.#late.forget()
    if (network.latestStart?.[node] !== oldLatest) this.#edited.back.add(node)
    if (this.#states[node] !== oldState) {
      this.#areSuspectsKnown = false
      this.#edited.ahead.add(node)
      this.#edited.back.add(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#edited.back.add(edgeSource[edge])
    }
    const newLength = network.length[node]
    if (newLength === oldLength) return true
    this.#noteEnd(records[words * node + early] + oldLength, records[words * node + early] + newLength)
    this.#edited.back.add(node)
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#editEdge(edge, node)
    const { offset, edge, node: targets } = this.#edited.successors
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
    this.#edited.ahead.add(target)
    this.#edited.back.add(source)
    this.#areSuspectsKnown = false
  }

  #noteEnd(before: number, after: number): void {
    const { facts } = this.#edited
    if (after > facts[EDIT_FACT.finish]) facts[EDIT_FACT.finish] = after
    if (before === facts[EDIT_FACT.oldFinish] && after < before) facts[EDIT_FACT.mayEndEarlier] = 1
  }
}
