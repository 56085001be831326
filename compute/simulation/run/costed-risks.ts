import type { Simulation } from '../prepare/simulation.ts'
import type { BlockRunner } from './block-runner.ts'
import { chooseFloors, findTold, openQueues, type Queues, queueRisks, spread, takeRisks } from './queued-risks.ts'
import { type FoundCosts, lowBits } from './risk-counts.ts'
import { BLOCK_RUNS } from './sample-durations.ts'

/** What each risk costs the runs of a block: told by the kernel, or by the runs once more without each of those that can have moved them. */
export class CostedRisks {
  /** Whether a block has to be traced for it. */
  readonly needsTrace: boolean
  readonly #simulation: Simulation
  readonly #runner: BlockRunner
  readonly #costOrder: Int32Array
  readonly #costShares: Float64Array
  /** Runs in which each risk may have moved the completion, a bit a run. */
  readonly #mayCost: Int32Array
  readonly #queues: Queues
  /** What is spread over the lanes of others. */
  readonly #spread: Queues
  /** How many risks of each lane passes leave to others. */
  readonly #floors = new Int32Array(BLOCK_RUNS)
  readonly #runOfLane = IN_PLACE.slice()
  readonly #risks = new Int32Array(BLOCK_RUNS)
  /** Completions in days without a risk. */
  readonly #without = new Float64Array(BLOCK_RUNS)
  readonly #found: FoundCosts

  constructor(simulation: Simulation, runner: BlockRunner) {
    this.#simulation = simulation
    this.#runner = runner
    const risks = simulation.causes?.risks ?? []
    this.needsTrace = risks.some(({ isMonotone }) => isMonotone)
    this.#costOrder = simulation.causes?.costOrder ?? new Int32Array(0)
    this.#costShares = simulation.causes?.costShares ?? new Float64Array(0)
    this.#mayCost = new Int32Array(risks.length)
    this.#queues = openQueues(risks.length)
    this.#spread = openQueues(risks.length)
    const most = BLOCK_RUNS * risks.length
    this.#found = { count: 0, risks: new Int32Array(most), runs: new Int32Array(most), units: new Float64Array(most) }
  }

  /**
   * Finds the costs of the first runs of the last block, from the runs in which each risk happened and the completions in days. What is not
   * among them costs nothing. They stand until the next block.
   */
  find(happens: Int32Array, completions: Float64Array, runs: number): FoundCosts {
    const told = this.#runner.costRisks(lowBits(runs))
    const found = this.#found
    found.count = told === null ? 0 : findTold(told.known, told.units, found.risks, found.runs, found.units)
    if (told === null) this.#findCritical(happens)
    const { places, lengths } = this.#queues
    queueRisks(told?.left ?? this.#mayCost, this.#costOrder, lowBits(runs), places, lengths)
    const move = told === null ? MOVE_PASSES : MOVE_PLAIN_PASSES
    const before = chooseFloors(places, lengths, this.#costShares, move, this.#floors)
    this.#pass(this.#queues, before, IN_PLACE, completions)
    const after = spread(places, lengths, this.#spread.places, this.#spread.lengths, this.#runOfLane)
    if (after === 0) return found
    this.#runner.regroup(this.#runOfLane)
    this.#floors.fill(0)
    this.#pass(this.#spread, after, this.#runOfLane, completions)
    return found
  }

  /** So many passes, each of which takes a risk off every lane, another in each, as long as it has any left. */
  #pass(queues: Queues, passes: number, runOfLane: Int32Array, completions: Float64Array): void {
    const { unitsPerDay } = this.#simulation.tables
    const found = this.#found
    for (let left = passes; left > 0; left--) {
      takeRisks(queues.places, queues.lengths, left, this.#floors, this.#costOrder, this.#risks)
      this.#runner.forwardWithout(this.#risks, this.#without)
      for (let lane = 0; lane < BLOCK_RUNS; lane++) {
        const risk = this.#risks[lane]
        if (risk < 0) continue
        const run = runOfLane[lane]
        const at = found.count++
        found.risks[at] = risk
        found.runs[at] = run
        found.units[at] = (completions[run] - this.#without[lane]) * unitsPerDay
      }
    }
  }

  /** Finds the runs in which each risk can have moved the completion, of those in which it happened. */
  #findCritical(happens: Int32Array): void {
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
}

/** Every run in its own lane. */
const IN_PLACE = Int32Array.from({ length: BLOCK_RUNS }, (_, lane) => lane)
/**
 * What it takes to change lanes, in passes: durations move. Where every link is an addition a pass takes little longer than that, and few are
 * left.
 */
const MOVE_PASSES = 0.2
const MOVE_PLAIN_PASSES = 1.5
