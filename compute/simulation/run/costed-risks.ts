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
  readonly #queues = Array.from({ length: BLOCK_RUNS }, (): number[] => [])
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
    const told = this.#runner.costRisks(lowBits(runs))
    if (told === null) this.#keepCritical(happens)
    else this.#keepTold(told)
    const queues = this.#queueRisks(told?.left ?? this.#mayCost, runs)
    const most = longest(queues)
    const before = passesBefore(queues, most, told === null ? REGROUP_PASSES : REGROUP_PLAIN_PASSES)
    if (before === most) {
      this.#pass(queues, IN_PLACE, completions)
      return
    }
    // The first of all to strike come last, because a pass of runs that have changed lanes begins at the first task.
    const later = queues.map((queue) => queue.splice(0, queue.length - before))
    this.#pass(queues, IN_PLACE, completions)
    const { runOfLane, lanes } = spread(later, fewestPasses(later, 0))
    this.#runner.regroup(runOfLane)
    this.#pass(lanes, runOfLane, completions)
  }

  /** One pass takes a risk off every lane, another in each, until no lane has any left. */
  #pass(queues: readonly number[][], runOfLane: Int32Array, completions: Float64Array): void {
    const { unitsPerDay } = this.#simulation.tables
    for (let left = longest(queues); left > 0; left--) {
      takeRisks(queues, left, this.#costOrder, this.#risks)
      this.#runner.forwardWithout(this.#risks, this.#without)
      for (let lane = 0; lane < queues.length; lane++) {
        const risk = this.#risks[lane]
        const run = runOfLane[lane]
        if (risk >= 0) this.#keep(risk, run, (completions[run] - this.#without[lane]) * unitsPerDay)
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
    const queues = this.#queues
    for (let run = 0; run < queues.length; run++) queues[run].length = 0
    const counted = lowBits(runs)
    for (let place = this.#costOrder.length - 1; place >= 0; place--) {
      for (let left = mayCost[this.#costOrder[place]] & counted; left !== 0; left &= left - 1) {
        queues[31 - Math.clz32(left & -left)].push(place)
      }
    }
    return queues
  }
}

/** Every run in its own lane. */
const IN_PLACE = Int32Array.from({ length: BLOCK_RUNS }, (_, lane) => lane)
/**
 * Passes that runs in other lanes cost beside their own: their durations move, and the first pass begins at the first task. Where every
 * link is an addition a pass takes little longer than to move them.
 */
const REGROUP_PASSES = 0.8
const REGROUP_PLAIN_PASSES = 2.5

function longest(queues: readonly number[][]): number {
  let most = 0
  for (let run = 0; run < queues.length; run++) if (queues[run].length > most) most = queues[run].length
  return most
}

/** How many passes it takes at least to take off what is left of each run after some passes, with several lanes a run. */
function fewestPasses(queues: readonly number[][], before: number): number {
  let sum = 0
  for (let run = 0; run < queues.length; run++) sum += Math.max(0, queues[run].length - before)
  let passes = Math.ceil(sum / BLOCK_RUNS)
  for (let lanes = BLOCK_RUNS + 1; lanes > BLOCK_RUNS && passes > 0; passes += Number(lanes > BLOCK_RUNS)) {
    lanes = 0
    for (let run = 0; run < queues.length; run++) lanes += Math.ceil(Math.max(0, queues[run].length - before) / passes)
  }
  return passes
}

/** After how many passes runs with many risks are best spread over the lanes of those that have none left; `most` for never. */
function passesBefore(queues: readonly number[][], most: number, regroupPasses: number): number {
  let best = most
  let least: number = most
  for (let before = 0; before + 1 + regroupPasses < most; before++) {
    const passes = before + fewestPasses(queues, before) + regroupPasses
    if (passes < least) {
      best = before
      least = passes
    }
  }
  return best
}

/** Risks of runs dealt to as many lanes as they need for some passes. */
function spread(queues: readonly number[][], passes: number): { runOfLane: Int32Array; lanes: number[][] } {
  const runOfLane = IN_PLACE.slice()
  const lanes: number[][] = []
  queues.forEach((queue, run) => {
    const first = lanes.length
    const count = Math.ceil(queue.length / passes)
    for (let lane = 0; lane < count; lane++) {
      runOfLane[lanes.length] = run
      lanes.push([])
    }
    queue.forEach((place, at) => {
      lanes[first + (at % count)].push(place)
    })
  })
  return { runOfLane, lanes }
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
