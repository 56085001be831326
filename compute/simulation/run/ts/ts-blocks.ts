import { allocateRows, type BlockRows, endsLast, groupFinish, runBlock } from '../../prepare/forward-block.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { BlockRunner, NodeRange } from '../block-runner.ts'
import { BLOCK_RUNS, sampleDurations } from '../sample-durations.ts'
import { applyCauses, type RiskRows } from './apply-causes.ts'
import { traceCriticality } from './trace-block.ts'

/** The readable kernel, in doubles, and the one that takes every case. */
export class TsBlocks implements BlockRunner {
  readonly #simulation: Simulation
  readonly #seed: number
  readonly #rows: BlockRows
  readonly #criticalRuns: Int32Array
  readonly #runOfLane = new Int32Array(BLOCK_RUNS)
  #risks: RiskRows = { delays: new Int32Array(0), happens: new Int32Array(0) }

  constructor(simulation: Simulation, seed: number) {
    this.#simulation = simulation
    this.#seed = seed
    this.#rows = allocateRows(simulation.network.graph.nodeCount, BLOCK_RUNS)
    this.#criticalRuns = new Int32Array(simulation.network.graph.columns.taskCount)
  }

  sample(block: number): Int32Array {
    this.#runOfLane.forEach((_, lane, all) => {
      all[lane] = lane
    })
    sampleDurations(this.#simulation, this.#seed, block, this.#rows.days)
    this.#risks = applyCauses(this.#simulation, this.#seed, block, this.#rows.days)
    return this.#risks.happens
  }

  get delays(): Int32Array {
    return this.#risks.delays
  }

  forward(completions: Float64Array): void {
    runBlock(this.#simulation.network, this.#rows)
    completions.set(this.#rows.completion)
  }

  readFinishes({ from, to }: NodeRange, into: Int32Array | Uint16Array, at: number): void {
    const { unitsPerDay } = this.#simulation.tables
    const first = from * BLOCK_RUNS
    const count = (to - from) * BLOCK_RUNS
    for (let cell = 0; cell < count; cell++) into[at + cell] = this.#rows.finish[first + cell] * unitsPerDay
  }

  readGroup(group: number, runCount: number, units: Int32Array): number {
    const { network, groups, tables } = this.#simulation
    let last = 0
    for (let run = 0; run < runCount; run++) {
      units[run] = groupFinish(network, groups[group], this.#rows, run) * tables.unitsPerDay
      if (endsLast(network, groups[group], this.#rows, run)) last++
    }
    return last
  }

  trace(runCount: number): void {
    const { network } = this.#simulation
    const { graph } = network
    traceCriticality(network, this.#rows)
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.isSummaryStart[node] === 1) continue
      let count = 0
      for (let run = 0; run < runCount; run++) count += this.#rows.isCritical[node * BLOCK_RUNS + run]
      this.#criticalRuns[graph.taskOfNode[node]] += count
    }
  }

  criticalIn(node: number): number {
    let bits = 0
    for (let run = 0; run < BLOCK_RUNS; run++) bits |= this.#rows.isCritical[node * BLOCK_RUNS + run] << run
    return bits
  }

  costRisks(): null {
    return null
  }

  forwardWithout(risks: Int32Array, completions: Float64Array): void {
    this.#delay(risks, -1)
    this.forward(completions)
    this.#delay(risks, 1)
  }

  #delay(risks: Int32Array, sign: number): void {
    const { causes, tables } = this.#simulation
    risks.forEach((risk, lane) => {
      if (risk < 0 || causes === null) return
      const days = (sign * this.#risks.delays[risk * BLOCK_RUNS + this.#runOfLane[lane]]) / tables.unitsPerDay
      for (const node of causes.risks[risk].nodes) this.#rows.days[node * BLOCK_RUNS + lane] += days
    })
  }

  regroup(runOfLane: Int32Array): void {
    const { days } = this.#rows
    for (let row = 0; row < days.length; row += BLOCK_RUNS) {
      const own = days.slice(row, row + BLOCK_RUNS)
      for (let lane = 0; lane < BLOCK_RUNS; lane++) days[row + lane] = own[runOfLane[lane]]
    }
    this.#runOfLane.set(runOfLane)
  }

  addCriticalRuns(criticalRuns: Int32Array): void {
    for (let task = 0; task < criticalRuns.length; task++) Atomics.add(criticalRuns, task, this.#criticalRuns[task])
  }
}
