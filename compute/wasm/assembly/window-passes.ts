// A block through the network in windows: eight runs a vector, dates counted from the bases of the window of a node. Where a date
// leaves its window the block is lost, and runs in wide lanes. Same bits as compute/simulation/prepare/forward-block.ts.

import {
  EDGE_LESS,
  EDGE_OWN,
  EDGE_ROW,
  EDGE_SHIFT,
  NODE_BOUND,
  NODE_BYTES,
  NODE_OTHER_COUNT,
  NODE_PLAIN_COUNT,
  NODE_ROW,
  ROW_BYTES,
  SIM_DAYS_ADDRESS,
  SIM_IS_LOST,
  SIM_WINDOW_FINISHES_ADDRESS,
} from '../layout/simulation'
import {
  MEMBER_BYTES,
  MEMBER_LESS,
  MEMBER_MOVE,
  MEMBER_ROW,
  WINDOW_EDGE_BYTES,
  WINDOW_EDGE_MOVE,
  WINDOW_LEAST_COUNT,
  WINDOW_MOVED_COUNT,
  WINDOW_PAIR_BYTES,
} from '../layout/windows'

type With = u32
type Without = u8

/** Forward pass of some rows, one after the other in the stream. */
export function windowForward(header: usize, node: usize, nodeCount: i32, tight: usize): void {
  forward<Without>(header, node, nodeCount, tight)
}

/** The same, and where edges have no slack, from the address of the first of their words on. */
export function windowTight(header: usize, node: usize, nodeCount: i32, tight: usize): void {
  forward<With>(header, node, nodeCount, tight)
}

function forward<Tight>(header: usize, node: usize, nodeCount: i32, tight: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_WINDOW_FINISHES_ADDRESS)
  // The least start and the greatest finish of all: those that leave their windows stop at 0 and 65,535.
  let low = i16x8.splat(-1)
  let high = i16x8.splat(0)
  for (let left = nodeCount; left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const plain = node + NODE_BYTES
    const moved = plain + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    const others = moved + <usize>load<u32>(node, WINDOW_MOVED_COUNT) * WINDOW_PAIR_BYTES
    const members = others + <usize>load<u32>(node, NODE_OTHER_COUNT) * WINDOW_EDGE_BYTES
    const memberCount = <usize>load<u32>(node, WINDOW_LEAST_COUNT)
    const own = days + row
    const finish = finishes + row
    node = members + memberCount * MEMBER_BYTES
    if (memberCount !== 0) {
      high = i16x8.max_u(high, leastStarts(finish, members, node, days, finishes))
      if (sizeof<Tight>() === sizeof<With>()) tight = askMembers(finish, members, node, days, finishes, tight)
      continue
    }
    let b0 = v128.load16_splat(plain - NODE_BYTES, NODE_BOUND)
    let b1 = b0
    let b2 = b0
    let b3 = b0
    let edge = plain
    for (; edge < moved; edge += 4) {
      const source = finishes + <usize>load<u32>(edge)
      b0 = i16x8.max_u(b0, v128.load(source))
      b1 = i16x8.max_u(b1, v128.load(source, 16))
      b2 = i16x8.max_u(b2, v128.load(source, 32))
      b3 = i16x8.max_u(b3, v128.load(source, 48))
    }
    for (; edge < others; edge += WINDOW_PAIR_BYTES) {
      const source = finishes + <usize>load<u32>(edge)
      const move = <usize>load<u32>(edge, 4)
      b0 = i16x8.max_u(b0, i16x8.sub_sat_u(v128.load(source), v128.load(move)))
      b1 = i16x8.max_u(b1, i16x8.sub_sat_u(v128.load(source, 16), v128.load(move, 16)))
      b2 = i16x8.max_u(b2, i16x8.sub_sat_u(v128.load(source, 32), v128.load(move, 32)))
      b3 = i16x8.max_u(b3, i16x8.sub_sat_u(v128.load(source, 48), v128.load(move, 48)))
    }
    for (; edge < members; edge += WINDOW_EDGE_BYTES) {
      const d0 = dateOf(edge, days, finishes, 0)
      const d1 = dateOf(edge, days, finishes, 16)
      const d2 = dateOf(edge, days, finishes, 32)
      const d3 = dateOf(edge, days, finishes, 48)
      high = i16x8.max_u(high, i16x8.max_u(i16x8.max_u(d0, d1), i16x8.max_u(d2, d3)))
      b0 = i16x8.max_u(b0, boundOf(edge, d0, days, 0))
      b1 = i16x8.max_u(b1, boundOf(edge, d1, days, 16))
      b2 = i16x8.max_u(b2, boundOf(edge, d2, days, 32))
      b3 = i16x8.max_u(b3, boundOf(edge, d3, days, 48))
    }
    low = i16x8.min_u(low, i16x8.min_u(i16x8.min_u(b0, b1), i16x8.min_u(b2, b3)))
    if (sizeof<Tight>() === sizeof<With>()) {
      edge = plain
      for (; edge < moved; edge += 4) {
        const source = finishes + <usize>load<u32>(edge)
        const bits = bitsOf(
          i16x8.eq(b0, v128.load(source)),
          i16x8.eq(b1, v128.load(source, 16)),
          i16x8.eq(b2, v128.load(source, 32)),
          i16x8.eq(b3, v128.load(source, 48)),
        )
        store<i32>(tight, bits)
        tight += 4
      }
      for (; edge < others; edge += WINDOW_PAIR_BYTES) {
        const source = finishes + <usize>load<u32>(edge)
        const move = <usize>load<u32>(edge, 4)
        const bits = bitsOf(
          i16x8.eq(b0, i16x8.sub_sat_u(v128.load(source), v128.load(move))),
          i16x8.eq(b1, i16x8.sub_sat_u(v128.load(source, 16), v128.load(move, 16))),
          i16x8.eq(b2, i16x8.sub_sat_u(v128.load(source, 32), v128.load(move, 32))),
          i16x8.eq(b3, i16x8.sub_sat_u(v128.load(source, 48), v128.load(move, 48))),
        )
        store<i32>(tight, bits)
        tight += 4
      }
      for (; edge < members; edge += WINDOW_EDGE_BYTES) {
        const bits = bitsOf(
          i16x8.eq(b0, boundOf(edge, dateOf(edge, days, finishes, 0), days, 0)),
          i16x8.eq(b1, boundOf(edge, dateOf(edge, days, finishes, 16), days, 16)),
          i16x8.eq(b2, boundOf(edge, dateOf(edge, days, finishes, 32), days, 32)),
          i16x8.eq(b3, boundOf(edge, dateOf(edge, days, finishes, 48), days, 48)),
        )
        store<i32>(tight, bits)
        tight += 4
      }
    }
    b0 = i16x8.add_sat_u(b0, v128.load(own))
    b1 = i16x8.add_sat_u(b1, v128.load(own, 16))
    b2 = i16x8.add_sat_u(b2, v128.load(own, 32))
    b3 = i16x8.add_sat_u(b3, v128.load(own, 48))
    high = i16x8.max_u(high, i16x8.max_u(i16x8.max_u(b0, b1), i16x8.max_u(b2, b3)))
    v128.store(finish, b0)
    v128.store(finish, b1, 16)
    v128.store(finish, b2, 32)
    v128.store(finish, b3, 48)
  }
  if (!i16x8.all_true(low) || !i16x8.all_true(v128.not(high))) store<i32>(header, 1, SIM_IS_LOST)
}

/** The runs of a row of masks, the first in the lowest bit. */
function bitsOf(m0: v128, m1: v128, m2: v128, m3: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(m0, m1)) | (i8x16.bitmask(i8x16.narrow_i16x8_s(m2, m3)) << 16)
}

/** The date of the other end that an edge other than plain counts from, with what it adds, in the window of that end. */
function dateOf(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  const date = i16x8.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
  return i16x8.add_sat_u(date, v128.load16_splat(edge, EDGE_SHIFT))
}

/** The start bound that an edge other than plain makes of such a date; 0 where it lies before the window. */
function boundOf(edge: usize, date: v128, days: usize, at: usize): v128 {
  const moved = i16x8.sub_sat_u(date, v128.load(<usize>load<u32>(edge, WINDOW_EDGE_MOVE) + at))
  const less = i16x8.sub_sat_u(moved, v128.load16_splat(edge, EDGE_SHIFT + 2))
  return i16x8.sub_sat_u(less, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
}

/** Writes the least of the starts of some leaves; returns the greatest of runs. */
function leastStarts(into: usize, members: usize, end: usize, days: usize, finishes: usize): v128 {
  let high = i16x8.splat(0)
  for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
    let value = i16x8.splat(-1)
    for (let edge = members; edge < end; edge += MEMBER_BYTES) {
      value = i16x8.min_u(value, startOf(edge, days, finishes, at))
    }
    high = i16x8.max_u(high, value)
    v128.store(into + at, value)
  }
  return high
}

/** Which of them are the least, one word each; returns where the next one goes. */
function askMembers(least: usize, members: usize, end: usize, days: usize, finishes: usize, tight: usize): usize {
  for (let edge = members; edge < end; edge += MEMBER_BYTES) {
    const bits = bitsOf(
      i16x8.eq(v128.load(least), startOf(edge, days, finishes, 0)),
      i16x8.eq(v128.load(least, 16), startOf(edge, days, finishes, 16)),
      i16x8.eq(v128.load(least, 32), startOf(edge, days, finishes, 32)),
      i16x8.eq(v128.load(least, 48), startOf(edge, days, finishes, 48)),
    )
    store<i32>(tight, bits)
    tight += 4
  }
  return tight
}

/** The start of a leaf, counted from the bases of that of its summary; 65,535 where it lies behind the window. */
function startOf(member: usize, days: usize, finishes: usize, at: usize): v128 {
  const start = i16x8.sub(
    v128.load(finishes + <usize>load<u32>(member, MEMBER_ROW) + at),
    v128.load(days + <usize>load<u32>(member, MEMBER_LESS) + at),
  )
  return i16x8.add_sat_u(start, v128.load(<usize>load<u32>(member, MEMBER_MOVE) + at))
}
