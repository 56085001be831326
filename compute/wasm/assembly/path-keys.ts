// What the order of the critical path goes by, and how it sorts.

import {
  KEYED_BYTES,
  ORDER_COUNTS_ADDRESS,
  ORDER_DIGIT_BITS,
  ORDER_IS_START_ADDRESS,
  ORDER_LIST_ADDRESS,
  ORDER_RANK_ADDRESS,
  ORDER_ROOM_ADDRESS,
  ORDER_STARTS_ADDRESS,
  ORDER_TASK_COUNT,
  ORDER_TASK_OF_NODE_ADDRESS,
  ORDER_TASKS_ADDRESS,
} from '../layout/workdays'

/** Early start and place by id in one number. */
export function keyOfTask(header: usize, task: usize): i64 {
  const start = <i64>load<i32>(<usize>load<u32>(header, ORDER_STARTS_ADDRESS) + (task << 2))
  return (start << 32) | <i64>load<u32>(<usize>load<u32>(header, ORDER_RANK_ADDRESS) + (task << 2))
}

export function taskOf(header: usize, node: usize): usize {
  return <usize>load<u32>(<usize>load<u32>(header, ORDER_TASK_OF_NODE_ADDRESS) + (node << 2))
}

export function isStart(header: usize, node: usize): bool {
  return load<u8>(<usize>load<u32>(header, ORDER_IS_START_ADDRESS) + node) !== 0
}

/** Starts of summaries stand before all tasks, so that they are taken when they are free. In which order does not show. */
export function keyOf(header: usize, node: usize): i64 {
  return isStart(header, node) ? i64.MIN_VALUE : keyOfTask(header, taskOf(header, node))
}

/** Sorts what has a key, and leaves what has the same as it was; returns where it lies then. */
export function sortKeyed(from: usize, into: usize, count: usize): usize {
  const bytes = count * KEYED_BYTES
  for (let width: usize = KEYED_BYTES; width < bytes; width <<= 1) {
    for (let low: usize = 0; low < bytes; low += width << 1) {
      const middle = min(low + width, bytes)
      mergeKeyed(from + low, from + middle, from + min(middle + width, bytes), into + low)
    }
    const sorted = into
    into = from
    from = sorted
  }
  return from
}

function mergeKeyed(left: usize, right: usize, end: usize, to: usize): void {
  const middle = right
  while (left < middle && right < end) {
    const takesLeft = load<i64>(left) <= load<i64>(right)
    v128.store(to, v128.load(takesLeft ? left : right))
    left += <usize>takesLeft * KEYED_BYTES
    right += <usize>!takesLeft * KEYED_BYTES
    to += KEYED_BYTES
  }
  memory.copy(to, left, middle - left)
  memory.copy(to + (middle - left), right, end - right)
}

/** Lists the tasks whose byte of `marks` is odd, by key, and returns how many; `ORDER_LIST_ADDRESS` is where they are. */
export function sortMarked(header: usize, marks: usize): usize {
  const starts = <usize>load<u32>(header, ORDER_STARTS_ADDRESS)
  let from = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  let into = <usize>load<u32>(header, ORDER_ROOM_ADDRESS)
  const count = listMarked(header, marks, from)
  let least = i32.MAX_VALUE
  let greatest = i32.MIN_VALUE
  for (let at = from; at < from + (count << 2); at += 4) {
    const start = load<i32>(starts + ((<usize>load<u32>(at)) << 2))
    least = min(least, start)
    greatest = max(greatest, start)
  }
  const bits = count === 0 ? 0 : 32 - <i32>clz(greatest - least)
  // One digit where there are no more counters than tasks, about, else halves.
  const isShort = bits <= ORDER_DIGIT_BITS && (<usize>1) << bits <= count << 1
  const digitBits = isShort ? bits : (bits + 1) >> 1
  for (let shift = 0; shift < bits; shift += digitBits) {
    sortByDigit(header, from, into, count, least, shift, digitBits)
    const sorted = into
    into = from
    from = sorted
  }
  store<u32>(header, <u32>from, ORDER_LIST_ADDRESS)
  store<u32>(header, <u32>into, ORDER_ROOM_ADDRESS)
  return count
}

/** Without a branch: whether a task is marked is not foreseen. */
function listMarked(header: usize, marks: usize, into: usize): usize {
  let task = <usize>load<u32>(header, ORDER_TASKS_ADDRESS)
  const end = task + ((<usize>load<u32>(header, ORDER_TASK_COUNT)) << 2)
  let to = into
  for (; task < end; task += 4) {
    const one = load<u32>(task)
    store<u32>(to, one)
    to += (<usize>load<u8>(marks + <usize>one) & 1) << 2
  }
  return (to - into) >> 2
}

function sortByDigit(
  header: usize,
  from: usize,
  into: usize,
  count: usize,
  least: i32,
  shift: i32,
  digitBits: i32,
): void {
  const starts = <usize>load<u32>(header, ORDER_STARTS_ADDRESS)
  const counts = <usize>load<u32>(header, ORDER_COUNTS_ADDRESS)
  const mask = (1 << digitBits) - 1
  memory.fill(counts, 0, (<usize>1) << (digitBits + 2))
  for (let at = from; at < from + (count << 2); at += 4) {
    const start = load<i32>(starts + ((<usize>load<u32>(at)) << 2))
    const counter = counts + ((<usize>(((start - least) >> shift) & mask)) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  let to = into
  const end = counts + ((<usize>1) << (digitBits + 2))
  for (let counter = counts; counter < end; counter += 4) {
    const alike = <usize>load<u32>(counter)
    store<u32>(counter, <u32>to)
    to += alike << 2
  }
  for (let at = from; at < from + (count << 2); at += 4) {
    const one = load<u32>(at)
    const start = load<i32>(starts + ((<usize>one) << 2))
    const counter = counts + ((<usize>(((start - least) >> shift) & mask)) << 2)
    const place = <usize>load<u32>(counter)
    store<u32>(place, one)
    store<u32>(counter, <u32>place + 4)
  }
}
