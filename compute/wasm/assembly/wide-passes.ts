// A block through the network in wide lanes: four runs a vector, signed, in whole units. It takes every plan; those that fit
// 16 bits take half the time in `simulation.ts`. Same steps and same bits as compute/simulation/prepare/forward-block.ts.

import {
  CONVERT_ADD,
  CONVERT_IS_FINISH,
  CONVERT_OFFSETS,
  CONVERT_PLACES,
  EDGE_BYTES,
  EDGE_LESS,
  EDGE_OWN,
  EDGE_ROW,
  EDGE_SHIFT,
  EDGE_TABLE,
  NODE_BOUND,
  NODE_CONVERTED_COUNT,
  NODE_ENDS,
  NODE_OTHER_COUNT,
  NODE_PLAIN_COUNT,
  NODE_ROW,
  SIM_COMPLETION_ADDRESS,
  SIM_COUNTS_ADDRESS,
  SIM_DAYS_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_MARKS_ADDRESS,
  SIM_TRACE_ADDRESS,
  SIM_TRACE_COUNT,
  SIM_UNIT_SHIFT,
  WIDE_IS_LEAST,
  WIDE_NODE_BYTES,
  WIDE_ROW_BYTES,
  WIDE_UNMARKED,
} from '../layout'

/** A row is computed in two halves, so that what is looked at stays in registers. */
const HALF: usize = 64

/** Forward pass of a part of a block, as `forwardBlock` does it. */
export function wideForward(header: usize, node: usize, nodeCount: i32): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const unitShift = load<i32>(header, SIM_UNIT_SHIFT)
  for (let left = nodeCount; left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const plain = node + WIDE_NODE_BYTES
    const others = plain + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    const converted = others + <usize>load<u32>(node, NODE_OTHER_COUNT) * EDGE_BYTES
    const next = converted + <usize>load<u32>(node, NODE_CONVERTED_COUNT) * EDGE_BYTES
    const bound = i32x4.splat(load<i32>(node, NODE_BOUND))
    if (load<u32>(node, WIDE_IS_LEAST) !== 0) {
      leastBounds(finishes + row, bound, others, converted, next, days, finishes, unitShift)
    } else {
      if (converted < next) convertedBounds(finishes + row, bound, converted, next, days, finishes, unitShift)
      for (let half: usize = 0; half < <usize>WIDE_ROW_BYTES; half += HALF) {
        const finish = finishes + row + half
        let b0 = bound
        let b1 = bound
        let b2 = bound
        let b3 = bound
        if (converted < next) {
          b0 = v128.load(finish)
          b1 = v128.load(finish, 16)
          b2 = v128.load(finish, 32)
          b3 = v128.load(finish, 48)
        }
        let edge = plain
        for (; edge < others; edge += 4) {
          const source = finishes + <usize>load<u32>(edge) + half
          b0 = i32x4.max_s(b0, v128.load(source))
          b1 = i32x4.max_s(b1, v128.load(source, 16))
          b2 = i32x4.max_s(b2, v128.load(source, 32))
          b3 = i32x4.max_s(b3, v128.load(source, 48))
        }
        for (; edge < converted; edge += EDGE_BYTES) {
          b0 = i32x4.max_s(b0, boundOf(edge, days, finishes, half))
          b1 = i32x4.max_s(b1, boundOf(edge, days, finishes, half + 16))
          b2 = i32x4.max_s(b2, boundOf(edge, days, finishes, half + 32))
          b3 = i32x4.max_s(b3, boundOf(edge, days, finishes, half + 48))
        }
        const own = days + row + half
        b0 = i32x4.add(b0, v128.load(own))
        b1 = i32x4.add(b1, v128.load(own, 16))
        b2 = i32x4.add(b2, v128.load(own, 32))
        b3 = i32x4.add(b3, v128.load(own, 48))
        v128.store(finish, b0)
        v128.store(finish, b1, 16)
        v128.store(finish, b2, 32)
        v128.store(finish, b3, 48)
        const end = completion + half
        v128.store(end, i32x4.max_s(v128.load(end), b0))
        v128.store(end, i32x4.max_s(v128.load(end, 16), b1), 16)
        v128.store(end, i32x4.max_s(v128.load(end, 32), b2), 32)
        v128.store(end, i32x4.max_s(v128.load(end, 48), b3), 48)
      }
    }
    node = next
  }
}

/** The least of all bounds, which stands in the row as it is. */
function leastBounds(
  row: usize,
  bound: v128,
  others: usize,
  converted: usize,
  next: usize,
  days: usize,
  finishes: usize,
  unitShift: i32,
): void {
  for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
    let value = bound
    let edge = others
    for (; edge < converted; edge += EDGE_BYTES) value = i32x4.min_s(value, boundOf(edge, days, finishes, at))
    for (; edge < next; edge += EDGE_BYTES) {
      value = i32x4.min_s(value, convertedBound(edge, days, finishes, at, unitShift))
    }
    v128.store(row + at, value)
  }
}

/** The latest of a bound and of those between calendars, left in the row. */
function convertedBounds(
  row: usize,
  bound: v128,
  from: usize,
  to: usize,
  days: usize,
  finishes: usize,
  unitShift: i32,
): void {
  for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
    let value = bound
    for (let edge = from; edge < to; edge += EDGE_BYTES) {
      value = i32x4.max_s(value, convertedBound(edge, days, finishes, at, unitShift))
    }
    v128.store(row + at, value)
  }
}

/** The start bound that an edge other than plain makes for four runs. */
function boundOf(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  const value = i32x4.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  const moved = i32x4.add(value, v128.load32_splat(edge, EDGE_SHIFT))
  return i32x4.sub(moved, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
}

/** The start bound that an edge between calendars makes for four runs. */
function convertedBound(edge: usize, days: usize, finishes: usize, at: usize, unitShift: i32): v128 {
  const value = i32x4.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  const bound = convert(value, <usize>load<u32>(edge, EDGE_TABLE), unitShift)
  return i32x4.sub(bound, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
}

/** An offset by way of its day onto another calendar: halves go to the even whole offset, and the fraction is carried along. */
function convert(value: v128, description: usize, unitShift: i32): v128 {
  const half = i32x4.splat((1 << (unitShift - 1)) - 1)
  const odd = v128.and(i32x4.shr_u(value, unitShift), i32x4.splat(1))
  const whole = i32x4.shr_u(i32x4.add(value, i32x4.add(half, odd)), unitShift)
  const fraction = i32x4.sub(value, i32x4.shl(whole, unitShift))
  const places = <usize>load<u32>(description, CONVERT_PLACES)
  const offsets = <usize>load<u32>(description, CONVERT_OFFSETS)
  let bound = i32x4.splat(offsetFor(i32x4.extract_lane(whole, 0), places, offsets))
  bound = i32x4.replace_lane(bound, 1, offsetFor(i32x4.extract_lane(whole, 1), places, offsets))
  bound = i32x4.replace_lane(bound, 2, offsetFor(i32x4.extract_lane(whole, 2), places, offsets))
  bound = i32x4.replace_lane(bound, 3, offsetFor(i32x4.extract_lane(whole, 3), places, offsets))
  const moved = i32x4.add(i32x4.add(bound, fraction), v128.load32_splat(description, CONVERT_ADD))
  // A finish before anything holds nothing back and is not moved.
  const isNothing = v128.and(i32x4.eq(whole, i32x4.splat(0)), v128.load32_splat(description, CONVERT_IS_FINISH))
  return v128.bitselect(value, moved, isNothing)
}

function offsetFor(whole: i32, places: usize, offsets: usize): i32 {
  return load<i32>(offsets + <usize>load<i32>(places + ((<usize>whole) << 2)))
}

/** Finds and counts the critical runs of every row, as `traceBlock` does. */
export function wideTrace(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const counts = <usize>load<u32>(header, SIM_COUNTS_ADDRESS)
  const marks = <usize>load<u32>(header, SIM_MARKS_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const unitShift = load<i32>(header, SIM_UNIT_SHIFT)
  const unmarked = i32x4.splat(WIDE_UNMARKED)
  let node = <usize>load<u32>(header, SIM_TRACE_ADDRESS)
  for (let left = load<i32>(header, SIM_TRACE_COUNT); left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const plain = node + WIDE_NODE_BYTES
    const others = plain + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    const converted = others + <usize>load<u32>(node, NODE_OTHER_COUNT) * EDGE_BYTES
    const next = converted + <usize>load<u32>(node, NODE_CONVERTED_COUNT) * EDGE_BYTES
    const ends = completion + <usize>load<u32>(node, NODE_ENDS)
    let bits: i32 = 0
    for (let half: usize = 0; half < <usize>WIDE_ROW_BYTES; half += HALF) {
      const finish = finishes + row + half
      const f0 = v128.load(finish)
      const f1 = v128.load(finish, 16)
      const f2 = v128.load(finish, 32)
      const f3 = v128.load(finish, 48)
      let m0 = i32x4.eq(f0, v128.load(ends + half))
      let m1 = i32x4.eq(f1, v128.load(ends + half, 16))
      let m2 = i32x4.eq(f2, v128.load(ends + half, 32))
      let m3 = i32x4.eq(f3, v128.load(ends + half, 48))
      let edge = plain
      for (; edge < others; edge += 4) {
        const target = finishes + <usize>load<u32>(edge) + half
        m0 = v128.or(m0, i32x4.eq(f0, v128.load(target)))
        m1 = v128.or(m1, i32x4.eq(f1, v128.load(target, 16)))
        m2 = v128.or(m2, i32x4.eq(f2, v128.load(target, 32)))
        m3 = v128.or(m3, i32x4.eq(f3, v128.load(target, 48)))
      }
      for (; edge < converted; edge += EDGE_BYTES) {
        m0 = v128.or(m0, holds(edge, f0, days, finishes, half))
        m1 = v128.or(m1, holds(edge, f1, days, finishes, half + 16))
        m2 = v128.or(m2, holds(edge, f2, days, finishes, half + 32))
        m3 = v128.or(m3, holds(edge, f3, days, finishes, half + 48))
      }
      for (; edge < next; edge += EDGE_BYTES) {
        // Going through tables takes longest, and most of what is held is critical in none of the runs.
        if (load<u32>(marks + (<usize>load<u32>(edge, EDGE_ROW) >> 5)) === 0) continue
        m0 = v128.or(m0, holdsConverted(edge, f0, days, finishes, half, unitShift))
        m1 = v128.or(m1, holdsConverted(edge, f1, days, finishes, half + 16, unitShift))
        m2 = v128.or(m2, holdsConverted(edge, f2, days, finishes, half + 32, unitShift))
        m3 = v128.or(m3, holdsConverted(edge, f3, days, finishes, half + 48, unitShift))
      }
      const own = days + row + half
      v128.store(finish, v128.bitselect(i32x4.sub(f0, v128.load(own)), unmarked, m0))
      v128.store(finish, v128.bitselect(i32x4.sub(f1, v128.load(own, 16)), unmarked, m1), 16)
      v128.store(finish, v128.bitselect(i32x4.sub(f2, v128.load(own, 32)), unmarked, m2), 32)
      v128.store(finish, v128.bitselect(i32x4.sub(f3, v128.load(own, 48)), unmarked, m3), 48)
      const lanes = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(m0, m1), i16x8.narrow_i32x4_s(m2, m3))
      bits |= i8x16.bitmask(lanes) << (<i32>(half >> 2))
    }
    store<i32>(marks + (row >> 5), bits)
    const count = counts + (row >> 5)
    store<i32>(count, load<i32>(count) + popcnt(bits))
    node = next
  }
}

/** Runs in which a critical successor stands exactly where an edge other than plain holds it. */
function holds(edge: usize, finish: v128, days: usize, finishes: usize, at: usize): v128 {
  const value = i32x4.sub(finish, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
  return i32x4.eq(i32x4.add(value, v128.load32_splat(edge, EDGE_SHIFT)), dateOf(edge, days, finishes, at))
}

/** The same for an edge between calendars. */
function holdsConverted(edge: usize, finish: v128, days: usize, finishes: usize, at: usize, unitShift: i32): v128 {
  const value = i32x4.sub(finish, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
  return i32x4.eq(convert(value, <usize>load<u32>(edge, EDGE_TABLE), unitShift), dateOf(edge, days, finishes, at))
}

function dateOf(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  return i32x4.add(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
}
