import t from 'tap'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { rowOf, schedulePlan } from './schedule-plan.ts'

/** Early start and early finish of a task as `MM-DD..MM-DD`. */
function early(plan: Plan, id: string): string {
  const row = rowOf(schedulePlan(plan), id)
  return `${row.early_start.slice(5)}..${row.early_finish.slice(5)}`
}

t.test('lag in elapsed and in working days', async (t) => {
  // Link, then elapsed: start of S, total/free float of P, drives; then the same for working days.
  const table: [string, string, string, boolean, string, string, boolean][] = [
    ['FS-2', '01-08', '24/0', true, '01-08', '24/0', true],
    ['FS-1', '01-09', '23/0', true, '01-09', '23/0', true],
    ['FS+0', '01-12', '22/0', true, '01-12', '22/0', true],
    ['FS+1', '01-12', '21/0', true, '01-13', '21/0', true],
    ['FS+2', '01-12', '20/0', true, '01-14', '20/0', true],
    ['FS+3', '01-13', '20/0', true, '01-15', '19/0', true],
    ['FS+5', '01-15', '19/0', true, '01-19', '17/0', true],
    ['SS+3', '01-08', '24/0', true, '01-08', '24/0', true],
    ['SS+5', '01-12', '24/2', false, '01-12', '22/0', true],
    ['FF+1', '01-08', '24/0', true, '01-08', '24/0', true],
    ['FF+3', '01-08', '22/0', true, '01-12', '22/0', true],
    ['SF+3', '01-06', '25/0', true, '01-06', '25/0', true],
    ['SF+5', '01-08', '24/2', false, '01-08', '24/0', true],
  ]
  for (const [type, ...expected] of table) {
    const found = ['e', ''].flatMap((unit) => {
      const tasks = [task('P', 5), task('S', 3), task('X', 30)]
      const document = schedulePlan(buildPlan(tasks, [link(`P ${type}${unit} S`)]))
      const p = rowOf(document, 'P')
      const start = rowOf(document, 'S').early_start.slice(5)
      return [start, `${p.total_float}/${p.free_float}`, document.driving.length === 1]
    })
    t.strictSame(found, expected, type)
  }
})

t.test('link types without lag', async (t) => {
  const pulled = buildPlan([task('A', 10), task('B', 3), task('X', 15)], [link('A FF B')])
  t.equal(early(pulled, 'B'), '01-14..01-16')
  const held = buildPlan([task('A', 10), task('B', 3), task('C', 4), task('X', 15)], [link('A FF B'), link('C FS B')])
  t.equal(early(held, 'B'), '01-14..01-16')
  t.equal(rowOf(schedulePlan(held), 'C').free_float, 3)
  const startToFinish = buildPlan([task('P', 3), task('G', 5), task('H', 2)], [link('P FS G'), link('G SF H')])
  t.equal(early(startToFinish, 'G'), '01-08..01-14')
  t.equal(early(startToFinish, 'H'), '01-07..01-08')
  const floored = schedulePlan(buildPlan([task('A', 2), task('B', 3)], [link('A FS-10e B')]))
  t.equal(rowOf(floored, 'B').early_start, '2026-01-05')
  t.strictSame([rowOf(floored, 'A').total_float, rowOf(floored, 'A').free_float], [1, 1])
  t.strictSame(floored.driving, [])
  const parallel = schedulePlan(buildPlan([task('a', 5), task('b', 5)], [link('b SS a')]))
  t.strictSame(parallel.critical_path, ['b', 'a'], 'order follows the link, not the id')
})

t.test('milestones occupy their day', async (t) => {
  const plan = buildPlan([task('A', 5), task('M', 0), task('B', 3)], [link('A FS M'), link('M FS B')])
  t.equal(early(plan, 'M'), '01-12..01-12')
  t.equal(early(plan, 'B'), '01-13..01-15')
  t.equal(early(buildPlan([task('A', 5), task('M', 0)], [link('A FF M')]), 'M'), '01-09..01-09')
})

t.test('calendars', async (t) => {
  t.equal(early(buildPlan([task('A', 2)], [], { start_date: '2026-01-04' }), 'A'), '01-05..01-06')
  t.equal(early(buildPlan([task('A', 2, { planned_start: '2026-01-10' })]), 'A'), '01-12..01-13')
  const holidays = [
    { from: '2026-12-24', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-01' },
  ]
  const winter = buildPlan([task('A', 5), task('B', 3)], [link('A FS B')], {
    start_date: '2026-12-21',
    calendar: { exceptions: holidays },
  })
  t.equal(early(winter, 'A'), '12-21..01-05')
  t.equal(early(winter, 'B'), '01-06..01-08')
  const calendars = { all: { working_days: [1, 2, 3, 4, 5, 6, 7] } }
  const tasks = [task('A', 5), task('B', 3, { calendar: 'all' }), task('C', 2)]
  const mixed = buildPlan(tasks, [link('A FS B'), link('B FS C')], { calendars })
  t.equal(early(mixed, 'B'), '01-10..01-12')
  t.equal(early(mixed, 'C'), '01-13..01-14')
  const lagged = buildPlan(tasks, [link('A FS+1e B'), link('B FS+1e C')], { calendars })
  t.equal(early(lagged, 'B'), '01-11..01-13')
  t.equal(early(lagged, 'C'), '01-15..01-16')
  const saturday = { exceptions: [{ from: '2026-01-10', to: '2026-01-10', working: true }] }
  t.equal(early(buildPlan([task('A', 6)], [], { calendar: saturday }), 'A'), '01-05..01-10', 'a working Saturday')
})

t.test('progress', async (t) => {
  const status = (status_date: string, tasks: PlanTask[], links: string[] = []): Plan =>
    buildPlan(tasks, links.map(link), { status_date })
  const begun = status('2026-01-14', [task('A', 10, { percent_complete: 40 }), task('B', 5), task('C', 3)], ['A FS B'])
  t.equal(early(begun, 'A'), '01-14..01-21')
  t.equal(rowOf(schedulePlan(begun), 'A').scheduled_start, '2026-01-08')
  t.equal(early(begun, 'C'), '01-14..01-16')
  const later = [task('A', 10, { percent_complete: 50, actual_start: '2026-01-19' })]
  t.equal(early(status('2026-01-14', later), 'A'), '01-19..01-23')
  const weekend = [task('A', 3, { percent_complete: 10, actual_start: '2026-01-10' }), task('B', 2)]
  const onSaturday = buildPlan(weekend, [link('A FS B')])
  t.equal(early(onSaturday, 'A'), '01-10..01-13')
  t.equal(rowOf(schedulePlan(onSaturday), 'A').late_start, '2026-01-09')
  t.equal(early(onSaturday, 'B'), '01-14..01-15')
  const doneAhead = [task('P', 3), task('A', 4, { percent_complete: 100 }), task('B', 2)]
  const future = status('2026-01-19', doneAhead, ['P FS A', 'A FS B'])
  t.strictSame(
    ['P', 'A', 'B'].map((id) => early(future, id)),
    ['01-19..01-21', '01-22..01-27', '01-28..01-29'],
  )
  t.equal(rowOf(schedulePlan(future), 'P').total_float, 6)
  const finished = status('2026-01-14', [task('A', 4, { actual_finish: '2026-01-16' }), task('B', 2)], ['A FS B'])
  t.equal(early(finished, 'A'), '01-13..01-16')
  t.equal(rowOf(schedulePlan(finished), 'A').is_critical, false)
  const startOnly = buildPlan([task('A', 4, { percent_complete: 100, actual_start: '2026-01-08' })])
  t.equal(early(startOnly, 'A'), '01-08..01-13')
  t.equal(early(buildPlan([task('A', 7, { percent_complete: 28.57 })]), 'A'), '01-05..01-12', 'remaining 6')
})

t.test('several links on one pair: all bounds apply', async (t) => {
  const plan = buildPlan([task('A', 5), task('B', 2)], [link('A SS+1 B'), link('A FF+3 B')])
  t.equal(early(plan, 'B'), '01-13..01-14')
  t.strictSame(
    schedulePlan(plan).driving.map((edge) => edge.dep_type),
    ['FF'],
  )
})

t.test('links of summaries', async (t) => {
  const tasks = [
    task('S', 0),
    task('S1', 2, { parent: 'S', planned_start: '2026-01-07' }),
    task('S2', 9, { parent: 'S' }),
    task('B', 1),
  ]
  t.equal(early(buildPlan(tasks, [link('S FS B')]), 'B'), '01-16..01-16', 'after the last leaf')
  t.equal(early(buildPlan(tasks, [link('S SS+1 B')]), 'B'), '01-06..01-06', 'after the start of the first leaf')
  const into = buildPlan([...tasks, task('P', 3)], [link('P FS S')])
  t.strictSame(
    ['S1', 'S2'].map((id) => early(into, id)),
    ['01-08..01-09', '01-08..01-20'],
  )
  const summary = rowOf(schedulePlan(into), 'S')
  t.match(summary, {
    early_start: '2026-01-08',
    early_finish: '2026-01-20',
    free_float: 0,
    total_float: 0,
    is_critical: true,
  })
})
