// Draws of common causes on the samples of a block, in doubles: the readable form of `assembly/causes.ts`.

import { BLOCK_LANES } from '../../../wasm/layout.ts'
import { FACTOR_ONE, type RiskDraw } from '../../prepare/lay-causes.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { drawDriver, drawRisk } from '../draw-causes.ts'

/** Delays of a block, a row of runs a risk, and the runs in which each happens, a bit a run. */
export interface RiskRows {
  delays: Int32Array
  happens: Int32Array
}

/**
 * Drivers change what was sampled, before the elapsed part is taken off; risks add to what is left after it, so that a
 * delay is not eaten up by work already done.
 */
export function applyCauses(simulation: Simulation, seed: number, block: number, days: Float64Array): RiskRows {
  const { causes, tables, network } = simulation
  if (causes === null) return { delays: new Int32Array(0), happens: new Int32Array(0) }
  const { unitsPerDay } = tables
  const row = new Int32Array(BLOCK_LANES)
  for (const driver of causes.drivers) {
    drawDriver(driver, unitsPerDay, seed, block, row)
    for (const node of driver.nodes) {
      for (let run = 0; run < BLOCK_LANES; run++) {
        const at = node * BLOCK_LANES + run
        const units = days[at] * unitsPerDay
        const changed = driver.isFactor
          ? Math.floor((units * row[run] + FACTOR_ONE / 2) / FACTOR_ONE)
          : Math.max(0, units + row[run])
        days[at] = changed / unitsPerDay
      }
    }
  }
  for (const node of causes.hitNodes) {
    const elapsed = network.sampling.elapsedDays[node]
    for (let at = node * BLOCK_LANES; at < (node + 1) * BLOCK_LANES; at++) days[at] = Math.max(elapsed + 1, days[at])
  }
  const happens = new Int32Array(causes.risks.length)
  const delays = new Int32Array(causes.risks.length * BLOCK_LANES)
  causes.risks.forEach((risk, index) => {
    const delay = delays.subarray(index * BLOCK_LANES, (index + 1) * BLOCK_LANES)
    happens[index] = drawRisk(risk, unitsPerDay, seed, block, delay)
    addDelay(risk, delay, unitsPerDay, days)
  })
  return { delays, happens }
}

function addDelay(risk: RiskDraw, delay: Int32Array, unitsPerDay: number, days: Float64Array): void {
  for (const node of risk.nodes) {
    for (let run = 0; run < BLOCK_LANES; run++) days[node * BLOCK_LANES + run] += delay[run] / unitsPerDay
  }
}
