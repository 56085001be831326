import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'

const HEADER = 64

/** As `SortMarked` says, in memory that nobody else needs meanwhile. */
export function sortInWasm(
  instantiate: (bytes: number) => KernelInstance,
  tasks: Int32Array,
  startDay: Int32Array,
  isMarked: Uint8Array,
  leftOut: Int32Array,
): Int32Array {
  const regions = new HeaderRegions(HEADER, layout.ORDER_HEADER_BYTES)
  regions.values(layout.ORDER_TASKS_ADDRESS, tasks)
  regions.values(layout.ORDER_STARTS_ADDRESS, startDay)
  const marked = regions.values(layout.ORDER_MARKED_ADDRESS, isMarked)
  regions.room(layout.ORDER_LIST_ADDRESS, layout.ORDERED_BYTES * (tasks.length + 1))
  regions.room(layout.ORDER_ROOM_ADDRESS, layout.ORDERED_BYTES * (tasks.length + 1))
  regions.room(layout.ORDER_COUNTS_ADDRESS, 4 << layout.ORDER_DIGIT_BITS)
  const { buffer, exports } = instantiate(regions.size)
  const header = regions.write(buffer)
  header[layout.ORDER_TASK_COUNT / 4] = tasks.length
  const flags = new Uint8Array(buffer, marked, isMarked.length)
  for (const task of leftOut) flags[task] = 0
  const count = exports.sortMarked(HEADER)
  return new Int32Array(buffer, header[layout.ORDER_SORTED_ADDRESS / 4], count)
}
