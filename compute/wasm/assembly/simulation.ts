// A block through the network in 16-bit lanes, eight runs a vector, in whole units. Same steps and same bits as
// compute/simulation/prepare/forward-block.ts, which is the readable form.

import {
  EDGE_BYTES,
  EDGE_LESS,
  EDGE_OWN,
  EDGE_ROW,
  EDGE_SHIFT,
  FINISH_EDGE_BYTES,
  FINISH_EDGE_OWN,
  NODE_BOUND,
  NODE_BYTES,
  NODE_CONVERTED_COUNT,
  NODE_DATE_BYTES,
  NODE_FINISH_COUNT,
  NODE_OTHER_COUNT,
  NODE_PLAIN_COUNT,
  NODE_ROW,
  SIM_BOUNDS_ADDRESS,
  SIM_COMPLETION_ADDRESS,
  SIM_DAYS_ADDRESS,
  SIM_END_COUNT,
  SIM_ENDS_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_SET_BOUNDS_ADDRESS,
  SIM_TIGHT_ADDRESS,
  SIM_UNIT_SHIFT,
  TABLE_BIAS_DAYS,
} from '../layout/simulation'
import { setBounds } from './calendar-lanes'
import { openMarks, trace } from './trace'

// Each pass is compiled four times: vectors are spilled around calls, which a network without tables must not pay for, and only
// a trace needs to know where edges have no slack.

type With = u32
type Without = u8

/** Forward pass of a part of a block: finishes of some rows, one after the other in the stream. */
export function forwardBlock(header: usize, node: usize, nodeCount: i32): void {
  forward<Without, Without>(header, node, nodeCount)
}

/** The same for networks with edges that go through tables. */
export function forwardTables(header: usize, node: usize, nodeCount: i32): void {
  forward<With, Without>(header, node, nodeCount)
}

/** Forward pass of a whole block that also leaves where edges have no slack. */
export function tightBlock(header: usize, node: usize, nodeCount: i32): void {
  forward<Without, With>(header, node, nodeCount)
}

export function tightTables(header: usize, node: usize, nodeCount: i32): void {
  forward<With, With>(header, node, nodeCount)
}

function forward<Tables, Tight>(header: usize, node: usize, nodeCount: i32): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const unitShift = load<i32>(header, SIM_UNIT_SHIFT)
  const room = <usize>load<u32>(header, SIM_BOUNDS_ADDRESS)
  const bounds = <usize>load<u32>(header, SIM_SET_BOUNDS_ADDRESS)
  const biasUnits: i32 = TABLE_BIAS_DAYS << unitShift
  const bias = i16x8.splat(<i16>biasUnits)
  let tight = <usize>load<u32>(header, SIM_TIGHT_ADDRESS)
  let met: u32 = 0
  for (let left = nodeCount; left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const plain = node + NODE_BYTES
    const others = plain + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    const converted = others + <usize>load<u32>(node, NODE_OTHER_COUNT) * EDGE_BYTES
    let toFinish = converted
    let next = converted
    if (sizeof<Tables>() === sizeof<With>()) {
      toFinish = converted + ((<usize>load<u16>(node, NODE_CONVERTED_COUNT)) << 2)
      next = toFinish + <usize>load<u16>(node, NODE_FINISH_COUNT) * FINISH_EDGE_BYTES
      // With dates, rows do not fit the cache next to the core: what the next node lasts is asked for while this one is converted.
      met |= load<u32>(days + <usize>load<u32>(next + <usize>load<u32>(node, NODE_DATE_BYTES), NODE_ROW))
    }
    let b0 = v128.load16_splat(node, NODE_BOUND)
    let b1 = b0
    let b2 = b0
    let b3 = b0
    let edge = plain
    for (; edge < others; edge += 4) {
      const source = finishes + <usize>load<u32>(edge)
      b0 = i16x8.max_u(b0, v128.load(source))
      b1 = i16x8.max_u(b1, v128.load(source, 16))
      b2 = i16x8.max_u(b2, v128.load(source, 32))
      b3 = i16x8.max_u(b3, v128.load(source, 48))
    }
    for (; edge < converted; edge += EDGE_BYTES) {
      b0 = i16x8.max_u(b0, boundOf(edge, days, finishes, 0))
      b1 = i16x8.max_u(b1, boundOf(edge, days, finishes, 16))
      b2 = i16x8.max_u(b2, boundOf(edge, days, finishes, 32))
      b3 = i16x8.max_u(b3, boundOf(edge, days, finishes, 48))
    }
    if (sizeof<Tables>() === sizeof<With>()) {
      // From here to the start of the node all bounds have the bias of the tables.
      b0 = i16x8.add(b0, bias)
      b1 = i16x8.add(b1, bias)
      b2 = i16x8.add(b2, bias)
      b3 = i16x8.add(b3, bias)
      for (; edge < toFinish; edge += 4) {
        const set = bounds + <usize>load<u32>(edge)
        b0 = i16x8.max_u(b0, v128.load(set))
        b1 = i16x8.max_u(b1, v128.load(set, 16))
        b2 = i16x8.max_u(b2, v128.load(set, 32))
        b3 = i16x8.max_u(b3, v128.load(set, 48))
      }
      for (; edge < next; edge += FINISH_EDGE_BYTES) {
        b0 = i16x8.max_u(b0, setBoundOf(edge, bounds, days, 0))
        b1 = i16x8.max_u(b1, setBoundOf(edge, bounds, days, 16))
        b2 = i16x8.max_u(b2, setBoundOf(edge, bounds, days, 32))
        b3 = i16x8.max_u(b3, setBoundOf(edge, bounds, days, 48))
      }
    }
    if (sizeof<Tight>() === sizeof<With>()) {
      if (sizeof<Tables>() === sizeof<With>()) {
        let word = tight + (<usize>load<u32>(node, NODE_PLAIN_COUNT) + <usize>load<u32>(node, NODE_OTHER_COUNT)) * 4
        for (edge = converted; edge < toFinish; edge += 4) {
          const set = bounds + <usize>load<u32>(edge)
          const bits = bitsOf(
            i16x8.eq(b0, v128.load(set)),
            i16x8.eq(b1, v128.load(set, 16)),
            i16x8.eq(b2, v128.load(set, 32)),
            i16x8.eq(b3, v128.load(set, 48)),
          )
          store<i32>(word, bits)
          word += 4
        }
        for (; edge < next; edge += FINISH_EDGE_BYTES) {
          const bits = bitsOf(
            i16x8.eq(b0, setBoundOf(edge, bounds, days, 0)),
            i16x8.eq(b1, setBoundOf(edge, bounds, days, 16)),
            i16x8.eq(b2, setBoundOf(edge, bounds, days, 32)),
            i16x8.eq(b3, setBoundOf(edge, bounds, days, 48)),
          )
          store<i32>(word, bits)
          word += 4
        }
      }
    }
    if (sizeof<Tables>() === sizeof<With>()) {
      b0 = i16x8.sub(b0, bias)
      b1 = i16x8.sub(b1, bias)
      b2 = i16x8.sub(b2, bias)
      b3 = i16x8.sub(b3, bias)
    }
    if (sizeof<Tight>() === sizeof<With>()) {
      edge = plain
      for (; edge < others; edge += 4) {
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
      for (; edge < converted; edge += EDGE_BYTES) {
        const bits = bitsOf(
          holds(edge, b0, days, finishes, 0),
          holds(edge, b1, days, finishes, 16),
          holds(edge, b2, days, finishes, 32),
          holds(edge, b3, days, finishes, 48),
        )
        store<i32>(tight, bits)
        tight += 4
      }
      if (sizeof<Tables>() === sizeof<With>()) {
        tight += (<usize>load<u16>(node, NODE_CONVERTED_COUNT) + <usize>load<u16>(node, NODE_FINISH_COUNT)) << 2
      }
    }
    const own = days + row
    const finish = finishes + row
    v128.store(finish, i16x8.add(b0, v128.load(own)))
    v128.store(finish, i16x8.add(b1, v128.load(own, 16)), 16)
    v128.store(finish, i16x8.add(b2, v128.load(own, 32)), 32)
    v128.store(finish, i16x8.add(b3, v128.load(own, 48)), 48)
    if (sizeof<Tables>() === sizeof<With>()) {
      for (const end = next + <usize>load<u32>(node, NODE_DATE_BYTES); next < end; ) {
        next = setBounds(header, next, finish, days, bounds, room)
      }
    }
    node = next
  }
  if (sizeof<Tables>() === sizeof<With>()) store<u32>(room, met)
}

/** The runs of a row of masks, the first in the lowest bit. */
function bitsOf(m0: v128, m1: v128, m2: v128, m3: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(m0, m1)) | (i8x16.bitmask(i8x16.narrow_i16x8_s(m2, m3)) << 16)
}

/** The date of the other end that an edge other than plain counts from, for eight runs. */
function dateOf(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  return i16x8.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, EDGE_LESS) + at),
  )
}

/** The start bound that an edge other than plain makes for eight runs. */
function boundOf(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  const moved = i16x8.sub_sat_u(
    i16x8.add_sat_u(dateOf(edge, days, finishes, at), v128.load16_splat(edge, EDGE_SHIFT)),
    v128.load16_splat(edge, EDGE_SHIFT + 2),
  )
  return i16x8.sub_sat_u(moved, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
}

/** The start bound of an edge between calendars that binds the finish, for eight runs. */
function setBoundOf(edge: usize, bounds: usize, days: usize, at: usize): v128 {
  const set = v128.load(bounds + <usize>load<u32>(edge, EDGE_ROW) + at)
  return i16x8.sub_sat_u(set, v128.load(days + <usize>load<u32>(edge, FINISH_EDGE_OWN) + at))
}

/**
 * Where a node that can start at a bound stands exactly where an edge other than plain holds it. Compared on the far side of the lead:
 * a bound below the project start must not look like one at it.
 */
function holds(edge: usize, bound: v128, days: usize, finishes: usize, at: usize): v128 {
  const held = i16x8.add(bound, v128.load(days + <usize>load<u32>(edge, EDGE_OWN) + at))
  return i16x8.eq(
    i16x8.add_sat_u(dateOf(edge, days, finishes, at), v128.load16_splat(edge, EDGE_SHIFT)),
    i16x8.add_sat_u(held, v128.load16_splat(edge, EDGE_SHIFT + 2)),
  )
}

/** Finds and counts the critical runs of every row. */
export function traceBlock(header: usize): void {
  const marks = openMarks(header)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  let end = <usize>load<u32>(header, SIM_ENDS_ADDRESS)
  for (let left = load<i32>(header, SIM_END_COUNT); left > 0; left--) {
    const row = finishes + <usize>load<u32>(end)
    const ends = completion + <usize>load<u32>(end, 4)
    const bits = bitsOf(
      i16x8.eq(v128.load(row), v128.load(ends)),
      i16x8.eq(v128.load(row, 16), v128.load(ends, 16)),
      i16x8.eq(v128.load(row, 32), v128.load(ends, 32)),
      i16x8.eq(v128.load(row, 48), v128.load(ends, 48)),
    )
    store<i32>(marks + (<usize>load<u32>(end) >> 4), bits)
    end += 8
  }
  trace(header)
}
