import {
  capLateStarts,
  DATE_COLUMNS,
  findBefore,
  RECORD,
  type ResidentNetwork,
  type WorkdayDates,
  type WorkdayNetwork,
} from './workday-network.ts'

const { late, next, early, length, words } = RECORD
/** No bound yet; far enough from the ends that a weight can be taken off without wrapping round. */
const NO_BOUND = 0x3fff_ffff

/** A network of working days and its passes, in arrays of its own. */
export class TsCpm implements ResidentNetwork {
  readonly records: Int32Array
  readonly edgeWeight: Int32Array
  readonly floor: Int32Array
  readonly dates: WorkdayDates
  readonly #network: WorkdayNetwork

  constructor(network: WorkdayNetwork) {
    const { nodeCount, taskCount, linkCount } = network
    this.#network = network
    this.edgeWeight = network.edgeWeight.slice()
    this.floor = network.floor.slice()
    this.records = new Int32Array(words * (nodeCount + 1))
    for (let node = 0; node < nodeCount; node++) this.records[words * node + length] = network.length[node]
    this.dates = {
      earlyStart: new Int32Array(nodeCount),
      finish: 0,
      columns: new Int32Array(DATE_COLUMNS * taskCount),
      isCritical: new Uint8Array(taskCount),
      isDriving: new Uint8Array(linkCount),
    }
  }

  run(): WorkdayDates {
    this.#forward()
    if (this.dates.finish > this.#network.days.length) return this.dates
    capLateStarts(this.#network, this.records, this.dates.finish)
    this.#backward()
    if (findBefore(this.#network, this.records, this.dates.finish) < 0) this.gather()
    return this.dates
  }

  #forward(): void {
    const { nodeCount, edgeOffset, edgeSource } = this.#network
    const { records, edgeWeight, floor } = this
    const { earlyStart } = this.dates
    let finish = 0
    let edge = 0
    for (let node = 0; node < nodeCount; node++) {
      let start = floor[node]
      for (const end = edgeOffset[node + 1]; edge < end; edge++) {
        start = Math.max(start, earlyStart[edgeSource[edge]] + edgeWeight[edge])
      }
      const record = words * node
      earlyStart[node] = start
      records[record + early] = start
      records[record + late] = -records[record + length]
      records[record + next] = NO_BOUND
      finish = Math.max(finish, start + records[record + length])
    }
    this.dates.finish = finish
  }

  /**
   * Every node hands two bounds down its edges, so that the list sorted by target serves this pass too: how late its
   * source may start, and how late it may start without moving this node from its early start.
   */
  #backward(): void {
    const { nodeCount, edgeCount, edgeOffset, edgeSource, edgeLink, linkCount } = this.#network
    const { records, edgeWeight } = this
    const { isDriving } = this.dates
    let edge = edgeCount - 1
    for (let node = nodeCount - 1; node >= 0; node--) {
      const record = words * node
      for (const first = edgeOffset[node]; edge >= first; edge--) {
        const source = words * edgeSource[edge]
        const bound = records[record + early] - edgeWeight[edge]
        records[source + late] = Math.min(records[source + late], records[record + late] - edgeWeight[edge])
        records[source + next] = Math.min(records[source + next], bound)
        if (edgeLink[edge] < linkCount) isDriving[edgeLink[edge]] = bound === records[source + early] ? 1 : 0
      }
    }
  }

  /** Turns positions into days, and rows of nodes into rows of tasks. */
  gather(): void {
    const { taskCount, nodeCount, nodeOfTask, days, daysBefore } = this.#network
    const { records } = this
    const dayAt = (position: number): number =>
      position < 0 ? daysBefore[daysBefore.length + position] : days[position]
    const { columns, isCritical, finish } = this.dates
    for (let task = 0; task < taskCount; task++) {
      if (nodeOfTask[task] === nodeCount) continue
      const record = words * nodeOfTask[task]
      const start = records[record + early]
      const latest = records[record + late] + finish
      const toLast = records[record + length] - 1
      columns[task] = days[start]
      columns[taskCount + task] = days[start + toLast]
      columns[2 * taskCount + task] = dayAt(latest)
      columns[3 * taskCount + task] = dayAt(latest + toLast)
      columns[4 * taskCount + task] = days[start]
      columns[5 * taskCount + task] = latest - start
      columns[6 * taskCount + task] = Math.max(0, Math.min(latest, records[record + next]) - start)
      isCritical[task] = latest <= start ? 1 : 0
    }
  }
}
