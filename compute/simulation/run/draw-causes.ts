import { BLOCK_LANES } from '../../wasm/layout.ts'
import { type DriverDraw, FACTOR_ONE, type RiskDraw } from '../prepare/lay-causes.ts'
import { drawWords, seedCause, shareOf, WORDS } from './random.ts'

const words = new Uint32Array(2 * BLOCK_LANES)

/** The block of a driver: factors in 4096ths, or shifts in units. */
export function drawDriver(
  driver: DriverDraw,
  unitsPerDay: number,
  seed: number,
  block: number,
  row: Int32Array,
): void {
  drawWords(seedCause(seed, block, driver.stream), words, BLOCK_LANES)
  const scale = driver.isFactor ? FACTOR_ONE : unitsPerDay
  for (let run = 0; run < BLOCK_LANES; run++) row[run] = Math.round(driver.quantile(shareOf(words[run])) * scale)
}

/**
 * The block of a risk: its delays in units, 0 where it does not happen. Returns in which runs it happens, a bit a run. Both
 * numbers are drawn in every run, so that another probability changes no delay.
 */
export function drawRisk(risk: RiskDraw, unitsPerDay: number, seed: number, block: number, row: Int32Array): number {
  drawWords(seedCause(seed, block, risk.stream), words, 2 * BLOCK_LANES)
  // Shares below the probability, told from words because most runs need no more.
  const end = risk.probability * WORDS - 0.5
  let happens = 0
  for (let run = 0; run < BLOCK_LANES; run++) {
    row[run] = 0
    if (words[2 * run] >= end) continue
    row[run] = Math.round(risk.quantile(shareOf(words[2 * run + 1])) * unitsPerDay)
    happens |= 1 << run
  }
  return happens
}
