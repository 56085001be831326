// The critical path of a packed network. Same bits as compute/cpm/kernels/ts-cpm.ts, with less memory on the way: edges are read
// by target forward and by source backward, so that no node is written before it is final, and then once.

import {
  PACK_COLUMNS_ADDRESS,
  PACK_CRITICAL_ADDRESS,
  PACK_DAYS_ADDRESS,
  PACK_DRIVING_ADDRESS,
  PACK_EDGE_COUNT,
  PACK_FETCHED,
  PACK_FLOOR_ADDRESS,
  PACK_IN_COUNT_ADDRESS,
  PACK_IN_EDGES_ADDRESS,
  PACK_LEAST_START,
  PACK_LENGTH_ADDRESS,
  PACK_NODE_COUNT,
  PACK_OUT_COUNT_ADDRESS,
  PACK_OUT_EDGES_ADDRESS,
  PACK_OUT_LINKS_ADDRESS,
  PACK_ROW_ADDRESS,
  PACK_STARTS_ADDRESS,
  PACK_TASK_COUNT,
} from '../layout/workdays'
import { NO_BOUND } from './positions'

const CACHE_LINE_BYTES: usize = 64

/** Early starts; returns the exclusive finish position of the project. */
export function packedForward(header: usize): i32 {
  const nodeCount = <usize>load<u32>(header, PACK_NODE_COUNT)
  const counts = <usize>load<u32>(header, PACK_IN_COUNT_ADDRESS)
  const floors = <usize>load<u32>(header, PACK_FLOOR_ADDRESS)
  const lengths = <usize>load<u32>(header, PACK_LENGTH_ADDRESS)
  let edge = <usize>load<u32>(header, PACK_IN_EDGES_ADDRESS)
  let starts = <usize>load<u32>(header, PACK_STARTS_ADDRESS)
  let finish: i32 = 0
  let least: i32 = i32.MAX_VALUE
  for (let place: usize = 0; place < nodeCount; place++) {
    const end = edge + ((<usize>load<u8>(counts + place)) << 2)
    let start = <i32>load<u16>(floors + (place << 1))
    for (; edge < end; edge += 4) {
      const packed = load<i32>(edge)
      const bound = load<i32>(starts - ((<usize>(packed & 0xffff)) << 3), 4) + (packed >> 16)
      start = max(start, bound)
    }
    store<i32>(starts, start, 4)
    starts += 8
    finish = max(finish, start + <i32>load<u16>(lengths + (place << 1)))
    least = min(least, start)
  }
  store<i32>(header, least, PACK_LEAST_START)
  return finish
}

/**
 * Reads the days of the plan once: where they are in no near cache, they are then fetched one after the other and not wherever
 * a node happens to be. What comes out is of no use but that they are read.
 */
function fetchDays(header: usize, finish: i32): u32 {
  const days = <usize>load<u32>(header, PACK_DAYS_ADDRESS)
  const end = days + ((<usize>min(finish, load<i32>(header, PACK_NODE_COUNT))) << 2)
  let sum: u32 = 0
  for (let at = days; at < end; at += CACHE_LINE_BYTES) sum += load<u32>(at)
  return sum
}

/** Late starts, floats and driving links, from the last place to the first, and with them the rows of the tasks. */
export function packedBackward(header: usize, finish: i32): void {
  const edgeBytes = (<usize>load<u32>(header, PACK_EDGE_COUNT)) << 2
  const bytes = (<usize>load<u32>(header, PACK_TASK_COUNT)) << 2
  const counts = <usize>load<u32>(header, PACK_OUT_COUNT_ADDRESS)
  const first = <usize>load<u32>(header, PACK_OUT_EDGES_ADDRESS)
  const toLinks = <usize>load<u32>(header, PACK_OUT_LINKS_ADDRESS) - first
  const lengths = <usize>load<u32>(header, PACK_LENGTH_ADDRESS)
  const rows = <usize>load<u32>(header, PACK_ROW_ADDRESS)
  const pairs = <usize>load<u32>(header, PACK_STARTS_ADDRESS)
  const days = <usize>load<u32>(header, PACK_DAYS_ADDRESS)
  const columns = <usize>load<u32>(header, PACK_COLUMNS_ADDRESS)
  const critical = <usize>load<u32>(header, PACK_CRITICAL_ADDRESS)
  const driving = <usize>load<u32>(header, PACK_DRIVING_ADDRESS)
  const second = bytes << 1
  const fifth = (bytes << 2) + bytes
  let edge = first + edgeBytes
  store<u32>(header, fetchDays(header, finish), PACK_FETCHED)
  for (let rest = <usize>load<u32>(header, PACK_NODE_COUNT); rest > 0; ) {
    rest--
    const starts = pairs + (rest << 3)
    const early = load<i32>(starts, 4)
    const length = <i32>load<u16>(lengths + (rest << 1))
    let late = finish - length
    let next = NO_BOUND
    const end = edge - ((<usize>load<u8>(counts + rest)) << 2)
    while (edge > end) {
      edge -= 4
      const packed = load<i32>(edge)
      const target = starts + ((<usize>(packed & 0xffff)) << 3)
      const weight = packed >> 16
      const bound = load<i32>(target, 4) - weight
      late = min(late, load<i32>(target) - weight)
      next = min(next, bound)
      store<u8>(driving + <usize>load<u32>(edge + toLinks), <u8>(bound === early))
    }
    store<i32>(starts, late)
    const row = <usize>load<u32>(rows + (rest << 2))
    const column = columns + row
    const last = length - 1
    store<i32>(column, load<i32>(days + ((<usize>early) << 2)))
    store<i32>(column + bytes, load<i32>(days + ((<usize>(early + last)) << 2)))
    store<i32>(column + second, load<i32>(days + ((<usize>late) << 2)))
    store<i32>(column + second + bytes, load<i32>(days + ((<usize>(late + last)) << 2)))
    store<i32>(column + fifth, late - early)
    // Under a latest start total float may lie below zero; free float never does.
    store<i32>(column + fifth + bytes, max(0, min(late, next) - early))
    store<u8>(critical + (row >> 2), <u8>(late <= early))
  }
}
