import fc from 'fast-check'
import t from 'tap'
import { layoutOf, runCpm } from '../../compute/cpm/run-cpm.ts'
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

t.test('equals the slow engine: earliest and latest dates alone, as positions', async (t) => {
  let laidOut = 0
  let capped = 0
  fc.assert(
    fc.property(randomPlan({ ...plain, withProgress: true, withSummaries: true, withConstraints: true }), (random) => {
      const plan = withoutPins(random)
      const graph = buildGraph(columnsFromPlan(plan))
      const document = scheduleDocument(plan, runCpm(graph))
      const workdays = layoutOf(graph)?.workdays ?? null
      if (workdays !== null && graph.columns.constraints !== null) laidOut++
      if (workdays !== null && workdays.caps !== null) capped++
      return JSON.stringify(document) === JSON.stringify(referenceSchedule(plan))
    }),
    { numRuns: caseCount(400), seed: 41 },
  )
  t.ok(laidOut > caseCount(400) / 20, `${laidOut} plans with constraints were laid out in working days`)
  t.ok(capped > caseCount(400) / 40, `${capped} of them with latest dates`)
})

/** Pins become latest dates, nothing stands late, and nothing is complete. */
function withoutPins(plan: Plan): Plan {
  const kinds: Partial<Record<string, 'SNLT' | 'FNLT'>> = { MSO: 'SNLT', MFO: 'FNLT' }
  const tasks = plan.tasks.map((task) => {
    const { actual_finish: _, ...open } = task
    const kind = task.constraint_type ?? 'ASAP'
    const percent = { ...open, percent_complete: Math.min(open.percent_complete ?? 0, 99) }
    return kind === 'ALAP'
      ? { ...percent, constraint_type: 'ASAP' as const }
      : { ...percent, constraint_type: kinds[kind] ?? kind }
  })
  return { ...plan, tasks } as Plan
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
