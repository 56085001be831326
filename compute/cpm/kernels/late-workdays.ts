import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { LateReach } from '../late-reach.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { isDone, NO_CAP } from './place-in-workdays.ts'
import { RECORD, type ResidentNetwork, type WorkdayNetwork } from './workday-network.ts'
import { writeTask } from './write-task.ts'

const { late, early, words } = RECORD

/**
 * What is to stand as late as possible in a network of working days. The passes place it early like anything else; here it is moved
 * up to what follows it, the last first. That moves nothing else, but the floats and driving links of what leads to it. Records
 * stay as the passes left them, so that an edit can begin where they ended.
 */
export class LateWorkdays {
  readonly resident: ResidentNetwork
  readonly #graph: ScheduleGraph
  readonly #network: WorkdayNetwork
  readonly #successors: NodeLinks
  readonly #moved: number[] = []
  readonly #reach: LateReach

  constructor(
    graph: ScheduleGraph,
    network: WorkdayNetwork,
    resident: ResidentNetwork,
    successors: NodeLinks = listSuccessors(graph),
  ) {
    this.#graph = graph
    this.#network = network
    this.resident = resident
    this.#successors = successors
    this.#reach = new LateReach(network.nodeCount)
  }

  /** Nodes whose rows or driving links differ from what the passes made, without order. */
  get reached(): readonly number[] {
    return this.#reach.reached
  }

  /** Has it looked for anew, because a node came to be late or no longer is. */
  forget(): void {
    this.#reach.forget()
  }

  /** Moves it in what the passes made, all of whose rows must lie within the days. */
  move(): void {
    this.#moved.length = 0
    const { isLate, edgeOffset, edgeSource } = this.#network
    const { earlyStart } = this.resident.dates
    for (const node of this.#reach.late(isLate)) {
      const start = this.#latestOf(node)
      if (start <= earlyStart[node]) continue
      earlyStart[node] = start
      this.#moved.push(node)
    }
    this.#reach.list(this.#moved, edgeOffset, (edge) => edgeSource[edge])
    this.#writeReached()
  }

  /** Undoes it: every row is again what the passes made. `reached` still names what was. */
  takeBack(): void {
    const { records, dates } = this.resident
    for (const node of this.#moved) dates.earlyStart[node] = records[words * node + early]
    this.#writeReached()
    this.#moved.length = 0
  }

  /** As late as its own late start and the early starts of what follows allow; what is complete is not to fall behind it. */
  #latestOf(node: number): number {
    const { records, edgeWeight, dates } = this.resident
    const { states } = this.#network
    const { offset, node: targets, edge: edges } = this.#successors
    let latest = records[words * node + late] + dates.finish
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      if (states !== null && states[targets[at]] === NODE_STATE.pinned) continue
      const bound = dates.earlyStart[targets[at]] - edgeWeight[edges[at]]
      if (bound < latest) latest = bound
    }
    return latest
  }

  #writeReached(): void {
    const { taskOfNode } = this.#graph
    const { dates } = this.resident
    for (const node of this.reached) {
      writeTask(this.#network, this.resident, node, taskOfNode[node], dates.earlyStart[node], this.#followLinks(node))
    }
  }

  /** Says of the links that leave a node whether they drive. Returns the latest start that moves nothing they lead to. */
  #followLinks(node: number): number {
    const { edgeLink, linkCount, states } = this.#network
    const { edgeWeight, dates } = this.resident
    const { earlyStart, isDriving } = dates
    const { offset, node: targets, edge: edges } = this.#successors
    let nextStart = NO_CAP
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      const state = states === null ? NODE_STATE.open : states[targets[at]]
      const bound = earlyStart[targets[at]] - edgeWeight[edges[at]]
      const link = edgeLink[edges[at]]
      if (link < linkCount) isDriving[link] = bound === earlyStart[node] && state === NODE_STATE.open ? 1 : 0
      if (!isDone(state) && bound < nextStart) nextStart = bound
    }
    return nextStart
  }
}
