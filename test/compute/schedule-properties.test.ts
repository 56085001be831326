import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { referenceSchedule } from './reference/reference-schedule.ts'

function schedule(plan: Plan): ScheduleDocument {
  return scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan))))
}

const plain: PlanShape = {
  ...FULL_SHAPE,
  withProgress: false,
  withSummaries: false,
  withCalendars: false,
  lagUnits: ['working'],
}

const SHAPES: [string, PlanShape][] = [
  ['one calendar, working lag, nothing begun', plain],
  ['one calendar, elapsed lag, nothing begun', { ...plain, lagUnits: ['elapsed'] }],
  ['several calendars', { ...plain, withCalendars: true, lagUnits: ['working', 'elapsed'] }],
  ['progress', { ...plain, withProgress: true, lagUnits: ['working', 'elapsed'] }],
  ['summaries', { ...plain, withSummaries: true }],
  ['everything at once', FULL_SHAPE],
  ['constraints on a plain plan', { ...plain, withConstraints: true }],
  ['constraints and summaries', { ...plain, withSummaries: true, withConstraints: true }],
  ['constraints and everything', { ...FULL_SHAPE, withConstraints: true }],
]

for (const [name, shape] of SHAPES) {
  t.test(`equals the slow engine: ${name}`, async (t) => {
    fc.assert(
      fc.property(randomPlan(shape), (plan) => {
        const expected = referenceSchedule(plan)
        const actual = schedule(plan)
        if (JSON.stringify(actual) !== JSON.stringify(expected)) {
          throw new Error(
            `differs\nplan ${JSON.stringify(plan)}\nwant ${JSON.stringify(expected)}\nhave ${JSON.stringify(actual)}`,
          )
        }
      }),
      { numRuns: caseCount(300), seed: 20260105 },
    )
    t.pass()
  })
}

t.test('the order in which tasks and links are written changes nothing', async (t) => {
  fc.assert(
    fc.property(randomPlan(FULL_SHAPE), (plan) => {
      const turned = {
        ...plan,
        tasks: [...plan.tasks].reverse(),
        dependencies: [...(plan.dependencies ?? [])].reverse(),
      }
      const here = schedule(plan)
      const there = schedule(turned)
      const same = { ...there, tasks: [...there.tasks].reverse() }
      if (JSON.stringify(here) !== JSON.stringify(same)) throw new Error(`differs for ${JSON.stringify(plan)}`)
    }),
    { numRuns: caseCount(200), seed: 7 },
  )
  t.pass()
})
