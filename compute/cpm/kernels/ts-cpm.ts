import { STATE_HELD } from '../../wasm/layout.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { holdsStill, isDone, NO_CAP } from './place-in-workdays.ts'
import {
  DATE_COLUMNS,
  findBefore,
  RECORD,
  type ResidentNetwork,
  type WorkdayDates,
  type WorkdayNetwork,
} from './workday-network.ts'
import { writeTask } from './write-task.ts'

const { late, next, early, length, words } = RECORD

/** A network of working days and its passes, in arrays of its own. */
export class TsCpm implements ResidentNetwork {
  readonly records: Int32Array
  readonly edgeWeight: Int32Array
  readonly dates: WorkdayDates
  readonly #network: WorkdayNetwork

  constructor(network: WorkdayNetwork) {
    const { nodeCount, taskCount, linkCount } = network
    this.#network = network
    this.edgeWeight = network.edgeWeight.slice()
    this.records = new Int32Array(words * (nodeCount + 1))
    for (let node = 0; node < nodeCount; node++) this.update(node)
    this.dates = {
      earlyStart: new Int32Array(nodeCount),
      finish: 0,
      columns: new Int32Array(DATE_COLUMNS * taskCount),
      isCritical: new Uint8Array(taskCount),
      isDriving: new Uint8Array(linkCount),
    }
  }

  update(node: number): void {
    this.records[words * node + length] = this.#network.length[node]
  }

  run(): WorkdayDates {
    this.#forward()
    const { finish } = this.dates
    if (finish > this.#network.days.length) return this.dates
    this.#backward()
    if (findBefore(this.#network, this.records, finish) < 0) this.gather()
    return this.dates
  }

  #stateOf(node: number): number {
    return this.#network.states?.[node] ?? NODE_STATE.open
  }

  #forward(): void {
    const { nodeCount, edgeOffset, edgeSource, floor } = this.#network
    const { records, edgeWeight } = this
    const { earlyStart } = this.dates
    let finish = 0
    let edge = 0
    for (let node = 0; node < nodeCount; node++) {
      let start = floor[node]
      if (holdsStill(this.#stateOf(node))) edge = edgeOffset[node + 1]
      for (const end = edgeOffset[node + 1]; edge < end; edge++) {
        start = Math.max(start, earlyStart[edgeSource[edge]] + edgeWeight[edge])
      }
      const record = words * node
      earlyStart[node] = start
      records[record + early] = start
      records[record + late] = -records[record + length]
      records[record + next] = NO_CAP
      finish = Math.max(finish, start + records[record + length])
    }
    this.dates.finish = finish
  }

  /**
   * Every node hands two bounds down its edges, so that the list sorted by target serves this pass too: how late its
   * source may start, and how late it may start without moving this node from its early start. What is done hands down none.
   */
  #backward(): void {
    const { nodeCount, edgeOffset, edgeSource, edgeLink, linkCount, latestStart } = this.#network
    const { records, edgeWeight } = this
    const { isDriving, finish } = this.dates
    for (let node = nodeCount - 1; node >= 0; node--) {
      const record = words * node
      const state = this.#stateOf(node)
      if (latestStart !== null) {
        const cap = latestStart[node] - finish
        records[record + late] = state === STATE_HELD ? cap : Math.min(records[record + late], cap)
      }
      if (isDone(state)) records[record + late] = NO_CAP
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const source = words * edgeSource[edge]
        const bound = records[record + early] - edgeWeight[edge]
        const isOpen = state === NODE_STATE.open
        if (edgeLink[edge] < linkCount) {
          isDriving[edgeLink[edge]] = isOpen && bound === records[source + early] ? 1 : 0
        }
        if (isDone(state)) continue
        records[source + late] = Math.min(records[source + late], records[record + late] - edgeWeight[edge])
        records[source + next] = Math.min(records[source + next], bound)
      }
    }
  }

  /** Turns positions into days, and rows of nodes into rows of tasks. */
  gather(): void {
    const { taskCount, nodeCount, nodeOfTask } = this.#network
    for (let task = 0; task < taskCount; task++) {
      if (nodeOfTask[task] !== nodeCount) writeTask(this.#network, this, nodeOfTask[task], task)
    }
  }
}
