import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { checkOptions } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import { allBlocks, blockCount, runBlocks } from '../../compute/simulation/run/run-blocks.ts'
import { allocateSinks, ownMemory, sharedMemory, sinkSizes } from '../../compute/simulation/run/simulation-sinks.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { buildPlan, link, task } from './build-plan.ts'

const RUNS = 6_010

t.test('finishes that are counted are those of all runs, whichever threads count them', async (t) => {
  const spread = { optimistic_duration: 1, most_likely_duration: 3, pessimistic_duration: 9 }
  const tasks = [task('A', 3, spread), task('D', 2, { percent_complete: 100 }), task('B', 3, spread), task('M', 0)]
  const plan = buildPlan(tasks, [link('A FS B'), link('D FS B'), link('B FS M')])
  const options = checkOptions({ runs: RUNS, taskFinishes: 'all' }, tasks.length)
  const simulation = prepareSimulation(buildGraph(columnsFromPlan(plan)), options, tsKernel)
  const countsOf = (threads: (() => { from: number; to: number } | null)[], kernel = chooseKernel()) => {
    const memory = threads.length === 1 ? ownMemory(kernel) : sharedMemory(threads.length)
    const sinks = allocateSinks(sinkSizes(simulation), options, memory)
    t.ok(sinks.isCounted)
    for (const take of threads) runBlocks(simulation, options, sinks, kernel, take)
    return Array.from(sinks.finishCounts)
  }
  const range = (from: number, to: number) => {
    const ranges = [{ from, to }]
    return () => ranges.pop() ?? null
  }
  const alone = countsOf([allBlocks(RUNS)])
  const varying = simulation.keptNodes.filter((node) => simulation.network.isConstant[node] === 0)
  t.equal(varying.length, 3)
  t.equal(
    alone.reduce((sum, count) => sum + count, 0),
    RUNS * varying.length,
  )
  t.strictSame(countsOf([range(0, 70), range(70, blockCount(RUNS))]), alone)
  t.strictSame(countsOf([allBlocks(RUNS)], tsKernel), alone)
})
