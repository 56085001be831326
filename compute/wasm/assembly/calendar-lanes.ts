// Edges between calendars, or with lags in elapsed days, eight runs a vector: the day of a date as a week and a place in it, and of
// that the offset on the calendar entered. Same bits as compute/simulation/prepare/convert-offset.ts, which is the readable form.

import {
  BOUND_BREAK_COUNT,
  BOUND_BREAKS,
  BOUND_BYTES,
  BOUND_ROW,
  BOUND_RULE,
  BOUND_SEEN,
  BOUND_SHIFT,
  BOUND_UNITS,
  BREAK_BEFORE,
  BREAK_BEHIND,
  BREAK_BYTES,
  BREAK_DAYS,
  BREAK_OFFSET,
  BREAK_SUM,
  DATE_BOUND_COUNT,
  DATE_BREAK_COUNT,
  DATE_BREAKS,
  DATE_BYTES,
  DATE_DAYS,
  DATE_FRACTIONS,
  DATE_HIGH,
  DATE_IS_START,
  DATE_LEAVE,
  DATE_LESS,
  DATE_LOW,
  DATE_PLACES,
  DATE_SUM,
  MOST_BREAKS,
  RULE_ADD,
  RULE_BREAKS,
  RULE_CELLS,
  RULE_CENTRE,
  RULE_DAYS,
  RULE_HALF,
  RULE_LAST,
  RULE_MASK,
  RULE_MOVE,
  RULE_PART,
  RULE_SPANS,
  RULE_TURN,
  RULE_WEEK,
  RULE_WHOLE,
  SPAN_BYTES,
  SPAN_SHIFT,
} from '../layout/calendars'
import { ROW_BYTES, SIM_UNITS_PER_DAY } from '../layout/simulation'

const MOST_UNITS: i32 = 65_535

// Constants lie in memory, where a vector takes one step to load and three to make; a shift that is not known takes four, a product one.

/**
 * Sets the bounds that a date of a node that is done makes on other calendars, with the bias of the tables. Its day is that of the nearest
 * whole offset, halves going to the even one, and the fraction is carried along; both stay in vectors from one bound to the next. Bounds far
 * before the project start count for nothing, and so do not look like one at it. Returns where the next date stands.
 */
export function setBounds(header: usize, date: usize, finish: usize, days: usize, bounds: usize, room: usize): usize {
  const less = days + <usize>load<u32>(date, DATE_LESS)
  const leave = <usize>load<u32>(date, DATE_LEAVE)
  const units = v128.load16_splat(header, SIM_UNITS_PER_DAY)
  const v0 = i16x8.sub(v128.load(finish), v128.load(less))
  const v1 = i16x8.sub(v128.load(finish, 16), v128.load(less, 16))
  const v2 = i16x8.sub(v128.load(finish, 32), v128.load(less, 32))
  const v3 = i16x8.sub(v128.load(finish, 48), v128.load(less, 48))
  let w0 = wholeOf(leave, v0, units)
  let w1 = wholeOf(leave, v1, units)
  let w2 = wholeOf(leave, v2, units)
  let w3 = wholeOf(leave, v3, units)
  const f0 = i16x8.sub(v0, i16x8.mul(w0, units))
  const f1 = i16x8.sub(v1, i16x8.mul(w1, units))
  const f2 = i16x8.sub(v2, i16x8.mul(w2, units))
  const f3 = i16x8.sub(v3, i16x8.mul(w3, units))
  // Which breaks come into question is known without waiting for these runs: what lies outside is seen in passing, and is rare.
  const lowest = v128.load16_splat(date, DATE_LOW)
  const highest = v128.load16_splat(date, DATE_HIGH)
  const low = i16x8.min_s(i16x8.min_s(w0, w1), i16x8.min_s(w2, w3))
  const high = i16x8.max_s(i16x8.max_s(w0, w1), i16x8.max_s(w2, w3))
  const isOutside = v128.any_true(v128.or(i16x8.gt_s(lowest, low), i16x8.gt_s(high, highest)))
  const breaks = <usize>load<u16>(date, DATE_BREAK_COUNT)
  let d0 = units
  let d1 = units
  let d2 = units
  let d3 = units
  if (<i32>isOutside | <i32>(breaks > <usize>MOST_BREAKS)) {
    const isStart = v128.load16_splat(date, DATE_IS_START)
    v128.store(room, i16x8.add(w0, isStart))
    v128.store(room, i16x8.add(w1, isStart), 16)
    v128.store(room, i16x8.add(w2, isStart), 32)
    v128.store(room, i16x8.add(w3, isStart), 48)
    if (isOutside) widen(date, room)
    lookUpDays(leave, room)
    w0 = v128.load(room)
    w1 = v128.load(room, 16)
    w2 = v128.load(room, 32)
    w3 = v128.load(room, 48)
    d0 = v128.load(room, DATE_DAYS)
    d1 = v128.load(room, DATE_DAYS + 16)
    d2 = v128.load(room, DATE_DAYS + 32)
    d3 = v128.load(room, DATE_DAYS + 48)
  } else {
    const sum = v128.load16_splat(date, DATE_SUM)
    d0 = i16x8.add(w0, sum)
    d1 = i16x8.add(w1, sum)
    d2 = i16x8.add(w2, sum)
    d3 = i16x8.add(w3, sum)
    let next = <usize>load<u32>(date, DATE_BREAKS)
    for (const end = next + breaks * BREAK_BYTES; next < end; next += BREAK_BYTES) {
      const before = i16x8.sub(v128.load16_splat(next, BREAK_BEFORE), v128.load16_splat(date, DATE_IS_START))
      const step = v128.load16_splat(next, BREAK_DAYS)
      d0 = i16x8.add(d0, v128.and(i16x8.gt_s(w0, before), step))
      d1 = i16x8.add(d1, v128.and(i16x8.gt_s(w1, before), step))
      d2 = i16x8.add(d2, v128.and(i16x8.gt_s(w2, before), step))
      d3 = i16x8.add(d3, v128.and(i16x8.gt_s(w3, before), step))
    }
    w0 = weekOf(leave, d0)
    w1 = weekOf(leave, d1)
    w2 = weekOf(leave, d2)
    w3 = weekOf(leave, d3)
    d0 = dayOf(leave, d0, w0)
    d1 = dayOf(leave, d1, w1)
    d2 = dayOf(leave, d2, w2)
    d3 = dayOf(leave, d3, w3)
  }
  const places = load<u32>(date, DATE_PLACES)
  let bound = date + DATE_BYTES
  for (let left = <i32>load<u16>(date, DATE_BOUND_COUNT); left > 0; left--) {
    if (places !== load<u32>(bound, BOUND_SEEN)) lookAhead(header, bound, places)
    const rule = <usize>load<u32>(bound, BOUND_RULE)
    const into = bounds + <usize>load<u32>(bound, BOUND_ROW)
    const count = <i32>load<i16>(bound, BOUND_BREAK_COUNT)
    if (count < 0) {
      putDate(room, w0, d0, f0)
      putDate(room + 16, w1, d1, f1)
      putDate(room + 32, w2, d2, f2)
      putDate(room + 48, w3, d3, f3)
      convertEach(bound, rule, room, into)
    } else {
      const week = v128.load16_splat(rule, RULE_WEEK)
      const table = v128.load(rule, RULE_DAYS)
      const more = v128.load16_splat(bound, BOUND_UNITS)
      let a0 = i16x8.add(i16x8.mul(w0, week), pick(table, d0))
      let a1 = i16x8.add(i16x8.mul(w1, week), pick(table, d1))
      let a2 = i16x8.add(i16x8.mul(w2, week), pick(table, d2))
      let a3 = i16x8.add(i16x8.mul(w3, week), pick(table, d3))
      if (count > 0) {
        let next = <usize>load<u32>(bound, BOUND_BREAKS)
        const add = v128.load16_splat(rule, RULE_ADD)
        const sum = v128.load16_splat(next, BREAK_SUM)
        const r0 = i16x8.add(a0, add)
        const r1 = i16x8.add(a1, add)
        const r2 = i16x8.add(a2, add)
        const r3 = i16x8.add(a3, add)
        a0 = i16x8.add(r0, sum)
        a1 = i16x8.add(r1, sum)
        a2 = i16x8.add(r2, sum)
        a3 = i16x8.add(r3, sum)
        for (const end = next + <usize>count * BREAK_BYTES; next < end; next += BREAK_BYTES) {
          const offset = v128.load16_splat(next, BREAK_OFFSET)
          const behind = v128.load16_splat(next, BREAK_BEHIND)
          a0 = i16x8.max_s(i16x8.min_s(a0, offset), i16x8.add(r0, behind))
          a1 = i16x8.max_s(i16x8.min_s(a1, offset), i16x8.add(r1, behind))
          a2 = i16x8.max_s(i16x8.min_s(a2, offset), i16x8.add(r2, behind))
          a3 = i16x8.max_s(i16x8.min_s(a3, offset), i16x8.add(r3, behind))
        }
      }
      v128.store(into, i16x8.add(i16x8.add(i16x8.mul(a0, units), f0), more))
      v128.store(into, i16x8.add(i16x8.add(i16x8.mul(a1, units), f1), more), 16)
      v128.store(into, i16x8.add(i16x8.add(i16x8.mul(a2, units), f2), more), 32)
      v128.store(into, i16x8.add(i16x8.add(i16x8.mul(a3, units), f3), more), 48)
    }
    bound += BOUND_BYTES
  }
  return bound
}

function putDate(into: usize, week: v128, day: v128, fraction: v128): void {
  v128.store(into, week)
  v128.store(into, day, DATE_DAYS)
  v128.store(into, fraction, DATE_FRACTIONS)
}

/**
 * Notes in a bound what it asks of runs that lie between two places. They stay from block to block, so that this is seldom done. Where
 * none of these runs can leave 16 bits, all that is added and taken off is one number.
 */
function lookAhead(header: usize, bound: usize, places: u32): void {
  const rule = <usize>load<u32>(bound, BOUND_RULE)
  const units = load<i32>(header, SIM_UNITS_PER_DAY)
  const move = <usize>load<u16>(rule, RULE_MOVE)
  const least = <usize>(places & 0xffff) + move
  const most = <usize>(places >> 16) + move
  const spans = <usize>load<u32>(rule, RULE_SPANS)
  const first = <i32>load<u16>(spans + (least >> SPAN_SHIFT) * SPAN_BYTES)
  const last = <i32>load<u16>(spans + (most >> SPAN_SHIFT) * SPAN_BYTES, SPAN_BYTES + 2)
  const cells = <usize>load<u32>(rule, RULE_CELLS)
  const plus = <i32>load<u16>(bound, BOUND_SHIFT)
  const minus = <i32>load<u16>(bound, BOUND_SHIFT + 2)
  // A fraction is less than a day.
  const isInside =
    <i32>load<u16>(cells + (least << 1)) - units + plus - minus >= 0 &&
    <i32>load<u16>(cells + (most << 1)) + units + plus <= MOST_UNITS
  const count = last - first
  const next = <usize>load<u32>(rule, RULE_BREAKS) + <usize>first * BREAK_BYTES
  const add = <i32>load<u16>(rule, RULE_ADD)
  const alike = count === 0 ? (add + <i32>load<i16>(next, BREAK_SUM)) * units : 0
  store<u32>(bound, places, BOUND_SEEN)
  store<u32>(bound, next, BOUND_BREAKS)
  store<i16>(bound, <i16>(isInside && count <= MOST_BREAKS ? count : -1), BOUND_BREAK_COUNT)
  store<i16>(bound, <i16>(alike + plus - minus), BOUND_UNITS)
}

/** The same where there are many breaks, or where bounds may leave 16 bits. */
function convertEach(bound: usize, rule: usize, row: usize, into: usize): void {
  const plus = v128.load16_splat(bound, BOUND_SHIFT)
  const minus = v128.load16_splat(bound, BOUND_SHIFT + 2)
  lookUpOffsets(rule, row, into)
  for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
    const offset = i16x8.add(v128.load(into + at), v128.load(row + at, DATE_FRACTIONS))
    v128.store(into + at, i16x8.sub_sat_u(i16x8.add_sat_u(offset, plus), minus))
  }
}

/** The places of eight runs, moved. */
function placeAt(row: usize, mask: v128, moves: v128): v128 {
  const week = v128.load(row)
  const inWeek = v128.andnot(v128.load(row, DATE_DAYS), mask)
  return i16x8.add(i16x8.add(i16x8.sub(i16x8.shl(week, 3), week), inWeek), moves)
}

/** Whole offsets, one by one. They are put together in words, because what is written in small pieces cannot be read as a vector for a while. */
function lookUpOffsets(rule: usize, row: usize, into: usize): void {
  const moves = v128.load16_splat(rule, RULE_MOVE)
  const mask = v128.load(rule, RULE_MASK)
  const cells = <usize>load<u32>(rule, RULE_CELLS)
  for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) v128.store(into + at, placeAt(row + at, mask, moves))
  for (const end = into + <usize>ROW_BYTES; into < end; into += 16) {
    v128.store(into, i64x2.replace_lane(i64x2.splat(cellsAt(into, cells)), 1, cellsAt(into + 8, cells)))
  }
}

/** The cells of four places or offsets. */
function cellsAt(place: usize, cells: usize): i64 {
  return (
    <i64>load<u16>(cells + ((<usize>load<u16>(place)) << 1)) |
    ((<i64>load<u16>(cells + ((<usize>load<u16>(place, 2)) << 1))) << 16) |
    ((<i64>load<u16>(cells + ((<usize>load<u16>(place, 4)) << 1))) << 32) |
    ((<i64>load<u16>(cells + ((<usize>load<u16>(place, 6)) << 1))) << 48)
  )
}

/** Takes runs into the bounds of a row, and a quarter more of what they span, so that this is seldom done. */
function widen(date: usize, row: usize): void {
  const rule = <usize>load<u32>(date, DATE_LEAVE)
  const isStart = <i32>load<u16>(date, DATE_IS_START)
  let low = <i32>load<i16>(date, DATE_LOW) + isStart
  let high = <i32>load<i16>(date, DATE_HIGH) + isStart
  if (high < low) low = high = <i32>load<u16>(row)
  let least = low
  let most = high
  for (let run: usize = 0; run < <usize>ROW_BYTES; run += 2) {
    const whole = <i32>load<u16>(row + run)
    least = min(least, whole)
    most = max(most, whole)
  }
  const more = (most - least) >> 2
  if (least < low) low = max(least - more, 0)
  if (most > high) high = min(most + more, <i32>load<u16>(rule, RULE_LAST))
  const spans = <usize>load<u32>(rule, RULE_SPANS)
  const from = spans + <usize>(low >> SPAN_SHIFT) * SPAN_BYTES
  const to = spans + <usize>(high >> SPAN_SHIFT) * SPAN_BYTES + SPAN_BYTES
  const breaks = <usize>load<u32>(rule, RULE_BREAKS) + <usize>load<u16>(from) * BREAK_BYTES
  store<u16>(date, <u16>(low - isStart), DATE_LOW)
  store<u16>(date, <u16>(high - isStart), DATE_HIGH)
  store<u16>(date, load<u16>(to) - load<u16>(from), DATE_BREAK_COUNT)
  store<u16>(date, <u16>(<i32>load<u16>(breaks, BREAK_SUM) + isStart), DATE_SUM)
  store<u32>(date, breaks, DATE_BREAKS)
  store<u16>(date, load<u16>(from, 2), DATE_PLACES)
  store<u16>(date, load<u16>(to, 2), DATE_PLACES + 2)
}

/** The nearest whole offsets. A product rounds halves up, so an odd one is told from an even one first. */
function wholeOf(rule: usize, value: v128, units: v128): v128 {
  const isOdd = i16x8.eq(v128.and(value, units), units)
  const moved = i16x8.sub(i16x8.add(value, v128.load16_splat(rule, RULE_HALF)), isOdd)
  return i16x8.add(share(moved, v128.load16_splat(rule, RULE_PART)), v128.load16_splat(rule, RULE_WHOLE))
}

/** The weeks of eight runs, told from their ranks among the working days of weeks alike. */
function weekOf(rule: usize, rank: v128): v128 {
  return share(i16x8.sub(rank, v128.load16_splat(rule, RULE_CENTRE)), v128.load16_splat(rule, RULE_TURN))
}

/** And their places in these weeks. */
function dayOf(rule: usize, rank: v128, week: v128): v128 {
  const inWeek = i16x8.sub(rank, i16x8.mul(week, v128.load16_splat(rule, RULE_WEEK)))
  return pick(v128.load(rule, RULE_DAYS), v128.or(inWeek, v128.load(rule, RULE_MASK)))
}

/** Puts weeks and days in place of whole offsets, looked up one by one. */
function lookUpDays(rule: usize, row: usize): void {
  const cells = <usize>load<u32>(rule, RULE_CELLS)
  const upper = i16x8.splat(-256)
  for (const end = row + <usize>ROW_BYTES; row < end; row += 16) {
    const found = i64x2.replace_lane(i64x2.splat(cellsAt(row, cells)), 1, cellsAt(row + 8, cells))
    const day = v128.and(found, i16x8.splat(7))
    v128.store(row, i16x8.shr_u(found, 3))
    v128.store(row, v128.or(day, upper), DATE_DAYS)
  }
}

// The relaxed forms differ only where an index has no top bit and is above 15, or both factors are -1: never here.

function pick(table: v128, index: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(table, index) : i8x16.swizzle(table, index)
}

function share(rank: v128, factor: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i16x8.relaxed_q15mulr_s(rank, factor) : i16x8.q15mulr_sat_s(rank, factor)
}
