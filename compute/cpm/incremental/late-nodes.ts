import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { NodeConstraints } from '../constraints/place-constraints.ts'
import type { GeneralDates } from '../kernels/general-network.ts'
import { listFlagged } from '../kernels/late-workdays.ts'
import type { NodeDates } from './node-dates.ts'

/**
 * What is to stand as late as possible in a network in dates, moved once early and late dates stand and taken back before they
 * change: edits know it where the passes place it.
 */
export class LateNodes {
  /** Nodes whose rows or driving links differ from what the passes made, without order. */
  readonly reached: number[] = []
  readonly #graph: ScheduleGraph
  readonly #held: NodeConstraints | null
  readonly #nodes: NodeDates
  /** Node, early start and early finish of each as the passes made them. */
  readonly #moved: number[] = []
  readonly #isReached: Uint8Array
  /** What is to stand late; null when that is to be looked for. */
  #late: readonly number[] | null = null

  constructor(graph: ScheduleGraph, held: NodeConstraints | null, nodes: NodeDates) {
    this.#graph = graph
    this.#held = held
    this.#nodes = nodes
    this.#isReached = new Uint8Array(graph.nodeCount)
  }

  /** Has it looked for anew, because a node came to be late or no longer is. */
  forget(): void {
    this.#late = null
  }

  /** Moves it, the last first, and writes the rows of all it reaches. */
  move(dates: GeneralDates): void {
    this.reached.length = 0
    this.#moved.length = 0
    this.#late ??= listFlagged(this.#held?.isLate ?? null)
    const { early } = this.#nodes
    for (const node of this.#late) {
      const startDay = early.startDay[node]
      const finishDay = early.finishDay[node]
      if (!this.#nodes.placeLast(node)) continue
      this.#moved.push(node, startDay, finishDay)
      dates.earlyStart[node] = early.startDay[node]
    }
    this.#listReached()
    for (const node of this.reached) {
      this.#nodes.placeLate(node, dates)
      this.#nodes.write(node, dates)
    }
  }

  /** Places it early again. What it had reached is to be looked at anew. */
  takeBack(dates: GeneralDates): void {
    const { early } = this.#nodes
    for (let at = 0; at < this.#moved.length; at += 3) {
      const node = this.#moved[at]
      early.startDay[node] = this.#moved[at + 1]
      early.finishDay[node] = this.#moved[at + 2]
      dates.earlyStart[node] = early.startDay[node]
    }
    this.#moved.length = 0
  }

  /** What moved and what leads to it. */
  #listReached(): void {
    const { edgeOffset, edgeSource } = this.#graph
    const { standsFor } = this.#nodes.early
    for (let at = 0; at < this.#moved.length; at += 3) {
      const node = this.#moved[at]
      this.#reach(node)
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#reach(standsFor[edgeSource[edge]])
    }
    for (const node of this.reached) this.#isReached[node] = 0
  }

  #reach(node: number): void {
    if (this.#isReached[node] === 1) return
    this.#isReached[node] = 1
    this.reached.push(node)
  }
}
