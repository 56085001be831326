import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { refusalOf, schedulePlan } from './schedule-plan.ts'

t.test('a cycle is reported as a path of ids with the first repeated', async (t) => {
  const plan = buildPlan(
    [task('A', 1), task('B', 1), task('C', 1), task('D', 1)],
    ['A FS B', 'B SS C', 'C FF A', 'A FS D'].map(link),
  )
  const refusal = refusalOf(plan)
  t.equal(refusal.code, 'cyclic_dependency')
  const path = refusal.offending ?? []
  t.equal(path[0], path.at(-1))
  t.strictSame([...new Set(path)].sort(), ['A', 'B', 'C'])
  t.match(refusal.detail, /"A" → "B" → "C"/)
})

t.test('a long cycle leaves the middle out of its text, not out of the path', async (t) => {
  const ids = Array.from({ length: 9 }, (_, index) => `T${index}`)
  const links = ids.map((id, index) => link(`${id} FS ${ids[(index + 1) % 9]}`))
  const refusal = refusalOf(
    buildPlan(
      ids.map((id) => task(id, 1)),
      links,
    ),
  )
  t.equal(refusal.offending?.length, 10)
  t.match(refusal.detail, /…/)
})

t.test('a task that depends on itself has its own code', async (t) => {
  const refusal = refusalOf(buildPlan([task('A', 1)], [link('A FS A')]))
  t.equal(refusal.code, 'self_reference')
  t.strictSame(refusal.offending, ['A', 'A'])
})

t.test('waiting for the start of the summary around oneself is a cycle', async (t) => {
  const refusal = refusalOf(buildPlan([task('S', 0), task('L', 1, { parent: 'S' })], [link('S SS L')]))
  t.equal(refusal.code, 'cyclic_dependency')
})

t.test('a calendar whose exceptions cover all that follows is refused on the way', async (t) => {
  const calendar = { exceptions: [{ from: '2026-01-06', to: '9999-12-31' }] }
  const refusal = refusalOf(
    buildPlan([task('A', 5)], [], { calendars: { x: calendar }, tasks: [task('A', 5, { calendar: 'x' })] }),
  )
  t.equal(refusal.code, 'calendar_has_no_working_day')
  t.match(refusal.detail, /calendar "x".*task "A"|"A"/)
  t.ok(schedulePlan(buildPlan([task('A', 1)], [], { calendar })), 'the one working day is enough for one day of work')
})

t.test('every broken rule names what broke it', async (t) => {
  const wide = { from: '2026-01-01', to: '2026-01-02' }
  const bad: [string, RegExp, unknown][] = [
    ['not an object', /not a JSON object/, []],
    ['another format', /format/, { ...buildPlan([task('A', 1)]), format: 'svc-plan/2' }],
    ['no tasks', /no task/, buildPlan([])],
    ['no duration', /duration of task "A" is missing/, buildPlan([{ id: 'A' } as never])],
    ['an id that is no text', /tasks\[0\]\.id/, buildPlan([{ id: 7, duration: 1 } as never])],
    ['an id used twice', /"A" is used twice/, buildPlan([task('A', 1), task('A', 2)])],
    ['an unknown parent', /"Z"/, buildPlan([task('A', 1, { parent: 'Z' })])],
    [
      'a loop of parents',
      /loop/,
      buildPlan([task('A', 1, { parent: 'B' }), task('B', 1, { parent: 'A' }), task('C', 1)]),
    ],
    ['an estimate below 0', /optimistic/, buildPlan([task('A', 1, { optimistic_duration: -2 })])],
    [
      'a percentage that is no number',
      /percent_complete of task "A"/,
      buildPlan([task('A', 1, { percent_complete: '5' as never })]),
    ],
    ['an unknown delivery mode', /delivery_mode/, buildPlan([task('A', 1, { delivery_mode: 'xp' as never })])],
    [
      'an unknown link type',
      /dep_type/,
      buildPlan([task('A', 1), task('B', 1)], [{ predecessor: 'A', successor: 'B', dep_type: 'XX' as never }]),
    ],
    [
      'an unknown lag unit',
      /lag_unit/,
      buildPlan([task('A', 1), task('B', 1)], [{ predecessor: 'A', successor: 'B', lag_unit: 'h' as never }]),
    ],
    ['an unknown predecessor', /predecessor of dependency 0 is "Z"/, buildPlan([task('A', 1)], [link('Z FS A')])],
    ['a weekday 8', /weekdays/, buildPlan([task('A', 1)], [], { calendar: { working_days: [8] } })],
    [
      'a broken exception',
      /ends on/,
      buildPlan([task('A', 1)], [], { calendar: { exceptions: [{ from: wide.to, to: wide.from }] } }),
    ],
    [
      'a velocity sample that is no number',
      /velocity_samples\[1\]/,
      buildPlan([task('A', 1)], [], { velocity_samples: [1, null as never] }),
    ],
    ['eleven of the longest tasks in a chain', /longest path/, chain(11, 36_525)],
  ]
  for (const [name, text, plan] of bad) {
    const refusal = refusalOf(plan)
    t.equal(refusal.code, 'invalid_graph_input', name)
    t.match(refusal.detail, text, name)
  }
})

t.test('the path is bounded, not the sum over all tasks', async (t) => {
  const ids = Array.from({ length: 20 }, (_, index) => `T${index}`)
  t.ok(schedulePlan(buildPlan(ids.map((id) => task(id, 36_525)))))
  t.ok(schedulePlan(chain(10, 36_525)))
})

t.test('counts of links are bounded, and the bound is an argument', async (t) => {
  const columns = columnsFromPlan(chain(5, 1))
  t.throws(() => buildGraph(columns, { maxLinks: 3, maxExpandedLinks: 100 }), { code: 'invalid_graph_input' })
  const nested = ['a', 'b'].flatMap((name) => [
    task(name, 0),
    ...Array.from({ length: 20 }, (_, index) => task(`${name}${index}`, 1, { parent: name })),
  ])
  const wide = columnsFromPlan(buildPlan(nested, [link('a FS b')]))
  t.throws(() => buildGraph(wide, { maxLinks: 10, maxExpandedLinks: 399 }), { message: /400 links/ })
  t.ok(buildGraph(wide, { maxLinks: 10, maxExpandedLinks: 400 }))
})

t.test('keys the engine does not know are ignored', async (t) => {
  t.ok(schedulePlan({ ...buildPlan([task('A', 1, { wbs: '1.1' } as never)]), receipt: [] }))
})

function chain(count: number, duration: number): Plan {
  const ids = Array.from({ length: count }, (_, index) => `T${index}`)
  const links = ids.slice(1).map((id, index) => link(`${ids[index]} FS ${id}`))
  return buildPlan(
    ids.map((id) => task(id, duration)),
    links,
  )
}

t.test('calendars that no task uses cost nothing, and an absurd span on many calendars is refused', async (t) => {
  const long = Array.from({ length: 9 }, (_, index) => `T${index}`)
  const links = long.slice(1).map((id, index) => link(`${long[index]} FS ${id}`))
  const week = { working_days: [1] }
  const calendars = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const day = `2026-02-${String((index % 28) + 1).padStart(2, '0')}`
      return [`c${index}`, { working_days: [1 + (index % 7)], exceptions: [{ from: day, to: day }] }]
    }),
  )
  const tasks = long.map((id) => task(id, 36_000))
  t.ok(schedulePlan(buildPlan(tasks, links, { calendar: week, calendars })))
  const users = Object.keys(calendars).map((calendar, index) => task(`U${index}`, 1, { calendar }))
  const refusal = refusalOf(buildPlan([...tasks, ...users], links, { calendar: week, calendars }))
  t.match(refusal, { code: 'invalid_graph_input', detail: /days on 29 calendars/ })
})
