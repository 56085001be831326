import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'
import { mspdiFaults } from './check-mspdi.ts'
import { neutralPlan, neutralTask } from './neutral-plan.ts'

const harbour = readPlan(readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url)), 'harbour.xml')
const corpus = new URL('../../../shared/corpus/planfiles/', import.meta.url)

/** What every reading of a plan must give again. */
const whatCounts = (plan: ImportedPlan) => ({
  start: plan.start_date,
  tasks: plan.tasks.map((task) => ({
    ...task,
    // Blanks at the ends of a text are not kept by everybody who reads XML.
    notes: task.notes?.trim(),
    percent_complete: Math.round(task.percent_complete),
    source: [task.source?.mode, task.source?.start, task.source?.finish, task.source?.duration_elapsed ?? false],
  })),
  links: plan.dependencies
    .map((link) => JSON.stringify([link.predecessor, link.successor, link.dep_type, link.lag, link.source]))
    .toSorted(),
  resources: plan.resources.map((resource) => [resource.id, resource.name, resource.type, resource.max_units]),
  assignments: plan.assignments,
})

t.test('the checker finds what is wrong', async (t) => {
  const good = writeMspdi(harbour)
  t.same(mspdiFaults(good, 2010), [])
  t.same(mspdiFaults(good.replace(/<CurrencyCode>.*?<\/CurrencyCode>/, ''), 2010), ['Project: no CurrencyCode'])
  const swapped = good.replace('<IsNull>0</IsNull><WBS>', '<WBS>0</WBS><IsNull>0</IsNull><WBS>')
  t.match(mspdiFaults(swapped, 2010), [/IsNull: after WBS/, /WBS: twice/])
  t.match(mspdiFaults(good.replace(/<MinutesPerDay>\d+/, '<MinutesPerDay>x'), 2010), [/MinutesPerDay: "x/])
})

t.test('a plan without tasks placed by hand fits the first published schema too', async (t) => {
  const plan = neutralPlan(
    [neutralTask('1', { percent_complete: 33.3 }), neutralTask('b', { name: 'x'.repeat(600) })],
    {
      status_date: '2026-03-04',
      calendars: {
        '2': { working_days: [1, 2], exceptions: [{ from: '2026-03-02', to: '2026-03-03', working: true }] },
      },
      resources: [{ id: '1', name: 'Ana', type: 'cost', max_units: 0.5, email: 'ana@example.org', calendar: '2' }],
      assignments: [{ task: '1', resource: '1', units: 0.5, work_minutes: 90 }],
    },
  )
  const written = writeMspdi(plan, new Map([['1', { start: '2026-03-02', finish: '2026-03-03' }]]))
  t.same(mspdiFaults(written, 2007), [])
  t.match(written, /<Name>Ana<\/Name><IsBaseCalendar>/, 'a calendar without a name is that of its person')
})

t.test('tasks placed by hand, elapsed durations and percent lags keep their form', async (t) => {
  const again = readPlan(Buffer.from(writeMspdi(harbour)), 'again.xml')
  t.same(whatCounts(again).links, whatCounts(harbour).links)
  const elapsed = (plan: ImportedPlan) => plan.tasks.filter((task) => task.source?.duration_elapsed).map(({ id }) => id)
  t.same(elapsed(again), elapsed(harbour))
  t.ok(elapsed(harbour).length > 0 && harbour.dependencies.some((link) => link.source?.lag_percent !== undefined))
  const hand = harbour.tasks.filter((task) => task.source?.mode === 'manual')
  t.ok(hand.length > 0)
  const dates = new Map(hand.map(({ id }) => [id, { start: '2030-01-01', finish: '2030-01-02' }]))
  const moved = readPlan(Buffer.from(writeMspdi(harbour, dates)), 'again.xml')
  for (const { id, constraint_type, constraint_date } of hand)
    t.match(
      moved.tasks.find((task) => task.id === id),
      { constraint_type, constraint_date },
      'computed dates do not move it',
    )
})

t.test('plan files that people really keep: every export fits the schema and is the same plan again', async (t) => {
  if (!existsSync(corpus)) return t.comment('the corpus of plan files is not here')
  const names = ['mpxj', 'aspose'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, corpus)).map((name) => `${folder}/${name}`),
  )
  let exported = 0
  let same = 0
  for (const name of names) {
    let plan: ImportedPlan
    try {
      plan = readPlan(readFileSync(new URL(name, corpus)), name)
    } catch {
      continue
    }
    exported += 1
    const written = writeMspdi(plan)
    t.same(mspdiFaults(written, 2010).slice(0, 3), [], name)
    const again = readPlan(Buffer.from(written), 'again.xml')
    if (JSON.stringify(whatCounts(again)) === JSON.stringify(whatCounts(plan))) same += 1
    else if (process.env.SHOW) t.same(whatCounts(again), whatCounts(plan), name)
  }
  t.equal(same, exported, 'SHOW=1 shows what differs')
  t.ok(exported > 0)
})
