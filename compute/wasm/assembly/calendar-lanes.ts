// Edges between calendars, or with lags in elapsed days, eight runs a vector: the day of a date as a week and a place in it, and of
// that the offset on the calendar entered. Same bits as compute/simulation/prepare/convert-offset.ts, which is the readable form.

import {
  BREAK_BEFORE,
  BREAK_BEHIND,
  BREAK_BYTES,
  BREAK_DAYS,
  BREAK_OFFSET,
  BREAK_SUM,
  DATE_BREAK,
  DATE_BREAK_COUNT,
  DATE_FRACTIONS,
  DATE_HIGH,
  DATE_IS_START,
  DATE_LEAVE,
  DATE_LESS,
  DATE_LOW,
  DATE_ROW,
  MOST_BREAKS,
  PLACES_SHIFT,
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
import {
  EDGE_OWN,
  EDGE_ROW,
  EDGE_TABLE,
  EDGE_TABLE_SHIFT,
  ROW_BYTES,
  SIM_PLACES_ADDRESS,
  SIM_UNITS_PER_DAY,
} from '../layout/simulation'

// Constants lie in memory, where a vector takes one step to load and three to make; a shift that is not known takes four, a product one.

/**
 * The start bounds, with the bias of the tables, that an edge through a table makes for all runs. Those far before the project start
 * count for nothing, and so do not look like one at it.
 */
export function convertRow(header: usize, edge: usize, days: usize, dates: usize, into: usize): void {
  const rule = <usize>load<u32>(edge, EDGE_TABLE)
  const position = <usize>load<u32>(edge, EDGE_ROW)
  const places = <usize>load<u32>(header, SIM_PLACES_ADDRESS) + (position >> PLACES_SHIFT)
  const row = dates + position
  const own = days + <usize>load<u32>(edge, EDGE_OWN)
  const plus = v128.load16_splat(edge, EDGE_TABLE_SHIFT)
  const minus = v128.load16_splat(edge, EDGE_TABLE_SHIFT + 2)
  const mask = v128.load(rule, RULE_MASK)
  const move = <i32>load<u16>(rule, RULE_MOVE)
  const spans = <usize>load<u32>(rule, RULE_SPANS)
  const least = ((<i32>load<u16>(places) + move) >> SPAN_SHIFT) * SPAN_BYTES
  const most = ((<i32>load<u16>(places, 2) + move) >> SPAN_SHIFT) * SPAN_BYTES
  const first = <i32>load<u16>(spans + least)
  const last = <i32>load<u16>(spans + most, SPAN_BYTES + 2)
  if (last - first > MOST_BREAKS) {
    lookUpOffsets(rule, row, into)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      v128.store(into + at, bound(withFraction(row + at, v128.load(into + at)), plus, minus, own + at))
    }
    return
  }
  let next = <usize>load<u32>(rule, RULE_BREAKS) + <usize>first * BREAK_BYTES
  const week = v128.load16_splat(rule, RULE_WEEK)
  const table = v128.load(rule, RULE_DAYS)
  const add = v128.load16_splat(rule, RULE_ADD)
  const d0 = i16x8.add(add, offsetAt(row, week, table, mask))
  const d1 = i16x8.add(add, offsetAt(row + 16, week, table, mask))
  const d2 = i16x8.add(add, offsetAt(row + 32, week, table, mask))
  const d3 = i16x8.add(add, offsetAt(row + 48, week, table, mask))
  const sum = v128.load16_splat(next, BREAK_SUM)
  let a0 = i16x8.add(d0, sum)
  let a1 = i16x8.add(d1, sum)
  let a2 = i16x8.add(d2, sum)
  let a3 = i16x8.add(d3, sum)
  for (const end = next + <usize>(last - first) * BREAK_BYTES; next < end; next += BREAK_BYTES) {
    const offset = v128.load16_splat(next, BREAK_OFFSET)
    const behind = v128.load16_splat(next, BREAK_BEHIND)
    a0 = i16x8.max_s(i16x8.min_s(a0, offset), i16x8.add(d0, behind))
    a1 = i16x8.max_s(i16x8.min_s(a1, offset), i16x8.add(d1, behind))
    a2 = i16x8.max_s(i16x8.min_s(a2, offset), i16x8.add(d2, behind))
    a3 = i16x8.max_s(i16x8.min_s(a3, offset), i16x8.add(d3, behind))
  }
  const units = v128.load16_splat(header, SIM_UNITS_PER_DAY)
  v128.store(into, bound(withFraction(row, i16x8.mul(a0, units)), plus, minus, own))
  v128.store(into, bound(withFraction(row + 16, i16x8.mul(a1, units)), plus, minus, own + 16), 16)
  v128.store(into, bound(withFraction(row + 32, i16x8.mul(a2, units)), plus, minus, own + 32), 32)
  v128.store(into, bound(withFraction(row + 48, i16x8.mul(a3, units)), plus, minus, own + 48), 48)
}

/** The offsets of eight runs if all weeks were alike. */
function offsetAt(row: usize, week: v128, table: v128, mask: v128): v128 {
  return i16x8.add(i16x8.mul(v128.load(row), week), pick(table, v128.or(v128.load(row, DATE_FRACTIONS), mask)))
}

function withFraction(row: usize, whole: v128): v128 {
  return i16x8.add(whole, i16x8.shr_s(v128.load(row, DATE_FRACTIONS), 8))
}

/** The places of eight runs, moved. */
function placeAt(row: usize, mask: v128, moves: v128): v128 {
  const week = v128.load(row)
  const inWeek = v128.andnot(v128.load(row, DATE_FRACTIONS), mask)
  return i16x8.add(i16x8.add(i16x8.sub(i16x8.shl(week, 3), week), inWeek), moves)
}

function bound(offset: v128, plus: v128, minus: v128, own: usize): v128 {
  return i16x8.sub_sat_u(i16x8.sub_sat_u(i16x8.add_sat_u(offset, plus), minus), v128.load(own))
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

/**
 * The day on which a date of a node that is done lies: that of the nearest whole offset, halves going to the even one, and the
 * fraction that is carried along; once for all edges that count from the date.
 */
export function writeDate(header: usize, date: usize, finish: usize, days: usize, dates: usize): void {
  const less = days + <usize>load<u32>(date, DATE_LESS)
  const row = dates + <usize>load<u32>(date, DATE_ROW)
  const rule = <usize>load<u32>(date, DATE_LEAVE)
  const units = v128.load16_splat(header, SIM_UNITS_PER_DAY)
  const isStart = v128.load16_splat(date, DATE_IS_START)
  const v0 = i16x8.sub(v128.load(finish), v128.load(less))
  const v1 = i16x8.sub(v128.load(finish, 16), v128.load(less, 16))
  const v2 = i16x8.sub(v128.load(finish, 32), v128.load(less, 32))
  const v3 = i16x8.sub(v128.load(finish, 48), v128.load(less, 48))
  let w0 = wholeOf(rule, v0, units)
  let w1 = wholeOf(rule, v1, units)
  let w2 = wholeOf(rule, v2, units)
  let w3 = wholeOf(rule, v3, units)
  const f0 = i16x8.shl(i16x8.sub(v0, i16x8.mul(w0, units)), 8)
  const f1 = i16x8.shl(i16x8.sub(v1, i16x8.mul(w1, units)), 8)
  const f2 = i16x8.shl(i16x8.sub(v2, i16x8.mul(w2, units)), 8)
  const f3 = i16x8.shl(i16x8.sub(v3, i16x8.mul(w3, units)), 8)
  w0 = i16x8.add(w0, isStart)
  w1 = i16x8.add(w1, isStart)
  w2 = i16x8.add(w2, isStart)
  w3 = i16x8.add(w3, isStart)
  // Which breaks come into question is known without waiting for these runs: what lies outside is seen in passing, and is rare.
  const lowest = v128.load16_splat(date, DATE_LOW)
  const highest = v128.load16_splat(date, DATE_HIGH)
  const low = i16x8.min_s(i16x8.min_s(w0, w1), i16x8.min_s(w2, w3))
  const high = i16x8.max_s(i16x8.max_s(w0, w1), i16x8.max_s(w2, w3))
  const isOutside = v128.any_true(v128.or(i16x8.gt_s(lowest, low), i16x8.gt_s(high, highest)))
  const count = <usize>load<u16>(date, DATE_BREAK_COUNT)
  if (<i32>isOutside | <i32>(count > <usize>MOST_BREAKS)) {
    v128.store(row, w0)
    v128.store(row, w1, 16)
    v128.store(row, w2, 32)
    v128.store(row, w3, 48)
    v128.store(row, f0, DATE_FRACTIONS)
    v128.store(row, f1, DATE_FRACTIONS + 16)
    v128.store(row, f2, DATE_FRACTIONS + 32)
    v128.store(row, f3, DATE_FRACTIONS + 48)
    if (isOutside) widen(header, date, row)
    lookUpDays(<usize>load<u32>(rule, RULE_CELLS), row)
    return
  }
  let next = <usize>load<u32>(rule, RULE_BREAKS) + <usize>load<u16>(date, DATE_BREAK) * BREAK_BYTES
  const sum = v128.load16_splat(next, BREAK_SUM)
  let r0 = i16x8.add(w0, sum)
  let r1 = i16x8.add(w1, sum)
  let r2 = i16x8.add(w2, sum)
  let r3 = i16x8.add(w3, sum)
  for (const end = next + count * BREAK_BYTES; next < end; next += BREAK_BYTES) {
    const before = v128.load16_splat(next, BREAK_BEFORE)
    const step = v128.load16_splat(next, BREAK_DAYS)
    r0 = i16x8.add(r0, v128.and(i16x8.gt_s(w0, before), step))
    r1 = i16x8.add(r1, v128.and(i16x8.gt_s(w1, before), step))
    r2 = i16x8.add(r2, v128.and(i16x8.gt_s(w2, before), step))
    r3 = i16x8.add(r3, v128.and(i16x8.gt_s(w3, before), step))
  }
  putDay(rule, row, r0, f0)
  putDay(rule, row + 16, r1, f1)
  putDay(rule, row + 32, r2, f2)
  putDay(rule, row + 48, r3, f3)
}

/** Takes runs into the bounds of a row, and a quarter more of what they span, so that this is seldom done. */
function widen(header: usize, date: usize, row: usize): void {
  const rule = <usize>load<u32>(date, DATE_LEAVE)
  let low = <i32>load<u16>(date, DATE_LOW)
  let high = <i32>load<u16>(date, DATE_HIGH)
  if (high === 0) low = high = <i32>load<u16>(row)
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
  store<u16>(date, low, DATE_LOW)
  store<u16>(date, high, DATE_HIGH)
  store<u16>(date, load<u16>(from), DATE_BREAK)
  store<u16>(date, load<u16>(to) - load<u16>(from), DATE_BREAK_COUNT)
  const places = <usize>load<u32>(header, SIM_PLACES_ADDRESS) + (<usize>load<u32>(date, DATE_ROW) >> PLACES_SHIFT)
  store<u16>(places, load<u16>(from, 2))
  store<u16>(places, load<u16>(to, 2), 2)
}

/** The nearest whole offsets. A product rounds halves up, so an odd one is told from an even one first. */
function wholeOf(rule: usize, value: v128, units: v128): v128 {
  const isOdd = i16x8.eq(v128.and(value, units), units)
  const moved = i16x8.sub(i16x8.add(value, v128.load16_splat(rule, RULE_HALF)), isOdd)
  return i16x8.add(share(moved, v128.load16_splat(rule, RULE_PART)), v128.load16_splat(rule, RULE_WHOLE))
}

/** Writes the weeks and days of eight runs, told from their ranks among the working days of weeks alike. */
function putDay(rule: usize, into: usize, rank: v128, fraction: v128): void {
  const week = share(i16x8.sub(rank, v128.load16_splat(rule, RULE_CENTRE)), v128.load16_splat(rule, RULE_TURN))
  const inWeek = i16x8.sub(rank, i16x8.mul(week, v128.load16_splat(rule, RULE_WEEK)))
  const day = pick(v128.load(rule, RULE_DAYS), v128.or(inWeek, v128.load(rule, RULE_MASK)))
  v128.store(into, week)
  v128.store(into, v128.or(day, fraction), DATE_FRACTIONS)
}

/** Puts weeks and days in place of whole offsets, looked up one by one, beside the fractions that are there. */
function lookUpDays(cells: usize, row: usize): void {
  for (const end = row + <usize>ROW_BYTES; row < end; row += 16) {
    const found = i64x2.replace_lane(i64x2.splat(cellsAt(row, cells)), 1, cellsAt(row + 8, cells))
    const day = v128.and(found, i16x8.splat(7))
    v128.store(row, i16x8.shr_u(found, 3))
    v128.store(row, v128.or(day, v128.load(row, DATE_FRACTIONS)), DATE_FRACTIONS)
  }
}

// The relaxed forms differ only where an index has no top bit and is above 15, or both factors are -1: never here.

function pick(table: v128, index: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(table, index) : i8x16.swizzle(table, index)
}

function share(rank: v128, factor: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i16x8.relaxed_q15mulr_s(rank, factor) : i16x8.q15mulr_sat_s(rank, factor)
}
