import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { CROSS_OTHER, CROSS_OUT, STATE_HELD } from '../../wasm/layout.ts'
import { NodeQueue } from '../node-queue.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { EDIT_FACT, type EditedNetwork, touch } from './edited-network.ts'
import { isDone, NO_CAP } from './place-in-workdays.ts'
import { TsCpm } from './ts-cpm.ts'
import { RECORD, type WorkdayNetwork } from './workday-network.ts'
import { writeTask } from './write-task.ts'

const { late, next, early, length, words } = RECORD

/** An edited network in arrays of its own. */
export class TsEdited implements EditedNetwork {
  readonly resident: TsCpm
  readonly successors: NodeLinks
  readonly facts = new Int32Array(EDIT_FACT.words)
  readonly ahead: NodeQueue
  readonly back: NodeQueue
  readonly touched: Int32Array
  readonly isTouched: Uint8Array
  readonly #network: WorkdayNetwork
  readonly #graph: ScheduleGraph

  constructor(network: WorkdayNetwork, graph: ScheduleGraph) {
    const { nodeCount } = network
    this.resident = new TsCpm(network)
    this.successors = listSuccessors(graph)
    this.ahead = NodeQueue.of(nodeCount)
    this.back = NodeQueue.of(nodeCount)
    this.touched = new Int32Array(nodeCount + 1)
    this.isTouched = new Uint8Array(nodeCount)
    this.#network = network
    this.#graph = graph
  }

  weigh(edge: number, _target: number, weight: number): void {
    this.resident.edgeWeight[edge] = weight
  }

  moveAhead(most: number): number {
    const { edgeOffset, edgeSource, crossings } = this.#network
    const { records } = this.resident
    const { earlyStart } = this.resident.dates
    const { offset, node: targets } = this.successors
    const { facts } = this
    let left = most
    for (let node = this.ahead.takeFirst(); node >= 0; node = this.ahead.takeFirst()) {
      if (--left < 0) return node
      const start = this.resident.startOf(node)
      const end = edgeOffset[node + 1]
      const old = earlyStart[node]
      if (start === old) continue
      const days = records[words * node + length]
      if (crossings === null || (crossings.kinds[node] & CROSS_OTHER) === 0) {
        facts[EDIT_FACT.finish] = Math.max(facts[EDIT_FACT.finish], start + days)
        if (old + days === facts[EDIT_FACT.oldFinish] && start < old) facts[EDIT_FACT.mayEndEarlier] = 1
      } else {
        const isLast = crossings.dayAt(node, old + days - 1) === facts[EDIT_FACT.finishDay]
        if (isLast || crossings.dayAt(node, start + days - 1) > facts[EDIT_FACT.finishDay]) {
          facts[EDIT_FACT.mayEndEarlier] = 1
        }
      }
      earlyStart[node] = start
      records[words * node + early] = start
      touch(this, node)
      this.back.add(node)
      for (let edge = edgeOffset[node]; edge < end; edge++) this.back.add(edgeSource[edge])
      for (let at = offset[node]; at < offset[node + 1]; at++) this.ahead.add(targets[at])
    }
    return -1
  }

  moveBack(most: number): number {
    const { edgeOffset, edgeSource, edgeLink, linkCount, latestStart, crossings } = this.#network
    const { records } = this.resident
    const { isDriving } = this.resident.dates
    const { offset, node: targets, edge: edges } = this.successors
    const finish = this.facts[EDIT_FACT.finish]
    let left = most
    for (let node = this.back.takeLast(); node >= 0; node = this.back.takeLast()) {
      if (--left < 0) return node
      const record = words * node
      const start = records[record + early]
      let latest = this.resident.lastOf(node)
      let nextStart = NO_CAP
      for (let at = offset[node]; at < offset[node + 1]; at++) {
        const target = words * targets[at]
        const state = this.#stateOf(targets[at])
        const bound = this.resident.boundBack(edges[at], node, targets[at], records[target + early])
        const link = edgeLink[edges[at]]
        if (link < linkCount) isDriving[link] = bound === start && state === NODE_STATE.open ? 1 : 0
        if (isDone(state)) continue
        nextStart = Math.min(nextStart, bound)
        const lateBound = this.resident.boundBack(edges[at], node, targets[at], records[target + late] + finish)
        latest = Math.min(latest, lateBound - finish)
      }
      const state = this.#stateOf(node)
      if (isDone(state)) {
        records[record + late] = NO_CAP
        continue
      }
      if (latestStart !== null) {
        const cap = latestStart[node] - finish
        latest = state === STATE_HELD ? cap : Math.min(latest, cap)
        if (latest + finish < (crossings === null ? 0 : crossings.firstOf(node))) this.facts[EDIT_FACT.isBefore] = 1
      }
      if (nextStart !== records[record + next]) {
        records[record + next] = nextStart
        touch(this, node)
      }
      if (latest === records[record + late]) continue
      records[record + late] = latest
      touch(this, node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.back.add(edgeSource[edge])
    }
    return -1
  }

  sweepAhead(from: number): number {
    const { records, dates } = this.resident
    let latest = 0
    for (let node = from; node < this.#network.nodeCount; node++) {
      const start = this.resident.startOf(node)
      dates.earlyStart[node] = start
      records[words * node + early] = start
      latest = Math.max(latest, start + records[words * node + length])
    }
    return latest
  }

  sweepBack(from: number): void {
    const { latestStart } = this.#network
    const { records } = this.resident
    const { offset, node: targets, edge: edges } = this.successors
    const finish = this.facts[EDIT_FACT.finish]
    for (let node = from; node >= 0; node--) {
      const state = this.#stateOf(node)
      let latest = this.resident.lastOf(node)
      for (let at = offset[node]; at < offset[node + 1]; at++) {
        if (isDone(this.#stateOf(targets[at]))) continue
        const lateBound = records[words * targets[at] + late] + finish
        latest = Math.min(latest, this.resident.boundBack(edges[at], node, targets[at], lateBound) - finish)
      }
      if (isDone(state)) latest = NO_CAP
      else if (latestStart !== null) {
        const cap = latestStart[node] - finish
        latest = state === STATE_HELD ? cap : Math.min(latest, cap)
      }
      records[words * node + late] = latest
    }
  }

  findNext(): void {
    const { nodeCount, edgeOffset, edgeSource, edgeLink, linkCount } = this.#network
    const { records } = this.resident
    const { isDriving } = this.resident.dates
    for (let node = 0; node < nodeCount; node++) {
      const state = this.#stateOf(node)
      records[words * node + next] = NO_CAP
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const source = words * edgeSource[edge]
        const bound = this.resident.boundBack(edge, edgeSource[edge], node, records[words * node + early])
        const isDriven = bound === records[source + early] && state === NODE_STATE.open
        if (edgeLink[edge] < linkCount) isDriving[edgeLink[edge]] = isDriven ? 1 : 0
        if (!isDone(state)) records[source + next] = Math.min(records[source + next], bound)
      }
    }
  }

  addCapped(): number {
    const { latestStart, crossings, nodeCount } = this.#network
    let count = 0
    for (let node = 0; node < nodeCount; node++) {
      const isCapped = latestStart !== null && latestStart[node] !== NO_CAP
      const crosses = crossings !== null && (crossings.kinds[node] & (CROSS_OUT | CROSS_OTHER)) !== 0
      if (!isCapped && !crosses) continue
      this.back.add(node)
      count++
    }
    return count
  }

  /** Everything is read from the network. */
  updateCrossing(): void {}

  findFinish(): number {
    return this.resident.findFinish()
  }

  latestEnd(count: number): number {
    const { records } = this.resident
    let latest = 0
    for (let record = 0; record < words * count; record += words) {
      latest = Math.max(latest, records[record + early] + records[record + length])
    }
    return latest
  }

  leastLate(): number {
    const { nodeCount, crossings } = this.#network
    const { records } = this.resident
    let least = NO_CAP
    for (let node = 0; node < nodeCount; node++) {
      least = Math.min(least, records[words * node + late] - (crossings?.firstOf(node) ?? 0))
    }
    return least
  }

  writeTouched(): void {
    for (let at = 0; at < this.facts[EDIT_FACT.touchedCount]; at++) {
      const node = this.touched[at]
      writeTask(this.#network, this.resident, node, this.#graph.taskOfNode[node])
    }
  }

  #stateOf(node: number): number {
    return this.#network.states?.[node] ?? NODE_STATE.open
  }
}
