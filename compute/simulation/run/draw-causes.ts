import { BLOCK_LANES } from '../../wasm/layout.ts'
import { type DriverDraw, FACTOR_ONE, type RiskDraw } from '../prepare/lay-causes.ts'
import { drawHits, drawWords, seedCause, shareOf, WORDS } from './random.ts'

const words = new Uint32Array(BLOCK_LANES)

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
  // Shares below the probability, told from words because most runs need no more.
  const happens = drawHits(seedCause(seed, block, risk.stream), risk.probability * WORDS - 0.5, words)
  row.fill(0)
  for (let left = happens; left !== 0; left &= left - 1) {
    const run = 31 - Math.clz32(left & -left)
    row[run] = Math.round(risk.quantile(shareOf(words[run])) * unitsPerDay)
  }
  return happens
}
