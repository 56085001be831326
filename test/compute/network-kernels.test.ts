import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { DEFAULT_LIMITS } from '../../compute/model/limits.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { type Kernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { FEATURES, SHAPES, sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { sketchPlan } from '../../fixtures/generate/plan-sketch.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { wasmKernels } from './all-kernels.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, randomPlan } from './reference/random-plan.ts'

/** A network in numbers, or the refusal that columns meet. */
function networkOf(columns: ScheduleColumns, kernel: Kernel): string {
  try {
    const { columns: _, hierarchy: __, ...network } = buildGraph(columns, DEFAULT_LIMITS, kernel)
    return JSON.stringify(network, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
  } catch (error) {
    if (error instanceof PlanRefusal) return `${error.code} ${error.detail}`
    throw error
  }
}

/** Holds all kernels to the readable one, and answers what it said. */
function same(columns: ScheduleColumns): string {
  const expected = networkOf(columns, tsKernel)
  for (const kernel of wasmKernels) {
    const found = networkOf(columns, kernel)
    if (found !== expected) throw new Error(`differs:\n${expected}\n${found}`)
  }
  return expected
}

t.test('all kernels lay out the same network', async () => {
  fc.assert(
    fc.property(randomPlan({ ...FULL_SHAPE, withEstimates: true, maxTasks: 40 }), (plan) => {
      same(columnsFromPlan(plan))
    }),
    { numRuns: caseCount(400), seed: 31 },
  )
})

t.test('all kernels refuse the same links', async (t) => {
  const refusals = new Set<string>()
  fc.assert(
    fc.property(
      randomPlan({ ...FULL_SHAPE, maxTasks: 20 }),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: -1, max: 21 }), fc.integer({ min: 0, max: 5 })), { maxLength: 3 }),
      (plan, changes) => {
        const columns = columnsFromPlan(plan)
        for (const [at, task, type] of changes) {
          if (columns.linkCount === 0) continue
          columns.predecessorIndex[at % columns.linkCount] = task
          columns.linkType[at % columns.linkCount] = type
        }
        refusals.add(same(columns).replace(/ .*/, ''))
      },
    ),
    { numRuns: caseCount(600), seed: 32 },
  )
  for (const code of ['cyclic_dependency', 'self_reference', 'invalid_graph_input']) t.ok(refusals.has(code), code)
})

t.test('all kernels lay out large networks alike, in whatever order their tasks were written', async (t) => {
  for (const shape of SHAPES)
    for (const isShuffled of [false, true]) {
      const columns = columnsFromSketch(sketchPlan({ taskCount: 3_000, shape, isShuffled, linksPerTask: 4 }))
      t.doesNotThrow(() => same(columns), `${shape}, shuffled: ${isShuffled}`)
    }
  for (const feature of FEATURES) t.doesNotThrow(() => same(columnsFromSketch(sketchWith(feature, 2_000))), feature)
})

t.test('all kernels measure the longest path alike: of sprints, of lags back, and past every limit', async (t) => {
  const sprints = { delivery_mode: 'scrum', story_points: 900 } as const
  const paced = buildPlan([task('a', 1, sprints), task('b', 2)], [link('a FS b')], {
    sprint_length_days: 10,
    velocity_samples: [10, 30],
  })
  t.match(same(columnsFromPlan(paced)), /"longestPathDays":1902\b/)
  const back = buildPlan([task('a', 4), task('b', 3)], [link('a FS-9 b')])
  t.match(same(columnsFromPlan(back)), /"longestPathDays":16\b/)
  const many = Array.from({ length: 40_000 }, (_, at) => task(`t${at}`, 36_525))
  const chain = many.slice(1).map(({ id }, at) => ({ predecessor: `t${at}`, successor: id }))
  t.match(same(columnsFromPlan(buildPlan(many, chain))), /may take 1461000000 days/)
})
