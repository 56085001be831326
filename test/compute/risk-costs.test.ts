import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { causesFromDocument } from '../../compute/model/documents/causes-document.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { buildPlan, link, task } from './build-plan.ts'

const EVERY_DAY = { working_days: [1, 2, 3, 4, 5, 6, 7] }

/** Days that a delay of three days costs which always strikes one task, in every kernel and with or without criticality. */
function costsOf(plan: Plan, struck: string): Set<number | null | undefined> {
  const delay = { distribution: 'fixed' as const, value: 3 }
  const causes = causesFromDocument({ risks: [{ id: 'late', probability: 1, delay, tasks: [struck] }] }, plan)
  const costs = [tsKernel, chooseKernel()].flatMap((kernel) =>
    [true, false].map((withCriticality) => {
      const options = { runs: 40, causes, withCriticality }
      return simulate(buildGraph(columnsFromPlan(plan)), options, kernel).risks[0]?.meanDays
    }),
  )
  return new Set(costs)
}

t.test('a risk costs what its critical tasks are late by, and nothing where another path is longer', async (t) => {
  const plan = (others: number) =>
    buildPlan([task('A', 10), task('B', 5), task('W', others)], [link('A FS B')], { calendar: EVERY_DAY })
  t.strictSame([...costsOf(plan(1), 'A')], [3])
  t.strictSame([...costsOf(plan(17), 'A')], [1])
  t.strictSame([...costsOf(plan(18), 'A')], [0])
  t.strictSame([...costsOf(plan(40), 'A')], [0])
})

t.test('a delay gains days where a task with a held finish starts earlier for it, critical or not', async (t) => {
  // Y ends with X, so that it begins earlier the longer it takes, and Z begins with it.
  const tasks = [task('X', 10), task('Y', 2), task('Z', 12), task('W', 18)]
  const plan = buildPlan(tasks, [link('X FF Y'), link('Y SS Z')], { calendar: EVERY_DAY })
  t.strictSame([...costsOf(plan, 'Y')], [-2])
})

t.test('a delay moves the start of a summary that another of its tasks holds', async (t) => {
  // S begins with L; without the delay of P it begins with M, a day earlier, and so does Z.
  const tasks = [
    task('P', 3),
    task('S', 0),
    task('L', 1, { parent: 'S', planned_start: '2026-01-10' }),
    task('M', 1, { parent: 'S' }),
    task('Z', 10),
  ]
  const plan = buildPlan(tasks, [link('P FS M'), link('S SS Z')], { calendar: EVERY_DAY })
  t.strictSame([...costsOf(plan, 'P')], [2])
})

t.test(
  'a delay costs nothing where its task is not critical, though fractions of days move between calendars',
  async (t) => {
    // In this run D waits for C. Without its delay A ends a day earlier, and B then a fraction later, by the day off in between.
    const estimates = (optimistic: number, likely: number, pessimistic: number) => ({
      optimistic_duration: optimistic,
      most_likely_duration: likely,
      pessimistic_duration: pessimistic,
    })
    const tasks = [
      task('A', 3, { ...estimates(2, 5, 8), calendar: 'odd' }),
      task('B', 1, estimates(1, 4, 6)),
      task('C', 5, estimates(10, 12, 13)),
      task('D', 2, { calendar: 'odd' }),
    ]
    const plan = buildPlan(tasks, [link('A FS B'), link('B FS D'), link('C FS D')], {
      calendars: { odd: { working_days: [1, 5, 7] } },
    })
    const delay = { distribution: 'triangular' as const, low: 1, likely: 2, high: 3 }
    const causes = causesFromDocument({ risks: [{ id: 'late', probability: 1, delay, tasks: ['A'] }] }, plan)
    for (const kernel of [tsKernel, chooseKernel()]) {
      const { criticality, risks } = simulate(buildGraph(columnsFromPlan(plan)), { runs: 1, causes }, kernel)
      t.equal(criticality?.[0], 0)
      t.equal(risks[0]?.meanDays, 0)
    }
  },
)
