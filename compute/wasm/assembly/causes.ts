// What several tasks share in a run: drivers, delays of risks, and the finish of a project. Same bits as
// compute/simulation/run/ts/apply-causes.ts, which is the readable form.

import {
  FACTOR_BITS,
  ROW_BYTES,
  SHARE_BYTES,
  SHARE_KIND,
  SHARE_LEAST,
  SHARE_ROW_COUNT,
  SHARE_SCALE,
  SHARE_SCALE_SMALL,
  SHARE_SHIFT,
  SHARE_SOURCE,
  SIM_DAYS_ADDRESS,
  SIM_DELAY_COUNT,
  SIM_DELAYS_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_GROUP_COUNT,
  SIM_GROUP_ROWS_ADDRESS,
  SIM_GROUPS_ADDRESS,
  SIM_SHARE_ADDRESS,
  SIM_SHARE_COUNT,
} from '../layout/simulation'

/** Applies the drivers of a block to the samples, in order. */
export function shareBlock(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let step = <usize>load<u32>(header, SIM_SHARE_ADDRESS)
  for (let left = load<i32>(header, SIM_SHARE_COUNT); left > 0; left--) {
    const first = step + SHARE_BYTES
    const end = first + ((<usize>load<u32>(step, SHARE_ROW_COUNT)) << 2)
    if (load<u32>(step, SHARE_KIND) === SHARE_SCALE_SMALL) scaleSmall(step, first, end, days)
    else shareRows(step, first, end, days)
    step = end
  }
}

function shareRows(step: usize, first: usize, end: usize, days: usize): void {
  const source = <usize>load<u32>(step, SHARE_SOURCE)
  const kind = load<u32>(step, SHARE_KIND)
  const value = i16x8.splat(<i16>source)
  const least = v128.load16_splat(step, SHARE_LEAST)
  for (let word = first; word < end; word += 4) {
    const row = days + <usize>load<u32>(word)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      let shared = value
      if (kind === SHARE_SCALE) shared = scale(v128.load(row + at), v128.load(source + at))
      else if (kind === SHARE_SHIFT) {
        const grown = i16x8.add_sat_u(v128.load(row + at), v128.load(source + at))
        shared = i16x8.sub_sat_u(grown, v128.load(source + at, ROW_BYTES))
      }
      v128.store(row + at, i16x8.max_u(shared, least))
    }
  }
}

/** Products of small samples: with the whole part of the factor, and with its fraction, which a rounding multiplication takes. */
function scaleSmall(step: usize, first: usize, end: usize, days: usize): void {
  const source = <usize>load<u32>(step, SHARE_SOURCE)
  const least = v128.load16_splat(step, SHARE_LEAST)
  const w0 = wholeOf(source)
  const w1 = wholeOf(source + 16)
  const w2 = wholeOf(source + 32)
  const w3 = wholeOf(source + 48)
  const f0 = fractionOf(source)
  const f1 = fractionOf(source + 16)
  const f2 = fractionOf(source + 32)
  const f3 = fractionOf(source + 48)
  for (let word = first; word < end; word += 4) {
    const row = days + <usize>load<u32>(word)
    v128.store(row, i16x8.max_u(product(v128.load(row), w0, f0), least))
    v128.store(row, i16x8.max_u(product(v128.load(row, 16), w1, f1), least), 16)
    v128.store(row, i16x8.max_u(product(v128.load(row, 32), w2, f2), least), 32)
    v128.store(row, i16x8.max_u(product(v128.load(row, 48), w3, f3), least), 48)
  }
}

function wholeOf(factor: usize): v128 {
  return i16x8.shr_u(v128.load(factor), FACTOR_BITS)
}

/** The fraction of a factor, of 32,768ths. */
function fractionOf(factor: usize): v128 {
  return i16x8.shr_u(i16x8.shl(v128.load(factor), 16 - FACTOR_BITS), 1)
}

function product(units: v128, whole: v128, fraction: v128): v128 {
  // Neither factor is negative, so both forms round alike.
  const part = ASC_FEATURE_RELAXED_SIMD
    ? i16x8.relaxed_q15mulr_s(units, fraction)
    : i16x8.q15mulr_sat_s(units, fraction)
  return i16x8.add(i16x8.mul(units, whole), part)
}

/** Products of samples and factors, rounded. */
function scale(units: v128, factor: v128): v128 {
  const half = i32x4.splat(1 << (FACTOR_BITS - 1))
  const low = i32x4.add(i32x4.extmul_low_i16x8_u(units, factor), half)
  const high = i32x4.add(i32x4.extmul_high_i16x8_u(units, factor), half)
  return i16x8.narrow_i32x4_u(i32x4.shr_u(low, FACTOR_BITS), i32x4.shr_u(high, FACTOR_BITS))
}

/** Adds delays to the rows they hit. */
export function delayBlock(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let pair = <usize>load<u32>(header, SIM_DELAYS_ADDRESS)
  for (let left = load<i32>(header, SIM_DELAY_COUNT); left > 0; left--) {
    const row = days + <usize>load<u32>(pair)
    const delay = <usize>load<u32>(pair, 4)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      v128.store(row + at, i16x8.add_sat_u(v128.load(row + at), v128.load(delay + at)))
    }
    pair += 8
  }
}

/** The latest finish of every project in every run. */
export function groupBlock(header: usize): void {
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  let out = <usize>load<u32>(header, SIM_GROUP_ROWS_ADDRESS)
  let word = <usize>load<u32>(header, SIM_GROUPS_ADDRESS)
  for (let left = load<i32>(header, SIM_GROUP_COUNT); left > 0; left--) {
    let m0 = i16x8.splat(<i16>load<u32>(word))
    let m1 = m0
    let m2 = m0
    let m3 = m0
    const end = word + 8 + ((<usize>load<u32>(word, 4)) << 2)
    for (word += 8; word < end; word += 4) {
      const row = finishes + <usize>load<u32>(word)
      m0 = i16x8.max_u(m0, v128.load(row))
      m1 = i16x8.max_u(m1, v128.load(row, 16))
      m2 = i16x8.max_u(m2, v128.load(row, 32))
      m3 = i16x8.max_u(m3, v128.load(row, 48))
    }
    v128.store(out, m0)
    v128.store(out, m1, 16)
    v128.store(out, m2, 32)
    v128.store(out, m3, 48)
    out += ROW_BYTES
  }
}
