// Runs that change lanes, in all rows of durations: for some runs more passes are needed than for others, which then lend their lanes.

import { REGROUP_ROOM } from '../layout/risks'
import { BLOCK_LANES, ROW_BYTES } from '../layout/simulation'
import { WIDE_ROW_BYTES } from '../layout/wide-lanes'

/** Puts into each lane of some rows of 16 bits, given by their byte positions, what another lane holds. */
export function regroupRows(days: usize, positions: usize, count: i32, lanes: usize): void {
  const masks = lanes + REGROUP_ROOM
  writeMasks(lanes, masks)
  for (const end = positions + ((<usize>count) << 2); positions < end; positions += 4) {
    const row = days + <usize>load<u32>(positions)
    const r0 = v128.load(row)
    const r1 = v128.load(row, 16)
    const r2 = v128.load(row, 32)
    const r3 = v128.load(row, 48)
    v128.store(row, gather(masks, r0, r1, r2, r3))
    v128.store(row, gather(masks + 64, r0, r1, r2, r3), 16)
    v128.store(row, gather(masks + 128, r0, r1, r2, r3), 32)
    v128.store(row, gather(masks + 192, r0, r1, r2, r3), 48)
  }
}

/** For each vector of a row, and in there for each vector that it takes from, which bytes it takes; all bits where it takes none. */
function writeMasks(lanes: usize, masks: usize): void {
  memory.fill(masks, 0xff, 4 * ROW_BYTES)
  for (let lane: usize = 0; lane < <usize>BLOCK_LANES; lane++) {
    const from = <usize>load<u32>(lanes + (lane << 2))
    const mask = masks + ((lane >> 3) << 6) + ((from >> 3) << 4) + ((lane & 7) << 1)
    store<u16>(mask, <u16>((((from & 7) * 2 + 1) << 8) | ((from & 7) * 2)))
  }
}

function gather(masks: usize, r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.or(
    v128.or(pick(r0, v128.load(masks)), pick(r1, v128.load(masks, 16))),
    v128.or(pick(r2, v128.load(masks, 32)), pick(r3, v128.load(masks, 48))),
  )
}

function pick(row: v128, mask: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i8x16.relaxed_swizzle(row, mask) : i8x16.swizzle(row, mask)
}

/** The same of rows of 32 bits, one by one. */
export function wideRegroup(days: usize, positions: usize, count: i32, lanes: usize): void {
  const own = lanes + REGROUP_ROOM
  for (const end = positions + ((<usize>count) << 2); positions < end; positions += 4) {
    const row = days + <usize>load<u32>(positions)
    memory.copy(own, row, WIDE_ROW_BYTES)
    for (let lane: usize = 0; lane < <usize>WIDE_ROW_BYTES; lane += 4) {
      store<u32>(row + lane, load<u32>(own + ((<usize>load<u32>(lanes + lane)) << 2)))
    }
  }
}
