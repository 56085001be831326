// What a block draws for its risks, the streams of four of them side by side. Same bits as compute/simulation/run/draw-causes.ts, which
// is the readable form.

import {
  DRAW_FIRST_HASH,
  DRAW_GROUP_BYTES,
  DRAW_GROUPS_ADDRESS,
  DRAW_HAPPENS_ADDRESS,
  DRAW_IS_WIDE,
  DRAW_RISK_COUNT,
  DRAW_ROWS_ADDRESS,
  DRAW_SECOND_HASH,
  DRAW_SPREADS_ADDRESS,
  DRAW_UNITS_PER_DAY,
  DRAW_WORDS_ADDRESS,
  GROUP_CAN,
  GROUP_FIRST,
  GROUP_MOST,
  GROUP_SECOND,
  MIX_FIRST,
  MIX_SECOND,
  SEED_STEP,
  SPREAD_BYTES,
  SPREAD_FIXED,
  SPREAD_HIGH,
  SPREAD_KIND,
  SPREAD_KNOTS_ADDRESS,
  SPREAD_LOW,
  SPREAD_MODE,
  SPREAD_RANGE,
  SPREAD_REST,
  SPREAD_SEGMENTS,
  SPREAD_TRIANGULAR,
  SPREAD_UNIFORM,
} from '../layout/risks'
import { BLOCK_LANES, ROW_BYTES } from '../layout/simulation'
import { WIDE_ROW_BYTES } from '../layout/wide-lanes'

/** Delays of all risks of a block, 0 where one does not happen, and the runs in which each does. */
export function drawRisks(header: usize): void {
  const isWide = load<u32>(header, DRAW_IS_WIDE) !== 0
  const rowBytes: usize = isWide ? WIDE_ROW_BYTES : ROW_BYTES
  const words = <usize>load<u32>(header, DRAW_WORDS_ADDRESS)
  let group = <usize>load<u32>(header, DRAW_GROUPS_ADDRESS)
  let spread = <usize>load<u32>(header, DRAW_SPREADS_ADDRESS)
  let row = <usize>load<u32>(header, DRAW_ROWS_ADDRESS)
  let happens = <usize>load<u32>(header, DRAW_HAPPENS_ADDRESS)
  const units = load<f64>(header, DRAW_UNITS_PER_DAY)
  memory.fill(row, 0, <usize>load<u32>(header, DRAW_RISK_COUNT) * rowBytes)
  for (let left = load<i32>(header, DRAW_RISK_COUNT); left > 0; left -= 4) {
    const hits = drawWords(header, group, words)
    const h0 = i32x4.extract_lane(hits, 0)
    const h1 = i32x4.extract_lane(hits, 1)
    const h2 = i32x4.extract_lane(hits, 2)
    const h3 = i32x4.extract_lane(hits, 3)
    for (let risk: usize = 0; risk < <usize>min(left, 4); risk++) {
      const bits = risk < 2 ? (risk === 0 ? h0 : h1) : risk === 2 ? h2 : h3
      store<i32>(happens, bits)
      if (isWide) drawDelays<u32>(bits, words + (risk << 2), spread, row, units)
      else drawDelays<u16>(bits, words + (risk << 2), spread, row, units)
      happens += 4
      spread += SPREAD_BYTES
      row += rowBytes
    }
    group += DRAW_GROUP_BYTES
  }
}

/** Two words of each of four streams a run: the runs in which each risk happens, by the first; the second is left behind. */
function drawWords(header: usize, group: usize, words: usize): v128 {
  const first = mix(v128.xor(v128.load32_splat(header, DRAW_FIRST_HASH), v128.load(group, GROUP_FIRST)))
  const second = mix(v128.xor(v128.load32_splat(header, DRAW_SECOND_HASH), v128.load(group, GROUP_SECOND)))
  const step = i32x4.splat(<i32>SEED_STEP)
  const twice = i32x4.splat(<i32>(2 * SEED_STEP))
  let s0 = mix(i32x4.add(first, step))
  let s1 = mix(i32x4.add(first, twice))
  let s2 = mix(i32x4.add(second, step))
  let s3 = v128.or(mix(i32x4.add(second, twice)), i32x4.splat(1))
  const most = v128.load(group, GROUP_MOST)
  let bit = v128.load(group, GROUP_CAN)
  bit = v128.and(bit, i32x4.splat(1))
  let hits = i32x4.splat(0)
  const end = words + ((<usize>BLOCK_LANES) << 4)
  for (let at = words; at < end; at += 16) {
    hits = v128.or(hits, v128.and(i32x4.le_u(i32x4.add(s0, s3), most), bit))
    bit = i32x4.shl(bit, 1)
    s2 = v128.xor(s2, s0)
    s3 = v128.xor(s3, s1)
    let shifted = i32x4.shl(s1, 9)
    s1 = v128.xor(s1, s2)
    s0 = v128.xor(s0, s3)
    s2 = v128.xor(s2, shifted)
    s3 = v128.or(i32x4.shl(s3, 11), i32x4.shr_u(s3, 21))
    v128.store(at, i32x4.add(s0, s3))
    s2 = v128.xor(s2, s0)
    s3 = v128.xor(s3, s1)
    shifted = i32x4.shl(s1, 9)
    s1 = v128.xor(s1, s2)
    s0 = v128.xor(s0, s3)
    s2 = v128.xor(s2, shifted)
    s3 = v128.or(i32x4.shl(s3, 11), i32x4.shr_u(s3, 21))
  }
  return hits
}

/** Four words scrambled, as `mix` in compute/simulation/prepare/cause-stream.ts. */
function mix(words: v128): v128 {
  let bits = i32x4.mul(v128.xor(words, i32x4.shr_u(words, 16)), i32x4.splat(<i32>MIX_FIRST))
  bits = i32x4.mul(v128.xor(bits, i32x4.shr_u(bits, 13)), i32x4.splat(<i32>MIX_SECOND))
  return v128.xor(bits, i32x4.shr_u(bits, 16))
}

/** Delays in the runs in which a risk happens, from the words of its stream, which lie 16 bytes apart. */
function drawDelays<Lane>(hits: i32, words: usize, spread: usize, row: usize, units: f64): void {
  for (let left = hits; left !== 0; left &= left - 1) {
    const run = <usize>ctz(left)
    const share = (<f64>load<u32>(words + (run << 4)) + 0.5) * (1.0 / 4294967296.0)
    const value = quantile(spread, share) * units
    const whole = floor<f64>(value)
    store<Lane>(row + run * sizeof<Lane>(), <Lane>(<u32>whole + <u32>(value - whole >= 0.5)))
  }
}

/** As `quantileOf` in compute/simulation/prepare/tables/quantile-of-spread.ts: additions, products and roots in the same order. */
function quantile(spread: usize, share: f64): f64 {
  const kind = load<u32>(spread, SPREAD_KIND)
  const low = load<f64>(spread, SPREAD_LOW)
  if (kind === SPREAD_FIXED) return low
  const range = load<f64>(spread, SPREAD_RANGE)
  if (kind === SPREAD_UNIFORM) return low + range * share
  if (kind === SPREAD_TRIANGULAR) {
    const mode = load<f64>(spread, SPREAD_MODE)
    const isBelow = share <= mode
    // Both are worked out, because which one counts is not foreseen.
    const rest = (1 - share) * load<f64>(spread, SPREAD_REST)
    const root = range * sqrt<f64>(select<f64>(share * mode, rest, isBelow))
    return select<f64>(low + root, load<f64>(spread, SPREAD_HIGH) - root, isBelow)
  }
  const place = basePosition(share) * <f64>SPREAD_SEGMENTS
  const below = min(<u32>place, SPREAD_SEGMENTS - 1)
  const knots = <usize>load<u32>(spread, SPREAD_KNOTS_ADDRESS) + ((<usize>below) << 3)
  const knot = load<f64>(knots)
  return low + range * (knot + (place - <f64>below) * (load<f64>(knots, 8) - knot))
}

function basePosition(share: f64): f64 {
  const isLow = share <= 0.5
  const root = sqrt<f64>(select<f64>(share, 1 - share, isLow) / 2)
  return select<f64>(root, 1 - root, isLow)
}
