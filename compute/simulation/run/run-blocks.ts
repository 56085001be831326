import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import type { BlockRunner, NodeRange } from './block-runner.ts'
import { CostedRisks } from './costed-risks.ts'
import { openBlocks } from './open-blocks.ts'
import { addCosts, addRiskCounts, keepRisks, openRiskCounts, type RiskCounts } from './risk-counts.ts'
import { BLOCK_RUNS } from './sample-durations.ts'
import {
  addFinishCounts,
  countFinishes,
  keepFinishes,
  openCounts,
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
  addFinishCounts(sinks, work.finishCounts)
}

/** The way of a block, the same in every kernel: sampled, run, kept, traced, and run once more without each risk. */
class BlockWork {
  readonly runner: BlockRunner
  readonly riskCounts: RiskCounts
  readonly #simulation: Simulation
  readonly #options: CheckedOptions
  readonly #sinks: SimulationSinks
  /** Completions in days of the last block. */
  readonly #completions = new Float64Array(BLOCK_RUNS)
  /** Finishes of a block, of some nodes or of a project. */
  readonly #units: Int32Array
  readonly finishCounts: Int32Array
  readonly #costs: CostedRisks
  readonly #keptRanges: KeptRange[]

  constructor(simulation: Simulation, options: CheckedOptions, sinks: SimulationSinks, runner: BlockRunner) {
    this.#simulation = simulation
    this.#options = options
    this.#sinks = sinks
    this.runner = runner
    const risks = sinks.riskRuns.length
    this.riskCounts = openRiskCounts(risks)
    this.#costs = new CostedRisks(simulation, runner)
    this.finishCounts = openCounts(sinks)
    this.#keptRanges = rangesOf(simulation.keptNodes, sinks.keptTogether)
    const most = sinks.isCounted
      ? this.#keptRanges.reduce((most, { nodes }) => Math.max(most, nodes.to - nodes.from), 1)
      : 1
    this.#units = new Int32Array(BLOCK_RUNS * most)
  }

  run(block: number): void {
    const { groups } = this.#simulation
    const { runs, withCriticality } = this.#options
    const firstRun = block * BLOCK_RUNS
    const runCount = Math.min(BLOCK_RUNS, runs - firstRun)
    const happens = this.runner.sample(block)
    keepRisks(this.#sinks, this.riskCounts, { delays: this.runner.delays, happens }, block, runCount)
    const withCosts = firstRun < this.#sinks.costRuns
    const isTraced = withCriticality || (withCosts && this.#costs.needsTrace)
    this.runner.forward(this.#completions, groups.length > 0, isTraced)
    for (let run = 0; run < runCount; run++) this.#sinks.completions[firstRun + run] = this.#completions[run]
    this.#keepNodes(block, runCount)
    this.#keepGroups(block, runCount)
    if (isTraced) this.runner.trace(runCount)
    if (!withCosts) return
    const costed = Math.min(runCount, this.#sinks.costRuns - firstRun)
    addCosts(this.riskCounts, this.#costs.find(happens, this.#completions, costed))
  }

  #keepNodes(block: number, runCount: number): void {
    const { keptOffset, network } = this.#simulation
    for (const { first, nodes } of this.#keptRanges) {
      if (!this.#sinks.isCounted) {
        this.runner.readFinishes(nodes, this.#sinks.finishes, rowOf(this.#sinks, first, block))
        continue
      }
      this.runner.readFinishes(nodes, this.#units, 0)
      for (let at = 0; at < nodes.to - nodes.from; at++) {
        // A completed task has the finish that was recorded.
        if (network.isConstant[nodes.from + at] === 1) continue
        countFinishes(this.finishCounts, keptOffset[first + at], this.#units, at * BLOCK_RUNS, runCount)
      }
    }
  }

  #keepGroups(block: number, runCount: number): void {
    const { groups, keptNodes, keptOffset } = this.#simulation
    for (let group = 0; group < groups.length; group++) {
      Atomics.add(this.#sinks.lastRuns, group, this.runner.readGroup(group, runCount, this.#units))
      const kept = keptNodes.length + group
      if (this.#sinks.isCounted) countFinishes(this.finishCounts, keptOffset[kept], this.#units, 0, runCount)
      else keepFinishes(this.#sinks, kept, block, this.#units, runCount)
    }
  }
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
