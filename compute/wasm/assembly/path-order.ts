// Marked tasks sorted by their starts, those that start together in the order in which they were given.

import {
  ORDER_COUNTS_ADDRESS,
  ORDER_DIGIT_BITS,
  ORDER_LIST_ADDRESS,
  ORDER_MARKED_ADDRESS,
  ORDER_ROOM_ADDRESS,
  ORDER_SORTED_ADDRESS,
  ORDER_STARTS_ADDRESS,
  ORDER_TASK_COUNT,
  ORDER_TASKS_ADDRESS,
  ORDERED_BYTES,
  ORDERED_START,
} from '../layout/workdays'

/** Returns how many tasks are marked; leaves in the header where they lie. */
export function sortMarked(header: usize): u32 {
  let from = <usize>load<u32>(header, ORDER_LIST_ADDRESS)
  let into = <usize>load<u32>(header, ORDER_ROOM_ADDRESS)
  const count = listMarked(header, from)
  const bytes = count * ORDERED_BYTES
  let least = i32.MAX_VALUE
  let greatest = i32.MIN_VALUE
  for (let at: usize = 0; at < bytes; at += ORDERED_BYTES) {
    const start = load<i32>(from + at, ORDERED_START)
    least = min(least, start)
    greatest = max(greatest, start)
  }
  const bits = count === 0 ? 0 : 32 - <i32>clz(greatest - least)
  // One digit where there are no more counters than tasks, about, else halves.
  const isShort = bits <= ORDER_DIGIT_BITS && (<usize>1) << bits <= count << 1
  const digitBits = isShort ? bits : (bits + 1) >> 1
  for (let shift = 0; shift < bits; shift += digitBits) {
    sortByDigit(header, from, into, bytes, least, shift, digitBits)
    const sorted = into
    into = from
    from = sorted
  }
  for (let at: usize = 0; at < bytes; at += ORDERED_BYTES) store<u32>(from + (at >> 1), load<u32>(from + at))
  store<u32>(header, <u32>from, ORDER_SORTED_ADDRESS)
  return <u32>count
}

/** Without a branch: whether a task is marked is not foreseen. */
function listMarked(header: usize, into: usize): usize {
  const marked = <usize>load<u32>(header, ORDER_MARKED_ADDRESS)
  const starts = <usize>load<u32>(header, ORDER_STARTS_ADDRESS)
  let task = <usize>load<u32>(header, ORDER_TASKS_ADDRESS)
  const end = task + ((<usize>load<u32>(header, ORDER_TASK_COUNT)) << 2)
  let to = into
  for (; task < end; task += 4) {
    const one = <usize>load<u32>(task)
    store<u32>(to, <u32>one)
    store<i32>(to, load<i32>(starts + (one << 2)), ORDERED_START)
    to += <usize>load<u8>(marked + one) * ORDERED_BYTES
  }
  return (to - into) / ORDERED_BYTES
}

function sortByDigit(
  header: usize,
  from: usize,
  into: usize,
  bytes: usize,
  least: i32,
  shift: i32,
  digitBits: i32,
): void {
  const counts = <usize>load<u32>(header, ORDER_COUNTS_ADDRESS)
  const mask = (1 << digitBits) - 1
  memory.fill(counts, 0, (<usize>1) << (digitBits + 2))
  for (let at: usize = 0; at < bytes; at += ORDERED_BYTES) {
    const counter = counts + ((<usize>(((load<i32>(from + at, ORDERED_START) - least) >> shift) & mask)) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  let to = into
  const end = counts + ((<usize>1) << (digitBits + 2))
  for (let counter = counts; counter < end; counter += 4) {
    const count = <usize>load<u32>(counter)
    store<u32>(counter, <u32>to)
    to += count * ORDERED_BYTES
  }
  for (let at: usize = 0; at < bytes; at += ORDERED_BYTES) {
    const one = load<u64>(from + at)
    const counter = counts + ((<usize>(((<i32>(one >> 32) - least) >> shift) & mask)) << 2)
    const place = <usize>load<u32>(counter)
    store<u64>(place, one)
    store<u32>(counter, <u32>place + ORDERED_BYTES)
  }
}
