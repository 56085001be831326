import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { NodeQueue } from '../node-queue.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { isDone, NO_CAP } from './place-in-workdays.ts'
import { RECORD, type ResidentNetwork, type WorkdayNetwork } from './workday-network.ts'
import { writeTask } from './write-task.ts'

const { late, length, words } = RECORD
const NOT_MOVED = -1

/**
 * What is to stand as late as possible in a network of working days. The passes place it early like anything else; here it is moved
 * up to what follows it, the last first. That moves nothing else, but the floats and driving links of what leads to it. Records
 * and early starts stay as the passes left them, so that an edit can begin where they ended.
 */
export class LateWorkdays {
  readonly resident: ResidentNetwork
  readonly #graph: ScheduleGraph
  readonly #network: WorkdayNetwork
  readonly #successors: NodeLinks
  /** Where each node was moved to, or `NOT_MOVED`. */
  readonly #movedTo: Int32Array
  /** How many moved nodes each one is or leads to: the row and the driving links of such a one are not those of its record. */
  readonly #reaches: Int32Array
  readonly #queue: NodeQueue

  constructor(
    graph: ScheduleGraph,
    network: WorkdayNetwork,
    resident: ResidentNetwork,
    successors: NodeLinks = listSuccessors(graph),
  ) {
    const { nodeCount } = network
    this.#graph = graph
    this.#network = network
    this.resident = resident
    this.#successors = successors
    this.#movedTo = new Int32Array(nodeCount).fill(NOT_MOVED)
    this.#reaches = new Int32Array(nodeCount)
    this.#queue = NodeQueue.of(nodeCount)
  }

  /** The least start of all nodes, as a position. */
  leastStart(): number {
    const { earlyStart } = this.resident.dates
    const movedTo = this.#movedTo
    let least = NO_CAP
    for (let node = 0; node < movedTo.length; node++) {
      const start = movedTo[node] === NOT_MOVED ? earlyStart[node] : movedTo[node]
      if (start < least) least = start
    }
    return least
  }

  /** Moves all of it in what the passes made, all of whose rows must lie within the days. */
  move(): void {
    const { isLate, nodeCount } = this.#network
    if (isLate === null) return
    this.#movedTo.fill(NOT_MOVED)
    this.#reaches.fill(0)
    for (let node = isLate.lastIndexOf(1); node >= 0; node--) if (isLate[node] === 1) this.#moveOne(node)
    for (let node = 0; node < nodeCount; node++) if (this.#reaches[node] > 0) this.#write(node)
  }

  /**
   * Moves what an edit may have moved, when the rows of the nodes it reached are those of their records: given these nodes, and
   * those whose own row or links it changed. Returns the nodes whose rows were written, some of them twice.
   */
  follow(touched: Int32Array, edited: readonly number[]): readonly number[] {
    const { isLate } = this.#network
    if (isLate === null) return []
    const written: number[] = []
    // Driving links were looked at from what leads to a node as well.
    const look = (node: number): void => {
      if (isLate[node] === 1 || this.#movedTo[node] !== NOT_MOVED) this.#queue.add(node)
      if (this.#reaches[node] > 0) written.push(node)
    }
    for (const nodes of [touched, edited]) {
      for (const node of nodes) {
        look(node)
        this.#eachSource(node, look)
      }
    }
    for (let node = this.#queue.takeLast(); node >= 0; node = this.#queue.takeLast()) {
      if (!this.#moveOne(node)) continue
      written.push(node)
      this.#eachSource(node, (source) => {
        written.push(source)
        if (isLate[source] === 1) this.#queue.add(source)
      })
    }
    for (const node of written) this.#write(node)
    return written
  }

  #startOf(node: number): number {
    const moved = this.#movedTo[node]
    return moved === NOT_MOVED ? this.resident.dates.earlyStart[node] : moved
  }

  #eachSource(node: number, visit: (source: number) => void): void {
    const { edgeOffset, edgeSource } = this.#network
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) visit(edgeSource[edge])
  }

  /** Returns whether it stands elsewhere than before. */
  #moveOne(node: number): boolean {
    const before = this.#movedTo[node]
    const latest = this.#network.isLate?.[node] === 1 ? this.#latestOf(node) : NOT_MOVED
    const after = latest > this.resident.dates.earlyStart[node] ? latest : NOT_MOVED
    if (after === before) return false
    this.#movedTo[node] = after
    const change = (after === NOT_MOVED ? 0 : 1) - (before === NOT_MOVED ? 0 : 1)
    this.#reaches[node] += change
    this.#eachSource(node, (source) => {
      this.#reaches[source] += change
    })
    return true
  }

  /** As late as its own late start and the early starts of what follows allow; what is complete is not to fall behind it. */
  #latestOf(node: number): number {
    const { records, dates } = this.resident
    const { states } = this.#network
    const { offset, node: targets, edge: edges } = this.#successors
    let latest = records[words * node + late] + dates.finish
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      if (states !== null && states[targets[at]] === NODE_STATE.pinned) continue
      const bound = this.#boundOf(node, targets[at], edges[at])
      if (bound < latest) latest = bound
    }
    return latest
  }

  /** How late a node may start without moving one it leads to. */
  #boundOf(node: number, target: number, edge: number): number {
    const { crossings } = this.#network
    const { records, edgeWeight } = this.resident
    const start = this.#startOf(target)
    if (crossings === null || crossings.isCrossing[edge] === 0) return start - edgeWeight[edge]
    const days = records[words * node + length]
    return crossings.back(edge, node, target, start, this.#startOf(node), days, records[words * target + length])
  }

  #write(node: number): void {
    const { taskOfNode } = this.#graph
    writeTask(this.#network, this.resident, node, taskOfNode[node], this.#startOf(node), this.#followLinks(node))
  }

  /** Says of the links that leave a node whether they drive. Returns the latest start that moves nothing they lead to. */
  #followLinks(node: number): number {
    const { edgeLink, linkCount, states } = this.#network
    const { isDriving } = this.resident.dates
    const start = this.#startOf(node)
    const { offset, node: targets, edge: edges } = this.#successors
    let nextStart = NO_CAP
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      const state = states === null ? NODE_STATE.open : states[targets[at]]
      const bound = this.#boundOf(node, targets[at], edges[at])
      const link = edgeLink[edges[at]]
      if (link < linkCount) isDriving[link] = bound === start && state === NODE_STATE.open ? 1 : 0
      if (!isDone(state) && bound < nextStart) nextStart = bound
    }
    return nextStart
  }
}
