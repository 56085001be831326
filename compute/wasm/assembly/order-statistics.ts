// The day of a rank among all runs of a task, without sorting them: how many runs are later than a day tells whether the rank lies
// before or behind it. Same days as compute/simulation/result/kept-percentiles.ts makes of sorted runs, which is the readable form.

import {
  PICK_BLOCK_COUNT,
  PICK_DEVIATIONS,
  PICK_MET,
  PICK_NO_DAY,
  PICK_PADDING_ADDRESS,
  PICK_RANK,
  PICK_ROWS_ADDRESS,
  PICK_STRIDE,
  PICK_TASK_COUNT,
  PICK_UNITS_PER_DAY,
  PICK_VALUE_BYTES,
  PICK_VALUES_ADDRESS,
  PICK_WIDTH,
  ROW_BYTES,
} from '../layout/simulation'

type Short = u16
type Wide = i32

const LANES = 32
const LINE_BYTES = 64
/** What no finish reaches, and runs that are none have. */
const MOST_SHORT: i32 = 65_535
const MOST_WIDE: i32 = 1 << 30

/** Picks the day of every task, of rows of 16 bits. */
export function pickDays(header: usize): void {
  pickAll<Short>(header)
}

/** The same of rows of 32 bits. */
export function pickWideDays(header: usize): void {
  pickAll<Wide>(header)
}

function pickAll<Unit>(header: usize): void {
  let row = <usize>load<u32>(header, PICK_ROWS_ADDRESS)
  let out = <usize>load<u32>(header, PICK_VALUES_ADDRESS)
  let met: u32 = 0
  for (let left = load<i32>(header, PICK_TASK_COUNT); left > 0; left--) {
    const own = row
    row += <usize>LANES * sizeof<Unit>()
    // Rows come from far away: those of the next task are asked for while this one is counted.
    if (left > 1) met |= meet<Unit>(header, row)
    pickDay<Unit>(header, own, out)
    out += PICK_VALUE_BYTES
  }
  store<u32>(header, met, PICK_MET)
}

/** Some of what the lines of a row hold. */
function meet<Unit>(header: usize, row: usize): u32 {
  const stride = <usize>load<u32>(header, PICK_STRIDE)
  let met: u32 = 0
  for (let left = load<i32>(header, PICK_BLOCK_COUNT); left > 0; left--) {
    met |= load<u32>(row)
    if (sizeof<Unit>() === sizeof<Wide>()) met |= load<u32>(row, LINE_BYTES)
    row += stride
  }
  return met
}

/** Days between two that have been looked at are guessed in proportion; after so many guesses every other one is halfway. */
const EVEN_TURNS = 14

/** Blocks that the first day is guessed by. Their runs are told apart by some units only, so that sums of squares fit 32 bits. */
const GUESSED_BLOCKS = 4
const SHORT_GUESS_SHIFT = 3
const WIDE_GUESS_SHIFT = 5
/** As long as days on one side only were looked at, steps double from this turn on, but not forever. */
const DOUBLED_FROM = 2
const DOUBLED_TO = 22

function guessShift<Unit>(): i32 {
  return sizeof<Unit>() === sizeof<Short>() ? SHORT_GUESS_SHIFT : WIDE_GUESS_SHIFT
}

/**
 * The day that the runs of the rank and of the next one round to. Where these are two, their units: whoever asks then knows what lies
 * between them.
 */
function pickDay<Unit>(header: usize, row: usize, out: usize): void {
  const blocks = load<i32>(header, PICK_BLOCK_COUNT)
  const stride = <usize>load<u32>(header, PICK_STRIDE)
  const units = load<i32>(header, PICK_UNITS_PER_DAY)
  const last = row + <usize>(blocks - 1) * stride
  const lanes = blocks * LANES
  // So many lanes are greater than the value of the rank, and as many as that or fewer than the next one.
  const above = lanes - load<i32>(header, PICK_RANK) - 1
  let low = 0
  let high = (sizeof<Unit>() === sizeof<Short>() ? MOST_SHORT : MOST_WIDE) / units + 1
  let sum = i32x4.splat(0)
  let squares = sum
  const first = firstOf<Unit>(row)
  const ones = i16x8.splat(1)
  const guessed = min(GUESSED_BLOCKS, blocks)
  let block = row
  for (let left = guessed; left > 0; left--) {
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      const away = awayFrom<Unit>(block, at, first)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(away, ones))
      squares = i32x4.add(squares, i32x4.dot_i16x8_s(away, away))
    }
    block += stride
  }
  const count = <f64>(guessed * LANES)
  const mean = <f64>sumOf(sum) / count
  const deviation = sqrt(max(0, <f64>sumOf(squares) / count - mean * mean))
  const scale = <f64>(1 << guessShift<Unit>()) / <f64>units
  const days = <f64>first / <f64>units + scale * (mean + 0.5 + deviation * load<f64>(header, PICK_DEVIATIONS)) + 0.5
  const width = scale * deviation * load<f64>(header, PICK_WIDTH)
  let day = <i32>max(0, min(<f64>high, days))
  // By how many lanes too many, and too few, the days before and behind those that are left are; 0 where none was looked at.
  let tooMany: f64 = 0
  let tooFew: f64 = 0
  for (let turn = 0; ; turn++) {
    if (tooMany > 0 && tooFew > 0) {
      const share = turn < EVEN_TURNS || (turn & 1) === 0 ? tooMany / (tooMany + tooFew) : 0.5
      day = low + <i32>(<f64>(high - low) * share)
    }
    day = max(low, min(high, day))
    const from = day === 0 ? 0 : lastUnit<Unit>(day - 1, units)
    const to = lastUnit<Unit>(day, units)
    const counts = countAbove<Unit>(header, row, last, stride, from, to)
    const over = <i32>(counts >> 32) - above
    const overBefore = (day === 0 ? lanes : <i32>counts) - above
    if (over < 0 && overBefore > 0) {
      store<i32>(out, day)
      return
    }
    if (over === 0 || overBefore === 0) {
      store<i32>(out, PICK_NO_DAY)
      storeAround<Unit>(header, row, last, stride, over === 0 ? to : from, out)
      return
    }
    // An end that stays weighs half as much each time.
    const least = 1 << (max(DOUBLED_FROM, min(DOUBLED_TO, turn)) - DOUBLED_FROM)
    if (over > 0) {
      low = day + 1
      tooMany = <f64>over
      tooFew *= 0.5
      day += max(least, <i32>min(<f64>high, width * <f64>over * <f64>least))
    } else {
      high = day - 1
      tooFew = -(<f64>overBefore)
      tooMany *= 0.5
      day -= max(least, <i32>min(<f64>high, -width * <f64>overBefore * <f64>least))
    }
  }
}

/** The last unit that rounds to a day or one before: halves go to the even one. */
function lastUnit<Unit>(day: i32, units: i32): i32 {
  const last = day * units + (units >> 1) - (day & 1)
  return sizeof<Unit>() === sizeof<Short>() ? min(last, MOST_SHORT - 1) : last
}

function firstOf<Unit>(row: usize): i32 {
  return sizeof<Unit>() === sizeof<Short>() ? <i32>load<u16>(row) : load<i32>(row)
}

/** How far eight runs are away from a value, as coarse as a guess may be. `at` counts rows of 16 bits. */
function awayFrom<Unit>(row: usize, at: usize, value: i32): v128 {
  if (sizeof<Unit>() === sizeof<Short>()) {
    return i16x8.shr_s(i16x8.sub(v128.load(row + at), i16x8.splat(<i16>value)), SHORT_GUESS_SHIFT)
  }
  const from = i32x4.splat(value)
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.sub(v128.load(row + 2 * at), from), WIDE_GUESS_SHIFT),
    i32x4.shr_s(i32x4.sub(v128.load(row + 2 * at, 16), from), WIDE_GUESS_SHIFT),
  )
}

/** Vectors whose signed order is that of units. */
function signed<Unit>(units: v128): v128 {
  return sizeof<Unit>() === sizeof<Short>() ? v128.xor(units, i16x8.splat(-32_768)) : units
}

function splat<Unit>(unit: i32): v128 {
  return sizeof<Unit>() === sizeof<Short>() ? i16x8.splat(<i16>unit) : i32x4.splat(unit)
}

function isAbove<Unit>(units: v128, bound: v128): v128 {
  return sizeof<Unit>() === sizeof<Short>() ? i16x8.gt_s(units, bound) : i32x4.gt_s(units, bound)
}

function less<Unit>(left: v128, right: v128): v128 {
  return sizeof<Unit>() === sizeof<Short>() ? i16x8.sub(left, right) : i32x4.sub(left, right)
}

function least<Unit>(left: v128, right: v128): v128 {
  return sizeof<Unit>() === sizeof<Short>() ? i16x8.min_u(left, right) : i32x4.min_u(left, right)
}

/** How many lanes are greater than one value, in the lower half, and than another one. Lanes without a run are. */
function countAbove<Unit>(header: usize, row: usize, last: usize, stride: usize, from: i32, to: i32): i64 {
  const bytes: usize = <usize>LANES * sizeof<Unit>()
  const lower = signed<Unit>(splat<Unit>(from))
  const upper = signed<Unit>(splat<Unit>(to))
  const padding = <usize>load<u32>(header, PICK_PADDING_ADDRESS)
  let l0 = i32x4.splat(0)
  let l1 = l0
  let u0 = l0
  let u1 = l0
  for (; row < last; row += stride) {
    for (let at: usize = 0; at < bytes; at += 32) {
      const first = signed<Unit>(v128.load(row + at))
      const second = signed<Unit>(v128.load(row + at, 16))
      l0 = less<Unit>(l0, isAbove<Unit>(first, lower))
      u0 = less<Unit>(u0, isAbove<Unit>(first, upper))
      l1 = less<Unit>(l1, isAbove<Unit>(second, lower))
      u1 = less<Unit>(u1, isAbove<Unit>(second, upper))
    }
  }
  for (let at: usize = 0; at < bytes; at += 16) {
    const units = signed<Unit>(v128.or(v128.load(row + at), v128.load(padding + at)))
    l0 = less<Unit>(l0, isAbove<Unit>(units, lower))
    u0 = less<Unit>(u0, isAbove<Unit>(units, upper))
  }
  return <i64>total<Unit>(l0, l1) | ((<i64>total<Unit>(u0, u1)) << 32)
}

function total<Unit>(left: v128, right: v128): i32 {
  if (sizeof<Unit>() === sizeof<Wide>()) return sumOf(i32x4.add(left, right))
  return sumOf(i32x4.add(i32x4.extadd_pairwise_i16x8_u(left), i32x4.extadd_pairwise_i16x8_u(right)))
}

function sumOf(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  )
}

/**
 * The greatest of all runs up to a value, and the least above it: differences turn over below 0, and so are the least of all only
 * on the side that is asked for.
 */
function storeAround<Unit>(header: usize, row: usize, last: usize, stride: usize, value: i32, out: usize): void {
  const bound = splat<Unit>(value)
  const padding = <usize>load<u32>(header, PICK_PADDING_ADDRESS)
  let down = i32x4.splat(-1)
  let up = down
  for (; row <= last; row += stride) {
    for (let at: usize = 0; at < <usize>LANES * sizeof<Unit>(); at += 16) {
      let units = v128.load(row + at)
      if (row === last) units = v128.or(units, v128.load(padding + at))
      const difference = less<Unit>(bound, units)
      down = least<Unit>(down, difference)
      // What is one above has all bits set in its difference, what is two above one less.
      up = least<Unit>(up, v128.not(difference))
    }
  }
  store<i32>(out, value - <i32>leastLane<Unit>(down), 4)
  store<i32>(out, value + 1 + <i32>leastLane<Unit>(up), 8)
}

/** The least of unsigned lanes. */
function leastLane<Unit>(lanes: v128): u32 {
  if (sizeof<Unit>() === sizeof<Short>()) {
    const odd = v128.and(lanes, i32x4.splat(0xffff))
    lanes = i32x4.min_u(odd, i32x4.shr_u(lanes, 16))
  }
  return min(
    min(<u32>i32x4.extract_lane(lanes, 0), <u32>i32x4.extract_lane(lanes, 1)),
    min(<u32>i32x4.extract_lane(lanes, 2), <u32>i32x4.extract_lane(lanes, 3)),
  )
}
