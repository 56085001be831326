// The value of a rank among all runs of a task, without sorting them: narrowing the range of values, a count of all runs each
// time. Same values as compute/simulation/result/percentiles.ts, which is the readable form.

import {
  PICK_BLOCK_COUNT,
  PICK_PADDING_ADDRESS,
  PICK_PLACE,
  PICK_RANK,
  PICK_ROWS_ADDRESS,
  PICK_RUN_COUNT,
  PICK_RUNS_ADDRESS,
  PICK_TASK_COUNT,
  PICK_VALUES_ADDRESS,
  PICK_WIDTH,
  ROW_BYTES,
} from '../layout/simulation'

/** Comparisons of signed lanes are one instruction. */
const SIGN: i16 = -32_768
const LANES = 32

/** Picks the value of the rank, and the one after it, of every task. */
export function pickValues(header: usize): void {
  const tasks = load<i32>(header, PICK_TASK_COUNT)
  const blocks = load<i32>(header, PICK_BLOCK_COUNT)
  const runs = <usize>load<u32>(header, PICK_RUNS_ADDRESS)
  const runCount = load<i32>(header, PICK_RUN_COUNT)
  // As many of all lanes, with those that are padding, are greater than what is picked, or fewer.
  const above = blocks * LANES - load<i32>(header, PICK_RANK) - 1
  let row = <usize>load<u32>(header, PICK_ROWS_ADDRESS)
  let out = <usize>load<u32>(header, PICK_VALUES_ADDRESS)
  for (let left = tasks; left > 0; left--) {
    const ends = bringTogether(header, row, runs, blocks, tasks)
    pickValue(header, runs, blocks, above, <i32>(<i16>ends), ends >> 16, blocks * LANES - runCount, out)
    row += ROW_BYTES
    out += 8
  }
}

/** Counts after which the value is no longer looked for where runs of its kind have it, and then where they lie evenly. */
const PROBABLE_TURNS = 2
const EVEN_TURNS = 14

/**
 * The value lies from `low` to `high`; more runs than `above` are greater than the one before `low`, and at most as many greater than
 * `high`. It is looked for where tasks mostly have it, and as far away from there as runs are too many or too few. What is left is
 * guessed in proportion, as if they lay evenly; an end that stays where it is weighs half as much each time, and after some turns
 * every other guess is the middle.
 */
function pickValue(
  header: usize,
  runs: usize,
  blocks: i32,
  above: i32,
  low: i32,
  high: i32,
  padding: i32,
  out: usize,
): void {
  const range = <f64>(high - low)
  const width = range * load<f64>(header, PICK_WIDTH)
  let middle = low + <i32>(range * load<f64>(header, PICK_PLACE))
  let isHighNext = padding < above
  let overLow = <f64>(blocks * LANES - above)
  let overHigh = <f64>(padding - above)
  let side = 0
  for (let turn = 0; low < high; turn++) {
    if (turn > PROBABLE_TURNS) {
      const share = turn < EVEN_TURNS || (turn & 1) === 0 ? overLow / (overLow - overHigh) : 0.5
      middle = low - 1 + <i32>(<f64>(high - low + 1) * share)
    }
    middle = max(low, min(high - 1, middle))
    const over = countAbove(runs, blocks, middle) - above
    if (over === 0) {
      storeAround(runs, blocks, middle, out)
      return
    }
    if (over > 0) {
      low = middle + 1
      overLow = <f64>over
      if (side === 1) overHigh *= 0.5
      side = 1
    } else {
      high = middle
      isHighNext = true
      overHigh = <f64>over
      if (side === -1) overLow *= 0.5
      side = -1
    }
    middle += <i32>(<f64>over * width)
  }
  storeAround(runs, blocks, low, out)
  // Several runs have the value, and the next one is one of them.
  if (isHighNext) store<i32>(out, low - SIGN, 4)
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

/**
 * The greatest of all runs up to a value, and the least above it: differences turn over below 0, and so are the least of all only
 * on the side that is asked for.
 */
function storeAround(run: usize, blocks: i32, value: i32, out: usize): void {
  const bound = i16x8.splat(<i16>value)
  let up0 = i16x8.splat(-1)
  let up1 = up0
  let up2 = up0
  let up3 = up0
  let down0 = up0
  let down1 = up0
  let down2 = up0
  let down3 = up0
  for (const end = run + <usize>blocks * ROW_BYTES; run < end; run += ROW_BYTES) {
    const d0 = i16x8.sub(bound, v128.load(run))
    const d1 = i16x8.sub(bound, v128.load(run, 16))
    const d2 = i16x8.sub(bound, v128.load(run, 32))
    const d3 = i16x8.sub(bound, v128.load(run, 48))
    down0 = i16x8.min_u(down0, d0)
    down1 = i16x8.min_u(down1, d1)
    down2 = i16x8.min_u(down2, d2)
    down3 = i16x8.min_u(down3, d3)
    // What is one above has all bits set in its difference, what is two above one less.
    up0 = i16x8.min_u(up0, v128.not(d0))
    up1 = i16x8.min_u(up1, v128.not(d1))
    up2 = i16x8.min_u(up2, v128.not(d2))
    up3 = i16x8.min_u(up3, v128.not(d3))
  }
  const down = leastOf(i16x8.min_u(i16x8.min_u(down0, down1), i16x8.min_u(down2, down3)))
  const up = leastOf(i16x8.min_u(i16x8.min_u(up0, up1), i16x8.min_u(up2, up3)))
  store<i32>(out, value - down - SIGN)
  store<i32>(out, value + 1 + up - SIGN, 4)
}

/** The least of eight unsigned lanes. */
function leastOf(lanes: v128): i32 {
  return leastLane(v128.xor(lanes, i16x8.splat(SIGN))) - SIGN
}

function leastLane(lanes: v128): i32 {
  let least = i16x8.min_s(lanes, i8x16.shuffle(lanes, lanes, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
  least = i16x8.min_s(least, i8x16.shuffle(least, least, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
  least = i16x8.min_s(least, i8x16.shuffle(least, least, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
  return <i32>i16x8.extract_lane_s(least, 0)
}
