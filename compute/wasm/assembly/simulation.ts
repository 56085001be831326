// A block through the network in 16-bit lanes, eight runs a vector, in whole units. Same steps and same bits as
// compute/simulation/prepare/forward-block.ts, which is the readable form.

import {
  EDGE_BYTES,
  EDGE_LESS,
  EDGE_OWN,
  EDGE_ROW,
  EDGE_SHIFT,
  EDGE_TABLE,
  NODE_BOUND,
  NODE_BYTES,
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
  TABLE_BIAS_DAYS,
} from '../layout'

// Each pass is compiled twice: vectors are spilled around calls, which a network without tables must not pay for.

type WithTables = u32
type WithoutTables = u8

/**
 * Forward pass of a part of a block: finishes of some rows, one after the other in the stream, and the latest of them and of
 * what stands in the completions before.
 */
export function forwardBlock(header: usize, node: usize, nodeCount: i32): void {
  forward<WithoutTables>(header, node, nodeCount)
}

/** The same for networks with edges that go through tables. */
export function forwardTables(header: usize, node: usize, nodeCount: i32): void {
  forward<WithTables>(header, node, nodeCount)
}

function forward<Tables>(header: usize, node: usize, nodeCount: i32): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const unitShift = load<i32>(header, SIM_UNIT_SHIFT)
  let c0 = v128.load(completion)
  let c1 = v128.load(completion, 16)
  let c2 = v128.load(completion, 32)
  let c3 = v128.load(completion, 48)
  for (let left = nodeCount; left > 0; left--) {
    let b0 = v128.load16_splat(node, NODE_BOUND)
    let b1 = b0
    let b2 = b0
    let b3 = b0
    const row = <usize>load<u32>(node, NODE_ROW)
    const others = load<u32>(node, NODE_OTHER_COUNT)
    let edge = node + NODE_BYTES
    const end = edge + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    while (edge < end) {
      const source = finishes + <usize>load<u32>(edge)
      b0 = i16x8.max_u(b0, v128.load(source))
      b1 = i16x8.max_u(b1, v128.load(source, 16))
      b2 = i16x8.max_u(b2, v128.load(source, 32))
      b3 = i16x8.max_u(b3, v128.load(source, 48))
      edge += 4
    }
    for (const last = edge + <usize>others * EDGE_BYTES; edge < last; edge += EDGE_BYTES) {
      b0 = i16x8.max_u(b0, boundOf(edge, days, finishes, 0))
      b1 = i16x8.max_u(b1, boundOf(edge, days, finishes, 16))
      b2 = i16x8.max_u(b2, boundOf(edge, days, finishes, 32))
      b3 = i16x8.max_u(b3, boundOf(edge, days, finishes, 48))
    }
    if (sizeof<Tables>() === sizeof<WithTables>()) {
      const converted = load<u32>(node, NODE_CONVERTED_COUNT)
      for (const last = edge + <usize>converted * EDGE_BYTES; edge < last; edge += EDGE_BYTES) {
        b0 = i16x8.max_u(b0, convertedBound(edge, days, finishes, 0, unitShift))
        b1 = i16x8.max_u(b1, convertedBound(edge, days, finishes, 16, unitShift))
        b2 = i16x8.max_u(b2, convertedBound(edge, days, finishes, 32, unitShift))
        b3 = i16x8.max_u(b3, convertedBound(edge, days, finishes, 48, unitShift))
      }
    }
    const own = days + row
    const finish = finishes + row
    b0 = i16x8.add(b0, v128.load(own))
    b1 = i16x8.add(b1, v128.load(own, 16))
    b2 = i16x8.add(b2, v128.load(own, 32))
    b3 = i16x8.add(b3, v128.load(own, 48))
    v128.store(finish, b0)
    v128.store(finish, b1, 16)
    v128.store(finish, b2, 32)
    v128.store(finish, b3, 48)
    c0 = i16x8.max_u(c0, b0)
    c1 = i16x8.max_u(c1, b1)
    c2 = i16x8.max_u(c2, b2)
    c3 = i16x8.max_u(c3, b3)
    node = edge
  }
  v128.store(completion, c0)
  v128.store(completion, c1, 16)
  v128.store(completion, c2, 32)
  v128.store(completion, c3, 48)
}

/** The start bound that an edge other than plain makes for eight runs. */
function boundOf(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  const value = i16x8.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  const moved = i16x8.sub_sat_u(
    i16x8.add_sat_u(value, v128.load16_splat(edge, EDGE_SHIFT)),
    v128.load16_splat(edge, EDGE_SHIFT + 2),
  )
  return i16x8.sub_sat_u(moved, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
}

/** The start bound that an edge through a table makes for eight runs. */
function convertedBound(edge: usize, days: usize, finishes: usize, at: usize, unitShift: i32): v128 {
  const value = i16x8.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  const bound = convert(value, <usize>load<u32>(edge, EDGE_TABLE), unitShift)
  const bias = biasOf(unitShift)
  return i16x8.sub_sat_u(i16x8.sub_sat_u(bound, bias), v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
}

/** What the table holds for the nearest whole offset, halves going to the even one, and the fraction carried along. */
function convert(value: v128, table: usize, unitShift: i32): v128 {
  const day: i32 = 1 << unitShift
  const half = i16x8.splat(<i16>((day >> 1) - 1))
  const odd = v128.and(i16x8.shr_u(value, unitShift), i16x8.splat(1))
  const whole = i16x8.shr_u(i16x8.add(value, i16x8.add(half, odd)), unitShift)
  const fraction = i16x8.sub(value, i16x8.shl(whole, unitShift))
  let bound = i16x8.splat(0)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 0)) << 1), bound, 0)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 1)) << 1), bound, 1)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 2)) << 1), bound, 2)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 3)) << 1), bound, 3)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 4)) << 1), bound, 4)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 5)) << 1), bound, 5)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 6)) << 1), bound, 6)
  bound = v128.load16_lane(table + ((<usize>i16x8.extract_lane_u(whole, 7)) << 1), bound, 7)
  return i16x8.add(bound, fraction)
}

/**
 * Finds and counts the critical runs of every row, from the last to the first. Every row ends up as the starts of its
 * critical runs; a predecessor looks there whether it holds one of them, so that nothing has to be cleared or marked.
 */
export function traceBlock(header: usize): void {
  trace<WithoutTables>(header)
}

/** The same for networks with edges that go through tables. */
export function traceTables(header: usize): void {
  trace<WithTables>(header)
}

function trace<Tables>(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const counts = <usize>load<u32>(header, SIM_COUNTS_ADDRESS)
  const marks = <usize>load<u32>(header, SIM_MARKS_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const unitShift = load<i32>(header, SIM_UNIT_SHIFT)
  let node = <usize>load<u32>(header, SIM_TRACE_ADDRESS)
  for (let left = load<i32>(header, SIM_TRACE_COUNT); left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const finish = finishes + row
    const f0 = v128.load(finish)
    const f1 = v128.load(finish, 16)
    const f2 = v128.load(finish, 32)
    const f3 = v128.load(finish, 48)
    const ends = completion + <usize>load<u32>(node, NODE_ENDS)
    let m0 = i16x8.eq(f0, v128.load(ends))
    let m1 = i16x8.eq(f1, v128.load(ends, 16))
    let m2 = i16x8.eq(f2, v128.load(ends, 32))
    let m3 = i16x8.eq(f3, v128.load(ends, 48))
    let edge = node + NODE_BYTES
    const end = edge + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    while (edge < end) {
      const target = finishes + <usize>load<u32>(edge)
      m0 = v128.or(m0, i16x8.eq(f0, v128.load(target)))
      m1 = v128.or(m1, i16x8.eq(f1, v128.load(target, 16)))
      m2 = v128.or(m2, i16x8.eq(f2, v128.load(target, 32)))
      m3 = v128.or(m3, i16x8.eq(f3, v128.load(target, 48)))
      edge += 4
    }
    const others = load<u32>(node, NODE_OTHER_COUNT)
    for (const last = edge + <usize>others * EDGE_BYTES; edge < last; edge += EDGE_BYTES) {
      m0 = v128.or(m0, holds(edge, f0, days, finishes, 0))
      m1 = v128.or(m1, holds(edge, f1, days, finishes, 16))
      m2 = v128.or(m2, holds(edge, f2, days, finishes, 32))
      m3 = v128.or(m3, holds(edge, f3, days, finishes, 48))
    }
    if (sizeof<Tables>() === sizeof<WithTables>()) {
      const converted = load<u32>(node, NODE_CONVERTED_COUNT)
      for (const last = edge + <usize>converted * EDGE_BYTES; edge < last; edge += EDGE_BYTES) {
        // Going through tables takes longest, and most of what is held is critical in none of the runs.
        if (load<u32>(marks + (<usize>load<u32>(edge, EDGE_ROW) >> 4)) === 0) continue
        m0 = v128.or(m0, holdsConverted(edge, f0, days, finishes, 0, unitShift))
        m1 = v128.or(m1, holdsConverted(edge, f1, days, finishes, 16, unitShift))
        m2 = v128.or(m2, holdsConverted(edge, f2, days, finishes, 32, unitShift))
        m3 = v128.or(m3, holdsConverted(edge, f3, days, finishes, 48, unitShift))
      }
    }
    const own = days + row
    v128.store(finish, v128.or(i16x8.sub(f0, v128.load(own)), v128.not(m0)))
    v128.store(finish, v128.or(i16x8.sub(f1, v128.load(own, 16)), v128.not(m1)), 16)
    v128.store(finish, v128.or(i16x8.sub(f2, v128.load(own, 32)), v128.not(m2)), 32)
    v128.store(finish, v128.or(i16x8.sub(f3, v128.load(own, 48)), v128.not(m3)), 48)
    const bits0 = i8x16.bitmask(i8x16.narrow_i16x8_s(m0, m1))
    const bits1 = i8x16.bitmask(i8x16.narrow_i16x8_s(m2, m3))
    const bits = bits0 | (bits1 << 16)
    store<i32>(marks + (row >> 4), bits)
    const count = counts + (row >> 4)
    store<i32>(count, load<i32>(count) + popcnt(bits))
    node = edge
  }
}

/**
 * Runs in which a critical successor stands exactly where an edge other than plain holds it. Compared on the far side of the
 * lead: a bound below the project start must not look like one at it. Runs without a mark stay at the top, which nothing else
 * reaches.
 */
function holds(edge: usize, finish: v128, days: usize, finishes: usize, at: usize): v128 {
  const date = i16x8.add_sat_u(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  const value = i16x8.sub(finish, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
  return i16x8.eq(
    i16x8.add_sat_u(value, v128.load16_splat(edge, EDGE_SHIFT)),
    i16x8.add_sat_u(date, v128.load16_splat(edge, EDGE_SHIFT + 2)),
  )
}

/** The same for an edge through a table; compared with the bias of the table on both sides. */
function holdsConverted(edge: usize, finish: v128, days: usize, finishes: usize, at: usize, unitShift: i32): v128 {
  const date = i16x8.add_sat_u(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  const value = i16x8.sub(finish, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
  const bias = biasOf(unitShift)
  return i16x8.eq(convert(value, <usize>load<u32>(edge, EDGE_TABLE), unitShift), i16x8.add_sat_u(date, bias))
}

function biasOf(unitShift: i32): v128 {
  const bias: i32 = TABLE_BIAS_DAYS << unitShift
  return i16x8.splat(<i16>bias)
}
