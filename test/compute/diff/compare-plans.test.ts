import fc from 'fast-check'
import t from 'tap'
import { comparePlans } from '../../../compute/diff/compare-plans.ts'
import { differenceDocument } from '../../../compute/diff/difference-document.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from '../build-plan.ts'
import { datedPlan } from '../explain/dated-plan.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { referenceSchedule } from '../reference/reference-schedule.ts'
import { dayNumber } from '../reference/slow-calendar.ts'

function compare(before: Plan, after: Plan, maxSteps?: number) {
  const options = maxSteps === undefined ? {} : { maxSteps }
  const difference = comparePlans(columnsFromPlan(before), columnsFromPlan(after), options)
  return differenceDocument(difference, before, after)
}

/** Each step as `kind+kind days`. */
function credits(document: ReturnType<typeof compare>): string[] {
  return document.steps.map(
    ({ causes, finish_days }) => `${causes.map((cause) => cause.task ?? cause.kind).join('+')} ${finish_days}`,
  )
}

/** A 5..9, B 12..14, D 15..16, with C 5..8 beside; finish on Friday 16. */
const BEFORE = buildPlan(
  [task('A', 5), task('B', 3), task('C', 4), task('D', 2)],
  [link('A FS B'), link('B FS D'), link('C FS D')],
)

t.test('two changes on two branches: each is credited with what it moved in its turn', async (t) => {
  const after = buildPlan(
    [task('A', 7), task('B', 3), task('C', 12), task('D', 2)],
    [link('A FS B'), link('B FS D'), link('C FS D')],
  )
  const document = compare(BEFORE, after)
  // A first: B 14..16, D 19..20, four days. Then C 5..20 pushes D to 21..22, two more.
  t.match(document, {
    project_finish: ['2026-01-16', '2026-01-22'],
    finish_days: 6,
    left_critical_path: ['A', 'B'],
    joined_critical_path: ['C'],
  })
  t.strictSame(credits(document), ['A 4', 'C 2'])
  t.match(document.steps[0], {
    causes: [{ kind: 'duration', before: 5, after: 7 }],
    moved_count: 3,
    moved: [
      { task: 'A', start_days: 0, finish_days: 4 },
      { task: 'D', start_days: 4, finish_days: 4 },
      { task: 'B', start_days: 2, finish_days: 2 },
    ],
  })
  const moved = document.moved.find((each) => each.task === 'D')
  t.match(moved, {
    early_finish: ['2026-01-16', '2026-01-22'],
    finish_days: 6,
    by: [
      { step: 0, finish_days: 4 },
      { step: 1, finish_days: 2 },
    ],
  })
})

t.test('every kind of change, in the stated order', async (t) => {
  const before = buildPlan(
    [task('A', 2), task('B', 2), task('C', 2), task('G', 1), task('S', 0), task('M', 0)],
    [link('A FS B'), link('B FS C')],
    { calendars: { six: { working_days: [1, 2, 3, 4, 5, 6] } } },
  )
  const after = buildPlan(
    [
      task('A', 3, { percent_complete: 10, optimistic_duration: 1, most_likely_duration: 3, pessimistic_duration: 9 }),
      task('B', 2, { calendar: 'six', planned_start: '2026-01-20', parent: 'S', deadline: '2026-02-01' }),
      task('C', 2, { constraint_type: 'FNET', constraint_date: '2026-01-30' }),
      task('N', 1),
      task('S', 0),
      task('M', 0, { milestone_at: 'end_of_day' }),
    ],
    [link('A FS+1 B'), link('B FS N')],
    {
      start_date: '2026-01-06',
      status_date: '2026-01-07',
      calendars: { six: { working_days: [1, 2, 3, 4, 5, 6, 7] } },
    },
  )
  const document = compare(before, after)
  const kinds = document.steps.flatMap(({ causes }) => causes.map((cause) => cause.kind))
  t.strictSame(kinds, [...document.order], 'each once, and the order is the one stated')
  const by = Object.fromEntries(document.steps.flatMap(({ causes }) => causes.map((cause) => [cause.kind, cause])))
  t.match(by.project_start, { before: '2026-01-05', after: '2026-01-06' })
  t.match(by.status_date, { before: null, after: '2026-01-07' })
  t.match(by.constraint, {
    task: 'C',
    before: { constraint_type: 'ASAP', constraint_date: null },
    after: { constraint_type: 'FNET', constraint_date: '2026-01-30' },
  })
  t.match(by.milestone_at, { task: 'M', before: null, after: 'end_of_day' })
  t.match(by.deadline, { task: 'B', before: null, after: '2026-02-01' })
  t.match(by.progress, {
    task: 'A',
    before: { percent_complete: 0, actual_start: null },
    after: { percent_complete: 10 },
  })
  t.match(by.estimates, { before: { optimistic: null }, after: { optimistic: 1 } })
  t.match(by.link_changed, { before: { dep_type: 'FS', lag: 0 }, after: { lag: 1, lag_unit: 'working' } })
  t.match(by.parent, { task: 'B', before: null, after: 'S' })
  t.match(by.task_calendar, { before: '', after: 'six' })
})

t.test('changes that only make sense together are credited together', async (t) => {
  // Y lies in X, then X in Y. X moves first, and with that alone each would lie in the other.
  const tasks = (x: string | null, y: string | null) => [
    task('X', 1, { parent: x }),
    task('Y', 1, { parent: y }),
    task('Z', 4, { parent: 'Y' }),
    task('W', 6, { parent: 'X' }),
  ]
  const document = compare(buildPlan(tasks(null, 'X')), buildPlan(tasks('Y', null)))
  t.strictSame(
    document.steps.map((step) => step.causes.map((cause) => [cause.kind, cause.task])),
    [
      [
        ['parent', 'X'],
        ['parent', 'Y'],
      ],
    ],
  )
})

t.test('a link with another type is one change', async (t) => {
  const document = compare(BEFORE, { ...BEFORE, dependencies: [link('A SS+1 B'), link('B FS D'), link('C FS D')] })
  const before = { predecessor: 'A', successor: 'B', dep_type: 'FS', lag: 0 }
  // B starts on Tuesday 6 and ends on 8, so D follows C on 9 and 12; A ends on 9.
  t.match(document.steps, [{ causes: [{ kind: 'link_changed', before, after: { dep_type: 'SS' } }], finish_days: -4 }])
  t.equal(document.steps.length, 1)
})

t.test('of several links between two tasks the unchanged ones are found first', async (t) => {
  const links = (...texts: string[]) => ({ ...BEFORE, dependencies: texts.map(link) })
  const document = compare(links('A FS+1 B', 'A FS+5 B'), links('A FS+5 B', 'A FS+9 B'))
  t.match(document.steps, [{ causes: [{ kind: 'link_changed', before: { lag: 1 }, after: { lag: 9 } }] }])
  t.equal(document.steps.length, 1)
})

t.test('a task that goes leaves the critical path', async (t) => {
  const after = buildPlan(BEFORE.tasks.slice(1), [link('B FS D'), link('C FS D')])
  t.match(compare(BEFORE, after), { left_critical_path: ['A', 'B'], joined_critical_path: ['C'], finish_days: -4 })
})

t.test('too many changes of a kind are made as a whole, and said so', async (t) => {
  const ids = Array.from({ length: 9 }, (_, index) => `T${index}`)
  const chain = ids.slice(1).map((id, index) => link(`${ids[index]} FS ${id}`))
  const before = buildPlan(
    ids.map((id) => task(id, 1)),
    chain,
  )
  const after = buildPlan([...ids.map((id) => task(id, 2)), task('U', 1)], chain)
  const whole = compare(before, after, 4)
  t.strictSame(whole.grouped_kinds, ['duration'])
  t.strictSame(
    whole.steps.map(({ causes, finish_days }) => [causes.length, finish_days]),
    [
      [1, 0],
      [9, 13],
    ],
  )
  t.equal(whole.steps[0]?.moved_count, 0, 'a task that is new has not moved')
  const single = compare(before, after)
  t.strictSame(single.grouped_kinds, [])
  t.equal(single.steps.length, 10)
})

t.test('equal plans do not differ', async (t) => {
  t.match(compare(BEFORE, BEFORE), { finish_days: 0, steps: [], moved: [], left_critical_path: [] })
  const turned = { ...BEFORE, tasks: [...BEFORE.tasks].reverse() }
  t.match(compare(BEFORE, turned), { finish_days: 0, steps: [], moved: [] })
})

t.test('credits add up to the whole movement, of the plan and of every task', async (t) => {
  fc.assert(
    fc.property(
      datedPlan({ ...FULL_SHAPE, withConstraints: true }),
      datedPlan({ ...FULL_SHAPE, withConstraints: true }),
      fc.constantFrom(0, 3, 500),
      (before, after, maxSteps) => {
        const [old, now] = [referenceSchedule(before), referenceSchedule(after)]
        const difference = comparePlans(columnsFromPlan(before), columnsFromPlan(after), { maxSteps })
        const where = () => JSON.stringify({ before, after, maxSteps })
        const sum = difference.steps.reduce((days, step) => days + step.finishDays, 0)
        if (sum !== dayNumber(now.project_finish) - dayNumber(old.project_finish)) throw new Error(where())
        difference.ids.forEach((id, at) => {
          const rows = [old, now].map((schedule) => schedule.tasks.find((row) => row.id === id))
          const [from, to] = rows
          if (!from || !to) return
          const start = difference.steps.reduce((days, step) => days + (step.taskStartDays[at] ?? 0), 0)
          const finish = difference.steps.reduce((days, step) => days + (step.taskFinishDays[at] ?? 0), 0)
          const isRight =
            start === dayNumber(to.early_start) - dayNumber(from.early_start) &&
            finish === dayNumber(to.early_finish) - dayNumber(from.early_finish)
          if (!isRight) throw new Error(`${id} in ${where()}`)
        })
      },
    ),
    { numRuns: caseCount(250), seed: 10 },
  )
  t.pass()
})

t.test('changes of links do not depend on the order in which either plan lists them', async (t) => {
  const linkKind = fc.constantFrom('A FS B', 'A SS B', 'A FS+2 B', 'B FS C', 'B FF C', 'A FS C', 'C FS D', 'A FS+1 D')
  const links = fc.array(linkKind, { maxLength: 12 })
  const tasks = ['A', 'B', 'C', 'D'].map((id) => task(id, 3))
  const changes = (before: readonly string[], after: readonly string[]) =>
    compare(buildPlan(tasks, before.map(link)), buildPlan(tasks, after.map(link))).steps.flatMap(({ causes }) => causes)
  fc.assert(
    fc.property(links, links, fc.nat(12), fc.infiniteStream(fc.nat()), (before, other, kept, random) => {
      const after = [...before.slice(0, kept), ...other, ...before.slice(kept + 1)]
      const order = new Map(after.map((_, at) => [at, random.next().value]))
      const shuffled = [...after.keys()]
        .sort((left, right) => order.get(left) - order.get(right))
        .map((at) => after[at])
      t.strictSame(changes(before, after), changes(before, shuffled as string[]))
    }),
    { numRuns: caseCount(60) },
  )
})
