import { BLOCK_LANES } from '../../wasm/layout.ts'
import { type DriverDraw, FACTOR_ONE, type RiskDraw } from '../prepare/lay-causes.ts'
import { drawShares, seedCause } from './random.ts'

const shares = new Float64Array(2 * BLOCK_LANES)

/** The block of a driver: factors in 4096ths, or shifts in units. */
export function drawDriver(
  driver: DriverDraw,
  unitsPerDay: number,
  seed: number,
  block: number,
  row: Int32Array,
): void {
  const own = shares.subarray(0, BLOCK_LANES)
  drawShares(seedCause(seed, block, driver.stream), own)
  const scale = driver.isFactor ? FACTOR_ONE : unitsPerDay
  for (let run = 0; run < BLOCK_LANES; run++) row[run] = Math.round(driver.quantile(own[run]) * scale)
}

/**
 * The block of a risk: its delays in units, 0 where it does not happen. Returns in which runs it happens, a bit a run. Both
 * numbers are drawn in every run, so that another probability changes no delay.
 */
export function drawRisk(risk: RiskDraw, unitsPerDay: number, seed: number, block: number, row: Int32Array): number {
  drawShares(seedCause(seed, block, risk.stream), shares)
  let happens = 0
  for (let run = 0; run < BLOCK_LANES; run++) {
    const isHit = shares[2 * run] < risk.probability
    row[run] = isHit ? Math.round(risk.quantile(shares[2 * run + 1]) * unitsPerDay) : 0
    if (isHit) happens |= 1 << run
  }
  return happens
}
