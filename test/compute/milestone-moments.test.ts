import t from 'tap'
import { LiveSchedule } from '../../compute/cpm/incremental/live-schedule.ts'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { comparePlans } from '../../compute/diff/compare-plans.ts'
import { differenceDocument } from '../../compute/diff/difference-document.ts'
import { lintDocument } from '../../compute/lint/lint-document.ts'
import { recordsOfPlan } from '../../compute/lint/lint-facts.ts'
import { lintPlan } from '../../compute/lint/lint-plan.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { Plan, PlanDependency, PlanTask } from '../../compute/plan/plan-document.ts'
import { applyNamedEdits } from '../../compute/what-if/named-edits.ts'
import { link, task } from './build-plan.ts'
import { candidates } from './explain/explain-plan.ts'

const [FRIDAY, MONDAY, TUESDAY] = ['2026-01-09', '2026-01-12', '2026-01-13']

/** From Monday, 2026-01-05. */
function planOf(tasks: PlanTask[], dependencies: PlanDependency[]): Plan {
  return { format: 'svc-plan/1', start_date: '2026-01-05', tasks, dependencies }
}

function milestone(id: string, milestone_at?: PlanTask['milestone_at']): PlanTask {
  return { id, duration: 0, is_milestone: true, ...(milestone_at === undefined ? {} : { milestone_at }) }
}

function startsOf(plan: Plan): Record<string, string> {
  const document = scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan))))
  return Object.fromEntries(document.tasks.map((row) => [row.id, row.early_start]))
}

const WEEK = (moment?: PlanTask['milestone_at'], type = 'FS') =>
  planOf([task('A', 5), milestone('M', moment), task('B', 2)], [link('A FS M'), link(`M ${type} B`)])

t.test('a milestone at the end of a day costs what follows it no day', async (t) => {
  t.match(startsOf(WEEK()), { M: MONDAY, B: TUESDAY }, 'without a moment it waits for the next day and fills it')
  t.match(startsOf(WEEK('end_of_day')), { M: FRIDAY, B: MONDAY })
  t.match(startsOf(WEEK('start_of_day')), { M: MONDAY, B: MONDAY })
  t.match(startsOf(WEEK(null)), { M: MONDAY, B: TUESDAY })
})

t.test('every type of link counts from the one moment of a milestone', async (t) => {
  t.match(startsOf(WEEK('end_of_day', 'SS')), { B: MONDAY }, 'its start is the end of Friday')
  t.match(startsOf(WEEK('start_of_day', 'SS')), { B: MONDAY })
  const late = (moment: PlanTask['milestone_at'], type: string) =>
    startsOf(planOf([task('A', 5), milestone('M', moment), task('B', 1)], [link('A FS M'), link(`M ${type} B`)])).B
  t.equal(late('end_of_day', 'FF'), FRIDAY)
  t.equal(late('start_of_day', 'FF'), FRIDAY, 'the start of Monday is the end of Friday, across the weekend')
  const into = (moment: PlanTask['milestone_at'], type: string) =>
    startsOf(planOf([task('A', 5), task('B', 3), milestone('M', moment)], [link('A FS B'), link(`B ${type} M`)])).M
  t.equal(into('end_of_day', 'SS'), FRIDAY, 'the end of the day before B starts')
  t.equal(into('start_of_day', 'SS'), MONDAY)
  t.equal(into('end_of_day', 'FF'), '2026-01-14')
  t.equal(into('start_of_day', 'FF'), '2026-01-15')
})

t.test('between two milestones the moments of both count', async (t) => {
  const pair = (first: PlanTask['milestone_at'], second: PlanTask['milestone_at']) =>
    startsOf(planOf([task('A', 5), milestone('M', first), milestone('N', second)], [link('A FS M'), link('M FS N')])).N
  t.equal(pair('end_of_day', 'end_of_day'), FRIDAY)
  t.equal(pair('end_of_day', 'start_of_day'), MONDAY)
  t.equal(pair('start_of_day', 'start_of_day'), MONDAY)
  t.equal(pair('start_of_day', 'end_of_day'), FRIDAY)
})

t.test('a task that takes time has no moment', async (t) => {
  const long = planOf([task('A', 5), { ...task('B', 2), milestone_at: 'end_of_day' }], [link('A FS B')])
  t.match(startsOf(long), { B: MONDAY })
})

t.test('another moment than the two is refused with its task', async (t) => {
  const odd = planOf([milestone('M', 'noon' as never)], [])
  t.throws(() => columnsFromPlan(odd), { code: 'invalid_graph_input', message: /milestone_at of task "M" is "noon"/ })
})

t.test('an explanation names the link as the plan states it', async (t) => {
  const plan = WEEK('end_of_day')
  t.strictSame(candidates(plan, 'M', 'early_finish'), [
    '*predecessor_fs A 01-09 0',
    'duration_from_early_start 01-09 0',
  ])
  t.match(candidates(plan, 'M', 'early_start')[0], '*early_finish_pullback A 01-09 0')
  t.match(candidates(plan, 'B', 'early_start')[0], '*predecessor_fs M 01-12 0')
  t.match(candidates(plan, 'M', 'late_finish')[0], '*successor_fs B 01-09 0')
})

t.test('the check sees no end that dangles', async (t) => {
  const plan = WEEK('end_of_day')
  const columns = columnsFromPlan(plan)
  const graph = buildGraph(columns)
  const document = lintDocument(columns, lintPlan(graph, runCpm(graph), recordsOfPlan(plan)), null)
  const rules = document.findings.map((finding) => finding.rule)
  t.notOk(
    rules.some((rule) => rule.startsWith('dangling')),
    rules.join(' '),
  )
})

t.test('a live edit that gives such a milestone a duration is left to the full pass', async (t) => {
  const live = new LiveSchedule(buildGraph(columnsFromPlan(WEEK('end_of_day'))))
  t.throws(() => live.change({ task: 1, durationDays: 3 }), { code: 'invalid_graph_input' })
  live.change({ task: 0, durationDays: 6 })
  live.change({ link: 0, lagDays: 1 })
  const plan = WEEK('end_of_day')
  plan.tasks[0] = task('A', 6)
  plan.dependencies = [{ ...link('A FS M'), lag: 1 }, link('M FS B')]
  const document = scheduleDocument(plan, live.result())
  t.strictSame(Object.fromEntries(document.tasks.map((row) => [row.id, row.early_start])), startsOf(plan))
})

t.test('named edits keep the moment', async (t) => {
  const plan = WEEK('end_of_day')
  const edited = applyNamedEdits(columnsFromPlan(plan), [{ op: 'set_duration', task: 'A', duration: 6 }], [0, 1, 0])
  t.strictSame(
    edited.ids?.map((id, at) => `${id} ${edited.milestoneMoment[at]}`),
    ['A 0', 'B 0', 'M 2'],
  )
})

t.test('a changed moment is a cause of its own, and a duration stays a number', async (t) => {
  const [before, after] = [WEEK(), WEEK('end_of_day')]
  ;(after.tasks[0] as PlanTask).duration = 6
  const difference = comparePlans(columnsFromPlan(before), columnsFromPlan(after))
  const document = differenceDocument(difference, before, after)
  const causes = document.steps.flatMap((step) => step.causes)
  t.match(causes, [
    { kind: 'duration', task: 'A', before: 5, after: 6 },
    { kind: 'milestone_at', task: 'M', before: null, after: 'end_of_day' },
  ])
  t.equal(document.finish_days, 0, 'a day longer, and a day less of waiting')
})

t.test('a duration given to such a milestone changes what its links ask', async (t) => {
  const [before, after] = [WEEK('end_of_day'), WEEK('end_of_day')]
  after.tasks[1] = { id: 'M', duration: 2, milestone_at: 'end_of_day' }
  const difference = comparePlans(columnsFromPlan(before), columnsFromPlan(after))
  t.strictSame(
    difference.steps.map(({ finishDays }) => finishDays),
    [2],
  )
})
