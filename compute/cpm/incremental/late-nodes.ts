import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { NodeConstraints } from '../constraints/place-constraints.ts'
import type { GeneralDates } from '../kernels/general-network.ts'
import { LateReach } from '../late-reach.ts'
import type { NodeDates } from './node-dates.ts'

/**
 * What is to stand as late as possible in a network in dates, moved once early and late dates stand and taken back before they
 * change: edits know it where the passes place it.
 */
export class LateNodes {
  readonly #graph: ScheduleGraph
  readonly #held: NodeConstraints | null
  readonly #nodes: NodeDates
  readonly #reach: LateReach
  readonly #moved: number[] = []
  /** Early start and finish of each that moved, as the passes made them. */
  readonly #placed: number[] = []

  constructor(graph: ScheduleGraph, held: NodeConstraints | null, nodes: NodeDates) {
    this.#graph = graph
    this.#held = held
    this.#nodes = nodes
    this.#reach = new LateReach(graph.nodeCount)
  }

  /** Nodes whose rows or driving links differ from what the passes made, without order. */
  get reached(): readonly number[] {
    return this.#reach.reached
  }

  /** Has it looked for anew, because a node came to be late or no longer is. */
  forget(): void {
    this.#reach.forget()
  }

  /** Moves it, the last first, and writes the rows of all it reaches. */
  move(dates: GeneralDates): void {
    this.#moved.length = 0
    this.#placed.length = 0
    const { edgeOffset, edgeSource } = this.#graph
    const { early } = this.#nodes
    for (const node of this.#reach.late(this.#held?.isLate ?? null)) {
      const startDay = early.startDay[node]
      const finishDay = early.finishDay[node]
      if (!this.#nodes.placeLast(node)) continue
      this.#moved.push(node)
      this.#placed.push(startDay, finishDay)
      dates.earlyStart[node] = early.startDay[node]
    }
    this.#reach.list(this.#moved, edgeOffset, (edge) => early.standsFor[edgeSource[edge]])
    for (const node of this.reached) {
      this.#nodes.placeLate(node, dates)
      this.#nodes.write(node, dates)
    }
  }

  /** Places it early again. What it had reached is to be looked at anew. */
  takeBack(dates: GeneralDates): void {
    const { early } = this.#nodes
    for (const [at, node] of this.#moved.entries()) {
      early.startDay[node] = this.#placed[2 * at]
      early.finishDay[node] = this.#placed[2 * at + 1]
      dates.earlyStart[node] = early.startDay[node]
    }
    this.#moved.length = 0
  }
}
