// A block through the network in 16-bit lanes, eight runs a vector, in whole units. Same steps and same bits as
// compute/simulation/run-block.ts, which is the readable form.

import {
  EDGE_BYTES,
  EDGE_LESS,
  EDGE_OWN,
  EDGE_ROW,
  EDGE_SHIFT,
  NODE_BOUND,
  NODE_BYTES,
  NODE_OTHER_COUNT,
  NODE_PLAIN_COUNT,
  NODE_ROW,
  SIM_COMPLETION_ADDRESS,
  SIM_COUNTS_ADDRESS,
  SIM_DAYS_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_FORWARD_ADDRESS,
  SIM_LEAST_COMPLETION,
  SIM_NODE_COUNT,
  SIM_TRACE_ADDRESS,
} from '../layout'

/** Forward pass of a block: finishes of all rows and the completion of every run. */
export function forwardBlock(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  let node = <usize>load<u32>(header, SIM_FORWARD_ADDRESS)
  let c0 = i16x8.splat(<i16>load<u32>(header, SIM_LEAST_COMPLETION))
  let c1 = c0
  let c2 = c0
  let c3 = c0
  for (let left = load<i32>(header, SIM_NODE_COUNT); left > 0; left--) {
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

/**
 * Finds and counts the critical runs of every row, from the last to the first. Every row ends up as the starts of its
 * critical runs; a predecessor looks there whether it holds one of them, so that nothing has to be cleared or marked.
 */
export function traceBlock(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const counts = <usize>load<u32>(header, SIM_COUNTS_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  let node = <usize>load<u32>(header, SIM_TRACE_ADDRESS)
  for (let left = load<i32>(header, SIM_NODE_COUNT); left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const finish = finishes + row
    const f0 = v128.load(finish)
    const f1 = v128.load(finish, 16)
    const f2 = v128.load(finish, 32)
    const f3 = v128.load(finish, 48)
    let m0 = i16x8.eq(f0, v128.load(completion))
    let m1 = i16x8.eq(f1, v128.load(completion, 16))
    let m2 = i16x8.eq(f2, v128.load(completion, 32))
    let m3 = i16x8.eq(f3, v128.load(completion, 48))
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
    const own = days + row
    v128.store(finish, v128.or(i16x8.sub(f0, v128.load(own)), v128.not(m0)))
    v128.store(finish, v128.or(i16x8.sub(f1, v128.load(own, 16)), v128.not(m1)), 16)
    v128.store(finish, v128.or(i16x8.sub(f2, v128.load(own, 32)), v128.not(m2)), 32)
    v128.store(finish, v128.or(i16x8.sub(f3, v128.load(own, 48)), v128.not(m3)), 48)
    const bits0 = i8x16.bitmask(i8x16.narrow_i16x8_s(m0, m1))
    const bits1 = i8x16.bitmask(i8x16.narrow_i16x8_s(m2, m3))
    const count = counts + (row >> 4)
    store<i32>(count, load<i32>(count) + popcnt(bits0 | (bits1 << 16)))
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
