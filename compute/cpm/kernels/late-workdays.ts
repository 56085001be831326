import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { isDone, NO_CAP } from './place-in-workdays.ts'
import { RECORD, type ResidentNetwork, type WorkdayDates, type WorkdayNetwork } from './workday-network.ts'

const { late, early, length, words } = RECORD

/**
 * What is to stand as late as possible in a network of working days. The passes place it early like anything else; here it is moved
 * up to what follows it, the last first. That moves nothing else, but the floats and driving links of what leads to it. Records
 * stay as the passes left them, so that an edit can begin where they ended.
 */
export class LateWorkdays {
  readonly resident: ResidentNetwork
  /** Nodes whose rows or driving links differ from what the passes made, without order. */
  readonly reached: number[] = []
  readonly #graph: ScheduleGraph
  readonly #network: WorkdayNetwork
  readonly #successors: NodeLinks
  readonly #moved: number[] = []
  /** What is to stand late; null when that is to be looked for. */
  #late: readonly number[] | null = null
  readonly #isReached: Uint8Array

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
    this.#isReached = new Uint8Array(network.nodeCount)
  }

  /** Has it looked for anew, because a node came to be late or no longer is. */
  forget(): void {
    this.#late = null
  }

  /** Moves it in what the passes made, all of whose rows must lie within the days. */
  move(): void {
    this.reached.length = 0
    this.#moved.length = 0
    this.#late ??= listFlagged(this.#network.isLate)
    const { earlyStart } = this.resident.dates
    for (const node of this.#late) {
      const start = this.#latestOf(node)
      if (start <= earlyStart[node]) continue
      earlyStart[node] = start
      this.#moved.push(node)
    }
    this.#listReached()
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

  /** What moved and what leads to it. */
  #listReached(): void {
    const { edgeOffset, edgeSource } = this.#network
    for (const node of this.#moved) {
      this.#reach(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#reach(edgeSource[edge])
    }
    for (const node of this.reached) this.#isReached[node] = 0
  }

  #reach(node: number): void {
    if (this.#isReached[node] === 1) return
    this.#isReached[node] = 1
    this.reached.push(node)
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

/** The places of flags that are set, the last first. */
export function listFlagged(flags: Uint8Array | null): number[] {
  const places: number[] = []
  if (flags === null) return places
  for (let at = flags.indexOf(1); at !== -1; at = flags.indexOf(1, at + 1)) places.push(at)
  return places.reverse()
}

/** Writes the row of one task, which starts at a position and may start as late as another without moving what follows it. */
export function writeTask(
  { states, days, taskCount }: WorkdayNetwork,
  { records, dates }: { readonly records: Int32Array; readonly dates: WorkdayDates },
  node: number,
  task: number,
  start: number,
  nextStart: number,
): void {
  const { columns, isCritical } = dates
  const record = words * node
  const isBehind = states !== null && isDone(states[node])
  const latest = isBehind ? start : records[record + late] + dates.finish
  const toLast = records[record + length] - 1
  columns[task] = days[start]
  columns[taskCount + task] = days[start + toLast]
  columns[2 * taskCount + task] = days[latest]
  columns[3 * taskCount + task] = days[latest + toLast]
  columns[4 * taskCount + task] = days[start]
  columns[5 * taskCount + task] = latest - start
  columns[6 * taskCount + task] = isBehind ? 0 : Math.max(0, Math.min(latest, nextStart) - start)
  isCritical[task] = latest <= start && !isBehind ? 1 : 0
}
