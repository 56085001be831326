import { readFileSync } from 'node:fs'
import t from 'tap'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { PMXML_OMISSIONS, writePmxml } from '../../../importers/write/primavera/write-pmxml.ts'
import { writeXer, XER_OMISSIONS } from '../../../importers/write/primavera/write-xer.ts'
import { neutralPlan, neutralTask } from '../neutral-plan.ts'

const fixture = (name: string) =>
  readPlan(readFileSync(new URL(`../../../fixtures/plans/${name}`, import.meta.url)), name)
const WAYS = {
  xer: (plan: ImportedPlan) => readPlan(writeXer(plan), 'again.xer'),
  pmxml: (plan: ImportedPlan) => readPlan(Buffer.from(writePmxml(plan)), 'again.xml'),
}

const comparable = ({ source: _source, receipt: _receipt, ...plan }: ImportedPlan) => ({
  ...plan,
  tasks: plan.tasks.map(({ source, ...task }) => ({
    ...task,
    wbs: source?.wbs,
    start: source?.start,
    finish: source?.finish,
  })),
})

t.test('a Primavera plan that is written and read again is the same plan, in either form', async (t) => {
  for (const name of ['quay.xer', 'quay-p6.xml'])
    for (const [way, again] of Object.entries(WAYS)) {
      const plan = fixture(name)
      t.strictSame(comparable(again(plan)), comparable(plan), `${name} by ${way}`)
    }
})

t.test(
  'a plan of other origin comes back with its tree, links, what holds it, progress, people and estimates',
  async (t) => {
    const plan = neutralPlan(
      [
        neutralTask('10', { name: 'Phase', duration: 0 }),
        neutralTask('1', {
          name: 'Dig\t"deep"',
          parent: '10',
          planned_start: '2026-03-04',
          notes: 'one & <two>\nthree',
        }),
        neutralTask('2', {
          parent: '10',
          constraint_type: 'SNLT',
          constraint_date: '2026-03-20',
          planned_start: '2026-03-03',
        }),
        neutralTask('3', {
          parent: '10',
          constraint_type: 'FNLT',
          constraint_date: '2026-03-20',
          deadline: '2026-03-25',
        }),
        neutralTask('4', { parent: '10', constraint_type: 'MSO', constraint_date: '2026-03-10' }),
        neutralTask('5', { parent: '10', constraint_type: 'ALAP', constraint_date: null, deadline: '2026-03-31' }),
        neutralTask('6', {
          parent: '10',
          planned_start: '2026-03-05',
          deadline: '2026-03-12',
          constraint_type: 'FNET',
          constraint_date: '2026-03-12',
        }),
        neutralTask('7', { parent: '10', percent_complete: 40, actual_start: '2026-03-02' }),
        neutralTask('8', {
          parent: '10',
          percent_complete: 100,
          actual_start: '2026-03-02',
          actual_finish: '2026-03-03',
        }),
        neutralTask('9', {
          parent: '10',
          is_milestone: true,
          duration: 0,
          delivery_mode: 'milestone',
          deadline: '2026-03-26',
        }),
        neutralTask('11', { optimistic_duration: 1, most_likely_duration: 2, pessimistic_duration: 5, calendar: 'c' }),
      ].sort((a, b) => Number(b.id === '11') - Number(a.id === '11')),
      {
        name: 'Pläne & Žluť',
        status_date: '2026-03-04',
        calendars: {
          c: { working_days: [1, 2, 3], exceptions: [{ from: '2026-04-01', to: '2026-04-09', working: false }] },
        },
        dependencies: [
          { predecessor: '1', successor: '2', dep_type: 'SS', lag: 2, lag_unit: 'working' },
          { predecessor: '2', successor: '3', dep_type: 'SF', lag: -1, lag_unit: 'working' },
          { predecessor: '11', successor: '9', dep_type: 'FF', lag: 0, lag_unit: 'working' },
        ],
        resources: [{ id: '1', name: 'Ana', type: 'work', max_units: 0.5, email: 'ana@example.org', calendar: null }],
        assignments: [{ task: '1', resource: '1', units: 0.5, work_minutes: 480 }],
      },
    )
    const shape = (of: ImportedPlan) => ({
      name: of.name,
      data_date: of.status_date,
      tasks: of.tasks.map(({ source: _source, calendar, name, duration, ...task }) => ({
        ...task,
        // A summary lasts as long as what is inside.
        duration: task.id === '10' ? null : duration,
        name: name?.replace('\t', ' '),
        week: calendar === null ? null : of.calendars[calendar]?.working_days,
        off: calendar === null ? null : of.calendars[calendar]?.exceptions,
      })),
      links: of.dependencies.map(({ source: _source, ...link }) => link),
      people: of.resources,
      work: of.assignments,
    })
    for (const [way, again] of Object.entries(WAYS)) t.strictSame(shape(again(plan)), { ...shape(plan) }, way)
  },
)

t.test('a baseline goes along as a project of its own', async (t) => {
  const baseline = { start: '2026-03-03', finish: '2026-03-06', duration: 4 }
  const plan = neutralPlan([neutralTask('1', { baseline }), neutralTask('2')])
  for (const again of Object.values(WAYS)) {
    const { tasks, receipt } = again(plan)
    t.strictSame(tasks[0]?.baseline, baseline)
    t.equal(tasks.length, 2)
    t.notOk(receipt.some(({ code }) => code === 'further_projects'))
  }
})

t.test('lags that all pass at night are counted so, and computed dates stand where the file had its own', async (t) => {
  const plan = neutralPlan([neutralTask('1'), neutralTask('2')], {
    dependencies: [{ predecessor: '1', successor: '2', dep_type: 'FS', lag: 3, lag_unit: 'elapsed' }],
  })
  for (const again of Object.values(WAYS)) t.match(again(plan).dependencies[0], { lag: 3, lag_unit: 'elapsed' })
  const dates = new Map([['1', { start: '2026-03-09', finish: '2026-03-10' }]])
  for (const written of [writeXer(plan, dates), Buffer.from(writePmxml(plan, dates))])
    t.match(readPlan(written, 'a').tasks[0]?.source, {
      early_start: '2026-03-09T08:00:00',
      finish: '2026-03-10T17:00:00',
    })
  t.ok(XER_OMISSIONS.length > 0 && PMXML_OMISSIONS.length > 0)
})

t.test('characters outside of the old code page make the file one of UTF-8', async (t) => {
  const written = (name: string) => writeXer(neutralPlan([neutralTask('1', { name })]))
  t.ok(Buffer.from(written('Größe €')).includes(Buffer.from([0xf6])))
  t.equal(readPlan(written('Größe €'), 'a.xer').tasks[0]?.name, 'Größe €')
  t.equal(readPlan(written('Опоры 😀'), 'a.xer').tasks[0]?.name, 'Опоры 😀')
})
