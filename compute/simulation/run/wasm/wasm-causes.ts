// Risks and drivers of a simulation in the memory of the kernel. The draws themselves are made in TypeScript: there
// are few of them, and that way both kernels have the same ones.

import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { SAMPLE_KIND } from '../../prepare/sampling-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { drawDriver, drawRisk } from '../draw-causes.ts'

const ROW_LANES = layout.BLOCK_LANES
const LANE_MAX = 65_535

/** Where it all lies. Rows of drivers come in pairs: factors or what is added, and what is taken off. */
interface Places {
  drivers: number
  risks: number
  share: number
  delays: number
}

export class WasmCauses {
  /** Runs in which each risk happened in the last block, a bit a run. */
  readonly happens: Int32Array
  readonly #simulation: Simulation
  readonly #places: Places
  readonly #steps: Int32Array
  readonly #delays: Int32Array
  /** Where the pairs of each risk begin. */
  readonly #firstDelay: number[]
  readonly #row = new Int32Array(ROW_LANES)
  #rows = new Uint16Array(0)

  constructor(simulation: Simulation, plan: MemoryPlan) {
    this.#simulation = simulation
    const { causes } = simulation
    const risks = causes?.risks ?? []
    const drivers = plan.take(2 * layout.ROW_BYTES * (causes?.drivers.length ?? 0))
    const riskRows = plan.take(layout.ROW_BYTES * risks.length)
    this.#steps = writeSteps(simulation, drivers)
    this.#delays = Int32Array.from(
      risks.flatMap(({ nodes }, risk) =>
        Array.from(nodes, (node) => [node * layout.ROW_BYTES, riskRows + risk * layout.ROW_BYTES]).flat(),
      ),
    )
    this.#firstDelay = [0]
    for (const { nodes } of risks) this.#firstDelay.push((this.#firstDelay.at(-1) ?? 0) + nodes.length)
    this.happens = new Int32Array(risks.length)
    this.#places = {
      drivers,
      risks: riskRows,
      share: plan.take(this.#steps.byteLength),
      delays: plan.take(this.#delays.byteLength),
    }
  }

  /** Writes all that stays, once the memory is there. */
  place({ buffer }: KernelInstance, header: Int32Array): void {
    const { share, delays } = this.#places
    new Int32Array(buffer, share, this.#steps.length).set(this.#steps)
    new Int32Array(buffer, delays, this.#delays.length).set(this.#delays)
    header[layout.SIM_SHARE_COUNT / 4] = this.#steps.length / (layout.SHARE_BYTES / 4)
    header[layout.SIM_SHARE_ADDRESS / 4] = share
    header[layout.SIM_DELAYS_ADDRESS / 4] = delays
    this.#rows = new Uint16Array(buffer)
  }

  /** Draws the drivers and risks of a block. */
  draw(seed: number, block: number): void {
    const { causes, tables } = this.#simulation
    if (causes === null) return
    const row = this.#row
    causes.drivers.forEach((driver, at) => {
      drawDriver(driver, tables.unitsPerDay, seed, block, row)
      const plus = (this.#places.drivers + 2 * at * layout.ROW_BYTES) / 2
      for (let run = 0; run < ROW_LANES; run++) {
        this.#rows[plus + run] = Math.min(LANE_MAX, Math.max(0, row[run]))
        this.#rows[plus + ROW_LANES + run] = Math.min(LANE_MAX, Math.max(0, -row[run]))
      }
    })
    causes.risks.forEach((risk, at) => {
      this.happens[at] = drawRisk(risk, tables.unitsPerDay, seed, block, row)
      this.#rows.set(row, (this.#places.risks + at * layout.ROW_BYTES) / 2)
    })
  }

  /** The pairs of a risk, to be handed to the kernel; of all risks without a number. */
  delaysOf(risk?: number): [from: number, to: number] {
    return risk === undefined
      ? [0, this.#firstDelay[this.#firstDelay.length - 1]]
      : [this.#firstDelay[risk], this.#firstDelay[risk + 1]]
  }
}

/** Rows of durations that do not vary by themselves are set before the drivers change them. */
function writeSteps({ causes, network, tables }: Simulation, driverRows: number): Int32Array {
  if (causes === null) return new Int32Array(0)
  const { kind, fixedDays } = network.sampling
  const words: number[] = []
  for (const node of causes.hitNodes) {
    if (kind[node] !== SAMPLE_KIND.fixed) continue
    words.push(node * layout.ROW_BYTES, fixedDays[node] * tables.unitsPerDay, layout.SHARE_SET)
  }
  causes.drivers.forEach(({ nodes, isFactor }, at) => {
    for (const node of nodes) {
      const row = driverRows + 2 * at * layout.ROW_BYTES
      words.push(node * layout.ROW_BYTES, row, isFactor ? layout.SHARE_SCALE : layout.SHARE_SHIFT)
    }
  })
  return Int32Array.from(words)
}
