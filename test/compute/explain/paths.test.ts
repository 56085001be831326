import fc from 'fast-check'
import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { computeDrag } from '../../../compute/explain/drag.ts'
import { floatPaths } from '../../../compute/explain/float-paths.ts'
import { traceValue } from '../../../compute/explain/trace-value.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan, PlanTask } from '../../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { caseCount, FULL_SHAPE, type PlanShape } from '../reference/random-plan.ts'
import { referenceSchedule } from '../reference/reference-schedule.ts'
import { dayNumber, SlowCalendar } from '../reference/slow-calendar.ts'
import { datedPlan } from './dated-plan.ts'
import { dayText, explain, factsOf, indexOf } from './explain-plan.ts'

const PLAIN: PlanShape = {
  ...FULL_SHAPE,
  withProgress: false,
  withSummaries: false,
  withCalendars: false,
  lagUnits: ['working'],
}

/** A (5) to B (3) to D (2), C (4) to D, and E (1) alone; finish on Friday 16. */
const NETWORK = buildPlan(
  [task('A', 5), task('B', 3), task('C', 4), task('D', 2), task('E', 1)],
  [link('A FS B'), link('B FS D'), link('C FS+1 D')],
)

t.test('a chain from a date to the floor it hangs on', async (t) => {
  const { chain } = explain(NETWORK, 'D', 'early_start')
  t.strictSame(
    chain.map((step) => `${step.task_id} ${step.quantity} ${step.value.slice(5)} ${step.because.kind}`),
    [
      'D early_start 01-15 predecessor_fs',
      'B early_finish 01-14 duration_from_early_start',
      'B early_start 01-12 predecessor_fs',
      'A early_finish 01-09 duration_from_early_start',
      'A early_start 01-05 project_start',
    ],
  )
  t.match(chain[2], { because: { calendar_days_added: 2, dep_type: 'FS', lag_days: 0 } }, 'the weekend between A and B')
  const late = traceValue(factsOf(NETWORK), indexOf(NETWORK, 'C'), 'late_start')
  t.strictSame(
    late.map((step) => `${NETWORK.tasks[step.task]?.id} ${step.quantity} ${dayText(step.day)} ${step.binding.kind}`),
    [
      'C late_start 01-08 duration_from_late_finish',
      'C late_finish 01-13 successor_fs',
      'D late_start 01-15 duration_from_late_finish',
      'D late_finish 01-16 project_finish',
    ],
  )
})

t.test(
  'the span of a task in progress goes back through its finish, that of a finished one to what was recorded',
  async (t) => {
    const tasks = [task('A', 10, { percent_complete: 40 }), task('B', 4, { actual_finish: '2026-01-16' })]
    const plan = buildPlan(tasks, [], { status_date: '2026-01-14' })
    const steps = (id: string) =>
      explain(plan, id, id === 'A' ? 'scheduled_start' : 'early_start').chain.map(
        (step) => `${step.quantity} ${step.value.slice(5)} ${step.because.kind}`,
      )
    t.strictSame(steps('A'), [
      'scheduled_start 01-08 full_duration_backoff',
      'early_finish 01-21 duration_from_early_start',
      'early_start 01-14 data_date',
    ])
    t.strictSame(steps('B'), ['early_start 01-13 full_duration_backoff', 'early_finish 01-16 actual_finish'])
  },
)

t.test('float paths and drag of a small network', async (t) => {
  const facts = factsOf(NETWORK)
  const names = (tasks: number[]) => tasks.map((index) => NETWORK.tasks[index]?.id).join('')
  t.strictSame(
    floatPaths(facts).map((each) => [names(each.tasks), each.floatDays, each.joinLink]),
    [
      ['ABD', 0, -1],
      ['C', 3, 2],
      ['E', 9, -1],
    ],
  )
  t.strictSame(floatPaths(facts, { maxFloatDays: 3, maxPaths: 1 }).length, 1)
  t.strictSame(
    floatPaths(facts, { to: indexOf(NETWORK, 'B') }).map((each) => names(each.tasks)),
    ['AB'],
  )
  const graph = buildGraph(facts.columns)
  // Without A the finish waits for C: 4 days, a day of lag, 2 days. A milestone in place of A still fills its day.
  const drags = computeDrag(graph, facts.result).map((each) => [
    names([each.task]),
    each.dragDays,
    formatCivilDay(each.finishDay),
  ])
  t.strictSame(drags, [
    ['A', 3, '2026-01-13'],
    ['B', 2, '2026-01-14'],
    ['D', 1, '2026-01-15'],
  ])
  t.match(computeDrag(graph, facts.result, [indexOf(NETWORK, 'C')]), [{ dragDays: 0 }])
})

t.test('every chain of every plan ends at an anchor, and each step hands its date to the next', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), (plan: Plan) => {
      const facts = factsOf(plan)
      plan.tasks.forEach((_, index) => {
        for (const quantity of [
          'early_start',
          'early_finish',
          'late_start',
          'late_finish',
          'scheduled_start',
        ] as const) {
          const steps = traceValue(facts, index, quantity)
          const last = steps.at(-1)?.binding
          if (last === undefined || last.link !== -1 || last.source !== -1) throw new Error(JSON.stringify(plan))
          for (const step of steps) if (step.binding.imposedDay !== step.day) throw new Error(JSON.stringify(plan))
        }
      })
    }),
    { numRuns: caseCount(300), seed: 3 },
  )
  t.pass()
})

t.test('every unfinished leaf stands on one path, and on a plain plan its path has its total float', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), (plan: Plan) => {
      const facts = factsOf(plan)
      const listed = floatPaths(facts)
        .flatMap((path) => path.tasks)
        .sort((left, right) => left - right)
      const parents = new Set(plan.tasks.map((each) => each.parent))
      const open = plan.tasks.flatMap((each, index) => {
        const isDone = each.actual_finish != null || (each.percent_complete ?? 0) >= 100
        return parents.has(each.id) || isDone ? [] : [index]
      })
      if (JSON.stringify(listed) !== JSON.stringify(open)) throw new Error(JSON.stringify({ listed, open, plan }))
    }),
    { numRuns: caseCount(300), seed: 4 },
  )
  fc.assert(
    fc.property(datedPlan(PLAIN), (plan: Plan) => {
      const reference = referenceSchedule(plan)
      const paths = floatPaths(factsOf(plan))
      paths.forEach(({ tasks, floatDays }, at) => {
        if (at > 0 && floatDays < (paths[at - 1]?.floatDays ?? 0)) throw new Error(`order in ${JSON.stringify(plan)}`)
        for (const index of tasks) {
          if (reference.tasks[index]?.total_float !== floatDays) throw new Error(`float in ${JSON.stringify(plan)}`)
        }
      })
    }),
    { numRuns: caseCount(500), seed: 5 },
  )
  t.pass()
})

t.test('drag is what computing the plan anew without the task gives', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), (plan: Plan) => {
      const columns = columnsFromPlan(plan)
      const graph = buildGraph(columns)
      const result = runCpm(graph)
      const calendar = new SlowCalendar(plan.calendar ?? {})
      for (const { task: index, dragDays, finishDay } of computeDrag(graph, result)) {
        // A task of no days is still no milestone: its links ask what they asked.
        const without = { ...(plan.tasks[index] as PlanTask), duration: 0 }
        if (columns.durationDays[index] !== 0) without.milestone_at = null
        const tasks = plan.tasks.map((each, at) => (at === index ? without : each))
        const slow = dayNumber(referenceSchedule({ ...plan, tasks }).project_finish)
        const isRight = slow === finishDay && dragDays === calendar.count(slow, result.projectFinishDay)
        if (!isRight) throw new Error(`${plan.tasks[index]?.id} in ${JSON.stringify(plan)}`)
      }
    }),
    { numRuns: caseCount(400), seed: 6 },
  )
  t.pass()
})
