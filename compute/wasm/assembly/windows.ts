// What is not done at every node of a pass in windows: bases of windows, tasks too long for one, and dates in 32 bits.

import {
  ROW_BYTES,
  SIM_DAYS_ADDRESS,
  SIM_ESTIMATE_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_IS_LOST,
  SIM_LONG_COUNT,
  SIM_LONGS_ADDRESS,
  SIM_ROW_COUNT,
  SIM_TIGHT_ADDRESS,
  SIM_UNITS_PER_DAY,
  SIM_WIDE_DAYS_ADDRESS,
  SIM_WIDEN_ADDRESS,
  SIM_WIDEN_COUNT,
  SIM_WINDOW_FINISHES_ADDRESS,
} from '../layout/simulation'
import {
  BASE_ROW_BYTES,
  ESTIMATE_BOUND,
  ESTIMATE_BYTES,
  ESTIMATE_COUNT,
  LONG_BASE,
  LONG_ROW,
  LONG_SHIFT,
  LONG_START_BASE,
  LONG_START_ROW,
  LONG_TIGHT,
  LONG_WORKED,
  MOVE_BYTES,
  MOVE_INTO,
  MOVE_LOWER,
  MOVE_UPPER,
  OPEN_BASE,
  OPEN_BOUND_BYTES,
  OPEN_BOUND_COUNT,
  OPEN_BYTES,
  OPEN_LESS,
  OPEN_LOWER_COUNT,
  OPEN_MOVE_COUNT,
  OPEN_UPPER_COUNT,
  WIDEN_BASE,
  WIDEN_BYTES,
  WIDEN_INTO,
  WIDEN_ROW,
  WINDOW_PAIR_BYTES,
} from '../layout/windows'

/** Estimates where a window begins: the latest of some finishes, and of a bound. */
export function estimateStart(header: usize, record: usize): void {
  const finishes = <usize>load<u32>(header, SIM_WINDOW_FINISHES_ADDRESS)
  const estimate = <usize>load<u32>(header, SIM_ESTIMATE_ADDRESS)
  const first = record + ESTIMATE_BYTES
  const end = first + <usize>load<u32>(record, ESTIMATE_COUNT) * WINDOW_PAIR_BYTES
  for (let at: usize = 0; at < <usize>BASE_ROW_BYTES; at += 16) {
    let latest = v128.load32_splat(record, ESTIMATE_BOUND)
    for (let pair = first; pair < end; pair += WINDOW_PAIR_BYTES) {
      latest = i32x4.max_s(latest, dateAt(finishes + <usize>load<u32>(pair), <usize>load<u32>(pair, 4), at))
    }
    v128.store(estimate + at, latest)
  }
}

/** The finish of a long task, in place of an estimate. */
export function finishLong(header: usize, record: usize): void {
  const start = <usize>load<u32>(header, SIM_WINDOW_FINISHES_ADDRESS) + <usize>load<u32>(record, LONG_START_ROW)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS) + <usize>load<u32>(record, LONG_ROW)
  const estimate = <usize>load<u32>(header, SIM_ESTIMATE_ADDRESS)
  const base = <usize>load<u32>(record, LONG_START_BASE)
  const shift = load<i32>(record, LONG_SHIFT)
  const worked = v128.load32_splat(record, LONG_WORKED)
  const day = v128.load32_splat(header, SIM_UNITS_PER_DAY)
  for (let at: usize = 0; at < <usize>BASE_ROW_BYTES; at += 16) {
    const sample = i32x4.shl(v128.load_ext<u16>(days + (at >> 1)), shift)
    v128.store(estimate + at, i32x4.add(dateAt(start, base, at), i32x4.max_s(i32x4.sub(sample, worked), day)))
  }
  store<i32>(<usize>load<u32>(header, SIM_TIGHT_ADDRESS) + <usize>load<u32>(record, LONG_TIGHT), -1)
}

/** A date in 32 bits, of four runs. */
function dateAt(row: usize, base: usize, at: usize): v128 {
  return i32x4.add(v128.load(base + at), v128.load_ext<u16>(row + (at >> 1)))
}

/** Gives a window its bases: some way before the estimate, but in order with those of the windows that are open. */
export function openWindow(header: usize, record: usize): void {
  const finishes = <usize>load<u32>(header, SIM_WINDOW_FINISHES_ADDRESS)
  const estimate = <usize>load<u32>(header, SIM_ESTIMATE_ADDRESS)
  const bases = <usize>load<u32>(record, OPEN_BASE)
  const less = v128.load32_splat(record, OPEN_LESS)
  const lowers = record + OPEN_BYTES
  const uppers = lowers + ((<usize>load<u32>(record, OPEN_LOWER_COUNT)) << 2)
  const moves = uppers + ((<usize>load<u32>(record, OPEN_UPPER_COUNT)) << 2)
  const bounds = moves + <usize>load<u32>(record, OPEN_MOVE_COUNT) * MOVE_BYTES
  const end = bounds + <usize>load<u32>(record, OPEN_BOUND_COUNT) * OPEN_BOUND_BYTES
  for (let at: usize = 0; at < <usize>BASE_ROW_BYTES; at += 16) {
    let base = i32x4.max_s(i32x4.sub(v128.load(estimate + at), less), i32x4.splat(-1))
    for (let lower = lowers; lower < uppers; lower += 4) {
      base = i32x4.max_s(base, v128.load(<usize>load<u32>(lower) + at))
    }
    for (let upper = uppers; upper < moves; upper += 4) {
      base = i32x4.min_s(base, v128.load(<usize>load<u32>(upper) + at))
    }
    v128.store(bases + at, base)
  }
  for (let move = moves; move < bounds; move += MOVE_BYTES) {
    const lower = <usize>load<u32>(move, MOVE_LOWER)
    const upper = <usize>load<u32>(move, MOVE_UPPER)
    const into = <usize>load<u32>(move, MOVE_INTO)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      const first = i32x4.sub(v128.load(upper + 2 * at), v128.load(lower + 2 * at))
      const last = i32x4.sub(v128.load(upper + 2 * at, 16), v128.load(lower + 2 * at, 16))
      v128.store(into + at, i16x8.narrow_i32x4_u(first, last))
    }
  }
  for (let bound = bounds; bound < end; bound += OPEN_BOUND_BYTES) {
    const units = v128.load32_splat(bound)
    const into = finishes + <usize>load<u32>(bound, 4)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      const first = i32x4.sub(units, v128.load(bases + 2 * at))
      const last = i32x4.sub(units, v128.load(bases + 2 * at, 16))
      v128.store(into + at, i16x8.narrow_i32x4_u(first, last))
    }
  }
}

/** Puts the finish of a long task into its window. */
export function placeLong(header: usize, record: usize): void {
  const into = <usize>load<u32>(header, SIM_WINDOW_FINISHES_ADDRESS) + <usize>load<u32>(record, LONG_ROW)
  const estimate = <usize>load<u32>(header, SIM_ESTIMATE_ADDRESS)
  const base = <usize>load<u32>(record, LONG_BASE)
  for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
    const first = i32x4.sub(v128.load(estimate + 2 * at), v128.load(base + 2 * at))
    const last = i32x4.sub(v128.load(estimate + 2 * at, 16), v128.load(base + 2 * at, 16))
    const row = i16x8.narrow_i32x4_u(first, last)
    if (!i16x8.all_true(row) || !i16x8.all_true(v128.not(row))) store<i32>(header, 1, SIM_IS_LOST)
    v128.store(into + at, row)
  }
}

/** Writes the rows that are asked for in 32 bits. */
export function widenRows(header: usize): void {
  const finishes = <usize>load<u32>(header, SIM_WINDOW_FINISHES_ADDRESS)
  const wide = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  let widen = <usize>load<u32>(header, SIM_WIDEN_ADDRESS)
  for (let left = load<i32>(header, SIM_WIDEN_COUNT); left > 0; left--) {
    const row = finishes + <usize>load<u32>(widen, WIDEN_ROW)
    const into = wide + <usize>load<u32>(widen, WIDEN_INTO)
    const base = <usize>load<u32>(widen, WIDEN_BASE)
    for (let at: usize = 0; at < <usize>BASE_ROW_BYTES; at += 16) v128.store(into + at, dateAt(row, base, at))
    widen += WIDEN_BYTES
  }
}

/** Writes all durations in 32 bits, for a block that is lost. */
export function widenDays(header: usize): void {
  const wide = <usize>load<u32>(header, SIM_WIDE_DAYS_ADDRESS)
  const day = v128.load32_splat(header, SIM_UNITS_PER_DAY)
  let row = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const end = wide + <usize>load<u32>(header, SIM_ROW_COUNT) * BASE_ROW_BYTES
  for (let into = wide; into < end; into += 16) {
    v128.store(into, v128.load_ext<u16>(row))
    row += 8
  }
  let long = <usize>load<u32>(header, SIM_LONGS_ADDRESS)
  for (let left = load<i32>(header, SIM_LONG_COUNT); left > 0; left--) {
    const into = wide + <usize>load<u32>(long)
    const shift = load<i32>(long, 4)
    const worked = v128.load32_splat(long, 8)
    for (let at: usize = 0; at < <usize>BASE_ROW_BYTES; at += 16) {
      const sample = i32x4.shl(v128.load(into + at), shift)
      v128.store(into + at, i32x4.max_s(i32x4.sub(sample, worked), day))
    }
    long += 12
  }
}
