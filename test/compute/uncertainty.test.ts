import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { groupTasks, outlineCodes, type TaskFacts, tasksIn } from '../../compute/simulation/input/uncertain-tasks.ts'
import { spreadDurations } from '../../compute/simulation/input/uncertainty.ts'
import { simulate } from '../../compute/simulation/simulate.ts'

const own = { optimistic_duration: 9, most_likely_duration: 10, pessimistic_duration: 11 }
const PLAN: Plan = {
  format: 'svc-plan/1',
  start_date: '2026-01-05',
  tasks: [
    { id: 'phase', duration: 1 },
    { id: 'a', duration: 20, parent: 'phase' },
    { id: 'b', duration: 20, parent: 'phase' },
    { id: 'own', duration: 10, ...own },
    { id: 'done', duration: 10, percent_complete: 100 },
    { id: 'short', duration: 1 },
    { id: 'gate', duration: 0, is_milestone: true },
  ],
}
const columns = columnsFromPlan(PLAN)
const all = PLAN.tasks.map((_, task) => task)
const rule = { lowPercent: -10, highPercent: 30, tasks: all }

t.test('tasks without estimates get their duration with a spread; all others stay as they are', async (t) => {
  const {
    columns: spread,
    spreadTasks,
    drivers,
  } = spreadDurations(columns, { rules: [rule], commonShare: 0, groups: [] })
  const estimates = all.map((task) => [
    spread.optimisticDays[task],
    spread.mostLikelyDays[task],
    spread.pessimisticDays[task],
  ])
  t.same(estimates, [
    [-1, -1, -1],
    [18, 20, 26],
    [18, 20, 26],
    [9, 10, 11],
    [-1, -1, -1],
    [1, 1, 1],
    [-1, -1, -1],
  ])
  t.same(spreadTasks, [3])
  t.same(drivers, [])
  t.equal(columns.optimisticDays[1], -1, 'the plan itself is not changed')
})

t.test('of two rules for a task the later one holds', async (t) => {
  const rules = [rule, { lowPercent: 0, highPercent: 100, tasks: [2] }]
  const { columns: spread, spreadTasks } = spreadDurations(columns, { rules, commonShare: 0, groups: [] })
  t.same([spread.pessimisticDays[1], spread.pessimisticDays[2]], [26, 40])
  t.same(spreadTasks, [2, 1])
})

t.test('what a group has in common widens the finish of a chain', async (t) => {
  const chain: Plan = {
    format: 'svc-plan/1',
    start_date: '2026-01-05',
    tasks: Array.from({ length: 12 }, (_, at) => ({ id: `t${at}`, duration: 10 })),
    dependencies: Array.from({ length: 11 }, (_, at) => ({ predecessor: `t${at}`, successor: `t${at + 1}` })),
  }
  const bare = columnsFromPlan(chain)
  const tasks = chain.tasks.map((_, task) => task)
  const width = (commonShare: number) => {
    const plan = spreadDurations(bare, {
      rules: [{ lowPercent: -20, highPercent: 60, tasks }],
      commonShare,
      groups: [{ id: 'all', tasks }],
    })
    const causes = { risks: [], drivers: plan.drivers }
    const result = simulate(buildGraph(plan.columns), { runs: 2000, seed: 1, causes })
    return result.p95Day - result.p50Day
  }
  const [none, half, whole] = [width(0), width(0.5), width(1)]
  t.ok(none > 0 && half > 1.3 * none && whole > half, `${none} ${half} ${whole}`)
})

t.test('scopes by outline code, label and percent done', async (t) => {
  const facts: TaskFacts[] = [
    { wbs: ['1'], labels: [], percentComplete: 0 },
    { wbs: ['1.1', 'A.1'], labels: ['Site'], percentComplete: 50 },
    { wbs: ['1.10'], labels: ['Desk', 'Site'], percentComplete: 10 },
    { wbs: ['2'], labels: [], percentComplete: 0 },
  ]
  t.same(tasksIn(facts, { wbs: '1' }), [0, 1, 2])
  t.same(tasksIn(facts, { wbs: '1.1' }), [1], '1.10 is not below 1.1')
  t.same(tasksIn(facts, { wbs: 'A' }), [1])
  t.same(tasksIn(facts, { label: 'site' }), [1, 2])
  t.same(tasksIn(facts, { percentFrom: 10, percentBelow: 50 }), [2])
  t.same(groupTasks(facts, 'wbs'), [
    { id: '1', tasks: [0, 1, 2] },
    { id: '2', tasks: [3] },
  ])
  t.same(groupTasks(facts, 'label'), [
    { id: 'Site', tasks: [1] },
    { id: 'Desk', tasks: [2] },
  ])
  t.same(outlineCodes(['b', null, 'b', null], ['a', 'b', 'c', 'd']), ['1.1', '1', '1.2', '2'])
})

t.test('what is out of range is refused', async (t) => {
  for (const wrong of [
    { lowPercent: 5, highPercent: 10 },
    { lowPercent: -10, highPercent: -5 },
    { lowPercent: -101, highPercent: 0 },
    { lowPercent: Number.NaN, highPercent: 0 },
  ])
    t.throws(
      () => spreadDurations(columns, { rules: [{ ...wrong, tasks: [1] }], commonShare: 0, groups: [] }),
      PlanRefusal,
    )
  t.throws(() => spreadDurations(columns, { rules: [], commonShare: 2, groups: [] }), PlanRefusal)
})
