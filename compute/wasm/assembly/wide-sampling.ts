// Samples in wide lanes. They are drawn in 16 bits, by tables whose units may be coarser than those of the plan, and widened.

import {
  ROW_BYTES,
  SIM_ADJUST_ADDRESS,
  SIM_ADJUST_COUNT,
  SIM_DAYS_ADDRESS,
  SIM_LIVE_TABLES_ADDRESS,
  SIM_SAMPLES_ADDRESS,
  SIM_SHIFTS_ADDRESS,
  SIM_STATE_ADDRESS,
  SIM_TABLE_COUNT,
  SIM_TABLE_ROWS_ADDRESS,
  SIM_TABLES_ADDRESS,
  SIM_UNITS_PER_DAY,
  SIM_VARIATES_ADDRESS,
  VARIATE_ROWS,
  WARM_UP_ROUNDS,
} from '../layout/simulation'
import { WIDE_ROW_BYTES } from '../layout/wide-lanes'
import { drawVariates, lookUp } from './sampling'

/** Draws a block of samples for every task with a table. */
export function wideSample(header: usize): void {
  const tableCount = load<i32>(header, SIM_TABLE_COUNT)
  const state = <usize>load<u32>(header, SIM_STATE_ADDRESS)
  const variates = <usize>load<u32>(header, SIM_VARIATES_ADDRESS)
  const tables = <usize>load<u32>(header, SIM_TABLES_ADDRESS)
  // The places of the rows of samples stand behind the samples.
  const samples = <usize>load<u32>(header, SIM_SAMPLES_ADDRESS)
  const places = samples + <usize>VARIATE_ROWS * ROW_BYTES
  let live = <usize>load<u32>(header, SIM_LIVE_TABLES_ADDRESS)
  drawVariates(state, variates, WARM_UP_ROUNDS)
  for (let from = 0; from < tableCount; from += VARIATE_ROWS) {
    const count = min(VARIATE_ROWS, tableCount - from)
    drawVariates(state, variates, count)
    const before = (<usize>from) << 2
    live = lookUp(live, from + count, variates - (before << 4), tables, places - before, samples)
    widen(header, samples, from, count)
  }
}

function widen(header: usize, sample: usize, from: i32, count: i32): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let place = <usize>load<u32>(header, SIM_TABLE_ROWS_ADDRESS) + ((<usize>from) << 2)
  let shifts = <usize>load<u32>(header, SIM_SHIFTS_ADDRESS) + ((<usize>from) << 2)
  for (let left = count; left > 0; left--) {
    const row = days + <usize>load<u32>(place)
    const shift = load<i32>(shifts)
    for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
      const narrow = v128.load(sample + at)
      const wide = row + 2 * at
      v128.store(wide, i32x4.shl(i32x4.extend_low_i16x8_u(narrow), shift))
      v128.store(wide, i32x4.shl(i32x4.extend_high_i16x8_u(narrow), shift), 16)
    }
    sample += ROW_BYTES
    place += 4
    shifts += 4
  }
}

/** Takes the part already worked off the samples that need it, and raises them to a day. */
export function wideAdjust(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  const day = i32x4.splat(load<i32>(header, SIM_UNITS_PER_DAY))
  let pair = <usize>load<u32>(header, SIM_ADJUST_ADDRESS)
  for (let left = load<i32>(header, SIM_ADJUST_COUNT); left > 0; left--) {
    const row = days + <usize>load<u32>(pair)
    const worked = i32x4.splat(load<i32>(pair, 4))
    for (let at: usize = 0; at < <usize>WIDE_ROW_BYTES; at += 16) {
      v128.store(row + at, i32x4.max_s(i32x4.sub(v128.load(row + at), worked), day))
    }
    pair += 8
  }
}
