import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { moveSpanStarts } from '../collect-dates.ts'
import { holdAgain, type NodeConstraints } from '../constraints/place-constraints.ts'
import { cpmKernelOf } from '../kernels/cpm-kernel.ts'
import {
  findBegun,
  findSuspects,
  type GeneralDates,
  type GeneralNetwork,
  type ResidentGeneral,
} from '../kernels/general-network.ts'
import { mostVisits, NodeQueue } from '../node-queue.ts'
import { NODE_STATE, placeAgain } from '../place-nodes.ts'
import { edgeOf } from './apply-edit.ts'
import { LateNodes } from './late-nodes.ts'
import { CHANGED, NodeDates } from './node-dates.ts'
import type { ScheduleEdit } from './schedule-edit.ts'

/** Changes to a network in dates, with progress, calendars, elapsed lags and constraints, and the nodes they reach. */
export class DateEdits {
  readonly network: GeneralNetwork
  dates: GeneralDates
  /** Whether the last change ran the full pass. */
  ranFull = true
  readonly #graph: ScheduleGraph
  readonly #resident: ResidentGeneral
  readonly #nodes: NodeDates
  readonly #held: NodeConstraints | null
  readonly #late: LateNodes
  readonly #ahead: NodeQueue
  readonly #back: NodeQueue
  readonly #isTouched: Uint8Array
  readonly #touched: Int32Array
  #touchedCount = 0
  #areSuspectsKnown = true
  #isBegunKnown = true
  /** Whether a node that ended last may have moved. */
  #mayEndEarlier = false

  constructor(network: GeneralNetwork, kernel: Kernel) {
    const { graph, table, held } = network
    const { nodeCount } = graph
    this.network = network
    this.#graph = graph
    this.#resident = cpmKernelOf(kernel).openGeneral(network, true)
    this.#held = held
    this.#nodes = new NodeDates(network, this.#held, this.#resident.rows)
    this.#late = new LateNodes(graph, held, this.#nodes)
    this.#ahead = NodeQueue.of(nodeCount)
    this.#back = NodeQueue.of(nodeCount)
    this.#isTouched = new Uint8Array(nodeCount)
    this.#touched = new Int32Array(nodeCount)
    this.dates = this.#runAll()
    moveSpanStarts(graph, table, network.begunTasks, this.dates)
  }

  /** Whether an edit can be followed: one of a summary reaches all that is in it. */
  canFollow(edit: ScheduleEdit): boolean {
    if ((this.#graph.columns.constraints === null) !== (this.#held === null)) return false
    return !('task' in edit) || this.#graph.hierarchy.isSummary[edit.task] === 0
  }

  /** Brings what only whole schedules need up to date. */
  settle(): void {
    this.#settleBegun()
    if (this.#areSuspectsKnown) return
    this.network.suspects = findSuspects(this.#graph, this.network.placement, this.#held)
    this.#areSuspectsKnown = true
  }

  #settleBegun(): void {
    if (this.#isBegunKnown) return
    this.network.begunTasks = findBegun(this.#graph, this.network.placement)
    this.#isBegunKnown = true
  }

  /** Follows an edit the columns already hold. Returns the tasks it reached; null when that may be any. */
  apply(edit: ScheduleEdit): Int32Array | null {
    this.#areSuspectsKnown = false
    this.#takeBackLate()
    if ('task' in edit) this.#editNode(this.#graph.nodeOfTask[edit.task])
    else this.#editEdge(edgeOf(this.#graph, edit.link))
    // Late dates count from the project finish: where it moves, all of them do.
    this.#mayEndEarlier = false
    this.ranFull = !(this.#moveAhead() && this.#keepsFinish() && this.#moveBack())
    if (this.ranFull) {
      this.dates = this.#runAll()
      return null
    }
    for (let at = 0; at < this.#touchedCount; at++) this.#nodes.write(this.#touched[at], this.dates)
    this.#late.move(this.dates)
    for (const node of this.#late.reached) this.#touch(node)
    const tasks = this.#touched.slice(0, this.#touchedCount)
    for (let at = 0; at < tasks.length; at++) tasks[at] = this.#graph.taskOfNode[tasks[at]]
    this.#forgetTouched()
    return tasks
  }

  /** What stood late may stand elsewhere afterwards, and what leads to it may have another float. */
  #takeBackLate(): void {
    this.#late.takeBack(this.dates)
    for (const node of this.#late.reached) {
      this.#touch(node)
      this.#back.add(node)
    }
  }

  #runAll(): GeneralDates {
    this.#ahead.clear()
    this.#back.clear()
    this.#forgetTouched()
    this.#settleBegun()
    const dates = this.#resident.run(false)
    this.#nodes.read(dates)
    this.#late.move(dates)
    return dates
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

  #editNode(node: number): void {
    const { network } = this
    const task = this.#graph.taskOfNode[node]
    if (this.#graph.columns.percentComplete[task] > 0 || network.begunTasks.includes(task)) this.#isBegunKnown = false
    placeAgain(network.placement, node, this.#graph, network.table)
    const { constraints } = this.#graph.columns
    if (this.#held !== null && constraints !== null) {
      const wasLate = this.#held.isLate[node]
      holdAgain(this.#held, node, network.placement, this.#graph, network.table, constraints)
      if (this.#held.isLate[node] !== wasLate) this.#late.forget()
    }
    this.#resident.update(node)
    this.#touch(node)
    this.#ahead.add(node)
    this.#addSources(node)
    this.#back.add(node)
  }

  #editEdge(edge: number): void {
    const { edgeSource, columns, nodeOfTask, edgeLink } = this.#graph
    this.#resident.updateEdge(edge)
    this.#ahead.add(nodeOfTask[columns.successorIndex[edgeLink[edge]]])
    this.#back.add(edgeSource[edge])
  }

  /** Those whose late dates and floats depend on a node. */
  #addSources(node: number): void {
    const { edgeOffset, edgeSource } = this.#graph
    const { standsFor } = this.#nodes.early
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#back.add(standsFor[edgeSource[edge]])
  }

  /** Early dates, in order, as far as they change. Returns false when the change reaches too far, or past the finish. */
  #moveAhead(): boolean {
    const { early, successors } = this.#nodes
    const { placement } = this.network
    let left = mostVisits(this.#graph.nodeCount)
    for (let node = this.#ahead.takeFirst(); node >= 0; node = this.#ahead.takeFirst()) {
      if (--left < 0) return false
      const startDay = early.startDay[node]
      const finishDay = early.finishDay[node]
      const leaf = early.standsFor[node]
      this.#nodes.placeEarly(node)
      if (finishDay === this.dates.finish) this.#mayEndEarlier = true
      if (early.finishDay[node] > this.dates.finish) return false
      const isSame = early.startDay[node] === startDay && early.finishDay[node] === finishDay
      if (isSame && early.standsFor[node] === leaf) continue
      this.dates.earlyStart[node] = early.startDay[node]
      if (placement.state[node] === NODE_STATE.summaryStart) {
        this.#back.add(leaf)
        this.#back.add(early.standsFor[node])
      } else {
        this.#touch(node)
        this.#back.add(node)
        this.#addSources(node)
      }
      for (let at = successors.offset[node]; at < successors.offset[node + 1]; at++)
        this.#ahead.add(successors.node[at])
    }
    return true
  }

  #keepsFinish(): boolean {
    return !this.#mayEndEarlier || this.#nodes.latestEnd() === this.dates.finish
  }

  /** Late dates, floats and driving links, in reverse order, as far as late dates change. */
  #moveBack(): boolean {
    let left = 2 * mostVisits(this.#graph.nodeCount)
    for (let node = this.#back.takeLast(); node >= 0; node = this.#back.takeLast()) {
      if (--left < 0) return false
      const changed = this.#nodes.placeLate(node, this.dates)
      if ((changed & CHANGED.any) !== 0) this.#touch(node)
      if ((changed & CHANGED.late) !== 0) this.#addSources(node)
    }
    return true
  }
}
