import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { FEATURES, generateColumns, generatePlan, SHAPES, sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { sketchProgram } from '../../fixtures/generate/generate-program.ts'
import { sketchPlan } from '../../fixtures/generate/plan-sketch.ts'
import { plannerXml } from '../../fixtures/generate/planner-xml.ts'
import { columnsFromSketch, planFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { readPlan } from '../../importers/read-plan.ts'

const TASKS = 300

/** Comparing large arrays element by element takes the test runner seconds. */
const text = (value: unknown) =>
  JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? Array.from(one as Int32Array) : one))

t.test('the same arguments give the same plan, another seed another', async (t) => {
  for (const shape of SHAPES) {
    const options = { taskCount: TASKS, shape }
    t.equal(text(generatePlan(options)), text(generatePlan(options)), shape)
    t.not(text(generatePlan(options)), text(generatePlan({ ...options, seed: 2 })), shape)
  }
  for (const feature of FEATURES) t.equal(text(sketchWith(feature, TASKS)), text(sketchWith(feature, TASKS)), feature)
})

t.test('plans of every shape and feature are free of cycles and can be scheduled', async (t) => {
  const all = [
    ...SHAPES.map((shape) => sketchPlan({ taskCount: TASKS, shape })),
    ...FEATURES.map((feature) => sketchWith(feature, TASKS)),
    sketchPlan({ taskCount: TASKS, isShuffled: true }),
    sketchProgram({ projects: 6, tasksPerProject: 50 }),
  ]
  for (const sketch of all) {
    const graph = buildGraph(columnsFromSketch(sketch))
    t.ok(runCpm(graph).projectFinishDay > sketch.startDay, sketch.name)
  }
})

t.test('columns are those of the document', async (t) => {
  for (const feature of FEATURES) {
    const direct = generateColumns(feature, TASKS)
    const viaDocument = columnsFromPlan(planFromSketch(sketchWith(feature, TASKS)) as Plan)
    t.equal(text({ ...direct, ids: null, calendarKeys: null }), text({ ...viaDocument, ids: null, calendarKeys: null }))
  }
})

t.test('shapes and features are what their names say', async (t) => {
  const linksOf = (shape: (typeof SHAPES)[number]) => sketchPlan({ taskCount: TASKS, shape })
  t.ok(linksOf('chain').to.every((to, link) => linksOf('chain').from[link] === to - 1))
  t.ok(linksOf('star').from.every((from) => from === 0))
  t.ok(linksOf('local').to.every((to, link) => to - (linksOf('local').from[link] as number) <= 50))
  const full = sketchWith('full', TASKS)
  t.equal(new Set(full.calendar).size, 3)
  t.ok(full.percent.includes(100) && full.percent.some((percent) => percent > 0 && percent < 100))
  t.ok(full.lag.some((lag) => lag < 0) && full.lag.some((lag) => lag > 0))
  t.equal(new Set(full.parent).size > 10, true)
  t.ok(sketchWith('unscheduled', TASKS).to.length < TASKS / 4)
  t.ok(sketchWith('agile', TASKS).velocities.length > 0)
})

t.test('a planner file brings back tasks and links', async (t) => {
  const plan = generatePlan({ taskCount: TASKS })
  const xml = plannerXml(plan)
  const read = readPlan(Buffer.from(xml), 'plan.xml')
  t.same(
    read.tasks.map(({ duration }) => duration),
    plan.tasks.map(({ duration }) => duration),
  )
  t.equal(read.dependencies.length, plan.dependencies.length)
  t.ok(xml.length / TASKS > 2_500, 'as large as those of a planner')
})
