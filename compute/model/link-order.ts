import { LINK_TYPE, type ScheduleColumns } from './schedule-columns.ts'

/** Types in the order of their names. */
const PLACE_OF_TYPE: readonly number[] = [LINK_TYPE.FF, LINK_TYPE.FS, LINK_TYPE.SF, LINK_TYPE.SS]

const orders = new WeakMap<ScheduleColumns, Int32Array>()

/** Links by id of the predecessor, id of the successor and name of the type; kept with the columns. */
export function documentOrder(columns: ScheduleColumns): Int32Array {
  const known = orders.get(columns)
  if (known !== undefined) return known
  const { idRank, predecessorIndex, successorIndex, linkType, taskCount, linkCount } = columns
  const place = new Int32Array(PLACE_OF_TYPE.length)
  PLACE_OF_TYPE.forEach((type, at) => {
    place[type] = at
  })
  const types = new Int32Array(linkCount)
  const successors = new Int32Array(linkCount)
  const predecessors = new Int32Array(linkCount)
  const written = new Int32Array(linkCount)
  for (let link = 0; link < linkCount; link++) {
    written[link] = link
    types[link] = place[linkType[link]]
    successors[link] = idRank[successorIndex[link]]
    predecessors[link] = idRank[predecessorIndex[link]]
  }
  const byType = countingSort(written, types, PLACE_OF_TYPE.length)
  const order = countingSort(countingSort(byType, successors, taskCount), predecessors, taskCount)
  orders.set(columns, order)
  return order
}

/** Stable. */
function countingSort(order: Int32Array, keys: Int32Array, keyCount: number): Int32Array {
  const cursor = new Int32Array(keyCount + 1)
  for (let at = 0; at < order.length; at++) cursor[keys[at] + 1]++
  for (let key = 0; key < keyCount; key++) cursor[key + 1] += cursor[key]
  const sorted = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) sorted[cursor[keys[order[at]]]++] = order[at]
  return sorted
}
