import fc from 'fast-check'
import t from 'tap'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { datedPlan } from './dated-plan.ts'
import { candidates, explain, factsOf } from './explain-plan.ts'
import { explainAll } from './imposed-value.ts'

t.test('a diamond: the later branch sets the start, the other one misses it by its float', async (t) => {
  const plan = buildPlan(
    [task('A', 2), task('B', 5), task('C', 3), task('D', 2)],
    [link('A FS B'), link('A FS C'), link('B FS D'), link('C FS D')],
  )
  t.strictSame(candidates(plan, 'D', 'early_start'), [
    '*predecessor_fs B 01-14 0',
    'predecessor_fs C 01-12 2',
    'project_start 01-05 7',
  ])
  t.strictSame(candidates(plan, 'D', 'early_finish'), ['*duration_from_early_start 01-15 0'])
  t.strictSame(candidates(plan, 'C', 'late_finish'), ['*successor_fs D 01-13 0', 'project_finish 01-15 2'])
  t.strictSame(candidates(plan, 'C', 'late_start'), ['*duration_from_late_finish 01-09 0'])
  t.strictSame(candidates(plan, 'C', 'total_float'), ['*early_start 01-07 2', 'late_start 01-09 0'])
  t.strictSame(candidates(plan, 'C', 'free_float'), ['*successor_free_slack D 01-13 2', 'total_float 01-09 2'])
  t.strictSame(candidates(plan, 'D', 'late_finish'), ['*project_finish 01-15 0'])
  t.strictSame(candidates(plan, 'D', 'free_float'), ['*total_float 01-14 0'])
  t.match(explain(plan, 'D', 'early_start'), { value: '2026-01-14', pass: 'forward', is_critical: true })
  t.match(explain(plan, 'C', 'total_float'), { value: 2, pass: 'float', is_critical: false, chain: [] })
})

t.test('a link beats an anchor, and the link of the least source beats the others', async (t) => {
  const plan = buildPlan(
    [task('Z', 5), task('Y', 5), task('X', 2, { planned_start: '2026-01-12' })],
    [link('Z FS X'), link('Y FS X')],
  )
  t.strictSame(candidates(plan, 'X', 'early_start'), [
    'predecessor_fs Z 01-12 0',
    '*predecessor_fs Y 01-12 0',
    'project_start 01-05 5',
    'planned_start_snet 01-12 0',
  ])
})

t.test('the days a calendar adds: a weekend under an elapsed lag', async (t) => {
  const plan = buildPlan([task('A', 5), task('B', 2)], [link('A FS+1e B')])
  const { binding } = explain(plan, 'B', 'early_start')
  // A ends on Friday 9; the day after plus one is Sunday 11, moved to Monday 12.
  t.match(binding, { imposed_date: '2026-01-12', calendar_days_added: 1, lag_days: 1, lag_unit: 'elapsed' })
  const back = explain(plan, 'A', 'late_finish').binding
  // Monday 12, less the day and the lag, is Saturday 10, moved back to Friday 9.
  t.match(back, { kind: 'successor_fs', imposed_date: '2026-01-09', calendar_days_added: -1 })
})

t.test('a finish bound pulls the start', async (t) => {
  const plan = buildPlan([task('A', 10), task('B', 3), task('C', 4)], [link('A FF B'), link('C FS B')])
  // A ends on Friday 16, so B stands on 14 to 16, though C would let it start on 9.
  t.strictSame(candidates(plan, 'B', 'early_start'), [
    '*early_finish_pullback A 01-14 0',
    'predecessor_fs C 01-09 3',
    'project_start 01-05 7',
  ])
  t.strictSame(candidates(plan, 'B', 'early_finish'), [
    '*predecessor_ff A 01-16 0',
    'duration_from_early_start 01-16 0',
  ])
  // A start link backwards: S may start no later than with P, and P no later than S allows.
  const start = buildPlan([task('P', 2), task('S', 9)], [link('P SS S')])
  t.strictSame(candidates(start, 'P', 'late_start'), ['*successor_ss S 01-05 0', 'duration_from_late_finish 01-05 0'])
  t.strictSame(candidates(start, 'P', 'late_finish'), ['project_finish 01-15 7', '*duration_from_late_start 01-06 0'])
})

t.test('progress: floors, recorded dates and the span of a task in progress', async (t) => {
  const status = { status_date: '2026-01-14' }
  const begun = buildPlan([task('A', 10, { percent_complete: 40 })], [], status)
  t.strictSame(candidates(begun, 'A', 'early_start'), ['project_start 01-05 7', '*data_date 01-14 0'])
  t.strictSame(candidates(begun, 'A', 'scheduled_start'), ['*full_duration_backoff 01-08 0', 'early_finish 01-21 0'])
  const started = buildPlan([task('A', 10, { percent_complete: 50, actual_start: '2026-01-19' })], [], status)
  t.strictSame(candidates(started, 'A', 'early_start'), [
    'project_start 01-05 10',
    'data_date 01-14 3',
    '*actual_start 01-19 0',
  ])
  t.strictSame(candidates(started, 'A', 'scheduled_start'), ['*actual_start 01-19 0', 'early_start 01-19 0'])
  const finished = buildPlan([task('A', 4, { actual_finish: '2026-01-16' })], [], status)
  t.strictSame(candidates(finished, 'A', 'early_start'), ['*full_duration_backoff 01-13 0', 'actual_finish 01-16 0'])
  t.strictSame(candidates(finished, 'A', 'early_finish'), ['*actual_finish 01-16 0'])
  t.strictSame(candidates(finished, 'A', 'late_finish'), ['*actual_finish 01-16 0'])
  const both = { actual_start: '2026-01-08', actual_finish: '2026-01-16' }
  const recorded = buildPlan([task('A', 4, both)], [], status)
  t.strictSame(candidates(recorded, 'A', 'early_start'), ['*actual_start 01-08 0', 'actual_finish 01-16 0'])
  // Done by percentage alone: placed by the network from the project start, whatever the data date is.
  const done = buildPlan([task('A', 4, { percent_complete: 100 })], [], status)
  t.strictSame(candidates(done, 'A', 'early_start'), ['*project_start 01-05 0'])
  t.strictSame(candidates(done, 'A', 'early_finish'), ['*early_start 01-08 0'])
  t.strictSame(candidates(done, 'A', 'late_start'), ['*early_start 01-05 0'])
})

t.test('summaries: the leaf that decides, and links by their own name', async (t) => {
  const tasks = [task('S', 0), task('S1', 2, { parent: 'S' }), task('S2', 9, { parent: 'S' }), task('B', 1)]
  const plan = buildPlan(tasks, [link('S FS B')])
  t.strictSame(candidates(plan, 'S', 'early_finish'), ['phase_rollup S1 01-06 7', '*phase_rollup S2 01-15 0'])
  t.strictSame(candidates(plan, 'S', 'total_float'), ['phase_rollup S1 01-05 7', '*phase_rollup S2 01-05 0'])
  t.strictSame(candidates(plan, 'S', 'free_float'), ['*phase_rollup 01-05 0'])
  t.strictSame(candidates(plan, 'B', 'early_start'), ['*predecessor_fs S(S2) 01-16 0', 'project_start 01-05 9'])
  t.strictSame(candidates(plan, 'S1', 'late_finish'), ['*successor_fs B 01-15 0', 'project_finish 01-16 1'])
  const into = buildPlan([...tasks, task('P', 3)], [link('P FS S')])
  t.strictSame(candidates(into, 'S1', 'early_start'), ['*predecessor_fs P 01-08 0', 'project_start 01-05 3'])
  t.strictSame(candidates(into, 'P', 'late_finish'), ['*successor_fs S(S2) 01-07 0', 'project_finish 01-20 9'])
  // A summary's link to its own leaf waits for the other leaves.
  const own = buildPlan(tasks.slice(0, 3), [link('S FS S1')])
  t.strictSame(candidates(own, 'S1', 'early_start'), ['*predecessor_fs S(S2) 01-16 0', 'project_start 01-05 9'])
  t.strictSame(candidates(own, 'S2', 'late_finish'), ['*successor_fs S1 01-15 0', 'project_finish 01-19 2'])
})

t.test('a lead past the beginning of all dates is still an answer', async (t) => {
  const plan = buildPlan([task('A', 5), task('B', 2)], [link('A FS-36525 B')], { start_date: '0001-01-01' })
  const { value, contributions } = explain(plan, 'B', 'early_start')
  t.equal(value, '0001-01-01')
  t.match(contributions, [
    { imposed_date: '0001-01-01', is_binding: true },
    { kind: 'project_start', is_binding: false },
  ])
})

t.test('the binding contribution of any value of any plan imposes that very value', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), (plan: Plan) => {
      explainAll(plan, factsOf(plan), (_, quantity, { value, binding, contributions }, where) => {
        const passed = contributions.filter((each) => each.link !== -1 && each.kind !== 'successor_free_slack')
        const isLate = quantity.startsWith('late')
        if (passed.some((each) => (isLate ? each.imposedDay < value : each.imposedDay > value)))
          throw new Error(where())
        const isTied = passed.some((each) => each.imposedDay === value)
        if (isTied && binding.link === -1) throw new Error(`an anchor beat a link: ${where()}`)
      })
    }),
    { numRuns: caseCount(1500), seed: 20260105 },
  )
  t.pass()
})
