import { BLOCK_LANES } from '../../wasm/layout.ts'
import { type DriverDraw, FACTOR_ONE, type RiskDraw } from '../prepare/lay-causes.ts'
import { drawShare, seedCause } from './random.ts'

/** The block of a driver: factors in 4096ths, or shifts in units. */
export function drawDriver(
  driver: DriverDraw,
  unitsPerDay: number,
  seed: number,
  block: number,
  row: Int32Array,
): void {
  const state = seedCause(seed, block, `driver ${driver.id}`)
  const scale = driver.isFactor ? FACTOR_ONE : unitsPerDay
  for (let run = 0; run < BLOCK_LANES; run++) row[run] = Math.round(driver.quantile(drawShare(state)) * scale)
}

/**
 * The block of a risk: its delays in units, 0 where it does not happen. Returns in which runs it happens, a bit a run. Both
 * numbers are drawn in every run, so that another probability changes no delay.
 */
export function drawRisk(risk: RiskDraw, unitsPerDay: number, seed: number, block: number, row: Int32Array): number {
  const state = seedCause(seed, block, `risk ${risk.id}`)
  let happens = 0
  for (let run = 0; run < BLOCK_LANES; run++) {
    const isHit = drawShare(state) < risk.probability
    const delay = risk.quantile(drawShare(state))
    row[run] = isHit ? Math.round(delay * unitsPerDay) : 0
    if (isHit) happens |= 1 << run
  }
  return happens
}
