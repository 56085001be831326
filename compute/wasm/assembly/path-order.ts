// Critical tasks in the topological order of the whole network keyed by early start and id: of all nodes whose predecessors are
// listed, the one with the least key comes next. Nearly every link leads to a greater key, and where all do, sorting by key is the
// answer. A link that falls makes its successor wait; such nodes, and those that wait for them in turn, are listed when the
// greatest key they wait for is. Same order as compute/cpm/kernels/ts-path-order.ts, which has a heap.

import {
  KEYED_BYTES,
  KEYED_VALUE,
  ORDER_ASKS_EDGES,
  ORDER_AWAITED_ADDRESS,
  ORDER_DELAYED_ADDRESS,
  ORDER_FEW,
  ORDER_LIST_ADDRESS,
  ORDER_LISTED_ADDRESS,
  ORDER_MARKED_ADDRESS,
  ORDER_MERGED_ADDRESS,
  ORDER_RANK_ADDRESS,
  ORDER_ROOM_ADDRESS,
  ORDER_SUMMARIES_ADDRESS,
  ORDER_SUMMARY_COUNT,
  ORDER_TASK_COUNT,
  ORDER_TASKS_ADDRESS,
} from '../layout/workdays'
import { findDelayed, orderDelayed, release } from './delayed-nodes'
import { isStart, keyOf, keyOfTask, sortKeyed, sortMarked, taskOf } from './path-keys'

/** A critical task that waits, in the bytes of marked ones. */
const WAITS: u8 = 2

/** Lists tasks by their places. */
export function layOutOrder(header: usize): void {
  const taskCount = load<u32>(header, ORDER_TASK_COUNT)
  const ranks = <usize>load<u32>(header, ORDER_RANK_ADDRESS)
  const tasks = <usize>load<u32>(header, ORDER_TASKS_ADDRESS)
  for (let task: u32 = 0; task < taskCount; task++) {
    store<u32>(tasks + ((<usize>load<u32>(ranks + ((<usize>task) << 2))) << 2), task)
  }
}

/**
 * Lists the marked tasks; leaves in the header where, and returns how many. `ORDER_ASKS_EDGES` where it has to be told the edges
 * and called again.
 */
export function orderPath(header: usize): i32 {
  const delayed = findDelayed(header)
  if (delayed === ORDER_ASKS_EDGES) return ORDER_ASKS_EDGES
  clearSummaries(header)
  const waiting = delayed === 0 ? 0 : markWaiting(header, <usize>delayed)
  // First, because both are sorted in the same memory.
  if (waiting > 0) orderDelayed(header, <usize>delayed)
  const prompt = sortPrompt(header)
  if (waiting > 0) merge(header, prompt, <usize>delayed)
  else store<u32>(header, load<u32>(header, ORDER_LIST_ADDRESS), ORDER_LISTED_ADDRESS)
  release(header, <usize>delayed)
  return <i32>prompt + waiting
}

function clearSummaries(header: usize): void {
  const marked = <usize>load<u32>(header, ORDER_MARKED_ADDRESS)
  const first = <usize>load<u32>(header, ORDER_SUMMARIES_ADDRESS)
  const end = first + ((<usize>load<u32>(header, ORDER_SUMMARY_COUNT)) << 2)
  for (let at = first; at < end; at += 4) store<u8>(marked + <usize>load<u32>(at), 0)
}

/** Marks critical tasks of delayed nodes as waiting, and returns how many they are. */
function markWaiting(header: usize, count: usize): i32 {
  const marked = <usize>load<u32>(header, ORDER_MARKED_ADDRESS)
  const delayed = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  let waiting = 0
  for (let at = delayed; at < delayed + (count << 2); at += 4) {
    const node = <usize>load<u32>(at)
    if (isStart(header, node)) continue
    const task = taskOf(header, node)
    if (load<u8>(marked + task) === 0) continue
    store<u8>(marked + task, WAITS)
    waiting++
  }
  return waiting
}

/** Lists critical tasks that wait for nothing, by key, in `ORDER_LIST_ADDRESS`. */
function sortPrompt(header: usize): usize {
  const marked = <usize>load<u32>(header, ORDER_MARKED_ADDRESS)
  const taskCount = <usize>load<u32>(header, ORDER_TASK_COUNT)
  const list = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  let count: usize = 0
  for (let first: usize = 0; first < taskCount; first += 8) {
    // Past the last task there is room, and nothing that counts.
    if (load<u64>(marked + first) === 0) continue
    const end = min(first + 8, taskCount)
    for (let task = first; task < end; task++) {
      if (load<u8>(marked + task) !== 1) continue
      if (count === ORDER_FEW) return sortMarked(header, marked)
      store<i64>(list + count * KEYED_BYTES, keyOfTask(header, task))
      store<u32>(list + count * KEYED_BYTES, <u32>task, KEYED_VALUE)
      count++
    }
  }
  const room = <usize>load<u32>(header, ORDER_ROOM_ADDRESS)
  const sorted = sortKeyed(list, room, count)
  for (let at: usize = 0; at < count; at++) {
    store<u32>(sorted + (at << 2), load<u32>(sorted + at * KEYED_BYTES, KEYED_VALUE))
  }
  store<u32>(header, <u32>sorted, ORDER_LIST_ADDRESS)
  store<u32>(header, <u32>(sorted === list ? room : list), ORDER_ROOM_ADDRESS)
  return count
}

/** Puts each task that waits behind what it waits for. */
function merge(header: usize, prompt: usize, delayedCount: usize): void {
  const marked = <usize>load<u32>(header, ORDER_MARKED_ADDRESS)
  const awaited = <usize>load<u32>(header, ORDER_AWAITED_ADDRESS)
  const delayed = <usize>load<u32>(header, ORDER_DELAYED_ADDRESS)
  const merged = <usize>load<u32>(header, ORDER_MERGED_ADDRESS)
  let taken = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  const end = taken + (prompt << 2)
  let to = merged
  for (let at = delayed; at < delayed + (delayedCount << 2); at += 4) {
    const node = <usize>load<u32>(at)
    if (isStart(header, node)) continue
    const task = taskOf(header, node)
    if (load<u8>(marked + task) !== WAITS) continue
    const next = endUpTo(header, taken, end, keyOf(header, <usize>load<u32>(awaited + (node << 2))))
    memory.copy(to, taken, next - taken)
    to += next - taken
    taken = next
    store<u32>(to, <u32>task)
    to += 4
  }
  memory.copy(to, taken, end - taken)
  store<u32>(header, <u32>merged, ORDER_LISTED_ADDRESS)
}

/** Where the tasks of a rising list end that have a key up to this one. Most often the next few tell. */
function endUpTo(header: usize, from: usize, end: usize, key: i64): usize {
  let to = from
  for (let step: usize = 4; to < end && keyOfTask(header, <usize>load<u32>(to)) <= key; step <<= 1) {
    from = to + 4
    to = min(end, from + step)
  }
  while (from < to) {
    const middle = from + (((to - from) >> 1) & ~3)
    if (keyOfTask(header, <usize>load<u32>(middle)) <= key) from = middle + 4
    else to = middle
  }
  return from
}
