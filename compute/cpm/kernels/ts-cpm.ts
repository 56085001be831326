import { NO_DAY } from '../../model/schedule-columns.ts'
import { CROSS_OTHER, STATE_HELD } from '../../wasm/layout.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { holdsStill, isDone, NO_CAP } from './place-in-workdays.ts'
import {
  DATE_COLUMNS,
  findBefore,
  isBeyond,
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
    if (isBeyond(this.#network, this.dates)) return this.dates
    this.#backward()
    if (findBefore(this.#network, this.records, finish) < 0) this.gather()
    return this.dates
  }

  #stateOf(node: number): number {
    return this.#network.states?.[node] ?? NODE_STATE.open
  }

  #forward(): void {
    const { nodeCount } = this.#network
    const { records } = this
    const { earlyStart } = this.dates
    for (let node = 0; node < nodeCount; node++) {
      const start = this.startOf(node)
      earlyStart[node] = start
      records[words * node + early] = start
    }
    this.dates.finish = this.findFinish()
  }

  /** The early start of one node, out of those it waits for. */
  startOf(node: number): number {
    const { edgeOffset, edgeSource, floor } = this.#network
    const { earlyStart } = this.dates
    let start = floor[node]
    if (holdsStill(this.#stateOf(node))) return start
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = edgeSource[edge]
      start = Math.max(start, this.boundAhead(edge, source, node, earlyStart[source]))
    }
    return start
  }

  /** Where an edge lets its target start, by the start of its source. */
  boundAhead(edge: number, source: number, target: number, start: number): number {
    const { crossings } = this.#network
    if (crossings === null || crossings.isCrossing[edge] === 0) return start + this.edgeWeight[edge]
    return crossings.ahead(edge, source, target, start, this.#daysOf(source), this.#daysOf(target))
  }

  /** How late its source may start for its target to start there. */
  boundBack(edge: number, source: number, target: number, start: number): number {
    const { crossings } = this.#network
    if (crossings === null || crossings.isCrossing[edge] === 0) return start - this.edgeWeight[edge]
    const sourceStart = this.records[words * source + early]
    return crossings.back(edge, source, target, start, sourceStart, this.#daysOf(source), this.#daysOf(target))
  }

  #daysOf(node: number): number {
    return this.records[words * node + length]
  }

  /** The latest start that only the project finish sets, less that finish. */
  lastOf(node: number): number {
    const { crossings } = this.#network
    return (crossings === null ? 0 : crossings.ends[crossings.calendar[node]]) - this.#daysOf(node)
  }

  /** Where the project ends. */
  findFinish(): number {
    const { nodeCount, crossings } = this.#network
    const { records } = this
    let finish = 0
    let otherDay = NO_DAY
    for (let node = 0; node < nodeCount; node++) {
      const end = records[words * node + early] + records[words * node + length]
      if (crossings === null || (crossings.kinds[node] & CROSS_OTHER) === 0) finish = Math.max(finish, end)
      else otherDay = Math.max(otherDay, crossings.dayAt(node, end - 1))
    }
    return crossings === null ? finish : crossings.finish(finish, otherDay)
  }

  /**
   * Every node hands two bounds down its edges, so that the list sorted by target serves this pass too: how late its
   * source may start, and how late it may start without moving this node from its early start. What is done hands down none.
   */
  #backward(): void {
    const { nodeCount, edgeOffset, edgeSource, edgeLink, linkCount, latestStart } = this.#network
    const { records } = this
    const { isDriving, finish } = this.dates
    for (let node = 0; node < nodeCount; node++) {
      records[words * node + late] = this.lastOf(node)
      records[words * node + next] = NO_CAP
    }
    for (let node = nodeCount - 1; node >= 0; node--) {
      const record = words * node
      const state = this.#stateOf(node)
      if (latestStart !== null) {
        const cap = latestStart[node] - finish
        records[record + late] = state === STATE_HELD ? cap : Math.min(records[record + late], cap)
      }
      if (isDone(state)) records[record + late] = NO_CAP
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const from = edgeSource[edge]
        const source = words * from
        const bound = this.boundBack(edge, from, node, records[record + early])
        const isOpen = state === NODE_STATE.open
        if (edgeLink[edge] < linkCount) {
          isDriving[edgeLink[edge]] = isOpen && bound === records[source + early] ? 1 : 0
        }
        if (isDone(state)) continue
        const latest = this.boundBack(edge, from, node, records[record + late] + finish) - finish
        records[source + late] = Math.min(records[source + late], latest)
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
