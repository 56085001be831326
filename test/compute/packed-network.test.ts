import fc from 'fast-check'
import t from 'tap'
import { packNetwork } from '../../compute/cpm/kernels/packed-network.ts'
import { layoutOf, runCpm, runResident } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleJson } from '../../compute/model/documents/schedule-json.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { generateColumns, generatePlan, sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { sketchPlan } from '../../fixtures/generate/plan-sketch.ts'
import { SHAPES } from '../../fixtures/generate/sketch-links.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { wasmKernels } from './all-kernels.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { caseCount, FULL_SHAPE, randomPlan } from './reference/random-plan.ts'
import { referenceSchedule } from './reference/reference-schedule.ts'

/** The first run is not packed, the second one is; a lent answer is read before the next run. */
function sayAll(graph: ScheduleGraph): Set<string> {
  const answers = new Set([textOf(runCpm(graph, tsKernel))])
  for (const kernel of wasmKernels) {
    answers.add(textOf(runCpm(graph, kernel)))
    const own = runCpm(graph, kernel)
    answers.add(textOf(runResident(graph, kernel)))
    answers.add(textOf(runResident(graph, kernel)))
    answers.add(textOf(own))
    answers.add(textOf(runCpm(graph, kernel, own)))
  }
  return answers
}

function textOf(result: object): string {
  return JSON.stringify(result, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
}

function isPacked(graph: ScheduleGraph): boolean {
  const workdays = layoutOf(graph)?.workdays
  return workdays != null && packNetwork(graph, workdays) !== null
}

for (const withConstraints of [false, true]) {
  const what = withConstraints ? 'constraints' : 'progress'
  t.test(`the second run of a network with ${what}, packed and lent, is bit for bit the first`, async (t) => {
    let packed = 0
    const shape = { ...FULL_SHAPE, withCalendars: false, lagUnits: ['working' as const], withConstraints }
    fc.assert(
      fc.property(randomPlan(shape), (plan) => {
        const graph = buildGraph(columnsFromPlan(plan))
        if (sayAll(graph).size !== 1) throw new Error(`differs for ${JSON.stringify(plan)}`)
        if (isPacked(graph)) packed++
        const text = scheduleJson(graph.columns, runResident(graph, wasmKernels[0])).toString('utf8')
        if (text !== JSON.stringify(referenceSchedule(plan)))
          throw new Error(`not the reference: ${JSON.stringify(plan)}`)
      }),
      { numRuns: caseCount(300), seed: 20260201 },
    )
    t.ok(packed > caseCount(300) / 8, `${packed} networks were packed`)
  })
}

t.test('large networks of every shape, in order and shuffled, over several blocks', async (t) => {
  for (const shape of SHAPES) {
    for (const isShuffled of [false, true]) {
      const taskCount = shape === 'chain' ? 5_000 : 10_000
      const graph = buildGraph(columnsFromSketch(sketchPlan({ taskCount, shape, isShuffled, oddLinkShare: 0.2 })))
      t.equal(sayAll(graph).size, 1, `${shape}${isShuffled ? ', shuffled' : ''}`)
      t.equal(isPacked(graph), shape !== 'star', 'a star has too many links at its middle')
    }
  }
  for (const feature of ['summaries', 'lags'] as const) {
    const graph = buildGraph(columnsFromSketch(sketchWith(feature, 9_000)))
    t.equal(sayAll(graph).size, 1, feature)
    t.ok(isPacked(graph), feature)
  }
  const begun = generatePlan({ taskCount: 6_000 })
  for (const one of begun.tasks) one.percent_complete = one.duration > 5 ? 40 : 0
  const graph = buildGraph(columnsFromPlan(begun))
  t.equal(sayAll(graph).size, 1, 'begun tasks')
  t.ok(isPacked(graph), 'begun tasks')
})

t.test('what does not fit a word is not packed, and is right all the same', async (t) => {
  const long = buildGraph(columnsFromPlan(buildPlan([task('A', 33_000), task('B', 1)], [link('A FS B')])))
  t.equal(sayAll(long).size, 1)
  t.notOk(isPacked(long), 'a weight')
  const far = columnsFromSketch(sketchPlan({ taskCount: 70_000, linksPerTask: 0 }))
  const ends = columnsFromSketch(sketchPlan({ taskCount: 2, shape: 'chain' }))
  ends.successorIndex[0] = 69_999
  const { predecessorIndex, successorIndex, linkType, lagDays, lagUnit } = ends
  const apart = buildGraph({ ...far, linkCount: 1, predecessorIndex, successorIndex, linkType, lagDays, lagUnit })
  t.equal(sayAll(apart).size, 1)
  t.notOk(isPacked(apart), 'a distance')
})

t.test('networks in dates lend what the run before was given', async (t) => {
  const graph = buildGraph(generateColumns('full', 500))
  const first = runResident(graph)
  const text = textOf(first)
  const second = runResident(graph)
  t.equal(textOf(second), text)
  t.equal(second.earlyStartDay, first.earlyStartDay)
})
