// Nodes that wait for a greater key than their own, in the order of the critical path.

import {
  KEYED_BYTES,
  KEYED_VALUE,
  ORDER_ASKS_EDGES,
  ORDER_AWAITED_ADDRESS,
  ORDER_CURSOR_ADDRESS,
  ORDER_DELAYED_ADDRESS,
  ORDER_EDGE_OFFSET_ADDRESS,
  ORDER_EDGE_SOURCE_ADDRESS,
  ORDER_FEW,
  ORDER_FLAGS_ADDRESS,
  ORDER_GROUP_COUNT,
  ORDER_HAS_EDGES,
  ORDER_LIST_ADDRESS,
  ORDER_MERGED_ADDRESS,
  ORDER_NODE_COUNT,
  ORDER_OPEN_EDGES_ADDRESS,
  ORDER_OUT_NODE_ADDRESS,
  ORDER_OUT_OFFSET_ADDRESS,
  ORDER_QUEUE_BITS_ADDRESS,
  ORDER_QUEUE_ENDS,
  ORDER_QUEUE_GROUPS_ADDRESS,
  ORDER_RANK_ADDRESS,
  ORDER_ROOM_ADDRESS,
  ORDER_SLOT_OF_ADDRESS,
  ORDER_SLOTS_ADDRESS,
  ORDER_STARTS_ADDRESS,
  ORDER_SUSPECT_COUNT,
  ORDER_SUSPECTS_ADDRESS,
  ORDER_TASK_COUNT,
  ORDER_TOLD_ADDRESS,
  SUSPECT_BYTES,
  SUSPECT_LATER,
  SUSPECT_SOURCE,
  SUSPECT_TARGET,
  WAITS_FOR_NONE,
} from '../layout/workdays'
import { add, openQueue, takeFirst } from './node-queue'
import { isStart, keyOf, sortKeyed, sortMarked, taskOf } from './path-keys'

/** Far more days than any plan has. */
const ALWAYS_LATER: i32 = 1 << 30

/** Makes edges by source of those by target, and empties what is to be empty between orders. */
export function layOutDelays(header: usize): void {
  const nodeCount = <usize>load<u32>(header, ORDER_NODE_COUNT)
  const taskCount = <usize>load<u32>(header, ORDER_TASK_COUNT)
  const offsets = <usize>load<u32>(header, ORDER_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, ORDER_EDGE_SOURCE_ADDRESS)
  const outOffsets = <usize>load<u32>(header, ORDER_OUT_OFFSET_ADDRESS)
  const targets = <usize>load<u32>(header, ORDER_OUT_NODE_ADDRESS)
  const groups = <usize>load<i32>(header, ORDER_GROUP_COUNT)
  memory.fill(<usize>load<u32>(header, ORDER_AWAITED_ADDRESS), <u8>WAITS_FOR_NONE, nodeCount << 2)
  memory.fill(<usize>load<u32>(header, ORDER_QUEUE_BITS_ADDRESS), 0, groups << 7)
  memory.fill(<usize>load<u32>(header, ORDER_QUEUE_GROUPS_ADDRESS), 0, groups << 2)
  memory.fill(<usize>load<u32>(header, ORDER_FLAGS_ADDRESS), 0, taskCount)
  memory.fill(<usize>load<u32>(header, ORDER_CURSOR_ADDRESS), 0, taskCount << 2)
  // A place further on: where the edges of each source begin is then where those of the one before have ended.
  memory.fill(outOffsets, 0, (nodeCount + 2) << 2)
  const edgeCount = <usize>load<u32>(offsets + (nodeCount << 2))
  for (let edge: usize = 0; edge < edgeCount; edge++) {
    const count = outOffsets + ((<usize>load<u32>(sources + (edge << 2)) + 2) << 2)
    store<u32>(count, load<u32>(count) + 1)
  }
  for (let at = outOffsets + 8; at < outOffsets + ((nodeCount + 2) << 2); at += 4) {
    store<u32>(at, load<u32>(at) + load<u32>(at - 4))
  }
  let edge = <usize>load<u32>(offsets)
  for (let node: usize = 0; node < nodeCount; node++) {
    const end = <usize>load<u32>(offsets + (node << 2), 4)
    for (; edge < end; edge++) {
      const place = outOffsets + ((<usize>load<u32>(sources + (edge << 2)) + 1) << 2)
      const to = <usize>load<u32>(place)
      store<u32>(targets + (to << 2), <u32>node)
      store<u32>(place, <u32>to + 1)
    }
  }
  store<u32>(header, 1, ORDER_HAS_EDGES)
}

/** Notes of suspects what tells whether they lead to a lesser key. */
export function layOutSuspects(header: usize): void {
  const ranks = <usize>load<u32>(header, ORDER_RANK_ADDRESS)
  const suspects = <usize>load<u32>(header, ORDER_SUSPECTS_ADDRESS)
  const end = suspects + ((<usize>load<u32>(header, ORDER_SUSPECT_COUNT)) << 3)
  let told = <usize>load<u32>(header, ORDER_TOLD_ADDRESS)
  for (let suspect = suspects; suspect < end; suspect += 8, told += SUSPECT_BYTES) {
    const source = <usize>load<u32>(suspect)
    const target = <usize>load<u32>(suspect, 4)
    const from = taskOf(header, source)
    const to = taskOf(header, target)
    // On one day the id tells. No start of a summary comes after anything, and what is no such start comes after it.
    let later = load<u32>(ranks + (from << 2)) > load<u32>(ranks + (to << 2)) ? 1 : 0
    if (isStart(header, target)) later = ALWAYS_LATER
    if (isStart(header, source)) later = -ALWAYS_LATER
    store<u32>(told, <u32>from, SUSPECT_SOURCE)
    store<u32>(told, <u32>to, SUSPECT_TARGET)
    store<i32>(told, later, SUSPECT_LATER)
  }
}

/** Lists nodes that wait, in topological order, with the node of the greatest key that each waits for; returns how many. */
export function findDelayed(header: usize): i32 {
  const suspects = <usize>load<u32>(header, ORDER_SUSPECTS_ADDRESS)
  const end = suspects + ((<usize>load<u32>(header, ORDER_SUSPECT_COUNT)) << 3)
  let isFirst = true
  const starts = <usize>load<u32>(header, ORDER_STARTS_ADDRESS)
  let told = <usize>load<u32>(header, ORDER_TOLD_ADDRESS)
  for (let suspect = suspects; suspect < end; suspect += 8, told += SUSPECT_BYTES) {
    const start = load<i32>(starts + ((<usize>load<u32>(told, SUSPECT_SOURCE)) << 2)) + load<i32>(told, SUSPECT_LATER)
    if (start <= load<i32>(starts + ((<usize>load<u32>(told, SUSPECT_TARGET)) << 2))) continue
    if (isFirst) {
      if (load<u32>(header, ORDER_HAS_EDGES) === 0) return ORDER_ASKS_EDGES
      openQueue(header + ORDER_QUEUE_ENDS, load<i32>(header, ORDER_GROUP_COUNT))
      isFirst = false
    }
    wait(header, <usize>load<u32>(suspect, 4), <usize>load<u32>(suspect))
  }
  return isFirst ? 0 : spreadDelays(header)
}

function spreadDelays(header: usize): i32 {
  const awaited = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS)
  const outOffsets = <usize>load<u32>(header, ORDER_OUT_OFFSET_ADDRESS)
  const targets = <usize>load<u32>(header, ORDER_OUT_NODE_ADDRESS)
  const delayed = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  let count: usize = 0
  for (let node = takeNext(header); node >= 0; node = takeNext(header)) {
    const at = (<usize>node) << 2
    store<u32>(delayed + (count++ << 2), node)
    const anchor = <usize>load<u32>(awaited + at)
    const key = keyOf(header, anchor)
    const end = <usize>load<u32>(outOffsets + at, 4)
    for (let out = <usize>load<u32>(outOffsets + at); out < end; out++) {
      const target = <usize>load<u32>(targets + (out << 2))
      if (key > keyOf(header, target)) wait(header, target, anchor)
    }
  }
  return <i32>count
}

function wait(header: usize, node: usize, anchor: usize): void {
  const at = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS) + (node << 2)
  const known = load<i32>(at)
  if (known !== WAITS_FOR_NONE && keyOf(header, anchor) <= keyOf(header, <usize>known)) return
  store<u32>(at, <u32>anchor)
  enqueue(header, <u32>node)
}

function enqueue(header: usize, node: u32): void {
  const bits = <usize>load<u32>(header, ORDER_QUEUE_BITS_ADDRESS)
  add(header + ORDER_QUEUE_ENDS, bits, <usize>load<u32>(header, ORDER_QUEUE_GROUPS_ADDRESS), node)
}

function takeNext(header: usize): i32 {
  const bits = <usize>load<u32>(header, ORDER_QUEUE_BITS_ADDRESS)
  return takeFirst(header + ORDER_QUEUE_ENDS, bits, <usize>load<u32>(header, ORDER_QUEUE_GROUPS_ADDRESS))
}

/**
 * Puts so many delayed nodes in the order they are listed: by the key they wait for, and among those that wait for the same one by
 * Kahn's algorithm, of all that wait for none of the others the least key first.
 */
export function orderDelayed(header: usize, count: usize): void {
  const awaited = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS)
  const outOffsets = <usize>load<u32>(header, ORDER_OUT_OFFSET_ADDRESS)
  const targets = <usize>load<u32>(header, ORDER_OUT_NODE_ADDRESS)
  const slots = <usize>load<u32>(header, ORDER_SLOTS_ADDRESS)
  const slotOf = <usize>load<u32>(header, ORDER_SLOT_OF_ADDRESS)
  const openEdges = <usize>load<u32>(header, ORDER_OPEN_EDGES_ADDRESS)
  let order = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  if (<i32>count <= ORDER_FEW) sortFew(header, count)
  else sortMany(header, count)
  for (let slot: usize = 0; slot < count; slot++) {
    store<u32>(slotOf + ((<usize>load<u32>(slots + (slot << 2))) << 2), <u32>slot)
  }
  memory.fill(openEdges, 0, count << 2)
  for (let slot: usize = 0; slot < count; slot++) {
    const at = (<usize>load<u32>(slots + (slot << 2))) << 2
    const anchor = load<u32>(awaited + at)
    const end = <usize>load<u32>(outOffsets + at, 4)
    for (let out = <usize>load<u32>(outOffsets + at); out < end; out++) {
      const target = (<usize>load<u32>(targets + (out << 2))) << 2
      if (load<u32>(awaited + target) !== anchor) continue
      const open = openEdges + ((<usize>load<u32>(slotOf + target)) << 2)
      store<u32>(open, load<u32>(open) + 1)
    }
  }
  openQueue(header + ORDER_QUEUE_ENDS, load<i32>(header, ORDER_GROUP_COUNT))
  for (let slot: usize = 0; slot < count; ) {
    const anchor = load<u32>(awaited + ((<usize>load<u32>(slots + (slot << 2))) << 2))
    for (; slot < count; slot++) {
      if (load<u32>(awaited + ((<usize>load<u32>(slots + (slot << 2))) << 2)) !== anchor) break
      if (load<u32>(openEdges + (slot << 2)) === 0) enqueue(header, <u32>slot)
    }
    for (let free = takeNext(header); free >= 0; free = takeNext(header)) {
      const node = load<u32>(slots + ((<usize>free) << 2))
      store<u32>(order, node)
      order += 4
      const at = (<usize>node) << 2
      const end = <usize>load<u32>(outOffsets + at, 4)
      for (let out = <usize>load<u32>(outOffsets + at); out < end; out++) {
        const target = (<usize>load<u32>(targets + (out << 2))) << 2
        if (load<u32>(awaited + target) !== anchor) continue
        const next = load<u32>(slotOf + target)
        const open = openEdges + ((<usize>next) << 2)
        store<u32>(open, load<u32>(open) - 1)
        if (load<u32>(open) === 0) enqueue(header, next)
      }
    }
  }
}

/** Delayed nodes by the key they wait for, and those alike by their own, into the slots. */
function sortFew(header: usize, count: usize): void {
  const awaited = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS)
  const delayed = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  const slots = <usize>load<u32>(header, ORDER_SLOTS_ADDRESS)
  const list = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  const room = <usize>load<u32>(header, ORDER_ROOM_ADDRESS)
  for (let at: usize = 0; at < count; at++) {
    const node = load<u32>(delayed + (at << 2))
    store<i64>(list + at * KEYED_BYTES, keyOf(header, <usize>node))
    store<u32>(list + at * KEYED_BYTES, node, KEYED_VALUE)
  }
  let sorted = sortKeyed(list, room, count)
  for (let at = sorted; at < sorted + count * KEYED_BYTES; at += KEYED_BYTES) {
    const node = <usize>load<u32>(at, KEYED_VALUE)
    store<i64>(at, keyOf(header, <usize>load<u32>(awaited + (node << 2))))
  }
  sorted = sortKeyed(sorted, sorted === list ? room : list, count)
  for (let at: usize = 0; at < count; at++) {
    store<u32>(slots + (at << 2), load<u32>(sorted + at * KEYED_BYTES, KEYED_VALUE))
  }
}

/** The same without comparing. Whoever is waited for is a task: starts of summaries have no key that is greater than another. */
function sortMany(header: usize, count: usize): void {
  const awaited = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS)
  const delayed = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  const slots = <usize>load<u32>(header, ORDER_SLOTS_ADDRESS)
  const flags = <usize>load<u32>(header, ORDER_FLAGS_ADDRESS)
  /** How many nodes wait for that of a task; then where the next of them goes. */
  const cursor = <usize>load<u32>(header, ORDER_CURSOR_ADDRESS)
  /** Nobody has listed anything there yet. */
  const nodeOf = <usize>load<u32>(header, ORDER_MERGED_ADDRESS)
  const end = delayed + (count << 2)
  for (let at = delayed; at < end; at += 4) {
    const anchor = taskOf(header, <usize>load<u32>(awaited + ((<usize>load<u32>(at)) << 2)))
    store<u8>(flags + anchor, 1)
    store<u32>(cursor + (anchor << 2), load<u32>(cursor + (anchor << 2)) + 1)
  }
  const anchors = sortMarked(header, flags)
  let list = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  let first: u32 = 0
  for (let at = list; at < list + (anchors << 2); at += 4) {
    const anchor = <usize>load<u32>(at)
    const waiting = load<u32>(cursor + (anchor << 2))
    store<u32>(cursor + (anchor << 2), first)
    store<u8>(flags + anchor, 0)
    first += waiting
  }
  for (let at = delayed; at < end; at += 4) {
    const node = <usize>load<u32>(at)
    if (isStart(header, node)) putInSlot(header, slots, cursor, awaited, node)
    else {
      const task = taskOf(header, node)
      store<u8>(flags + task, 1)
      store<u32>(nodeOf + (task << 2), <u32>node)
    }
  }
  const tasks = sortMarked(header, flags)
  list = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  for (let at = list; at < list + (tasks << 2); at += 4) {
    const task = <usize>load<u32>(at)
    store<u8>(flags + task, 0)
    putInSlot(header, slots, cursor, awaited, <usize>load<u32>(nodeOf + (task << 2)))
  }
  for (let at = delayed; at < end; at += 4) {
    const anchor = taskOf(header, <usize>load<u32>(awaited + ((<usize>load<u32>(at)) << 2)))
    store<u32>(cursor + (anchor << 2), 0)
  }
}

function putInSlot(header: usize, slots: usize, cursor: usize, awaited: usize, node: usize): void {
  const at = cursor + (taskOf(header, <usize>load<u32>(awaited + (node << 2))) << 2)
  const slot = load<u32>(at)
  store<u32>(slots + ((<usize>slot) << 2), <u32>node)
  store<u32>(at, slot + 1)
}

/** Has so many nodes wait no more. */
export function release(header: usize, count: usize): void {
  const awaited = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS)
  const delayed = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  for (let at = delayed; at < delayed + (count << 2); at += 4) {
    store<i32>(awaited + ((<usize>load<u32>(at)) << 2), WAITS_FOR_NONE)
  }
}
