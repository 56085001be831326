// Draws of risks in the memory of the kernel, which takes four of them at a time.

import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { RiskDraw } from '../../prepare/lay-causes.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { betaKnots } from '../../prepare/tables/beta-quantiles.ts'
import { hashesOfBlock, hashOfStream, WORDS } from '../random.ts'
import { type LaneRows, openRows, type RowLanes } from './lanes.ts'

const TOGETHER = 4
const KNOT_COUNT = layout.SPREAD_SEGMENTS + 1

export class RiskDraws {
  /** Runs in which each risk happened in the last block, a bit a run. */
  happens = new Int32Array(0)
  /** Delays of the last block in units, a row of runs a risk. */
  delays: LaneRows = new Int32Array(0)
  readonly rowsAddress: number
  readonly #simulation: Simulation
  readonly #lanes: RowLanes
  readonly #places: Record<'header' | 'groups' | 'spreads' | 'knots' | 'happens' | 'words', number>
  #header = new Int32Array(0)
  #draw: (header: number) => void = () => undefined

  constructor(simulation: Simulation, plan: MemoryPlan, lanes: RowLanes) {
    this.#simulation = simulation
    this.#lanes = lanes
    const count = this.#risks.length
    const groups = Math.ceil(count / TOGETHER)
    this.#places = {
      header: plan.take(layout.DRAW_HEADER_BYTES),
      groups: plan.take(layout.DRAW_GROUP_BYTES * groups),
      spreads: plan.take(layout.SPREAD_BYTES * count),
      knots: plan.take(8 * KNOT_COUNT * count),
      happens: plan.take(4 * count),
      words: plan.take(4 * TOGETHER * layout.BLOCK_LANES),
    }
    this.rowsAddress = plan.take(lanes.rowBytes * count)
  }

  get happensAddress(): number {
    return this.#places.happens
  }

  get #risks(): readonly RiskDraw[] {
    return this.#simulation.causes?.risks ?? []
  }

  place({ buffer, exports }: KernelInstance): void {
    const { header, groups, spreads, knots, happens, words } = this.#places
    const risks = this.#risks
    this.#draw = exports.drawRisks
    this.#header = new Int32Array(buffer, header, layout.DRAW_HEADER_BYTES / 4)
    const slots = [
      [layout.DRAW_RISK_COUNT, risks.length],
      [layout.DRAW_GROUPS_ADDRESS, groups],
      [layout.DRAW_SPREADS_ADDRESS, spreads],
      [layout.DRAW_ROWS_ADDRESS, this.rowsAddress],
      [layout.DRAW_HAPPENS_ADDRESS, happens],
      [layout.DRAW_WORDS_ADDRESS, words],
      [layout.DRAW_IS_WIDE, Number(this.#lanes.isWide)],
    ] as const
    for (const [slot, value] of slots) this.#header[slot / 4] = value
    const { unitsPerDay } = this.#simulation.tables
    new Float64Array(buffer, header + layout.DRAW_UNITS_PER_DAY, 1)[0] = unitsPerDay
    this.happens = new Int32Array(buffer, happens, risks.length)
    this.delays = openRows(this.#lanes, buffer, this.rowsAddress, risks.length)
    const streams = new Int32Array(buffer, groups, (layout.DRAW_GROUP_BYTES / 4) * Math.ceil(risks.length / TOGETHER))
    risks.forEach((risk, at) => {
      writeStream(streams, at, risk)
      writeSpread(buffer, spreads + at * layout.SPREAD_BYTES, knots + 8 * KNOT_COUNT * at, risk)
    })
  }

  draw(seed: number, block: number): void {
    if (this.#risks.length === 0) return
    const [first, second] = hashesOfBlock(seed, block)
    this.#header[layout.DRAW_FIRST_HASH / 4] = first
    this.#header[layout.DRAW_SECOND_HASH / 4] = second
    this.#draw(this.#places.header)
  }
}

function writeStream(groups: Int32Array, at: number, { stream, probability }: RiskDraw): void {
  const own = (layout.DRAW_GROUP_BYTES / 4) * Math.floor(at / TOGETHER) + (at % TOGETHER)
  // It happens where the share that a word stands for lies below the probability.
  const count = Math.ceil(probability * WORDS - 0.5)
  groups[own + layout.GROUP_FIRST / 4] = hashOfStream(stream.first)
  groups[own + layout.GROUP_SECOND / 4] = hashOfStream(stream.second)
  groups[own + layout.GROUP_MOST / 4] = count - 1
  groups[own + layout.GROUP_CAN / 4] = count > 0 ? -1 : 0
}

function writeSpread(buffer: ArrayBuffer, address: number, knots: number, { spread }: RiskDraw): void {
  const words = new Int32Array(buffer, address, 2)
  const values = new Float64Array(buffer, address, layout.SPREAD_BYTES / 8)
  if (spread.distribution === 'fixed' || spread.high === spread.low) {
    words[layout.SPREAD_KIND / 4] = layout.SPREAD_FIXED
    values[layout.SPREAD_LOW / 8] = spread.distribution === 'fixed' ? spread.value : spread.low
    return
  }
  const { low, high } = spread
  values[layout.SPREAD_LOW / 8] = low
  values[layout.SPREAD_HIGH / 8] = high
  values[layout.SPREAD_RANGE / 8] = high - low
  if (spread.distribution === 'uniform') {
    words[layout.SPREAD_KIND / 4] = layout.SPREAD_UNIFORM
    return
  }
  const mode = (spread.likely - low) / (high - low)
  values[layout.SPREAD_MODE / 8] = mode
  values[layout.SPREAD_REST / 8] = 1 - mode
  words[layout.SPREAD_KIND / 4] = spread.distribution === 'pert' ? layout.SPREAD_PERT : layout.SPREAD_TRIANGULAR
  words[layout.SPREAD_KNOTS_ADDRESS / 4] = knots
  if (spread.distribution === 'pert') new Float64Array(buffer, knots, KNOT_COUNT).set(betaKnots(mode))
}
