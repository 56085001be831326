import { backwardPass } from '../backward-pass.ts'
import { runConstrained } from '../constraints/run-constrained.ts'
import { computeFloats } from '../floats.ts'
import { forwardPass } from '../forward-pass.ts'
import { gatherDates, latestFinish } from '../gather-dates.ts'
import type { GeneralDates, GeneralNetwork, ResidentGeneral } from './general-network.ts'

/** The passes in dates as the steps of `cpm/`. */
export class TsGeneral implements ResidentGeneral {
  readonly rows = null
  readonly #network: GeneralNetwork

  constructor(network: GeneralNetwork) {
    this.#network = network
  }

  /** The network itself is read by every run. */
  update(): void {}

  updateEdge(): void {}

  run(holdsBack = true): GeneralDates {
    if (this.#network.held !== null) return runConstrained(this.#network, holdsBack)
    const { graph, table, placement } = this.#network
    const early = forwardPass(graph, placement, table)
    const finish = latestFinish(early)
    const late = backwardPass(graph, placement, table, early, finish)
    const floats = computeFloats(graph, placement, table, early, late)
    return gatherDates(this.#network, { early, late, floats, finish })
  }
}
