import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LAG_UNIT, NO_DAY, type ScheduleColumns } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { isComplete } from '../../model/task-progress.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { CROSS_OTHER } from '../../wasm/layout.ts'
import { moveSpanStarts } from '../collect-dates.ts'
import { holdAgain, type NodeConstraints, placeConstraints } from '../constraints/place-constraints.ts'
import { cpmKernelOf } from '../kernels/cpm-kernel.ts'
import { EDIT_FACT, type EditedNetwork, touch } from '../kernels/edited-network.ts'
import { LateWorkdays } from '../kernels/late-workdays.ts'
import { giveRows, placeInWorkdays } from '../kernels/place-in-workdays.ts'
import { findSuspects, weightOf } from '../kernels/ts-workdays.ts'
import { findBegun, RECORD, type ResidentNetwork, type WorkdayNetwork } from '../kernels/workday-network.ts'
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
  readonly late: LateWorkdays
  /** Whether the last change ran the full pass. */
  ranFull = true
  /** Whether a date of the last change lies before the days. */
  isBefore = false
  readonly #graph: ScheduleGraph
  readonly #table: CalendarTable
  readonly #placement: NodePlacement
  readonly #held: NodeConstraints | null
  readonly #states: Uint8Array
  readonly #edited: EditedNetwork
  /** Nodes whose late start the edit itself may change. */
  readonly #edits: number[] = []
  #areSuspectsKnown = true
  /** Tasks that may have come to be in progress since those were listed, or no longer are. */
  readonly #nowBegun = new Set<number>()
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
    this.late = new LateWorkdays(graph, network, this.resident, this.#edited.successors)
    this.resident.run()
    this.late.move()
    moveSpanStarts(graph, table, network.begunTasks, this.resident.dates)
  }

  /** Whether the span of a task in progress begins before the tables, by the records. */
  beginsEarly(): boolean {
    const { columns } = this.#graph
    const { begunTasks } = this.network
    for (let at = 0; at < begunTasks.length; at++) if (this.#beginsEarly(columns, begunTasks[at])) return true
    for (const task of this.#nowBegun) if (this.#beginsEarly(columns, task)) return true
    return false
  }

  #beginsEarly(columns: ScheduleColumns, task: number): boolean {
    if (!(columns.percentComplete[task] > 0) || isComplete(columns, task)) return false
    const node = this.#graph.nodeOfTask[task]
    const record = words * node
    const first = this.network.crossings?.firstOf(node) ?? 0
    const { records } = this.resident
    return columns.actualStartDay[task] === NO_DAY
      ? records[record + early] + records[record + length] - first < columns.durationDays[task]
      : columns.actualStartDay[task] < this.#table.firstDay
  }

  /** Brings what only whole schedules need up to date: floats, driving links and columns where a change of them was only noted. */
  settle(): void {
    const { network, resident } = this
    if (this.#nowBegun.size > 0) network.begunTasks = findBegun(this.#graph.columns, this.#graph.hierarchy.leafOrder)
    this.#nowBegun.clear()
    if (this.#areColumnsBehind) {
      this.#areColumnsBehind = false
      this.#edited.findNext()
      resident.gather()
      this.late.move()
      moveSpanStarts(this.#graph, this.#table, network.begunTasks, resident.dates)
    }
    if (this.#areSuspectsKnown) return
    network.suspects = findSuspects(this.#graph, resident.edgeWeight, this.#states, network.crossings?.isCrossing)
    this.#areSuspectsKnown = true
  }

  /** Takes over an edit the columns already hold; to be followed by `apply`. Returns false where it has no place in working days. */
  take(edit: ScheduleEdit): boolean {
    const { edgeUnit, edgeLag, nodeOfTask, columns, hierarchy } = this.#graph
    const { facts } = this.#edited
    facts[EDIT_FACT.finish] = this.resident.dates.finish
    facts[EDIT_FACT.oldFinish] = this.resident.dates.finish
    facts[EDIT_FACT.finishDay] = this.network.crossings?.finishDay ?? 0
    facts[EDIT_FACT.mayEndEarlier] = 0
    facts[EDIT_FACT.isBefore] = 0
    this.isBefore = false
    this.#edits.length = 0
    if ('link' in edit) {
      const edge = edgeOf(this.#graph, edit.link)
      const crosses = this.network.crossings?.isCrossing[edge] === 1
      if (!crosses && edgeUnit[edge] === LAG_UNIT.elapsed && edgeLag[edge] !== 0) return false
      this.#editEdge(edge, nodeOfTask[columns.successorIndex[edit.link]])
      return true
    }
    if ((columns.constraints === null) !== (this.#held === null) || hierarchy.isSummary[edit.task] === 1) return false
    if ('percentComplete' in edit) this.#nowBegun.add(edit.task)
    return this.#editNode(nodeOfTask[edit.task])
  }

  /** Follows an edit. Returns the tasks it reached; null when that may be any. */
  apply(): Int32Array | null {
    const edited = this.#edited
    const { facts, resident } = edited
    const { dates } = resident
    const { nodeCount, crossings } = this.network
    const most = mostVisits(nodeCount)
    const farAhead = edited.moveAhead(most)
    this.ranFull = farAhead >= 0
    if (this.ranFull) this.#sweepAhead(farAhead)
    else if (facts[EDIT_FACT.mayEndEarlier] === 1 || facts[EDIT_FACT.finish] > dates.finish) {
      facts[EDIT_FACT.finish] = crossings === null ? edited.latestEnd(nodeCount) : edited.findFinish()
    }
    const isMoved =
      facts[EDIT_FACT.finish] !== dates.finish ||
      (crossings !== null && crossings.finishDay !== facts[EDIT_FACT.finishDay])
    dates.finish = facts[EDIT_FACT.finish]
    // Late dates count from the project finish, and stay where they are in working days when it moves; what is held does not.
    const again = isMoved ? edited.addCapped() : 0
    const farBack = again > most ? lastAdded(edited, nodeCount) : edited.moveBack(this.ranFull ? most : 2 * most)
    if (farBack >= 0) {
      this.ranFull = true
      edited.back.clear()
      edited.sweepBack(farBack)
    }
    this.isBefore = isMoved || this.ranFull ? this.#findBefore() : facts[EDIT_FACT.isBefore] === 1
    if (isMoved || this.ranFull || this.#areColumnsBehind) return this.#leaveAll()
    if (!this.isBefore) {
      edited.writeTouched()
      const written = this.late.follow(edited.touched.subarray(0, facts[EDIT_FACT.touchedCount]), this.#edits)
      for (const node of written) touch(edited, node)
    }
    const tasks = edited.touched.slice(0, facts[EDIT_FACT.touchedCount])
    for (let at = 0; at < tasks.length; at++) tasks[at] = this.#graph.taskOfNode[tasks[at]]
    this.#forgetTouched()
    return tasks
  }

  /** Early starts from a node on. Late starts change for what was edited alone; floats and driving links wait to be asked for. */
  #sweepAhead(from: number): void {
    const edited = this.#edited
    const { facts, ahead, back } = edited
    ahead.clear()
    back.clear()
    for (const node of this.#edits) back.add(node)
    const latest = edited.sweepAhead(from)
    if (this.network.crossings !== null) {
      facts[EDIT_FACT.finish] = edited.findFinish()
      return
    }
    // No end before the node lies past what is known.
    facts[EDIT_FACT.finish] = latest >= facts[EDIT_FACT.finish] ? latest : Math.max(latest, edited.latestEnd(from))
  }

  /** Every row may be another now: they are filled when somebody asks, or where something is to stand late in them. */
  #leaveAll(): null {
    this.#areColumnsBehind = true
    this.#forgetTouched()
    return null
  }

  #findBefore(): boolean {
    return this.network.latestStart !== null && this.#edited.leastLate() + this.resident.dates.finish < 0
  }

  /** Has what an edit says of a node itself reach its late start. */
  #lookBack(node: number): void {
    this.#edits.push(node)
    this.#edited.back.add(node)
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
    if (!placeInWorkdays(network, node, this.#graph, this.#table, this.#placement, this.#held, network.crossings))
      return false
    resident.update(node)
    touch(this.#edited, node)
    if (network.floor[node] !== oldFloor) this.#edited.ahead.add(node)
    if (network.isLate?.[node] !== wasLate) this.#edits.push(node)
    if (network.latestStart?.[node] !== oldLatest) this.#lookBack(node)
    if (this.#states[node] !== oldState) {
      this.#areSuspectsKnown = false
      this.#edited.ahead.add(node)
      this.#lookBack(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#lookBack(edgeSource[edge])
    }
    const newLength = network.length[node]
    if (newLength === oldLength) return true
    this.#noteEnd(node, records[words * node + early] + oldLength, records[words * node + early] + newLength)
    this.#lookBack(node)
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#editEdge(edge, node)
    const { offset, edge, node: targets } = this.#edited.successors
    for (let at = offset[node]; at < offset[node + 1]; at++) this.#editEdge(edge[at], targets[at])
    return true
  }

  #editEdge(edge: number, target: number): void {
    const { edgeSource } = this.#graph
    const { edgeWeight, records } = this.resident
    const source = edgeSource[edge]
    if (this.network.crossings?.isCrossing[edge] === 1) {
      this.#edited.updateCrossing(edge)
      this.#reach(source, target)
      return
    }
    const weight = weightOf(this.#graph, edge, records[words * source + length], records[words * target + length])
    if (weight === edgeWeight[edge]) return
    this.#edited.weigh(edge, target, weight)
    this.network.edgeWeight[edge] = weight
    this.#reach(source, target)
  }

  /** Both ends of an edge that asks something else. */
  #reach(source: number, target: number): void {
    this.#edited.ahead.add(target)
    this.#lookBack(source)
    this.#areSuspectsKnown = false
  }

  #noteEnd(node: number, before: number, after: number): void {
    const { facts } = this.#edited
    const { crossings } = this.network
    if (crossings !== null && (crossings.kinds[node] & CROSS_OTHER) !== 0) {
      facts[EDIT_FACT.mayEndEarlier] = 1
      return
    }
    if (after > facts[EDIT_FACT.finish]) facts[EDIT_FACT.finish] = after
    if (before === facts[EDIT_FACT.oldFinish] && after < before) facts[EDIT_FACT.mayEndEarlier] = 1
  }
}

/** The last node that may be met back. */
function lastAdded({ facts }: EditedNetwork, nodeCount: number): number {
  return Math.min(nodeCount, (facts[EDIT_FACT.backEnds + 1] + 1) << 10) - 1
}
