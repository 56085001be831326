// Random variates and samples, eight runs a vector. Same bits as compute/simulation/run/random.ts and sample-durations.ts,
// which are the readable form. Loops are kept short because the engine that compiles this spills above twelve vectors,
// and constants are read from memory because it would build others anew in every round.

import {
  ROW_BYTES,
  SIM_ADJUST_ADDRESS,
  SIM_ADJUST_COUNT,
  SIM_DAYS_ADDRESS,
  SIM_LIVE_TABLES_ADDRESS,
  SIM_RANKS_ADDRESS,
  SIM_STATE_ADDRESS,
  SIM_SUMS_ADDRESS,
  SIM_TABLE_COUNT,
  SIM_TABLE_ROWS_ADDRESS,
  SIM_TABLES_ADDRESS,
  SIM_UNITS_PER_DAY,
  SIM_VARIATES_ADDRESS,
  STATE_CONSTANTS,
  STATE_INCREMENTS,
  SUMS_BYTES,
  VARIATE_ROWS,
  WARM_UP_ROUNDS,
} from '../layout/simulation'

/** Draws a block of samples for every task with a table. */
export function sampleBlock(header: usize): void {
  const tableCount = load<i32>(header, SIM_TABLE_COUNT)
  const state = <usize>load<u32>(header, SIM_STATE_ADDRESS)
  const variates = <usize>load<u32>(header, SIM_VARIATES_ADDRESS)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const tables = <usize>load<u32>(header, SIM_TABLES_ADDRESS)
  const rows = <usize>load<u32>(header, SIM_TABLE_ROWS_ADDRESS)
  let live = <usize>load<u32>(header, SIM_LIVE_TABLES_ADDRESS)
  drawVariates(state, variates, WARM_UP_ROUNDS)
  for (let from = 0; from < tableCount; from += VARIATE_ROWS) {
    const count = min(VARIATE_ROWS, tableCount - from)
    drawVariates(state, variates, count)
    live = lookUp(live, from + count, variates - ((<usize>from) << 6), tables, rows, days)
  }
}

/** The two sums of products that the correlation of every table with the ranks of the completions is made of. */
export function correlateBlock(header: usize): void {
  const tableCount = load<i32>(header, SIM_TABLE_COUNT)
  const state = <usize>load<u32>(header, SIM_STATE_ADDRESS)
  const variates = <usize>load<u32>(header, SIM_VARIATES_ADDRESS)
  const ranks = <usize>load<u32>(header, SIM_RANKS_ADDRESS)
  const sums = <usize>load<u32>(header, SIM_SUMS_ADDRESS)
  let live = <usize>load<u32>(header, SIM_LIVE_TABLES_ADDRESS)
  drawVariates(state, variates, WARM_UP_ROUNDS)
  for (let from = 0; from < tableCount; from += VARIATE_ROWS) {
    const count = min(VARIATE_ROWS, tableCount - from)
    drawVariates(state, variates, count)
    live = addProducts(live, from + count, state + STATE_CONSTANTS, variates - ((<usize>from) << 6), ranks, sums)
  }
}

/** The generator SHISHUA, 128 bits of every one of its vectors at a time; means of two uniforms come out. */
export function drawVariates(state: usize, out: usize, rounds: i32): void {
  let a0 = v128.load(state)
  let a1 = v128.load(state, 16)
  let b0 = v128.load(state, 32)
  let b1 = v128.load(state, 48)
  let c0 = v128.load(state, 64)
  let c1 = v128.load(state, 80)
  let d0 = v128.load(state, 96)
  let d1 = v128.load(state, 112)
  let n0 = v128.load(state, 128)
  let n1 = v128.load(state, 144)
  for (let left = rounds; left > 0; left--) {
    b0 = i64x2.add(b0, n0)
    b1 = i64x2.add(b1, n1)
    d0 = i64x2.add(d0, n0)
    d1 = i64x2.add(d1, n1)
    n0 = i64x2.add(n0, v128.load(state, STATE_INCREMENTS))
    n1 = i64x2.add(n1, v128.load(state, STATE_INCREMENTS + 16))
    const u0 = i64x2.shr_u(a0, 1)
    const u1 = i64x2.shr_u(a1, 1)
    const t0 = i32x4.shuffle(b0, b1, 3, 4, 5, 6)
    const t1 = i32x4.shuffle(b1, b0, 3, 4, 5, 6)
    const v0 = i64x2.shr_u(c0, 1)
    const w0 = i32x4.shuffle(d0, d1, 3, 4, 5, 6)
    v128.store(out, i16x8.avgr_u(v128.xor(u0, t0), v128.xor(v0, w0)))
    const v1 = i64x2.shr_u(c1, 1)
    const w1 = i32x4.shuffle(d1, d0, 3, 4, 5, 6)
    v128.store(out, i16x8.avgr_u(v128.xor(u1, t1), v128.xor(v1, w1)), 16)
    const x0 = i32x4.shuffle(a0, a1, 1, 2, 3, 4)
    a1 = i64x2.add(i32x4.shuffle(a1, a0, 1, 2, 3, 4), u1)
    a0 = i64x2.add(x0, u0)
    const y0 = i32x4.shuffle(c0, c1, 1, 2, 3, 4)
    c1 = i64x2.add(i32x4.shuffle(c1, c0, 1, 2, 3, 4), v1)
    c0 = i64x2.add(y0, v0)
    b0 = i64x2.add(t0, i64x2.shr_u(b0, 3))
    b1 = i64x2.add(t1, i64x2.shr_u(b1, 3))
    d0 = i64x2.add(w0, i64x2.shr_u(d0, 3))
    d1 = i64x2.add(w1, i64x2.shr_u(d1, 3))
    v128.store(out, i16x8.avgr_u(v128.xor(a0, d0), v128.xor(c0, b0)), 32)
    v128.store(out, i16x8.avgr_u(v128.xor(a1, d1), v128.xor(c1, b1)), 48)
    out += ROW_BYTES
  }
  v128.store(state, a0)
  v128.store(state, a1, 16)
  v128.store(state, b0, 32)
  v128.store(state, b1, 48)
  v128.store(state, c0, 64)
  v128.store(state, c1, 80)
  v128.store(state, d0, 96)
  v128.store(state, d1, 112)
  v128.store(state, n0, 128)
  v128.store(state, n1, 144)
}

/**
 * Samples from variates: a segment by the high four bits, a place in it by the rest. The segments of sixteen runs fit one vector
 * of bytes, so that low and high bytes are looked up for all of them at once. Takes what is live of the tables before some end, and returns
 * the place of the first that is not before it.
 */
export function lookUp(live: usize, end: u32, variates: usize, tables: usize, rows: usize, days: usize): usize {
  for (let at = load<u32>(live); at < end; at = load<u32>(live)) {
    live += 4
    const variate = variates + ((<usize>at) << 6)
    const table = tables + ((<usize>at) << 6)
    const row = days + <usize>load<u32>(rows + ((<usize>at) << 2))
    const baseLow = v128.load(table)
    const baseHigh = v128.load(table, 16)
    const stepLow = v128.load(table, 32)
    const stepHigh = v128.load(table, 48)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 32) {
      const drawn = v128.load(variate + at)
      const others = v128.load(variate + at, 16)
      const segments = i8x16.narrow_i16x8_u(i16x8.shr_u(drawn, 12), i16x8.shr_u(others, 12))
      const low = pick(baseLow, segments)
      const high = pick(baseHigh, segments)
      const lowSteps = pick(stepLow, segments)
      const highSteps = pick(stepHigh, segments)
      const first = share(firstWords(lowSteps, highSteps), placeOf(drawn))
      v128.store(row + at, i16x8.add(firstWords(low, high), first))
      const last = share(lastWords(lowSteps, highSteps), placeOf(others))
      v128.store(row + at, i16x8.add(lastWords(low, high), last), 16)
    }
  }
  return live
}

/** Where in its segment a variate lies. */
function placeOf(drawn: v128): v128 {
  return i16x8.shr_u(i16x8.shl(drawn, 4), 1)
}

function firstWords(low: v128, high: v128): v128 {
  return i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

function lastWords(low: v128, high: v128): v128 {
  return i8x16.shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
}

// The relaxed forms differ only where an index has no top bit and is above 15, or both factors are -1: never here.

function pick(table: v128, index: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(table, index) : i8x16.swizzle(table, index)
}

function share(step: v128, place: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i16x8.relaxed_q15mulr_s(step, place) : i16x8.q15mulr_sat_s(step, place)
}

/**
 * What share of all variates lies below one, centred: quadratic on either side of the middle. `half` has all bits set where the
 * variate lies in the upper one, and the depth counts from the outer end of either; taking from the top is turning all bits.
 */
function grade(variate: v128, turn: v128): v128 {
  const half = i16x8.shr_s(variate, 15)
  const depth = v128.xor(variate, half)
  return v128.xor(i16x8.shr_u(share(depth, depth), 2), v128.xor(half, turn))
}

function addProducts(live: usize, end: u32, constants: usize, variates: usize, ranks: usize, sums: usize): usize {
  // Only the last block has lanes without a run.
  if (load<i16>(ranks, 2 * ROW_BYTES - 2) !== 0) return addGrades<Full>(live, end, constants, variates, ranks, sums)
  return addGrades<Partial>(live, end, constants, variates, ranks, sums)
}

type Full = u8
type Partial = u32

function addGrades<Block>(
  live: usize,
  end: u32,
  constants: usize,
  variates: usize,
  ranks: usize,
  allSums: usize,
): usize {
  const turn = v128.load(constants)
  const r0 = v128.load(ranks)
  const r1 = v128.load(ranks, 16)
  const r2 = v128.load(ranks, 32)
  const r3 = v128.load(ranks, 48)
  for (let at = load<u32>(live); at < end; at = load<u32>(live)) {
    live += 4
    const variate = variates + ((<usize>at) << 6)
    const sums = allSums + <usize>at * SUMS_BYTES
    let g0 = grade(v128.load(variate), turn)
    let g1 = grade(v128.load(variate, 16), turn)
    if (sizeof<Block>() === sizeof<Partial>()) {
      g0 = v128.and(g0, v128.load(ranks, ROW_BYTES))
      g1 = v128.and(g1, v128.load(ranks, ROW_BYTES + 16))
    }
    let product = i32x4.add(i32x4.dot_i16x8_s(g0, r0), i32x4.dot_i16x8_s(g1, r1))
    let square = i32x4.add(i32x4.dot_i16x8_s(g0, g0), i32x4.dot_i16x8_s(g1, g1))
    // Four grades together are -32,768 at the least.
    let grades = i16x8.add(g0, g1)
    g0 = grade(v128.load(variate, 32), turn)
    g1 = grade(v128.load(variate, 48), turn)
    if (sizeof<Block>() === sizeof<Partial>()) {
      g0 = v128.and(g0, v128.load(ranks, ROW_BYTES + 32))
      g1 = v128.and(g1, v128.load(ranks, ROW_BYTES + 48))
    }
    product = i32x4.add(product, i32x4.add(i32x4.dot_i16x8_s(g0, r2), i32x4.dot_i16x8_s(g1, r3)))
    square = i32x4.add(square, i32x4.add(i32x4.dot_i16x8_s(g0, g0), i32x4.dot_i16x8_s(g1, g1)))
    grades = i16x8.add(grades, i16x8.add(g0, g1))
    const wideProduct = i64x2.add(i64x2.extend_low_i32x4_s(product), i64x2.extend_high_i32x4_s(product))
    const wideSquare = i64x2.add(i64x2.extend_low_i32x4_s(square), i64x2.extend_high_i32x4_s(square))
    v128.store(sums, i64x2.add(v128.load(sums), wideProduct))
    v128.store(sums, i64x2.add(v128.load(sums, 16), wideSquare), 16)
    v128.store(sums, i32x4.add(v128.load(sums, 32), i32x4.extadd_pairwise_i16x8_s(grades)), 32)
  }
  return live
}

/** Takes the part already worked off the samples that need it, and raises them to a day. */
export function adjustBlock(header: usize): void {
  const count = load<i32>(header, SIM_ADJUST_COUNT)
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const day = i16x8.splat(<i16>load<u32>(header, SIM_UNITS_PER_DAY))
  let pair = <usize>load<u32>(header, SIM_ADJUST_ADDRESS)
  for (let index = 0; index < count; index++) {
    const row = days + <usize>load<u32>(pair)
    const worked = i16x8.splat(<i16>load<u32>(pair, 4))
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      v128.store(row + at, i16x8.max_u(i16x8.sub_sat_u(v128.load(row + at), worked), day))
    }
    pair += 8
  }
}
