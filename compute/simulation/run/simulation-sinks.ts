import { NO_DAY } from '../../model/schedule-columns.ts'
import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { TABLE_SUMS } from './correlation-sums.ts'
import { BLOCK_RUNS } from './sample-durations.ts'
import { KeptRows } from './wasm/kept-rows.ts'

/** How many that are kept stand together in rows of finishes that threads share: what they have of a block is a page. */
export const KEPT_TOGETHER = 64

/** Runs that sensitivities and costs of risks look at. */
const SAMPLED_RUNS = 2000

/** What is gathered per task. */
export interface TaskSinks {
  /** Share of the runs in which the task was critical; all 0 when that was switched off. */
  criticality: Float64Array
  /** Signed rank correlation of the duration with the finish; 0 for a task that does not vary. */
  sensitivity: Float64Array
  /** 1 where the duration of an unfinished task varies and the sensitivity says something. */
  hasSensitivity: Uint8Array
  /** `NO_DAY` where it was not kept. */
  taskP80Day: Int32Array
}

/**
 * Where blocks leave their results: memory that threads may share, every cell written by one block only, or added to atomically.
 */
export interface SimulationSinks {
  /** Per run, in the order of the runs. */
  completions: Float64Array
  /** Per task. */
  criticalRuns: Int32Array
  /** Runs the sensitivities of tasks look at; 0 where they are not wanted. */
  sampledRuns: number
  /**
   * Finishes of what is kept, in units, so many of them together: a block of runs after the other, in there a row for each of those.
   * Empty where they are counted.
   */
  finishes: Int32Array | Uint16Array
  keptTogether: number
  /** Or how often each unit occurs, a row of units for each that is kept. */
  finishCounts: Int32Array
  isCounted: boolean
  /** How many are kept, and blocks of runs. */
  keptCount: number
  blockCount: number
  /** Sums of `correlation-sums.ts` for every task that is drawn, a row for each of the threads that gather. */
  sums: Float64Array
  gatherers: number
  /** Per risk: runs in which it happened. */
  riskRuns: Int32Array
  /** Runs looked at for what risks cost; 0 where that is not wanted. */
  costRuns: number
  /** Per risk: runs of those in which it happened. */
  costHits: Int32Array
  /** Per risk: units by which it moved the completion, and their squares, each summed over those runs. */
  riskCosts: BigInt64Array
  riskCostSquares: BigInt64Array
  /** Blocks of the sampled runs one after the other, in each a row of runs a risk: its delay in units. */
  riskDelays: Int32Array | Uint16Array
  /** Blocks of the sampled runs one after the other, in each a word a risk: the runs in which it happened, a bit a run. */
  riskHappens: Int32Array
  /** Per project of a program: runs in which it ended last. */
  lastRuns: Int32Array
  tasks: TaskSinks
}

/** What of a prepared simulation the size of its sinks depends on. */
export interface SinkSizes {
  taskCount: number
  /** Tasks with a table or a velocity. */
  drawn: number
  /** Nodes and projects whose finishes are kept, and the units all of them together can reach. */
  kept: number
  keptUnits: number
  /** The units that any one of them can reach. */
  mostKeptUnits: number
  risks: number
  /** The longest delay of all risks. */
  mostDelayUnits: number
  projects: number
}

export function sinkSizes({ network, tables, sprints, keptOffset, causes, groups }: Simulation): SinkSizes {
  const kept = keptOffset.length - 1
  const mostDelayDays = causes?.risks.reduce((most, { greatest }) => Math.max(most, greatest), 0) ?? 0
  return {
    taskCount: network.graph.columns.taskCount,
    drawn: tables.nodes.length + sprints.nodes.length,
    kept,
    keptUnits: keptOffset[kept],
    mostKeptUnits: keptOffset.reduce((most, offset, at) => Math.max(most, offset - (keptOffset[at - 1] ?? 0)), 0),
    risks: causes?.risks.length ?? 0,
    mostDelayUnits: Math.ceil(mostDelayDays * tables.unitsPerDay),
    projects: groups.length,
  }
}

/** Where sinks are. */
export interface SinkMemory {
  /** Threads that gather. */
  gatherers: number
  allocate(bytes: number): ArrayBuffer | SharedArrayBuffer
  /** Room for so many finishes of as many nodes, of 16 or 32 bits, and how many of the nodes are to stand together. */
  finishes(keptCount: number, count: number, isWide: boolean): Int32Array | Uint16Array
  keptTogether(keptCount: number): number
}

/** Memory that threads share. */
export function sharedMemory(gatherers: number): SinkMemory {
  return {
    gatherers,
    allocate: (bytes) => new SharedArrayBuffer(bytes),
    // What one block writes and what one gatherer reads are then pieces of some pages.
    keptTogether: () => KEPT_TOGETHER,
    finishes: (_, count, isWide) =>
      isWide ? new Int32Array(new SharedArrayBuffer(4 * count)) : new Uint16Array(new SharedArrayBuffer(2 * count)),
  }
}

/** That of a thread which works alone: what is shared is copied to and from word by word. */
export function ownMemory({ module }: Kernel): SinkMemory {
  return {
    gatherers: 1,
    allocate: (bytes) => new ArrayBuffer(bytes),
    // A block is written as a whole.
    keptTogether: (kept) => kept,
    finishes: (kept, count, isWide) => {
      if (module !== null) return KeptRows.open(module, kept, (isWide ? 4 : 2) * count).cells(count, isWide)
      return isWide ? new Int32Array(count) : new Uint16Array(count)
    },
  }
}

/** Room for the results of one simulation. Nothing in it grows with runs times tasks except finishes asked for. */
export function allocateSinks(sizes: SinkSizes, options: CheckedOptions, memory: SinkMemory): SimulationSinks {
  const { taskCount, drawn, kept, keptUnits, mostKeptUnits, risks, mostDelayUnits, projects } = sizes
  const { runs } = options
  const { gatherers } = memory
  const isCounted = keptUnits < kept * runs
  const sampledRuns = options.withSensitivity ? Math.min(runs, SAMPLED_RUNS) : 0
  const costRuns = options.withRiskCost && risks > 0 ? Math.min(runs, SAMPLED_RUNS) : 0
  const sumCount = sampledRuns === 0 ? 0 : gatherers * TABLE_SUMS * drawn
  const countCount = isCounted ? keptUnits : 0
  const blockCount = Math.ceil(runs / BLOCK_RUNS)
  const finishCount = isCounted ? 0 : kept * BLOCK_RUNS * blockCount
  const drawnBlocks = risks * Math.ceil(sampledRuns / BLOCK_RUNS)
  const hasShortDelays = mostDelayUnits < 65_536
  const delayWords = (drawnBlocks * BLOCK_RUNS) / (hasShortDelays ? 2 : 1)
  const whole = 2 * taskCount + countCount + 2 * risks + drawnBlocks + delayWords + projects
  const bytes = 8 * (runs + sumCount + 2 * taskCount + 2 * risks) + 4 * whole + taskCount
  const block = new MemoryBlock(memory.allocate(bytes))
  return {
    completions: block.doubles(runs),
    sums: block.doubles(sumCount),
    riskCosts: block.longs(risks),
    riskCostSquares: block.longs(risks),
    tasks: {
      criticality: block.doubles(taskCount),
      sensitivity: block.doubles(taskCount),
      taskP80Day: block.integers(taskCount).fill(NO_DAY),
      hasSensitivity: block.bytesAtEnd(taskCount),
    },
    criticalRuns: block.integers(taskCount),
    finishCounts: block.integers(countCount),
    riskRuns: block.integers(risks),
    costHits: block.integers(risks),
    riskDelays: hasShortDelays ? block.shorts(2 * delayWords) : block.integers(delayWords),
    riskHappens: block.integers(drawnBlocks),
    lastRuns: block.integers(projects),
    finishes: finishCount === 0 ? new Uint16Array(0) : memory.finishes(kept, finishCount, mostKeptUnits > 65_536),
    keptTogether: Math.max(1, memory.keptTogether(kept)),
    sampledRuns,
    isCounted,
    keptCount: kept,
    blockCount,
    gatherers,
    costRuns,
  }
}

/** One piece of memory, because every piece costs time to make and to post. Wider cells are taken first. */
class MemoryBlock {
  readonly #memory: ArrayBuffer | SharedArrayBuffer
  #next = 0

  constructor(memory: ArrayBuffer | SharedArrayBuffer) {
    this.#memory = memory
  }

  doubles(count: number): Float64Array {
    return new Float64Array(this.#memory, this.#take(8 * count), count)
  }

  longs(count: number): BigInt64Array {
    return new BigInt64Array(this.#memory, this.#take(8 * count), count)
  }

  integers(count: number): Int32Array {
    return new Int32Array(this.#memory, this.#take(4 * count), count)
  }

  /** An even number of them. */
  shorts(count: number): Uint16Array {
    return new Uint16Array(this.#memory, this.#take(2 * count), count)
  }

  bytesAtEnd(count: number): Uint8Array {
    return new Uint8Array(this.#memory, this.#memory.byteLength - count, count)
  }

  #take(bytes: number): number {
    const from = this.#next
    this.#next += bytes
    return from
  }
}

/** Keeps the finishes of a node or a project in the runs of a block; they are not counted. */
export function keepFinishes(
  sinks: SimulationSinks,
  kept: number,
  block: number,
  units: Int32Array,
  runCount: number,
): void {
  const first = rowOf(sinks, kept, block)
  for (let run = 0; run < runCount; run++) sinks.finishes[first + run] = units[run]
}

/** What one thread counts finishes in: the sinks themselves where no other thread sees them, else something of its own. */
export function openCounts({ finishCounts }: SimulationSinks): Int32Array {
  return finishCounts.buffer instanceof SharedArrayBuffer ? new Int32Array(finishCounts.length) : finishCounts
}

/** Counts finishes by unit, from the place of the first unit on. */
export function countFinishes(counts: Int32Array, first: number, units: Int32Array, from: number, runs: number): void {
  for (let at = from; at < from + runs; at++) counts[first + units[at]]++
}

/** Adds what a thread counted to what all did. */
export function addFinishCounts({ finishCounts }: SimulationSinks, counts: Int32Array): void {
  if (counts === finishCounts) return
  for (let unit = 0; unit < counts.length; unit++) {
    if (counts[unit] > 0) Atomics.add(finishCounts, unit, counts[unit])
  }
}

/** The finishes of one that is kept, run by run. */
export function readRuns(sinks: SimulationSinks, kept: number, into: Int32Array): void {
  for (let block = 0, firstRun = 0; firstRun < into.length; block++, firstRun += BLOCK_RUNS) {
    const from = rowOf(sinks, kept, block)
    const count = Math.min(BLOCK_RUNS, into.length - firstRun)
    for (let run = 0; run < count; run++) into[firstRun + run] = sinks.finishes[from + run]
  }
}

/** Where the row of one that is kept begins in a block. */
export function rowOf({ keptCount, blockCount, keptTogether }: SimulationSinks, kept: number, block: number): number {
  const first = kept - (kept % keptTogether)
  const together = Math.min(keptTogether, keptCount - first)
  return BLOCK_RUNS * (first * blockCount + block * together + kept - first)
}

/** The finishes of some that are kept and stand together, the first of them given, as they lie in the sinks. */
export function finishesTogether(sinks: SimulationSinks, first: number): SimulationSinks['finishes'] {
  const rows = sinks.blockCount * Math.min(sinks.keptTogether, sinks.keptCount - first)
  const from = rowOf(sinks, first, 0)
  return sinks.finishes.subarray(from, from + BLOCK_RUNS * rows)
}
