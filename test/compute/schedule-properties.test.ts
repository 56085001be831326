import fc from 'fast-check'
import t from 'tap'
import { findTooEarly } from '../../compute/cpm/general-passes.ts'
import { cpmKernelOf } from '../../compute/cpm/kernels/cpm-kernel.ts'
import { type GeneralDates, layOutGeneral } from '../../compute/cpm/kernels/general-network.ts'
import { linksDecided } from '../../compute/cpm/kernels/workday-network.ts'
import { layoutOf, runCpm } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { CROSS_OTHER, STATE_DONE, STATE_HELD, STATE_PINNED, STATE_PLACED } from '../../compute/wasm/layout.ts'
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

t.test('equals the slow engine: progress, constraints and deadlines, as positions', async (t) => {
  const seen = { held: 0, capped: 0, done: 0, recorded: 0, pinned: 0, byHand: 0 }
  fc.assert(
    fc.property(randomPlan({ ...plain, withProgress: true, withSummaries: true, withConstraints: true }), (random) => {
      const plan = mostlyPlaced(random)
      const graph = buildGraph(columnsFromPlan(plan))
      const document = scheduleDocument(plan, runCpm(graph))
      const workdays = layoutOf(graph)?.workdays ?? null
      if (workdays !== null) {
        const has = (state: number): number => (workdays.states?.includes(state) ? 1 : 0)
        if (graph.columns.constraints !== null) seen.held++
        if (workdays.latestStart !== null) seen.capped++
        seen.done += has(STATE_DONE)
        seen.recorded += has(STATE_PINNED)
        seen.pinned += has(STATE_HELD)
        seen.byHand += has(STATE_PLACED)
      }
      return JSON.stringify(document) === JSON.stringify(referenceSchedule(plan))
    }),
    { numRuns: caseCount(400), seed: 41 },
  )
  for (const [what, count] of Object.entries(seen)) t.ok(count > caseCount(400) / 60, `${what}: ${count}`)
})

t.test(
  'equals the slow engine and the passes in dates: several calendars and elapsed lags, as positions',
  async (t) => {
    const seen = {
      crossing: 0,
      alone: 0,
      others: 0,
      held: 0,
      capped: 0,
      late: 0,
      done: 0,
      recorded: 0,
      off: 0,
      inDates: 0,
    }
    const shape = { ...FULL_SHAPE, withConstraints: true }
    fc.assert(
      fc.property(randomPlan(shape), fc.boolean(), (random, isPlaced) => {
        const plan = isPlaced ? mostlyPlaced(random) : random
        const columns = columnsFromPlan(plan)
        const graph = buildGraph(columns)
        const document = scheduleDocument(plan, runCpm(graph))
        const workdays = layoutOf(graph)?.workdays ?? null
        if (workdays === null) seen.inDates++
        else if (workdays.crossings !== null) {
          const { kinds, isCrossing, table, own, calendar } = workdays.crossings
          const has = (state: number): number => (workdays.states?.includes(state) ? 1 : 0)
          seen.crossing++
          if (!isCrossing.includes(1)) seen.alone++
          if (kinds.some((kind) => kind >= CROSS_OTHER)) seen.others++
          if (own.some((row, node) => row !== calendar[node])) seen.off++
          if (workdays.latestStart !== null) seen.capped++
          if (workdays.isLate !== null) seen.late++
          seen.done += has(STATE_DONE)
          seen.recorded += has(STATE_PINNED)
          seen.held += has(STATE_HELD)
          const general = layOutGeneral(graph, table, linksDecided(graph))
          for (const kernel of [tsKernel, chooseKernel()]) {
            const found = runCpm(buildGraph(columns), kernel)
            const dates = cpmKernelOf(kernel).openGeneral(general, false).run()
            if (findTooEarly(general, dates) < 0 && !isAlike(graph, dates, found)) return false
          }
        }
        return JSON.stringify(document) === JSON.stringify(referenceSchedule(plan))
      }),
      { numRuns: caseCount(600), seed: 43 },
    )
    for (const [what, count] of Object.entries(seen)) t.ok(count > caseCount(600) / 100, `${what}: ${count}`)
  },
)

/** Dates, floats, critical tasks and driving links of leaves. */
function isAlike({ columns, hierarchy }: ScheduleGraph, dates: GeneralDates, found: ScheduleResult): boolean {
  const { earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, totalFloatDays, freeFloatDays } = found
  const rows = [earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, null, totalFloatDays, freeFloatDays]
  const isTold = (task: number): boolean =>
    rows.every((row, at) => row === null || row[task] === dates.columns[at * columns.taskCount + task]) &&
    dates.isCritical[task] === found.isCritical[task]
  return (
    hierarchy.leafOrder.every(isTold) &&
    dates.isDriving.every((driving, link) => driving === found.isDriving[link]) &&
    dates.finish === found.projectFinishDay
  )
}

/** What is to stand late has no position, nor what is recorded on a day off; two of three have nothing recorded. */
function mostlyPlaced(plan: Plan): Plan {
  const tasks = plan.tasks.map((task, index) => {
    const kind = task.constraint_type === 'ALAP' ? ('ASAP' as const) : (task.constraint_type ?? null)
    const placed = { ...task, constraint_type: kind }
    return index % 3 === 0 ? placed : { ...placed, actual_start: null, actual_finish: null }
  })
  return { ...plan, tasks }
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
