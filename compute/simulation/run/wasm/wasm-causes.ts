// Risks and drivers of a simulation in the memory of the kernel. Drivers are drawn in TypeScript: there are few of them, and that way
// both kernels have the same draws.

import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { SAMPLE_KIND } from '../../prepare/sampling-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { RiskCostRows } from '../block-runner.ts'
import { drawDriver } from '../draw-causes.ts'
import { type LaneRows, type Lanes, openRows, type RowLanes, STEP_MAX } from './lanes.ts'
import { RiskCosts } from './risk-costs.ts'
import { RiskDraws } from './risk-draws.ts'

const ROW_LANES = layout.BLOCK_LANES

/** Where it all lies. Rows of drivers come in pairs: factors or what is added, and what is taken off. */
interface Places {
  drivers: number
  share: number
  delays: number
  lanes: number
  /** Byte positions of the rows of all that is not completed. */
  rows: number
}

export class WasmCauses {
  readonly #draws: RiskDraws
  readonly #costs: RiskCosts | null
  readonly #simulation: Simulation
  readonly #places: Places
  readonly #steps: Int32Array
  readonly #stepCount: number
  readonly #delays: Int32Array
  readonly #row = new Int32Array(ROW_LANES)
  /** The risk of each lane whose delay is taken off at present, -1 for none, and which run is in it. */
  readonly #off = new Int32Array(ROW_LANES)
  readonly #runOfLane = new Int32Array(ROW_LANES)
  readonly #lanes: RowLanes
  #regroup: (runOfLane: Int32Array) => void = () => undefined
  #drivers: LaneRows | null = null

  constructor(simulation: Simulation, plan: MemoryPlan, allLanes: Lanes) {
    const lanes = allLanes.days
    this.#lanes = lanes
    const { rowBytes } = lanes
    this.#simulation = simulation
    const { causes } = simulation
    const risks = causes?.risks ?? []
    const drivers = plan.take(2 * rowBytes * (causes?.drivers.length ?? 0))
    this.#draws = new RiskDraws(simulation, plan, lanes)
    this.#costs = RiskCosts.open(simulation, plan, allLanes, this.#draws)
    const steps = writeSteps(simulation, drivers, lanes)
    this.#steps = Int32Array.from(steps.words)
    this.#stepCount = steps.count
    this.#delays = Int32Array.from(
      risks.flatMap(({ nodes }, risk) =>
        Array.from(nodes, (node) => [node * rowBytes, this.#draws.rowsAddress + risk * rowBytes]).flat(),
      ),
    )
    this.#places = {
      drivers,
      share: plan.take(this.#steps.byteLength),
      delays: plan.take(this.#delays.byteLength),
      lanes: plan.take(layout.REGROUP_BYTES),
      rows: plan.take(4 * simulation.network.order.length),
    }
  }

  /** Writes all that stays, once the memory is there. */
  place(instance: KernelInstance, header: Int32Array): void {
    const { buffer } = instance
    const { share, delays } = this.#places
    new Int32Array(buffer, share, this.#steps.length).set(this.#steps)
    new Int32Array(buffer, delays, this.#delays.length).set(this.#delays)
    header[layout.SIM_SHARE_COUNT / 4] = this.#stepCount
    header[layout.SIM_SHARE_ADDRESS / 4] = share
    header[layout.SIM_DELAYS_ADDRESS / 4] = delays
    header[layout.SIM_DELAY_COUNT / 4] = this.#delays.length / 2
    const { causes } = this.#simulation
    this.#drivers = openRows(this.#lanes, buffer, this.#places.drivers, 2 * (causes?.drivers.length ?? 0))
    this.#draws.place(instance)
    const { order } = this.#simulation.network
    const rows = new Int32Array(buffer, this.#places.rows, order.length)
    let areListed = false
    const lanesOf = new Int32Array(buffer, this.#places.lanes, ROW_LANES)
    this.#regroup = (runOfLane) => {
      // Most simulations never come here.
      if (!areListed) rows.set(order.map((node) => node * this.#lanes.rowBytes))
      areListed = true
      lanesOf.set(runOfLane)
      const regroup = this.#lanes.isWide ? instance.exports.wideRegroup : instance.exports.regroupRows
      regroup(header[layout.SIM_DAYS_ADDRESS / 4], this.#places.rows, order.length, this.#places.lanes)
    }
    this.#costs?.place(instance, header.byteOffset)
  }

  /** Runs in which each risk happened in the last block, a bit a run. */
  get happens(): Int32Array {
    return this.#draws.happens
  }

  /** Delays of the last block in units, a row of runs a risk. */
  get delays(): LaneRows {
    return this.#draws.delays
  }

  /** What is known of costs without another pass; null where nothing is. */
  costRisks(runs: number): RiskCostRows | null {
    return this.#costs?.tell(runs) ?? null
  }

  /** Draws the drivers and risks of a block. */
  draw(seed: number, block: number): void {
    const { causes, tables } = this.#simulation
    const drivers = this.#drivers
    if (causes === null || drivers === null) return
    const { most } = this.#lanes
    const row = this.#row
    this.#off.fill(-1)
    for (let lane = 0; lane < ROW_LANES; lane++) this.#runOfLane[lane] = lane
    causes.drivers.forEach((driver, at) => {
      drawDriver(driver, tables.unitsPerDay, seed, block, row)
      const plus = 2 * at * ROW_LANES
      for (let run = 0; run < ROW_LANES; run++) {
        drivers[plus + run] = Math.min(most, Math.max(0, row[run]))
        drivers[plus + ROW_LANES + run] = Math.min(most, Math.max(0, -row[run]))
      }
    })
    this.#draws.draw(seed, block)
  }

  /**
   * Takes from the durations of every lane the delay of the risk named for it, and gives back the one before; -1 changes
   * nothing. A lane that has no more risks so keeps the durations that its rows are made of: with others the start of a task
   * could come before everything, where no table reaches.
   */
  takeOff(risks: Int32Array, days: LaneRows): void {
    for (let lane = 0; lane < ROW_LANES; lane++) {
      if (risks[lane] < 0) continue
      this.#delay(this.#off[lane], lane, 1, days)
      this.#delay(risks[lane], lane, -1, days)
      this.#off[lane] = risks[lane]
    }
  }

  /** Puts the durations of other runs into the lanes, with all their delays. */
  regroup(runOfLane: Int32Array, days: LaneRows): void {
    for (let lane = 0; lane < ROW_LANES; lane++) this.#delay(this.#off[lane], lane, 1, days)
    this.#off.fill(-1)
    this.#regroup(runOfLane)
    this.#runOfLane.set(runOfLane)
  }

  #delay(risk: number, lane: number, sign: number, days: LaneRows): void {
    const { causes } = this.#simulation
    if (risk < 0 || causes === null) return
    const units = sign * this.delays[risk * ROW_LANES + this.#runOfLane[lane]]
    for (const node of causes.risks[risk].nodes) days[node * ROW_LANES + lane] += units
  }
}

/**
 * Rows of durations that do not vary by themselves are set before the drivers change them. The last driver of a task that is not begun
 * raises its durations to a day; others are raised where what is worked is taken off.
 */
function writeSteps({ causes, network, tables }: Simulation, driverRows: number, lanes: RowLanes): ShareSteps {
  const steps = new ShareSteps(lanes)
  if (causes === null) return steps
  const { kind, fixedDays, elapsedDays, longestDays } = network.sampling
  const { unitsPerDay } = tables
  for (const node of causes.hitNodes) {
    if (kind[node] === SAMPLE_KIND.fixed) steps.add(layout.SHARE_SET, fixedDays[node] * unitsPerDay, 0, [node])
  }
  const lastDriver = new Int32Array(network.graph.nodeCount)
  causes.drivers.forEach(({ nodes }, at) => {
    for (const node of nodes) lastDriver[node] = at
  })
  const isSmall = (node: number): boolean => !lanes.isWide && longestDays[node] * unitsPerDay <= STEP_MAX
  causes.drivers.forEach(({ nodes, isFactor }, at) => {
    const row = driverRows + 2 * at * lanes.rowBytes
    const isRaised = (node: number): boolean => lastDriver[node] === at && elapsedDays[node] === 0
    const kindOf = (node: number): number => {
      if (!isFactor) return layout.SHARE_SHIFT
      return isSmall(node) ? layout.SHARE_SCALE_SMALL : layout.SHARE_SCALE
    }
    for (const way of [layout.SHARE_SHIFT, layout.SHARE_SCALE, layout.SHARE_SCALE_SMALL]) {
      const own = nodes.filter((node) => kindOf(node) === way)
      steps.add(way, row, unitsPerDay, own.filter(isRaised))
      steps.add(
        way,
        row,
        0,
        own.filter((node) => !isRaised(node)),
      )
    }
  })
  return steps
}

/** Steps of sharing with the rows that take each. */
class ShareSteps {
  readonly words: number[] = []
  count = 0
  readonly #rowBytes: number

  constructor({ rowBytes }: RowLanes) {
    this.#rowBytes = rowBytes
  }

  add(kind: number, source: number, leastUnits: number, nodes: ArrayLike<number>): void {
    if (nodes.length === 0) return
    this.words.push(kind, source, leastUnits, nodes.length)
    for (let at = 0; at < nodes.length; at++) this.words.push(nodes[at] * this.#rowBytes)
    this.count++
  }
}
