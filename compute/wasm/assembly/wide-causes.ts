// Drivers, delays of risks and finishes of projects in wide lanes: `causes.ts` in 32 bits.

import {
  FACTOR_BITS,
  SHARE_BYTES,
  SHARE_KIND,
  SHARE_LEAST,
  SHARE_ROW_COUNT,
  SHARE_SCALE,
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
import { WIDE_ROW_BYTES } from '../layout/wide-lanes'

/** Applies the drivers of a block to the samples, in order. */
export function wideShare(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let step = <usize>load<u32>(header, SIM_SHARE_ADDRESS)
  for (let left = load<i32>(header, SIM_SHARE_COUNT); left > 0; left--) {
    const source = <usize>load<u32>(step, SHARE_SOURCE)
    const kind = load<u32>(step, SHARE_KIND)
    const value = i32x4.splat(<i32>source)
    const least = v128.load32_splat(step, SHARE_LEAST)
    const end = step + SHARE_BYTES + ((<usize>load<u32>(step, SHARE_ROW_COUNT)) << 2)
    for (let word = step + SHARE_BYTES; word < end; word += 4) {
      const row = days + <usize>load<u32>(word)
      for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
        let shared = value
        if (kind === SHARE_SCALE) shared = scale(v128.load(row + at), v128.load(source + at))
        else if (kind === SHARE_SHIFT) {
          const grown = i32x4.add(v128.load(row + at), v128.load(source + at))
          shared = i32x4.sub(grown, v128.load(source + at, WIDE_ROW_BYTES))
        }
        // The least is 0 where rows are not raised: nothing is less than that.
        v128.store(row + at, i32x4.max_s(shared, least))
      }
    }
    step = end
  }
}

/** Products of samples and factors, rounded. */
function scale(units: v128, factor: v128): v128 {
  const half = i64x2.splat(1 << (FACTOR_BITS - 1))
  const low = i64x2.add(i64x2.extmul_low_i32x4_u(units, factor), half)
  const high = i64x2.add(i64x2.extmul_high_i32x4_u(units, factor), half)
  return i32x4.shuffle(i64x2.shr_u(low, FACTOR_BITS), i64x2.shr_u(high, FACTOR_BITS), 0, 2, 4, 6)
}

/** Adds delays to the rows they hit. */
export function wideDelay(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let pair = <usize>load<u32>(header, SIM_DELAYS_ADDRESS)
  for (let left = load<i32>(header, SIM_DELAY_COUNT); left > 0; left--) {
    const row = days + <usize>load<u32>(pair)
    const delay = <usize>load<u32>(pair, 4)
    for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
      v128.store(row + at, i32x4.add(v128.load(row + at), v128.load(delay + at)))
    }
    pair += 8
  }
}

/** The latest finish of every project in every run. */
export function wideGroup(header: usize): void {
  const finishes = <usize>load<u32>(header, SIM_FINISHES_ADDRESS)
  let out = <usize>load<u32>(header, SIM_GROUP_ROWS_ADDRESS)
  let word = <usize>load<u32>(header, SIM_GROUPS_ADDRESS)
  for (let left = load<i32>(header, SIM_GROUP_COUNT); left > 0; left--) {
    const least = i32x4.splat(load<i32>(word))
    for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) v128.store(out + at, least)
    const end = word + 8 + ((<usize>load<u32>(word, 4)) << 2)
    for (word += 8; word < end; word += 4) {
      const row = finishes + <usize>load<u32>(word)
      for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
        v128.store(out + at, i32x4.max_s(v128.load(out + at), v128.load(row + at)))
      }
    }
    out += WIDE_ROW_BYTES
  }
}
