import type { Simulation } from '../prepare/simulation.ts'
import type { BlockRunner, RiskCostRows } from './block-runner.ts'
import { BLOCK_RUNS } from './sample-durations.ts'
import { lowBits } from './simulation-sinks.ts'

/** What each risk costs the runs of a block: told by the kernel, or by the runs once more without each of those that can have moved them. */
export class CostedRisks {
  /** Whether a block has to be traced for it. */
  readonly needsTrace: boolean
  readonly #simulation: Simulation
  readonly #runner: BlockRunner
  readonly #keep: (risk: number, run: number, units: number) => void
  readonly #costOrder: Int32Array
  /** Runs in which each risk may have moved the completion, a bit a run. */
  readonly #mayCost: Int32Array
  readonly #risks = new Int32Array(BLOCK_RUNS)
  /** Completions in days without a risk. */
  readonly #without = new Float64Array(BLOCK_RUNS)

  /** Costs other than 0 are kept, by risk and run of the block. */
  constructor(simulation: Simulation, runner: BlockRunner, keep: (risk: number, run: number, units: number) => void) {
    this.#simulation = simulation
    this.#runner = runner
    this.#keep = keep
    const risks = simulation.causes?.risks ?? []
    this.needsTrace = risks.some(({ isMonotone }) => isMonotone)
    this.#costOrder = simulation.causes?.costOrder ?? new Int32Array(0)
    this.#mayCost = new Int32Array(risks.length)
  }

  /** Tells the costs of the first runs of the last block, from the runs in which each risk happened and the completions in days. */
  tell(happens: Int32Array, completions: Float64Array, runs: number): void {
    const { unitsPerDay } = this.#simulation.tables
    const told = this.#runner.costRisks(lowBits(runs))
    if (told === null) this.#keepCritical(happens)
    else this.#keepTold(told)
    const queues = this.#queueRisks(told?.left ?? this.#mayCost, runs)
    // One pass takes a risk off every run, another in each, until no run has any left.
    for (let left = queues.reduce((most, { length }) => Math.max(most, length), 0); left > 0; left--) {
      takeRisks(queues, left, this.#costOrder, this.#risks)
      this.#runner.forwardWithout(this.#risks, this.#without)
      for (let run = 0; run < runs; run++) {
        const risk = this.#risks[run]
        if (risk >= 0) this.#keep(risk, run, (completions[run] - this.#without[run]) * unitsPerDay)
      }
    }
  }

  #keepTold({ known, units }: RiskCostRows): void {
    for (let risk = 0; risk < known.length; risk++) {
      for (let left = known[risk]; left !== 0; left &= left - 1) {
        const run = 31 - Math.clz32(left & -left)
        this.#keep(risk, run, units[risk * BLOCK_RUNS + run])
      }
    }
  }

  /** Finds the runs in which each risk can have moved the completion, of those in which it happened. */
  #keepCritical(happens: Int32Array): void {
    const { causes } = this.#simulation
    for (let risk = 0; risk < happens.length; risk++) {
      this.#mayCost[risk] = happens[risk]
      if (happens[risk] === 0 || causes === null || !causes.risks[risk].isMonotone) continue
      const { nodes } = causes.risks[risk]
      let critical = 0
      for (let at = 0; at < nodes.length; at++) critical |= this.#runner.criticalIn(nodes[at])
      this.#mayCost[risk] &= critical
    }
  }

  /** The risks that may cost each of the first runs of a block, by their places in the order; the next one last. */
  #queueRisks(mayCost: Int32Array, runs: number): number[][] {
    const queues = Array.from({ length: runs }, (): number[] => [])
    for (let place = this.#costOrder.length - 1; place >= 0; place--) {
      const bits = mayCost[this.#costOrder[place]] & lowBits(runs)
      for (let left = bits; left !== 0; left &= left - 1) queues[31 - Math.clz32(left & -left)].push(place)
    }
    return queues
  }
}

/**
 * The risks that the next pass takes off, -1 where it takes off none. Runs with as many of them as passes are left have to go; others
 * wait for a later one where theirs strikes further ahead, because the pass begins where the first of all strikes.
 */
function takeRisks(queues: readonly number[][], left: number, order: Int32Array, risks: Int32Array): void {
  let last = 0
  for (const queue of queues) if (queue.length === left) last = Math.max(last, queue[left - 1])
  risks.fill(-1)
  queues.forEach((queue, run) => {
    if (queue.length > 0 && queue[queue.length - 1] <= last) risks[run] = order[queue.pop() as number]
  })
}
