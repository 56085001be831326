import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { remainingDays } from '../../plan/remaining-days.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import { moveSpanStarts } from '../collect-dates.ts'
import { cpmKernelOf } from '../kernels/cpm-kernel.ts'
import {
  findSuspects,
  RECORD,
  type ResidentNetwork,
  type WorkdayNetwork,
  weightOf,
} from '../kernels/workday-network.ts'
import type { Layout } from '../run-cpm.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { edgeOf } from './apply-edit.ts'
import { NodeQueue } from './node-queue.ts'
import type { ScheduleEdit } from './schedule-edit.ts'

const { late, next, early, length, words } = RECORD
const NO_BOUND = 0x3fff_ffff
/** Past this share of the nodes the full pass is faster. */
const FULL_PASS_SHARE = 1 / 32

/** Changes to a network of working days where its kernel keeps it, and the nodes they reach. */
export class WorkdayEdits {
  readonly network: WorkdayNetwork
  readonly resident: ResidentNetwork
  /** Whether the last change ran the full pass. */
  ranFull = true
  readonly #graph: ScheduleGraph
  readonly #layout: Layout
  readonly #successors: NodeLinks
  readonly #ahead: NodeQueue
  readonly #back: NodeQueue
  readonly #isTouched: Uint8Array
  readonly #touched: Int32Array
  #touchedCount = 0
  #areSuspectsKnown = true
  #mayBegin = false
  #visits = 0
  /** Whether the node that the project finish came from may have ended earlier. */
  #mayEndEarlier = false
  #finish: number

  constructor(graph: ScheduleGraph, network: WorkdayNetwork, layout: Layout, kernel: Kernel) {
    this.network = network
    this.resident = cpmKernelOf(kernel).openWorkdays(network, true)
    this.#graph = graph
    this.#layout = layout
    layout.isEdited = true
    this.#successors = listSuccessors(graph)
    this.#ahead = new NodeQueue(network.nodeCount)
    this.#back = new NodeQueue(network.nodeCount)
    this.#isTouched = new Uint8Array(network.nodeCount)
    this.#touched = new Int32Array(network.nodeCount)
    this.#finish = this.resident.run().finish
    moveSpanStarts(graph, layout.table, network.begunTasks, this.resident.dates)
  }

  /** Brings the tasks in progress up to date. */
  settleBegun(): void {
    if (!this.#mayBegin) return
    const { percentComplete } = this.#graph.columns
    this.network.begunTasks = this.#graph.hierarchy.leafOrder.filter((task) => percentComplete[task] > 0)
    this.#mayBegin = false
  }

  /** Brings what only whole schedules need up to date. */
  settle(): void {
    this.settleBegun()
    if (this.#areSuspectsKnown) return
    this.network.suspects = findSuspects(this.#graph, this.resident.edgeWeight)
    this.#areSuspectsKnown = true
  }

  /** Follows an edit the columns already hold. Returns the tasks it reached; null when that may be any. */
  apply(edit: ScheduleEdit): Int32Array | null {
    const { dates } = this.resident
    this.#finish = dates.finish
    this.#mayEndEarlier = false
    this.#visits = 0
    if ('task' in edit) {
      this.#mayBegin ||= 'percentComplete' in edit && edit.percentComplete !== undefined
      this.#editNode(this.#graph.nodeOfTask[edit.task])
    } else
      this.#editEdge(
        edgeOf(this.#graph, edit.link),
        this.#graph.nodeOfTask[this.#graph.columns.successorIndex[edit.link]],
      )
    this.ranFull = !(this.#moveAhead() && this.#moveBack())
    if (this.ranFull) return this.#runFull()
    if (this.#mayEndEarlier || this.#finish > dates.finish) this.#finish = this.#latestEnd()
    const isMoved = this.#finish !== dates.finish
    dates.finish = this.#finish
    if (isMoved) {
      if (this.#finish <= this.network.days.length) this.resident.gather()
      this.#forgetTouched()
      return null
    }
    const tasks = this.#touched.slice(0, this.#touchedCount)
    for (let at = 0; at < tasks.length; at++) tasks[at] = this.#writeTask(tasks[at])
    this.#forgetTouched()
    return tasks
  }

  #runFull(): null {
    this.#ahead.clear()
    this.#back.clear()
    this.#forgetTouched()
    this.resident.run()
    return null
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
    const { columns, taskOfNode, edgeOffset } = this.#graph
    const { records, floor } = this.resident
    const task = taskOfNode[node]
    this.#touch(node)
    const newFloor = this.#floorOf(task)
    if (newFloor !== floor[node]) {
      floor[node] = newFloor
      this.network.floor[node] = newFloor
      this.#ahead.add(node)
    }
    const newLength = Math.max(1, remainingDays(columns.durationDays[task], columns.percentComplete[task]))
    const oldLength = records[words * node + length]
    if (newLength === oldLength) return
    this.#noteEnd(records[words * node + early] + oldLength, records[words * node + early] + newLength)
    records[words * node + length] = newLength
    this.network.length[node] = newLength
    this.#back.add(node)
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#editEdge(edge, node)
    const { offset, edge, node: targets } = this.#successors
    for (let at = offset[node]; at < offset[node + 1]; at++) this.#editEdge(edge[at], targets[at])
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

  #floorOf(task: number): number {
    const { columns } = this.#graph
    const { table, calendar } = this.#layout
    const origin = table.rankOf(calendar, columns.projectStartDay)
    let position = 0
    for (const day of [columns.statusDay, columns.plannedStartDay[task], columns.actualStartDay[task]]) {
      if (day !== NO_DAY) position = Math.max(position, table.rankOf(calendar, day) - origin)
    }
    return position
  }

  /** Early starts, in order, as far as they change. Returns false when the change reaches too far. */
  #moveAhead(): boolean {
    const { edgeOffset, edgeSource, nodeCount } = this.network
    const { edgeWeight, floor, records } = this.resident
    const { earlyStart } = this.resident.dates
    const { offset, node: targets } = this.#successors
    const most = this.#visits + nodeCount * FULL_PASS_SHARE
    for (let node = this.#ahead.takeFirst(); node >= 0; node = this.#ahead.takeFirst()) {
      if (++this.#visits > most) return false
      let start = floor[node]
      const end = edgeOffset[node + 1]
      for (let edge = edgeOffset[node]; edge < end; edge++) {
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
    const { edgeOffset, edgeSource, edgeLink, linkCount, nodeCount } = this.network
    const { edgeWeight, records } = this.resident
    const { isDriving } = this.resident.dates
    const { offset, node: targets, edge: edges } = this.#successors
    const most = this.#visits + 2 * nodeCount * FULL_PASS_SHARE
    for (let node = this.#back.takeLast(); node >= 0; node = this.#back.takeLast()) {
      if (++this.#visits > most) return false
      const record = words * node
      const start = records[record + early]
      let latest = -records[record + length]
      let nextStart = NO_BOUND
      for (let at = offset[node]; at < offset[node + 1]; at++) {
        const target = words * targets[at]
        const weight = edgeWeight[edges[at]]
        const bound = records[target + early] - weight
        if (bound < nextStart) nextStart = bound
        if (records[target + late] - weight < latest) latest = records[target + late] - weight
        const link = edgeLink[edges[at]]
        if (link < linkCount) isDriving[link] = bound === start ? 1 : 0
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

  /** Brings the columns of one node up to date; returns its task. */
  #writeTask(node: number): number {
    const { taskCount, days } = this.network
    const { records, dates } = this.resident
    const { columns, isCritical } = dates
    const task = this.#graph.taskOfNode[node]
    const record = words * node
    const start = records[record + early]
    const latest = records[record + late] + dates.finish
    const toLast = records[record + length] - 1
    columns[task] = days[start]
    columns[taskCount + task] = days[start + toLast]
    columns[2 * taskCount + task] = days[latest]
    columns[3 * taskCount + task] = days[latest + toLast]
    columns[4 * taskCount + task] = days[start]
    columns[5 * taskCount + task] = latest - start
    columns[6 * taskCount + task] = Math.min(latest, records[record + next]) - start
    isCritical[task] = latest === start ? 1 : 0
    return task
  }
}
