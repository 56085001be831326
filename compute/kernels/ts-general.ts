import { backwardPass } from '../cpm/backward-pass.ts'
import { computeFloats } from '../cpm/floats.ts'
import { forwardPass } from '../cpm/forward-pass.ts'
import { NODE_STATE } from '../cpm/place-nodes.ts'
import { FOLDED_COLUMNS } from './folded-network.ts'
import type { GeneralDates, GeneralNetwork, ResidentGeneral } from './general-network.ts'

/** The passes in dates as the steps of `cpm/`. */
export class TsGeneral implements ResidentGeneral {
  readonly #network: GeneralNetwork

  constructor(network: GeneralNetwork) {
    this.#network = network
  }

  run(): GeneralDates {
    const { graph, table, placement, edgeLink } = this.#network
    const { nodeCount, nodeOfTask, columns } = graph
    const { taskCount, linkCount } = columns
    const early = forwardPass(graph, placement, table)
    let finish = early.finishDay[0]
    for (let node = 1; node < nodeCount; node++) finish = Math.max(finish, early.finishDay[node])
    const late = backwardPass(graph, placement, table, early, finish)
    const floats = computeFloats(graph, placement, table, early, late)
    const dates: GeneralDates = {
      earlyStart: early.startDay,
      finish,
      leastDay: finish,
      columns: new Int32Array(FOLDED_COLUMNS * taskCount),
      isCritical: new Uint8Array(taskCount),
      isDriving: new Uint8Array(linkCount),
    }
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (floats.linkDays[edge] === 0 && edgeLink[edge] < linkCount) dates.isDriving[edgeLink[edge]] = 1
    }
    const rows = [early.startDay, early.finishDay, late.startDay, late.finishDay, early.startDay]
    for (let task = 0; task < taskCount; task++) {
      const node = nodeOfTask[task]
      if (node === -1) continue
      rows.concat(floats.totalDays, floats.freeDays).forEach((row, column) => {
        dates.columns[column * taskCount + task] = row[node]
      })
      const isOpen = placement.state[node] === NODE_STATE.open
      dates.isCritical[task] = isOpen && floats.totalDays[node] === 0 ? 1 : 0
      dates.leastDay = Math.min(dates.leastDay, early.startDay[node], late.startDay[node], late.finishDay[node])
    }
    return dates
  }
}
