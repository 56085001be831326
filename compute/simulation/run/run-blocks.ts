import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import type { BlockRunner, NodeRange } from './block-runner.ts'
import { findMonotone, keepCritical } from './critical-risks.ts'
import { openBlocks } from './open-blocks.ts'
import { BLOCK_RUNS } from './sample-durations.ts'
import {
  addRiskCounts,
  keepFinishes,
  keepRisks,
  lowBits,
  type RiskCounts,
  rowOf,
  type SimulationSinks,
} from './simulation-sinks.ts'

/** Blocks from `from` up to, not including, `to`. */
export interface BlockRange {
  from: number
  to: number
}

/** Blocks that hold so many runs; the last may be partly filled. */
export function blockCount(runs: number): number {
  return Math.ceil(runs / BLOCK_RUNS)
}

/** All blocks of so many runs, in one piece, for a thread that works alone. */
export function allBlocks(runs: number): () => BlockRange | null {
  let next: BlockRange | null = { from: 0, to: blockCount(runs) }
  return () => {
    const taken = next
    next = null
    return taken
  }
}

/**
 * Computes blocks into the sinks as long as `take` gives any; what is counted per task is added at the end. Blocks do not
 * know of each other; any order and split gives equal bits.
 */
export function runBlocks(
  simulation: Simulation,
  options: CheckedOptions,
  sinks: SimulationSinks,
  kernel: Kernel,
  take: () => BlockRange | null,
): void {
  const work = new BlockWork(simulation, options, sinks, openBlocks(simulation, options.seed, kernel))
  for (let range = take(); range !== null; range = take()) {
    for (let block = range.from; block < range.to; block++) work.run(block)
  }
  if (options.withCriticality) work.runner.addCriticalRuns(sinks.criticalRuns)
  addRiskCounts(sinks, work.riskCounts)
}

/** The way of a block, the same in every kernel: sampled, run, kept, traced, and run once more without each risk. */
class BlockWork {
  readonly runner: BlockRunner
  readonly riskCounts: RiskCounts
  readonly #simulation: Simulation
  readonly #options: CheckedOptions
  readonly #sinks: SimulationSinks
  /** Completions in days of the last block, and of the same without a risk. */
  readonly #completions = new Float64Array(BLOCK_RUNS)
  readonly #without = new Float64Array(BLOCK_RUNS)
  readonly #units = new Int32Array(BLOCK_RUNS)
  readonly #costOrder: Int32Array
  /** Runs in which each risk may have moved the completion, a bit a run. */
  readonly #mayCost: Int32Array
  /** Per risk, as `findMonotone` has them. */
  readonly #isMonotone: Uint8Array
  readonly #keptRanges: KeptRange[]

  constructor(simulation: Simulation, options: CheckedOptions, sinks: SimulationSinks, runner: BlockRunner) {
    this.#simulation = simulation
    this.#options = options
    this.#sinks = sinks
    this.runner = runner
    this.#costOrder = costOrder(simulation)
    const risks = sinks.riskRuns.length
    this.riskCounts = { runs: new Int32Array(risks), costHits: new Int32Array(risks) }
    this.#mayCost = new Int32Array(risks)
    this.#isMonotone = sinks.costRuns === 0 ? new Uint8Array(0) : findMonotone(simulation)
    this.#keptRanges = rangesOf(simulation.keptNodes, sinks.keptTogether)
  }

  run(block: number): void {
    const { groups } = this.#simulation
    const { runs, withCriticality } = this.#options
    const firstRun = block * BLOCK_RUNS
    const runCount = Math.min(BLOCK_RUNS, runs - firstRun)
    const happens = this.runner.sample(block)
    keepRisks(this.#sinks, this.riskCounts, { delays: this.runner.delays, happens }, firstRun, runCount)
    const withCosts = firstRun < this.#sinks.costRuns
    const isTraced = withCriticality || (withCosts && this.#isMonotone.includes(1))
    this.runner.forward(this.#completions, groups.length > 0, isTraced)
    for (let run = 0; run < runCount; run++) this.#sinks.completions[firstRun + run] = this.#completions[run]
    this.#keepNodes(block, runCount)
    this.#keepGroups(block, runCount)
    if (isTraced) this.runner.trace(runCount)
    if (withCosts) this.#costRisks(happens, firstRun, runCount)
  }

  #keepNodes(block: number, runCount: number): void {
    const { keptNodes, network } = this.#simulation
    for (const { first, nodes } of this.#keptRanges) {
      if (!this.#sinks.isCounted) {
        this.runner.readFinishes(nodes, this.#sinks.finishes, rowOf(this.#sinks, first, block))
        continue
      }
      for (let kept = first; kept < first + nodes.to - nodes.from; kept++) {
        const node = keptNodes[kept]
        // A completed task has the finish that was recorded.
        if (network.isConstant[node] === 1) continue
        this.runner.readFinishes({ from: node, to: node + 1 }, this.#units, 0)
        keepFinishes(this.#sinks, this.#simulation, kept, block, this.#units, runCount)
      }
    }
  }

  #keepGroups(block: number, runCount: number): void {
    const { groups, keptNodes } = this.#simulation
    for (let group = 0; group < groups.length; group++) {
      Atomics.add(this.#sinks.lastRuns, group, this.runner.readGroup(group, runCount, this.#units))
      const kept = keptNodes.length + group
      keepFinishes(this.#sinks, this.#simulation, kept, block, this.#units, runCount)
    }
  }

  /** What each risk costs the runs of a block: every run once more without each of those that can have moved it. */
  #costRisks(happens: Int32Array, firstRun: number, runCount: number): void {
    const { riskCosts, costRuns } = this.#sinks
    const { unitsPerDay } = this.#simulation.tables
    const runs = Math.min(runCount, costRuns - firstRun)
    const risks = new Int32Array(BLOCK_RUNS)
    keepCritical(this.#simulation, this.#isMonotone, happens, this.runner, this.#mayCost)
    const queues = this.#queueRisks(runs)
    // One pass takes a risk off every run, another in each, until no run has any left.
    for (let left = queues.reduce((most, { length }) => Math.max(most, length), 0); left > 0; left--) {
      takeRisks(queues, left, this.#costOrder, risks)
      this.runner.forwardWithout(risks, this.#without)
      for (let run = 0; run < runs; run++) {
        if (risks[run] < 0) continue
        const days = this.#completions[run] - this.#without[run]
        riskCosts[risks[run] * costRuns + firstRun + run] = days * unitsPerDay
      }
    }
  }

  /** The risks that may cost each of the first runs of a block, by their places in the order; the next one last. */
  #queueRisks(runs: number): number[][] {
    const queues = Array.from({ length: runs }, (): number[] => [])
    for (let place = this.#costOrder.length - 1; place >= 0; place--) {
      const bits = this.#mayCost[this.#costOrder[place]] & lowBits(runs)
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

/**
 * Risks by the first of their tasks in the order of the kernels, the last first: what lies before it is as it was. One that strikes
 * completed tasks alone costs nothing and takes no pass: there is no place from which to begin it, and others have moved rows before.
 */
export function costOrder({ causes, network }: Simulation): Int32Array {
  const placeOf = new Int32Array(network.graph.nodeCount)
  network.order.forEach((node, place) => {
    placeOf[node] = place
  })
  const firstOf = causes?.risks.map(({ nodes }) => placeOf[nodes[0]] ?? -1) ?? []
  const struck = [...firstOf.keys()].filter((risk) => firstOf[risk] >= 0)
  return Int32Array.from(struck).sort((left, right) => firstOf[right] - firstOf[left])
}

/** Kept nodes that follow each other and stand together in the sinks, and which of the kept is the first of them. */
interface KeptRange {
  first: number
  nodes: NodeRange
}

function rangesOf(keptNodes: Int32Array, keptTogether: number): KeptRange[] {
  const ranges: KeptRange[] = []
  keptNodes.forEach((node, kept) => {
    const last = ranges.at(-1)
    if (last?.nodes.to === node && kept % keptTogether !== 0) last.nodes.to++
    else ranges.push({ first: kept, nodes: { from: node, to: node + 1 } })
  })
  return ranges
}
