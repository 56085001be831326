// Costs of risks that the kernel tells without a pass, held to the passes of the readable kernel, run by run.

import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { CommonCauses, RiskEvent } from '../../compute/simulation/input/common-causes.ts'
import { checkOptions } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import { openBlocks } from '../../compute/simulation/run/open-blocks.ts'
import { lanesFor } from '../../compute/simulation/run/wasm/choose-lanes.ts'
import { NARROW_LANES } from '../../compute/simulation/run/wasm/lanes.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { wasmKernels } from './all-kernels.ts'
import { costsByRun } from './costs-by-run.ts'
import { caseCount, FULL_SHAPE, randomPlan } from './reference/random-plan.ts'

/** Runs whose costs were told without a pass, and those that were left for one, over all comparisons. */
interface Counts {
  told: number
  left: number
}

/** Compares the costs of every run in all kernels. Whether the plan is one of which costs can be told. */
function compare(columns: ScheduleColumns, causes: CommonCauses, runs: number, seed: number, counts: Counts): boolean {
  const graph = buildGraph(columns)
  const options = checkOptions({ runs, seed, causes, taskFinishes: 'none' }, columns.taskCount)
  const simulation = prepareSimulation(graph, options, tsKernel)
  const expected = JSON.stringify(costsByRun(simulation, options, tsKernel))
  for (const kernel of wasmKernels) {
    const found = JSON.stringify(costsByRun(simulation, options, kernel))
    if (found !== expected) throw new Error(`${kernel.name}\nwant ${expected}\nhave ${found}`)
  }
  const kernel = wasmKernels[0]
  if (kernel === undefined || lanesFor(simulation) !== NARROW_LANES) return false
  const runner = openBlocks(simulation, seed, kernel)
  const completions = new Float64Array(32)
  runner.sample(0)
  runner.forward(completions, false, true)
  runner.trace(32)
  const costs = runner.costRisks(-1)
  for (const bits of costs?.known ?? []) counts.told += bitCount(bits)
  for (const bits of costs?.left ?? []) counts.left += bitCount(bits)
  return costs !== null
}

function bitCount(bits: number): number {
  return bits.toString(2).replace('-', '').split('1').length - 1
}

const risks = fc.array(
  fc.record({
    probability: fc.constantFrom(0.05, 0.4, 0.8, 1),
    delay: fc.constantFrom<RiskEvent['delayDays']>(
      { distribution: 'fixed', value: 0 },
      { distribution: 'fixed', value: 3 },
      { distribution: 'fixed', value: 90 },
      { distribution: 'uniform', low: 0, high: 2 },
      { distribution: 'triangular', low: 0, likely: 1, high: 20 },
      { distribution: 'pert', low: 1, likely: 5, high: 40 },
    ),
    // More of them than a risk may have whose costs are told.
    places: fc.oneof(
      { weight: 8, arbitrary: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(fc.nat(), { minLength: 9, maxLength: 12 }) },
    ),
  }),
  { minLength: 1, maxLength: 8 },
)

t.test('costs that are told without a pass are those of passes, on any plan with one calendar', async (t) => {
  const counts = { told: 0, left: 0 }
  let fitting = 0
  for (const withConstraints of [false, true]) {
    const shape = {
      ...FULL_SHAPE,
      maxTasks: 24,
      withCalendars: false,
      lagUnits: ['working' as const],
      withEstimates: true,
    }
    fc.assert(
      fc.property(randomPlan({ ...shape, withConstraints }), risks, fc.nat(), (plan, drawn, seed) => {
        const columns = columnsFromPlan(plan)
        const leaves = [...buildGraph(columns).hierarchy.leafOrder]
        const causes = drawn.map(({ probability, delay, places }, at) => ({
          id: `R${at}`,
          probability,
          delayDays: delay,
          tasks: [...new Set(places.map((place) => leaves[place % leaves.length] as number))],
        }))
        if (compare(columns, { risks: causes, drivers: [] }, 45, seed, counts)) fitting++
      }),
      { numRuns: caseCount(150), seed: 41 },
    )
  }
  t.ok(fitting > caseCount(150), `${fitting} plans`)
  t.ok(counts.told > 5 * caseCount(150), `${counts.told} told`)
  t.ok(counts.left > caseCount(150), `${counts.left} left`)
})

t.test('many risks a run are told to the same bits where runs lend each other their lanes', async (t) => {
  fc.assert(
    fc.property(
      randomPlan({ ...FULL_SHAPE, maxTasks: 20, withEstimates: true }),
      fc.nat(),
      fc.nat(),
      (plan, seed, at) => {
        const columns = columnsFromPlan(plan)
        const leaves = [...buildGraph(columns).hierarchy.leafOrder]
        const next = mulberry32(at)
        // So that some runs have many of them and others none.
        const risks = Array.from({ length: 12 }, (_, risk) => ({
          id: `R${risk}`,
          probability: 0.3,
          delayDays: { distribution: 'uniform', low: 5, high: 30 } as const,
          tasks: [leaves[Math.floor(next() * leaves.length)] as number],
        }))
        compare(columns, { risks, drivers: [] }, 40, seed, { told: 0, left: 0 })
      },
    ),
    { numRuns: caseCount(60), seed: 43 },
  )
  t.pass()
})

/** Risks that strike some tasks each, anywhere. */
function scattered(count: number, tasks: number, struck: number, seed: number): CommonCauses {
  const next = mulberry32(seed)
  const risks = Array.from({ length: count }, (_, at) => ({
    id: `risk ${at}`,
    probability: 0.05 + 0.6 * next(),
    delayDays: { distribution: 'triangular', low: 0, likely: 5, high: 30 } as const,
    tasks: [...new Set(Array.from({ length: struck }, () => Math.floor(next() * tasks)))],
  }))
  return { risks, drivers: [] }
}

t.test('costs that are told without a pass are those of passes, on plans of hundreds of tasks', async (t) => {
  const counts = { told: 0, left: 0 }
  const tasks = 400
  const plain = columnsFromSketch(sketchWith('plain', tasks))
  for (const struck of [1, 2, 4]) t.ok(compare(plain, scattered(60, tasks, struck, 3), 96, 5, counts))
  t.ok(counts.told > 4 * counts.left && counts.left > 0, `${counts.told} told, ${counts.left} left`)
})

t.test('where thousands of links lead past each task, passes tell', async (t) => {
  const tasks = 1_200
  const columns = columnsFromSketch(sketchWith('plain', tasks))
  // All links lead from the first tasks to the last ones.
  for (let link = 0; link < columns.linkCount; link++) {
    columns.predecessorIndex[link] = link % 500
    columns.successorIndex[link] = 700 + (link % 499)
  }
  t.notOk(compare(columns, scattered(20, tasks, 1, 9), 32, 1, { told: 0, left: 0 }))
})
