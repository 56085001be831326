// The critical path where every date is a working-day position of one calendar and every link one weight. Same steps
// and same bits as compute/kernels/ts-kernel.ts.

import {
  CPM_EARLY_ADDRESS,
  CPM_EDGE_OFFSET_ADDRESS,
  CPM_EDGE_SOURCE_ADDRESS,
  CPM_EDGE_WEIGHT_ADDRESS,
  CPM_FLOOR_ADDRESS,
  CPM_FREE_ADDRESS,
  CPM_LATE_ADDRESS,
  CPM_LENGTH_ADDRESS,
  CPM_LINK_ADDRESS,
  CPM_NODE_COUNT,
} from '../layout'

/** Early starts; answers the exclusive finish position of the project. */
export function forwardPass(header: usize): i32 {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const floors = <usize>load<u32>(header, CPM_FLOOR_ADDRESS)
  const lengths = <usize>load<u32>(header, CPM_LENGTH_ADDRESS)
  const early = <usize>load<u32>(header, CPM_EARLY_ADDRESS)
  let finish = i32.MIN_VALUE
  let edge: usize = 0
  for (let node: usize = 0; node < nodeCount; node++) {
    const at = node << 2
    const end = (<usize>load<u32>(offsets + at, 4)) << 2
    let start = load<i32>(floors + at)
    for (; edge < end; edge += 4) {
      const bound = load<i32>(early + ((<usize>load<u32>(sources + edge)) << 2)) + load<i32>(weights + edge)
      start = select(start, bound, start > bound)
    }
    store<i32>(early + at, start)
    const end2 = start + load<i32>(lengths + at)
    finish = select(finish, end2, finish > end2)
  }
  return finish
}

/** Late starts and the three floats, scattered down the edges from the last node to the first. */
export function backwardPass(header: usize, finish: i32): void {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const lengths = <usize>load<u32>(header, CPM_LENGTH_ADDRESS)
  const early = <usize>load<u32>(header, CPM_EARLY_ADDRESS)
  const late = <usize>load<u32>(header, CPM_LATE_ADDRESS)
  const free = <usize>load<u32>(header, CPM_FREE_ADDRESS)
  const links = <usize>load<u32>(header, CPM_LINK_ADDRESS)
  for (let at: usize = 0; at < nodeCount << 2; at += 4) {
    store<i32>(late + at, finish - load<i32>(lengths + at))
    store<i32>(free + at, i32.MAX_VALUE)
  }
  let edge = (<usize>load<u32>(offsets + (nodeCount << 2))) << 2
  for (let at: isize = (<isize>nodeCount - 1) << 2; at >= 0; at -= 4) {
    const first = (<usize>load<u32>(offsets + <usize>at)) << 2
    const lateStart = load<i32>(late + <usize>at)
    const earlyStart = load<i32>(early + <usize>at)
    while (edge > first) {
      edge -= 4
      const source = (<usize>load<u32>(sources + edge)) << 2
      const weight = load<i32>(weights + edge)
      const bound = lateStart - weight
      const known = load<i32>(late + source)
      store<i32>(late + source, select(known, bound, known < bound))
      const slack = earlyStart - weight - load<i32>(early + source)
      store<i32>(links + edge, slack)
      const least = load<i32>(free + source)
      store<i32>(free + source, select(least, slack, least < slack))
    }
    const total = lateStart - earlyStart
    const least = load<i32>(free + <usize>at)
    store<i32>(free + <usize>at, select(total, least, total < least))
  }
}
