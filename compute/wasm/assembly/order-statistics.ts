// The value of a rank among all runs of a task, without sorting them: halving the range of values, a count of all runs each
// time. Same values as compute/simulation/result/percentiles.ts, which is the readable form.

import {
  PICK_BLOCK_COUNT,
  PICK_PADDING_ADDRESS,
  PICK_RANK,
  PICK_ROWS_ADDRESS,
  PICK_RUNS_ADDRESS,
  PICK_TASK_COUNT,
  PICK_VALUES_ADDRESS,
  ROW_BYTES,
} from '../layout'

/** Comparisons of signed lanes are one instruction. */
const SIGN: i16 = -32_768
const LANES = 32

/** Picks the value of the rank, and the one after it, of every task. */
export function pickValues(header: usize): void {
  const tasks = load<i32>(header, PICK_TASK_COUNT)
  const blocks = load<i32>(header, PICK_BLOCK_COUNT)
  const runs = <usize>load<u32>(header, PICK_RUNS_ADDRESS)
  // As many of all lanes, with those that are padding, are greater than what is picked, or fewer.
  const above = blocks * LANES - load<i32>(header, PICK_RANK) - 1
  let row = <usize>load<u32>(header, PICK_ROWS_ADDRESS)
  let out = <usize>load<u32>(header, PICK_VALUES_ADDRESS)
  for (let left = tasks; left > 0; left--) {
    const ends = bringTogether(header, row, runs, blocks, tasks)
    let low = <i32>(<i16>ends)
    let high = ends >> 16
    while (low < high) {
      const middle = (low + high) >> 1
      if (countAbove(runs, blocks, middle) > above) low = middle + 1
      else high = middle
    }
    store<i32>(out, low - SIGN)
    const next = countAbove(runs, blocks, low) < above ? low : leastAbove(runs, blocks, low)
    store<i32>(out, next - SIGN, 4)
    row += ROW_BYTES
    out += 8
  }
}

/** Copies the runs of a task to stand together, signed, and answers the least and, above it, the greatest. */
function bringTogether(header: usize, from: usize, to: usize, blocks: i32, tasks: i32): i32 {
  const padding = <usize>load<u32>(header, PICK_PADDING_ADDRESS)
  const sign = i16x8.splat(SIGN)
  let least = i16x8.splat(32_767)
  let greatest = sign
  for (let left = blocks; left > 1; left--) {
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      const units = v128.xor(v128.load(from + at), sign)
      least = i16x8.min_s(least, units)
      greatest = i16x8.max_s(greatest, units)
      v128.store(to + at, units)
    }
    from += <usize>tasks * ROW_BYTES
    to += ROW_BYTES
  }
  for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
    const isPadding = v128.load(padding + at)
    const units = v128.xor(v128.load(from + at), sign)
    const last = v128.bitselect(i16x8.splat(32_767), units, isPadding)
    least = i16x8.min_s(least, last)
    greatest = i16x8.max_s(greatest, v128.bitselect(sign, units, isPadding))
    v128.store(to + at, last)
  }
  return (leastLane(least) & 0xffff) | ((-1 - leastLane(v128.not(greatest))) << 16)
}

function countAbove(run: usize, blocks: i32, value: i32): i32 {
  const bound = i16x8.splat(<i16>value)
  let n0 = i16x8.splat(0)
  let n1 = n0
  let n2 = n0
  let n3 = n0
  for (const end = run + <usize>blocks * ROW_BYTES; run < end; run += ROW_BYTES) {
    n0 = i16x8.sub(n0, i16x8.gt_s(v128.load(run), bound))
    n1 = i16x8.sub(n1, i16x8.gt_s(v128.load(run, 16), bound))
    n2 = i16x8.sub(n2, i16x8.gt_s(v128.load(run, 32), bound))
    n3 = i16x8.sub(n3, i16x8.gt_s(v128.load(run, 48), bound))
  }
  const low = i32x4.add(i32x4.extadd_pairwise_i16x8_u(n0), i32x4.extadd_pairwise_i16x8_u(n1))
  const high = i32x4.add(i32x4.extadd_pairwise_i16x8_u(n2), i32x4.extadd_pairwise_i16x8_u(n3))
  const sums = i32x4.add(low, high)
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  )
}

function leastAbove(run: usize, blocks: i32, value: i32): i32 {
  const bound = i16x8.splat(<i16>value)
  const most = i16x8.splat(32_767)
  let least = most
  for (const end = run + <usize>blocks * ROW_BYTES; run < end; run += 16) {
    const units = v128.load(run)
    least = i16x8.min_s(least, v128.bitselect(units, most, i16x8.gt_s(units, bound)))
  }
  return leastLane(least)
}

function leastLane(lanes: v128): i32 {
  let least = i16x8.min_s(lanes, i8x16.shuffle(lanes, lanes, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
  least = i16x8.min_s(least, i8x16.shuffle(least, least, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
  least = i16x8.min_s(least, i8x16.shuffle(least, least, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
  return <i32>i16x8.extract_lane_s(least, 0)
}
