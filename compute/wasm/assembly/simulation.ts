// The simulation in 16-bit lanes, eight runs a vector, in whole units. Same steps and same bits as
// compute/simulation/sample-durations.ts and run-block.ts, which are the readable form.

import {
  DAYS_ROW_BYTES,
  EDGE_BYTES,
  EDGE_DOWN,
  EDGE_FROM_FINISH,
  EDGE_KIND,
  EDGE_ROW,
  EDGE_TO_FINISH,
  EDGE_UP,
  HALF_ROW_BYTES,
  NODE_BYTES,
  NODE_EDGES,
  NODE_FINISH_BOUND,
  NODE_HAS_FINISH_BOUND,
  NODE_OTHER_COUNT,
  NODE_PLAIN_COUNT,
  NODE_ROW,
  NODE_START_BOUND,
  SIM_ADJUST_ADDRESS,
  SIM_ADJUST_COUNT,
  SIM_COMPLETION_ADDRESS,
  SIM_COUNTS_ADDRESS,
  SIM_DAYS_ADDRESS,
  SIM_EDGES_ADDRESS,
  SIM_LANES_ADDRESS,
  SIM_LEAST_COMPLETION,
  SIM_MARKS_ADDRESS,
  SIM_NODE_COUNT,
  SIM_NODES_ADDRESS,
  SIM_ROW_COUNT,
  SIM_STARTS_ADDRESS,
  SIM_STATE_ADDRESS,
  SIM_TABLE_COUNT,
  SIM_TABLE_ROWS_ADDRESS,
  SIM_TABLES_ADDRESS,
  SIM_UNITS_PER_DAY,
} from '../layout'

/** Draws a block of samples for every task with a table. */
export function sampleBlock(header: usize): void {
  const tableCount = load<i32>(header, SIM_TABLE_COUNT)
  const rows = <usize>load<u32>(header, SIM_TABLE_ROWS_ADDRESS)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const state = <usize>load<u32>(header, SIM_STATE_ADDRESS)
  let table = <usize>load<u32>(header, SIM_TABLES_ADDRESS)
  let s0 = v128.load(state)
  let s1 = v128.load(state, 16)
  let s2 = v128.load(state, 32)
  let s3 = v128.load(state, 48)
  let r0 = v128.load(state, 64)
  let r1 = v128.load(state, 80)
  let r2 = v128.load(state, 96)
  let r3 = v128.load(state, 112)
  for (let index = 0; index < tableCount; index++) {
    const row = days + <usize>load<u32>(rows + ((<usize>index) << 2)) * DAYS_ROW_BYTES
    const baseLow = v128.load(table)
    const baseHigh = v128.load(table, 16)
    const stepLow = v128.load(table, 32)
    const stepHigh = v128.load(table, 48)
    for (let at: usize = 0; at < <usize>DAYS_ROW_BYTES; at += 16) {
      const first = i32x4.add(s0, s3)
      const second = i32x4.add(r0, r3)
      const t = i32x4.shl(s1, 9)
      const u = i32x4.shl(r1, 9)
      s2 = v128.xor(s2, s0)
      r2 = v128.xor(r2, r0)
      s3 = v128.xor(s3, s1)
      r3 = v128.xor(r3, r1)
      s1 = v128.xor(s1, s2)
      r1 = v128.xor(r1, r2)
      s0 = v128.xor(s0, s3)
      r0 = v128.xor(r0, r3)
      s2 = v128.xor(s2, t)
      r2 = v128.xor(r2, u)
      s3 = v128.or(i32x4.shl(s3, 11), i32x4.shr_u(s3, 21))
      r3 = v128.or(i32x4.shl(r3, 11), i32x4.shr_u(r3, 21))

      const variate = i16x8.avgr_u(first, second)
      const place = i16x8.shr_u(i16x8.shl(variate, 4), 1)
      const segment = i16x8.shr_u(variate, 12)
      // An index with its top bit set looks up 0, so that low and high bytes land side by side.
      const lowBytes = v128.or(segment, i16x8.splat(<i16>0x8000))
      const highBytes = v128.or(i16x8.shl(segment, 8), i16x8.splat(0x0080))
      const base = v128.or(i8x16.swizzle(baseLow, lowBytes), i8x16.swizzle(baseHigh, highBytes))
      const step = v128.or(i8x16.swizzle(stepLow, lowBytes), i8x16.swizzle(stepHigh, highBytes))
      v128.store(row + at, i16x8.add(base, i16x8.q15mulr_sat_s(step, place)))
    }
    table += 64
  }
  v128.store(state, s0)
  v128.store(state, s1, 16)
  v128.store(state, s2, 32)
  v128.store(state, s3, 48)
  v128.store(state, r0, 64)
  v128.store(state, r1, 80)
  v128.store(state, r2, 96)
  v128.store(state, r3, 112)
}

/** Takes the part already worked off the samples that need it, and raises them to a day. */
export function adjustBlock(header: usize): void {
  const count = load<i32>(header, SIM_ADJUST_COUNT)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const day = i16x8.splat(<i16>load<u32>(header, SIM_UNITS_PER_DAY))
  let pair = <usize>load<u32>(header, SIM_ADJUST_ADDRESS)
  for (let index = 0; index < count; index++) {
    const row = days + <usize>load<u32>(pair) * DAYS_ROW_BYTES
    const worked = i16x8.splat(<i16>load<u32>(pair, 4))
    for (let at: usize = 0; at < <usize>DAYS_ROW_BYTES; at += 16) {
      v128.store(row + at, i16x8.max_u(i16x8.sub_sat_u(v128.load(row + at), worked), day))
    }
    pair += 8
  }
}

/** Forward pass of one half of the block: starts of all rows and the completion of every run. */
export function forwardHalf(header: usize, half: i32): void {
  const nodeCount = load<i32>(header, SIM_NODE_COUNT)
  const edges = <usize>load<u32>(header, SIM_EDGES_ADDRESS)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS) + <usize>half * HALF_ROW_BYTES
  const starts = <usize>load<u32>(header, SIM_STARTS_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  let node = <usize>load<u32>(header, SIM_NODES_ADDRESS)
  const least = i16x8.splat(<i16>load<u32>(header, SIM_LEAST_COMPLETION))
  let c0 = least
  let c1 = least
  let c2 = least
  let c3 = least
  for (let index = 0; index < nodeCount; index++) {
    const bound = i16x8.splat(<i16>load<u32>(node, NODE_START_BOUND))
    let b0 = bound
    let b1 = bound
    let b2 = bound
    let b3 = bound
    let edge = edges + <usize>load<u32>(node, NODE_EDGES)
    for (let left = load<i32>(node, NODE_PLAIN_COUNT); left > 0; left--) {
      const source = <usize>load<u32>(edge)
      const start = starts + source * HALF_ROW_BYTES
      const length = days + source * DAYS_ROW_BYTES
      b0 = i16x8.max_u(b0, i16x8.add(v128.load(start), v128.load(length)))
      b1 = i16x8.max_u(b1, i16x8.add(v128.load(start, 16), v128.load(length, 16)))
      b2 = i16x8.max_u(b2, i16x8.add(v128.load(start, 32), v128.load(length, 32)))
      b3 = i16x8.max_u(b3, i16x8.add(v128.load(start, 48), v128.load(length, 48)))
      edge += 4
    }
    const row = <usize>load<u32>(node, NODE_ROW)
    const own = days + row * DAYS_ROW_BYTES
    const start = starts + row * HALF_ROW_BYTES
    const d0 = v128.load(own)
    const d1 = v128.load(own, 16)
    const d2 = v128.load(own, 32)
    const d3 = v128.load(own, 48)
    if (load<u32>(node, NODE_OTHER_COUNT) | load<u32>(node, NODE_HAS_FINISH_BOUND)) {
      v128.store(start, b0)
      v128.store(start, b1, 16)
      v128.store(start, b2, 32)
      v128.store(start, b3, 48)
      for (let at: usize = 0; at < <usize>HALF_ROW_BYTES; at += 16)
        placeByOthers(node, edge, days, starts, start, own, at)
      b0 = v128.load(start)
      b1 = v128.load(start, 16)
      b2 = v128.load(start, 32)
      b3 = v128.load(start, 48)
    } else {
      v128.store(start, b0)
      v128.store(start, b1, 16)
      v128.store(start, b2, 32)
      v128.store(start, b3, 48)
    }
    c0 = i16x8.max_u(c0, i16x8.add(b0, d0))
    c1 = i16x8.max_u(c1, i16x8.add(b1, d1))
    c2 = i16x8.max_u(c2, i16x8.add(b2, d2))
    c3 = i16x8.max_u(c3, i16x8.add(b3, d3))
    node += NODE_BYTES
  }
  v128.store(completion, c0)
  v128.store(completion, c1, 16)
  v128.store(completion, c2, 32)
  v128.store(completion, c3, 48)
}

/** Applies the edges other than plain, and finish bounds, to eight runs of a node. */
function placeByOthers(
  node: usize,
  firstEdge: usize,
  days: usize,
  starts: usize,
  start: usize,
  own: usize,
  at: usize,
): void {
  let bound = v128.load(start + at)
  let finish = i16x8.splat(<i16>load<u32>(node, NODE_FINISH_BOUND))
  let edge = firstEdge
  for (let left = load<i32>(node, NODE_OTHER_COUNT); left > 0; left--) {
    const source = <usize>load<u32>(edge, EDGE_ROW)
    const kind = load<u32>(edge, EDGE_KIND)
    let value = v128.load(starts + source * HALF_ROW_BYTES + at)
    if (kind & EDGE_FROM_FINISH) value = i16x8.add(value, v128.load(days + source * DAYS_ROW_BYTES + at))
    value = i16x8.add_sat_u(value, i16x8.splat(<i16>load<u32>(edge, EDGE_UP)))
    value = i16x8.sub_sat_u(value, i16x8.splat(<i16>load<u32>(edge, EDGE_DOWN)))
    if (kind & EDGE_TO_FINISH) finish = i16x8.max_u(finish, value)
    else bound = i16x8.max_u(bound, value)
    edge += EDGE_BYTES
  }
  v128.store(start + at, i16x8.max_u(bound, i16x8.sub_sat_u(finish, v128.load(own + at))))
}

/** Marks the critical runs of every row of the half just computed, and counts them. */
export function traceHalf(header: usize, half: i32): void {
  const nodeCount = load<i32>(header, SIM_NODE_COUNT)
  const edges = <usize>load<u32>(header, SIM_EDGES_ADDRESS)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS) + <usize>half * HALF_ROW_BYTES
  const starts = <usize>load<u32>(header, SIM_STARTS_ADDRESS)
  const marks = <usize>load<u32>(header, SIM_MARKS_ADDRESS)
  const counts = <usize>load<u32>(header, SIM_COUNTS_ADDRESS)
  const lanes = <usize>load<u32>(header, SIM_LANES_ADDRESS)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const l0 = v128.load(lanes)
  const l1 = v128.load(lanes, 16)
  const l2 = v128.load(lanes, 32)
  const l3 = v128.load(lanes, 48)
  memory.fill(marks, 0, <usize>load<u32>(header, SIM_ROW_COUNT) * HALF_ROW_BYTES)
  let node = <usize>load<u32>(header, SIM_NODES_ADDRESS) + <usize>nodeCount * NODE_BYTES
  for (let index = 0; index < nodeCount; index++) {
    node -= NODE_BYTES
    const row = <usize>load<u32>(node, NODE_ROW)
    const start = starts + row * HALF_ROW_BYTES
    const own = days + row * DAYS_ROW_BYTES
    const mark = marks + row * HALF_ROW_BYTES
    const t0 = v128.load(start)
    const t1 = v128.load(start, 16)
    const t2 = v128.load(start, 32)
    const t3 = v128.load(start, 48)
    const m0 = v128.and(l0, v128.or(v128.load(mark), i16x8.eq(i16x8.add(t0, v128.load(own)), v128.load(completion))))
    const m1 = v128.and(
      l1,
      v128.or(v128.load(mark, 16), i16x8.eq(i16x8.add(t1, v128.load(own, 16)), v128.load(completion, 16))),
    )
    const m2 = v128.and(
      l2,
      v128.or(v128.load(mark, 32), i16x8.eq(i16x8.add(t2, v128.load(own, 32)), v128.load(completion, 32))),
    )
    const m3 = v128.and(
      l3,
      v128.or(v128.load(mark, 48), i16x8.eq(i16x8.add(t3, v128.load(own, 48)), v128.load(completion, 48))),
    )
    // A lane of all ones is minus one: the sum of the four vectors counts up to four runs a lane.
    if (!v128.any_true(v128.or(v128.or(m0, m1), v128.or(m2, m3)))) continue
    const bits0 = i8x16.bitmask(i8x16.narrow_i16x8_s(m0, m1))
    const bits1 = i8x16.bitmask(i8x16.narrow_i16x8_s(m2, m3))
    const count = counts + (row << 2)
    store<i32>(count, load<i32>(count) + popcnt(bits0 | (bits1 << 16)))
    v128.store(mark, m0)
    v128.store(mark, m1, 16)
    v128.store(mark, m2, 32)
    v128.store(mark, m3, 48)
    let edge = edges + <usize>load<u32>(node, NODE_EDGES)
    for (let left = load<i32>(node, NODE_PLAIN_COUNT); left > 0; left--) {
      const source = <usize>load<u32>(edge)
      const from = starts + source * HALF_ROW_BYTES
      const length = days + source * DAYS_ROW_BYTES
      const to = marks + source * HALF_ROW_BYTES
      const e0 = i16x8.eq(i16x8.add(v128.load(from), v128.load(length)), t0)
      const e1 = i16x8.eq(i16x8.add(v128.load(from, 16), v128.load(length, 16)), t1)
      const e2 = i16x8.eq(i16x8.add(v128.load(from, 32), v128.load(length, 32)), t2)
      const e3 = i16x8.eq(i16x8.add(v128.load(from, 48), v128.load(length, 48)), t3)
      v128.store(to, v128.or(v128.load(to), v128.and(e0, m0)))
      v128.store(to, v128.or(v128.load(to, 16), v128.and(e1, m1)), 16)
      v128.store(to, v128.or(v128.load(to, 32), v128.and(e2, m2)), 32)
      v128.store(to, v128.or(v128.load(to, 48), v128.and(e3, m3)), 48)
      edge += 4
    }
    for (let left = load<i32>(node, NODE_OTHER_COUNT); left > 0; left--) {
      traceOther(edge, days, starts, marks, start, own, mark)
      edge += EDGE_BYTES
    }
  }
}

/** Marks the source of one edge other than plain where it holds the node exactly. */
function traceOther(
  edge: usize,
  days: usize,
  starts: usize,
  marks: usize,
  start: usize,
  own: usize,
  mark: usize,
): void {
  const source = <usize>load<u32>(edge, EDGE_ROW)
  const kind = load<u32>(edge, EDGE_KIND)
  const up = i16x8.splat(<i16>load<u32>(edge, EDGE_UP))
  const down = i16x8.splat(<i16>load<u32>(edge, EDGE_DOWN))
  for (let at: usize = 0; at < <usize>HALF_ROW_BYTES; at += 16) {
    let value = v128.load(starts + source * HALF_ROW_BYTES + at)
    if (kind & EDGE_FROM_FINISH) value = i16x8.add(value, v128.load(days + source * DAYS_ROW_BYTES + at))
    let date = v128.load(start + at)
    if (kind & EDGE_TO_FINISH) date = i16x8.add(date, v128.load(own + at))
    // Compared on the far side of the lead: a bound below the project start must not look like one at it.
    const isTight = i16x8.eq(i16x8.add_sat_u(value, up), i16x8.add_sat_u(date, down))
    const to = marks + source * HALF_ROW_BYTES + at
    v128.store(to, v128.or(v128.load(to), v128.and(isTight, v128.load(mark + at))))
  }
}
