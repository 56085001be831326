// Sprints of tasks with a velocity: a variate a run, and one sprint more for each step it reaches. Same bits as
// compute/simulation/run/sample-durations.ts. They are drawn behind the tables, from the same stream.

import {
  ROW_BYTES,
  SIM_DAYS_ADDRESS,
  SIM_RANKS_ADDRESS,
  SIM_STAIR_COUNT,
  SIM_STAIRS_ADDRESS,
  SIM_STATE_ADDRESS,
  SIM_SUMS_ADDRESS,
  SIM_TABLE_COUNT,
  SIM_VARIATES_ADDRESS,
  STAIR_BYTES,
  STAIR_GRADE,
  STAIR_ROW,
  STAIR_STEP_UNITS,
  STAIR_STEPS_ADDRESS,
  STAIR_STEPS_END,
  STAIR_UNITS,
  STEP_BYTES,
  SUMS_BYTES,
  VARIATE_ROWS,
} from '../layout/simulation'
import { drawVariates } from './sampling'

/** Draws a block of samples for every task with a velocity, once those with tables are drawn. */
export function stairBlock(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let stair = <usize>load<u32>(header, SIM_STAIRS_ADDRESS)
  for (let left = load<i32>(header, SIM_STAIR_COUNT); left > 0; left -= VARIATE_ROWS) {
    const count = min(VARIATE_ROWS, left)
    let variate = drawFor(header, count)
    for (let row = 0; row < count; row++) {
      const own = days + <usize>load<u32>(stair, STAIR_ROW)
      const least = v128.load16_splat(stair, STAIR_UNITS)
      const more = v128.load16_splat(stair, STAIR_STEP_UNITS)
      for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
        v128.store(own + at, i16x8.add(least, i16x8.mul(stepsOf(stair, v128.load(variate + at)), more)))
      }
      variate += ROW_BYTES
      stair += STAIR_BYTES
    }
  }
}

/** The same in wide lanes. */
export function wideStairs(header: usize): void {
  const days = <usize>load<u32>(header, SIM_DAYS_ADDRESS)
  let stair = <usize>load<u32>(header, SIM_STAIRS_ADDRESS)
  for (let left = load<i32>(header, SIM_STAIR_COUNT); left > 0; left -= VARIATE_ROWS) {
    const count = min(VARIATE_ROWS, left)
    let variate = drawFor(header, count)
    for (let row = 0; row < count; row++) {
      const own = days + <usize>load<u32>(stair, STAIR_ROW)
      const least = v128.load32_splat(stair, STAIR_UNITS)
      const more = v128.load32_splat(stair, STAIR_STEP_UNITS)
      for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
        const steps = stepsOf(stair, v128.load(variate + at))
        const wide = own + 2 * at
        v128.store(wide, i32x4.add(least, i32x4.mul(i32x4.extend_low_i16x8_u(steps), more)))
        v128.store(wide, i32x4.add(least, i32x4.mul(i32x4.extend_high_i16x8_u(steps), more)), 16)
      }
      variate += ROW_BYTES
      stair += STAIR_BYTES
    }
  }
}

/** Adds the sums that the correlations of these tasks are made of, once those of the tables are added. */
export function correlateStairs(header: usize): void {
  const ranks = <usize>load<u32>(header, SIM_RANKS_ADDRESS)
  let sums = <usize>load<u32>(header, SIM_SUMS_ADDRESS) + <usize>load<u32>(header, SIM_TABLE_COUNT) * SUMS_BYTES
  let stair = <usize>load<u32>(header, SIM_STAIRS_ADDRESS)
  for (let left = load<i32>(header, SIM_STAIR_COUNT); left > 0; left -= VARIATE_ROWS) {
    const count = min(VARIATE_ROWS, left)
    let variate = drawFor(header, count)
    for (let row = 0; row < count; row++) {
      let product = i32x4.splat(0)
      let square = i32x4.splat(0)
      let grades = i32x4.splat(0)
      for (let at: usize = 0; at < <usize>ROW_BYTES; at += 16) {
        const grade = v128.and(gradesOf(stair, v128.load(variate + at)), v128.load(ranks + at, ROW_BYTES))
        product = i32x4.add(product, i32x4.dot_i16x8_s(grade, v128.load(ranks + at)))
        square = i32x4.add(square, i32x4.dot_i16x8_s(grade, grade))
        grades = i32x4.add(grades, i32x4.extadd_pairwise_i16x8_s(grade))
      }
      const wideProduct = i64x2.add(i64x2.extend_low_i32x4_s(product), i64x2.extend_high_i32x4_s(product))
      const wideSquare = i64x2.add(i64x2.extend_low_i32x4_s(square), i64x2.extend_high_i32x4_s(square))
      v128.store(sums, i64x2.add(v128.load(sums), wideProduct))
      v128.store(sums, i64x2.add(v128.load(sums, 16), wideSquare), 16)
      v128.store(sums, i32x4.add(v128.load(sums, 32), grades), 32)
      variate += ROW_BYTES
      sums += SUMS_BYTES
      stair += STAIR_BYTES
    }
  }
}

/** Draws the next rows of variates; returns where they are. */
function drawFor(header: usize, count: i32): usize {
  const variates = <usize>load<u32>(header, SIM_VARIATES_ADDRESS)
  drawVariates(<usize>load<u32>(header, SIM_STATE_ADDRESS), variates, count)
  return variates
}

/** How many steps each variate reaches. */
function stepsOf(stair: usize, variates: v128): v128 {
  const end = <usize>load<u32>(stair, STAIR_STEPS_END)
  let steps = i16x8.splat(0)
  for (let step = <usize>load<u32>(stair, STAIR_STEPS_ADDRESS); step < end; step += STEP_BYTES) {
    steps = i16x8.sub(steps, i16x8.ge_u(variates, v128.load16_splat(step)))
  }
  return steps
}

/** The grade of each variate. */
function gradesOf(stair: usize, variates: v128): v128 {
  const end = <usize>load<u32>(stair, STAIR_STEPS_END)
  let grades = v128.load16_splat(stair, STAIR_GRADE)
  for (let step = <usize>load<u32>(stair, STAIR_STEPS_ADDRESS); step < end; step += STEP_BYTES) {
    const reached = i16x8.ge_u(variates, v128.load16_splat(step))
    grades = i16x8.add(grades, v128.and(reached, v128.load16_splat(step, 2)))
  }
  return grades
}
