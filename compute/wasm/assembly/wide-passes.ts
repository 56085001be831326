// A block through the network in wide lanes: four runs a vector, signed, in whole units. It takes every plan; those that fit
// 16 bits take half the time in `simulation.ts`. Same steps and same bits as compute/simulation/prepare/forward-block.ts.

import {
  EDGE_BYTES,
  EDGE_LESS,
  EDGE_OWN,
  EDGE_ROW,
  EDGE_SHIFT,
  EDGE_TABLE,
  NODE_BOUND,
  NODE_CONVERTED_COUNT,
  NODE_OTHER_COUNT,
  NODE_PLAIN_COUNT,
  NODE_ROW,
  SIM_BOUNDS_ADDRESS,
  SIM_COMPLETION_ADDRESS,
  SIM_DAYS_ADDRESS,
  SIM_END_COUNT,
  SIM_ENDS_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_HAS_SHORT_DAYS,
  SIM_TIGHT_ADDRESS,
  SIM_UNIT_SHIFT,
} from '../layout/simulation'
import {
  CONVERT_ADD,
  CONVERT_IS_FINISH,
  CONVERT_OFFSETS,
  CONVERT_PLACES,
  WIDE_ASKED_COUNTS,
  WIDE_IS_LEAST,
  WIDE_NODE_BYTES,
  WIDE_ROW_BYTES,
} from '../layout/wide-lanes'
import { openMarks, trace } from './trace'

type With = u32
type Without = u8
// Rows of durations have 16 bits where all of them fit, which takes half the memory and the same steps.
type Short = u16
type Long = u32

/** Forward pass of a part of a block, as `forwardBlock` does it. */
export function wideForward(header: usize, node: usize, nodeCount: i32): void {
  if (load<u32>(header, SIM_HAS_SHORT_DAYS) !== 0) forward<Short, Without>(header, node, nodeCount)
  else forward<Long, Without>(header, node, nodeCount)
}

/** Forward pass of a whole block that also leaves where edges have no slack. */
export function wideTight(header: usize, node: usize, nodeCount: i32): void {
  if (load<u32>(header, SIM_HAS_SHORT_DAYS) !== 0) forward<Short, With>(header, node, nodeCount)
  else forward<Long, With>(header, node, nodeCount)
}

function forward<Days, Tight>(header: usize, node: usize, nodeCount: i32): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  const unitShift = load<i32>(header, SIM_UNIT_SHIFT)
  const bounds = <usize>load<u32>(header, SIM_BOUNDS_ADDRESS)
  let tight = <usize>load<u32>(header, SIM_TIGHT_ADDRESS)
  for (let left = nodeCount; left > 0; left--) {
    const row = <usize>load<u32>(node, NODE_ROW)
    const own = days + (sizeof<Days>() === sizeof<Short>() ? row >> 1 : row)
    const plain = node + WIDE_NODE_BYTES
    const others = plain + ((<usize>load<u32>(node, NODE_PLAIN_COUNT)) << 2)
    const converted = others + <usize>load<u32>(node, NODE_OTHER_COUNT) * EDGE_BYTES
    const asked = converted + <usize>load<u32>(node, NODE_CONVERTED_COUNT) * EDGE_BYTES
    const askedCounts = load<u32>(node, WIDE_ASKED_COUNTS)
    const bound = v128.load32_splat(node, NODE_BOUND)
    if (load<u32>(node, WIDE_IS_LEAST) !== 0) {
      leastBounds<Days>(finishes + row, bound, others, converted, asked, days, finishes, unitShift)
      if (sizeof<Tight>() === sizeof<With>()) {
        tight = askEdges<Days>(finishes + row, own, others, converted, asked, days, finishes, unitShift, tight)
      }
    } else {
      let held = bounds
      for (let edge = converted; edge < asked; edge += EDGE_BYTES) {
        convertRow<Days>(edge, days, finishes, unitShift, held)
        held += WIDE_ROW_BYTES
      }
      const finish = finishes + row
      let b0 = bound
      let b1 = bound
      let b2 = bound
      let b3 = bound
      let b4 = bound
      let b5 = bound
      let b6 = bound
      let b7 = bound
      let edge = plain
      for (; edge < others; edge += 4) {
        const source = finishes + <usize>load<u32>(edge)
        b0 = i32x4.max_s(b0, v128.load(source))
        b1 = i32x4.max_s(b1, v128.load(source, 16))
        b2 = i32x4.max_s(b2, v128.load(source, 32))
        b3 = i32x4.max_s(b3, v128.load(source, 48))
        b4 = i32x4.max_s(b4, v128.load(source, 64))
        b5 = i32x4.max_s(b5, v128.load(source, 80))
        b6 = i32x4.max_s(b6, v128.load(source, 96))
        b7 = i32x4.max_s(b7, v128.load(source, 112))
      }
      for (; edge < converted; edge += EDGE_BYTES) {
        b0 = i32x4.max_s(b0, boundOf<Days>(edge, days, finishes, 0))
        b1 = i32x4.max_s(b1, boundOf<Days>(edge, days, finishes, 16))
        b2 = i32x4.max_s(b2, boundOf<Days>(edge, days, finishes, 32))
        b3 = i32x4.max_s(b3, boundOf<Days>(edge, days, finishes, 48))
        b4 = i32x4.max_s(b4, boundOf<Days>(edge, days, finishes, 64))
        b5 = i32x4.max_s(b5, boundOf<Days>(edge, days, finishes, 80))
        b6 = i32x4.max_s(b6, boundOf<Days>(edge, days, finishes, 96))
        b7 = i32x4.max_s(b7, boundOf<Days>(edge, days, finishes, 112))
      }
      held = bounds
      for (; edge < asked; edge += EDGE_BYTES) {
        b0 = i32x4.max_s(b0, v128.load(held))
        b1 = i32x4.max_s(b1, v128.load(held, 16))
        b2 = i32x4.max_s(b2, v128.load(held, 32))
        b3 = i32x4.max_s(b3, v128.load(held, 48))
        b4 = i32x4.max_s(b4, v128.load(held, 64))
        b5 = i32x4.max_s(b5, v128.load(held, 80))
        b6 = i32x4.max_s(b6, v128.load(held, 96))
        b7 = i32x4.max_s(b7, v128.load(held, 112))
        held += WIDE_ROW_BYTES
      }
      if (sizeof<Tight>() === sizeof<With>()) {
        edge = plain
        for (; edge < others; edge += 4) {
          const source = finishes + <usize>load<u32>(edge)
          const low = bitsOf(
            i32x4.eq(b0, v128.load(source)),
            i32x4.eq(b1, v128.load(source, 16)),
            i32x4.eq(b2, v128.load(source, 32)),
            i32x4.eq(b3, v128.load(source, 48)),
          )
          const high = bitsOf(
            i32x4.eq(b4, v128.load(source, 64)),
            i32x4.eq(b5, v128.load(source, 80)),
            i32x4.eq(b6, v128.load(source, 96)),
            i32x4.eq(b7, v128.load(source, 112)),
          )
          store<i32>(tight, low | (high << 16))
          tight += 4
        }
        for (; edge < converted; edge += EDGE_BYTES) {
          const low = bitsOf(
            i32x4.eq(b0, boundOf<Days>(edge, days, finishes, 0)),
            i32x4.eq(b1, boundOf<Days>(edge, days, finishes, 16)),
            i32x4.eq(b2, boundOf<Days>(edge, days, finishes, 32)),
            i32x4.eq(b3, boundOf<Days>(edge, days, finishes, 48)),
          )
          const high = bitsOf(
            i32x4.eq(b4, boundOf<Days>(edge, days, finishes, 64)),
            i32x4.eq(b5, boundOf<Days>(edge, days, finishes, 80)),
            i32x4.eq(b6, boundOf<Days>(edge, days, finishes, 96)),
            i32x4.eq(b7, boundOf<Days>(edge, days, finishes, 112)),
          )
          store<i32>(tight, low | (high << 16))
          tight += 4
        }
        held = bounds
        for (; edge < asked; edge += EDGE_BYTES) {
          const low = bitsOf(
            i32x4.eq(b0, v128.load(held)),
            i32x4.eq(b1, v128.load(held, 16)),
            i32x4.eq(b2, v128.load(held, 32)),
            i32x4.eq(b3, v128.load(held, 48)),
          )
          const high = bitsOf(
            i32x4.eq(b4, v128.load(held, 64)),
            i32x4.eq(b5, v128.load(held, 80)),
            i32x4.eq(b6, v128.load(held, 96)),
            i32x4.eq(b7, v128.load(held, 112)),
          )
          store<i32>(tight, low | (high << 16))
          tight += 4
          held += WIDE_ROW_BYTES
        }
      }
      if (sizeof<Days>() === sizeof<Short>()) {
        v128.store(finish, i32x4.add(b0, v128.load_ext<u16>(own)))
        v128.store(finish, i32x4.add(b1, v128.load_ext<u16>(own, 8)), 16)
        v128.store(finish, i32x4.add(b2, v128.load_ext<u16>(own, 16)), 32)
        v128.store(finish, i32x4.add(b3, v128.load_ext<u16>(own, 24)), 48)
        v128.store(finish, i32x4.add(b4, v128.load_ext<u16>(own, 32)), 64)
        v128.store(finish, i32x4.add(b5, v128.load_ext<u16>(own, 40)), 80)
        v128.store(finish, i32x4.add(b6, v128.load_ext<u16>(own, 48)), 96)
        v128.store(finish, i32x4.add(b7, v128.load_ext<u16>(own, 56)), 112)
      } else {
        v128.store(finish, i32x4.add(b0, v128.load(own)))
        v128.store(finish, i32x4.add(b1, v128.load(own, 16)), 16)
        v128.store(finish, i32x4.add(b2, v128.load(own, 32)), 32)
        v128.store(finish, i32x4.add(b3, v128.load(own, 48)), 48)
        v128.store(finish, i32x4.add(b4, v128.load(own, 64)), 64)
        v128.store(finish, i32x4.add(b5, v128.load(own, 80)), 80)
        v128.store(finish, i32x4.add(b6, v128.load(own, 96)), 96)
        v128.store(finish, i32x4.add(b7, v128.load(own, 112)), 112)
      }
    }
    node = asked + <usize>(askedCounts & 0xffff) * EDGE_BYTES
    if (sizeof<Tight>() === sizeof<With>()) {
      if (askedCounts !== 0) {
        const table = node - <usize>(askedCounts >> 16) * EDGE_BYTES
        tight = askEdges<Days>(finishes + row, own, asked, table, node, days, finishes, unitShift, tight)
      }
    }
  }
}

/** The runs of half a row of masks, the first in the lowest bit. */
function bitsOf(m0: v128, m1: v128, m2: v128, m3: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(m0, m1), i16x8.narrow_i32x4_s(m2, m3)))
}

/** The least of all bounds, which stands in the row as it is. */
function leastBounds<Days>(
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
    for (; edge < converted; edge += EDGE_BYTES) value = i32x4.min_s(value, boundOf<Days>(edge, days, finishes, at))
    for (; edge < next; edge += EDGE_BYTES) {
      value = i32x4.min_s(value, convertedBound<Days>(edge, days, finishes, at, unitShift))
    }
    v128.store(row + at, value)
  }
}

/** Where edges have no slack to the start of a row that is done, one edge after the other; returns where the next word goes. */
function askEdges<Days>(
  finish: usize,
  own: usize,
  others: usize,
  converted: usize,
  next: usize,
  days: usize,
  finishes: usize,
  unitShift: i32,
  tight: usize,
): usize {
  for (let edge = others; edge < next; edge += EDGE_BYTES) {
    let bits: i32 = 0
    for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
      const start = i32x4.sub(v128.load(finish + at), daysAt<Days>(own, at))
      const bound =
        edge < converted
          ? boundOf<Days>(edge, days, finishes, at)
          : convertedBound<Days>(edge, days, finishes, at, unitShift)
      bits |= i32x4.bitmask(i32x4.eq(start, bound)) << (<i32>(at >> 2))
    }
    store<i32>(tight, bits)
    tight += 4
  }
  return tight
}

/**
 * The start bounds that an edge between calendars makes for all runs, left in a row. All runs are looked up one by one between what
 * vectors do before and after, by way of memory: so look-ups do not wait for each other, nor for lanes to be taken out and put in.
 */
function convertRow<Days>(edge: usize, days: usize, finishes: usize, unitShift: i32, left: usize): void {
  const date = finishes + <usize>load<u32>(edge, EDGE_ROW)
  const less = days + <usize>load<u32>(edge, EDGE_LESS)
  const description = <usize>load<u32>(edge, EDGE_TABLE)
  const half = i32x4.splat((1 << (unitShift - 1)) - 1)
  const one = i32x4.splat(1)
  let least = i32x4.splat(i32.MAX_VALUE)
  for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
    const value = i32x4.sub(v128.load(date + at), daysAt<Days>(less, at))
    const odd = v128.and(i32x4.shr_u(value, unitShift), one)
    const whole = i32x4.shr_u(i32x4.add(i32x4.add(value, half), odd), unitShift)
    least = i32x4.min_s(least, whole)
    // Room for whole offsets is behind that for bounds, which hold the fractions until then.
    v128.store(left + at, whole, WIDE_ROW_BYTES)
    v128.store(left + at, i32x4.sub(value, i32x4.shl(whole, unitShift)))
  }
  if (!i32x4.all_true(least)) {
    for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
      v128.store(left + at, convertedBound<Days>(edge, days, finishes, at, unitShift))
    }
    return
  }
  const places = <usize>load<u32>(description, CONVERT_PLACES)
  const offsets = <usize>load<u32>(description, CONVERT_OFFSETS)
  const wholes = left + WIDE_ROW_BYTES
  for (let run = wholes; run < wholes + WIDE_ROW_BYTES; run += 16) {
    store<i32>(run, offsetFor(load<i32>(run), places, offsets))
    store<i32>(run, offsetFor(load<i32>(run, 4), places, offsets), 4)
    store<i32>(run, offsetFor(load<i32>(run, 8), places, offsets), 8)
    store<i32>(run, offsetFor(load<i32>(run, 12), places, offsets), 12)
  }
  const add = v128.load32_splat(description, CONVERT_ADD)
  const own = days + <usize>load<u32>(edge, EDGE_OWN)
  for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
    const moved = i32x4.add(i32x4.add(v128.load(wholes + at), v128.load(left + at)), add)
    v128.store(left + at, i32x4.sub(moved, daysAt<Days>(own, at)))
  }
}

/** Durations of four runs, `at` bytes into a row of 32 bits. */
function daysAt<Days>(row: usize, at: usize): v128 {
  return sizeof<Days>() === sizeof<Short>() ? v128.load_ext<u16>(row + (at >> 1)) : v128.load(row + at)
}

/** The start bound that an edge other than plain makes for four runs. */
function boundOf<Days>(edge: usize, days: usize, finishes: usize, at: usize): v128 {
  const value = i32x4.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    daysAt<Days>(days + <usize>load<u32>(edge, EDGE_LESS), at),
  )
  const moved = i32x4.add(value, v128.load32_splat(edge, EDGE_SHIFT))
  return i32x4.sub(moved, daysAt<Days>(days + <usize>load<u32>(edge, EDGE_OWN), at))
}

/** The start bound that an edge between calendars makes for four runs. */
function convertedBound<Days>(edge: usize, days: usize, finishes: usize, at: usize, unitShift: i32): v128 {
  const value = i32x4.sub(
    v128.load(finishes + <usize>load<u32>(edge, EDGE_ROW) + at),
    daysAt<Days>(days + <usize>load<u32>(edge, EDGE_LESS), at),
  )
  const bound = convert(value, <usize>load<u32>(edge, EDGE_TABLE), unitShift)
  return i32x4.sub(bound, daysAt<Days>(days + <usize>load<u32>(edge, EDGE_OWN), at))
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
  const marks = openMarks(header)
  const completion = <usize>load<u32>(header, SIM_COMPLETION_ADDRESS)
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  let end = <usize>load<u32>(header, SIM_ENDS_ADDRESS)
  for (let left = load<i32>(header, SIM_END_COUNT); left > 0; left--) {
    const own = marks + (<usize>load<u32>(end) >> 5)
    for (let half: usize = 0; half < <usize>WIDE_ROW_BYTES; half += 64) {
      const row = finishes + <usize>load<u32>(end) + half
      const ends = completion + <usize>load<u32>(end, 4) + half
      const bits = bitsOf(
        i32x4.eq(v128.load(row), v128.load(ends)),
        i32x4.eq(v128.load(row, 16), v128.load(ends, 16)),
        i32x4.eq(v128.load(row, 32), v128.load(ends, 32)),
        i32x4.eq(v128.load(row, 48), v128.load(ends, 48)),
      )
      store<u16>(own + (half >> 5), <u16>bits)
    }
    end += 8
  }
  trace(header)
}
