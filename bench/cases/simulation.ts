import { buildGraph } from '../../compute/model/build-graph.ts'
import { checkOptions, type SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import type { SimulationResult } from '../../compute/simulation/result/simulation-result.ts'
import { simulate, simulatePrepared } from '../../compute/simulation/simulate.ts'
import type { Kernel } from '../../compute/wasm/choose-kernel.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase, Prepared } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { ISSUE_LIMIT, issueLimit } from '../peers/issue-limit.ts'
import { repeatWork } from '../repeat-work.ts'
import { simulationPeers } from './simulation-peers.ts'

const TASKS = 5_000
const GROWTH_TASKS = 500
/** Up to here the readable kernel says what the answer is; beyond, it would take minutes. */
const REFERENCE_TASK_RUNS = 10_000_000

const FINISH_ONLY = { withCriticality: false, withSensitivity: false, taskFinishes: 'none' } as const
const WITH_CRITICALITY = { withCriticality: true, withSensitivity: false, taskFinishes: 'none' } as const

const shared = {
  group: 'simulation',
  unit: 'ms',
  sizeName: 'runs',
  workName: 'task-run',
  quickSizes: [1_000],
  fullSizes: [1_000],
  warmUps: 5,
  samples: 40,
} as const satisfies Partial<BenchCase>

export const simulateFinish: BenchCase = {
  ...shared,
  name: 'simulation-finish',
  summary: `distribution of the finish, ${TASKS} tasks, 1 thread, network resident`,
  aims: () => [{ of: 'median', atMost: 3 }],
  prepare: async (runs) => withPeers(onThisThread(TASKS, { runs, ...FINISH_ONLY }), runs),
}

export const simulateCriticality: BenchCase = {
  ...shared,
  name: 'simulation-criticality-1',
  summary: `finish and criticality of every task, ${TASKS} tasks, 1 thread`,
  aims: () => [{ of: 'median', atMost: 4 }],
  prepare: (runs) => onThisThread(TASKS, { runs, ...WITH_CRITICALITY }),
}

export const simulateTwoThreads: BenchCase = {
  ...shared,
  name: 'simulation-criticality-2',
  summary: `finish and criticality of every task, ${TASKS} tasks, pool of 2 threads, dispatch included`,
  fullSizes: [1_000, 10_000],
  aims: (runs) => [{ of: 'median', atMost: runs === 1_000 ? 2.5 : 22 }, ...(runs === 10_000 ? [SCALING] : [])],
  prepare: (runs) => inPool(TASKS, { runs, ...WITH_CRITICALITY }),
}

const ONE_THREAD = 'the same with 1 thread'
/** Twice the threads, at least 1.7 times as fast. */
const SCALING = { of: `peer:${ONE_THREAD}`, atMost: 1 / 1.7 } as const

export const simulateEverything: BenchCase = {
  ...shared,
  name: 'simulation-everything',
  summary: `finish, criticality, sensitivity and P80 of every task, ${TASKS} tasks, 1 thread`,
  prepare: (runs) => onThisThread(TASKS, { runs, taskFinishes: 'all' }),
}

export const simulateAgainstLimit: BenchCase = {
  ...shared,
  name: 'simulation-issue-limit',
  summary: `criticality by 1 thread beside as many vector instructions as this core issues at best, ${TASKS} tasks`,
  aims: () => [{ of: `peer:${ISSUE_LIMIT}`, atMost: 1 / 0.45 }],
  prepare: async (runs) => {
    const prepared = onThisThread(TASKS, { runs, ...WITH_CRITICALITY })
    return { ...prepared, ...issueLimit(columnsFor(TASKS), runs) }
  },
}

export const simulateGrowth: BenchCase = {
  ...shared,
  name: 'simulation-growth',
  summary: `finish and criticality by number of runs, ${GROWTH_TASKS} tasks, 1 thread`,
  quickSizes: [1_000, 10_000, 100_000],
  fullSizes: [1_000, 10_000, 100_000, 1_000_000],
  samples: 20,
  prepare: (runs) => onThisThread(GROWTH_TASKS, { runs, ...WITH_CRITICALITY }),
}

function columnsFor(taskCount: number) {
  return columnsFromSketch(sketchWith('plain', taskCount))
}

/** Blocks and gathering; network, tables and layout are kept, as a worker keeps them. */
function onThisThread(taskCount: number, wanted: SimulationOptions): Prepared {
  const columns = columnsFor(taskCount)
  const graph = buildGraph(columns)
  const options = checkOptions(wanted, taskCount)
  const kernel = chooseKernel()
  const simulation = prepareSimulation(graph, options, kernel)
  return {
    sample: repeatWork({
      unit: 'ms',
      once: () => simulatePrepared(simulation, options, kernel),
      consume: (result) => result.p80Day,
      hash: hashResult,
    }),
    ...expected(taskCount, wanted, tsKernel),
    facts: { work: taskCount * wanted.runs, links: columns.linkCount },
  }
}

async function inPool(taskCount: number, wanted: SimulationOptions): Promise<Prepared> {
  const columns = columnsFor(taskCount)
  const pools = [2, 1].map((threads) => createComputePool({ threads, maxQueue: 4, deadlineMs: 60_000 }))
  const sampleOf = (pool: (typeof pools)[number] | undefined) => async () => {
    const startedMs = performance.now()
    const result = await pool!.simulate(columns, wanted)
    return { value: performance.now() - startedMs, hash: hashResult(result) }
  }
  const [two, one] = pools
  return {
    sample: sampleOf(two),
    peers: [{ name: ONE_THREAD, isSameAnswer: true, sample: sampleOf(one) }],
    ...expected(taskCount, wanted, tsKernel),
    facts: { work: taskCount * wanted.runs, links: columns.linkCount },
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  }
}

/** The same seed must give the same bits with the readable kernel. */
function expected(
  taskCount: number,
  options: SimulationOptions,
  kernel: Kernel,
): Pick<Prepared, 'expectedHash' | 'notMeasured'> {
  if (taskCount * options.runs > REFERENCE_TASK_RUNS) return {}
  return { expectedHash: hashResult(simulate(buildGraph(columnsFor(taskCount)), options, kernel)) }
}

function hashResult(result: SimulationResult): string {
  return hashAnswer(result.finishDays, result.criticality, result.sensitivity, result.taskP80Day)
}

async function withPeers(prepared: Prepared, runs: number): Promise<Prepared> {
  const { peers, notMeasured, close } = await simulationPeers(TASKS, runs)
  return { ...prepared, peers, notMeasured, close }
}
