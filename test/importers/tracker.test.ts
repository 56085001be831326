import t from 'tap'
import { DEFAULT_LIMITS } from '../../importers/plan/import-limits.ts'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { type ReadOptions, readPlan } from '../../importers/read-plan.ts'
import { readIssueDay, readStatus } from '../../importers/tracker/read-values.ts'
import { stripMarkup } from '../../importers/tracker/strip-markup.ts'
import { processorMs } from '../support/processor-time.ts'
import { blocks, exportOf, item } from './tracker-xml.ts'

const read = (xml: string, options: ReadOptions = {}): ImportedPlan => readPlan(Buffer.from(xml), 'board.xml', options)
const codes = (plan: ImportedPlan) => plan.receipt.map((entry) => [entry.code, entry.where.row ?? null])
const refusal = (xml: string, options: ReadOptions = {}): ImportRefusal => {
  try {
    read(xml, options)
  } catch (error) {
    if (error instanceof ImportRefusal) return error
    throw error
  }
  throw new Error('the export was read')
}

t.test('an issue becomes a task with its name, estimate, dates, people, labels and status', async (t) => {
  const plan = read(
    exportOf([
      item('QUAY-1', {
        inner:
          '<summary>Drive the  piles</summary><description>&lt;p&gt;First &amp;amp; last&lt;/p&gt;&lt;ul&gt;&lt;li&gt;one&lt;/li&gt;&lt;/ul&gt;</description>' +
          '<status>В работе</status><statusCategory key="indeterminate"/>' +
          '<timeoriginalestimate seconds="90000">3 days</timeoriginalestimate>' +
          '<assignee accountid="u-1">Ann Example</assignee><labels><label>north</label><label>NORTH</label></labels><component>Steel</component>' +
          '<due>Fri, 13 Mar 2026 00:00:00 +0000</due>' +
          '<customfields><customfield key="x:float"><customfieldname>Story Points</customfieldname><customfieldvalues><customfieldvalue>5.0</customfieldvalue></customfieldvalues></customfield>' +
          '<customfield key="x:datepicker"><customfieldname>Start date</customfieldname><customfieldvalues><customfieldvalue>Tue, 3 Mar 2026 23:00:00 -0800</customfieldvalue></customfieldvalues></customfield></customfields>',
      }),
    ]),
  )
  const [task] = plan.tasks
  t.match(task, {
    id: 'QUAY-1',
    name: 'Drive the piles',
    // 25 hours are four days of eight hours, the last one begun.
    duration: 4,
    planned_start: '2026-03-03',
    percent_complete: 0,
    status: 'IN_PROGRESS',
    labels: ['north', 'Steel'],
    notes: 'First & last\n\none',
    story_points: 5,
  })
  t.equal(task?.source?.deadline, '2026-03-13')
  t.same(plan.resources, [{ id: 'u-1', name: 'Ann Example', type: 'work', max_units: 1, email: null, calendar: null }])
  t.same(plan.assignments, [{ task: 'QUAY-1', resource: 'u-1', units: 1, work_minutes: 1500 }])
  t.same(codes(plan), [['deadline_not_imported', null]])
  t.equal(plan.start_date, '2026-03-03')
  t.equal(plan.source?.format, 'tracker')
})

t.test('durations without an estimate come from both dates, else are one day and said so', async (t) => {
  const dates = (start: string, due: string) =>
    `<due>${due}</due><customfields><customfield><customfieldname>Start date</customfieldname><customfieldvalue>${start}</customfieldvalue></customfield></customfields>`
  const plan = read(
    exportOf([
      // Thursday to the Tuesday after: four working days.
      item('A-1', { inner: dates('2026-03-05', '2026-03-10') }),
      item('A-2', { inner: dates('2026-03-10', '2026-03-05') }),
      item('A-3'),
      item('A-4', { inner: '<timeoriginalestimate seconds="1"/>' }),
    ]),
  )
  t.same(
    plan.tasks.map((task) => task.duration),
    [4, 1, 1, 1],
  )
  t.same(codes(plan), [
    ['finish_before_start', 2],
    ['duration_missing', null],
    ['deadline_not_imported', null],
  ])
  t.match(plan.receipt[1]?.message, /2 of 4/)
})

t.test('parents, epics and listed sub-tasks make one tree', async (t) => {
  const epic = (key: string) =>
    `<customfields><customfield key="com.pyxis.greenhopper.jira:gh-epic-link"><customfieldname>Epos</customfieldname><customfieldvalues><customfieldvalue>${key}</customfieldvalue></customfieldvalues></customfield></customfields>`
  const plan = read(
    exportOf([
      item('A-1', { inner: '<subtasks><subtask id="4">A-4</subtask></subtasks>' }),
      item('A-2', { inner: '<parent id="1">A-1</parent>' }),
      item('A-3', { inner: epic('A-1') }),
      item('A-4'),
      item('A-5', { inner: '<parent id="9">Z-9</parent>' }),
      item('A-6', { inner: '<parent id="7">A-7</parent>' }),
      item('A-7', { inner: '<parent id="6">A-6</parent>' }),
    ]),
  )
  t.same(
    plan.tasks.map((task) => [task.id, task.parent]),
    [
      ['A-1', null],
      ['A-2', 'A-1'],
      ['A-3', 'A-1'],
      ['A-4', 'A-1'],
      ['A-5', null],
      ['A-6', 'A-7'],
      ['A-7', null],
    ],
  )
  t.same(codes(plan).slice(0, 2), [
    ['foreign_parent', 5],
    ['parent_cycle', 6],
  ])
})

t.test('"Blocks" links are read from both ends once; others are named', async (t) => {
  const plan = read(
    exportOf([
      item('A-1', { inner: blocks({ outward: ['A-2', 'A-1', 'Z-1'], inward: [] }) }),
      item('A-2', { inner: blocks({ outward: [], inward: ['A-1', 'A-3'] }) }),
      item('A-3', {
        inner:
          '<issuelinks><issuelinktype><name>Relates</name><outwardlinks><issuelink><issuekey>A-1</issuekey></issuelink></outwardlinks></issuelinktype></issuelinks>',
      }),
      item('A-4', { inner: `<parent>A-3</parent>${blocks({ outward: ['A-3'], inward: [] })}` }),
    ]),
  )
  t.same(
    plan.dependencies.map((link) => [link.predecessor, link.successor, link.dep_type, link.lag]),
    [
      ['A-1', 'A-2', 'FS', 0],
      ['A-3', 'A-2', 'FS', 0],
    ],
  )
  t.same(codes(plan).slice(0, 4), [
    ['self_dependency', 1],
    ['foreign_link', 1],
    ['link_to_own_summary', 4],
    ['link_type_not_imported', null],
  ])
})

t.test('links in a circle refuse the file, also through a parent', async (t) => {
  const direct = refusal(
    exportOf([
      item('A-1', { inner: blocks({ outward: ['A-2'], inward: [] }) }),
      item('A-2', { inner: blocks({ outward: ['A-1'], inward: [] }) }),
    ]),
  )
  t.match(direct, { code: 'cyclic_dependency', offending: ['A-1', 'A-2'] })
  const throughParent = refusal(
    exportOf([
      item('E-1', { inner: blocks({ outward: ['A-2'], inward: [] }) }),
      item('A-1', { inner: '<parent>E-1</parent>' }),
      item('A-2', { inner: blocks({ outward: ['A-1'], inward: [] }) }),
    ]),
  )
  t.equal(throughParent.code, 'cyclic_dependency')
})

t.test('the category decides the status, known names come second, unknown ones are said', async (t) => {
  t.equal(readStatus('done', 'Готово'), 'COMPLETE')
  t.equal(readStatus('new', 'Done'), 'NOT_STARTED')
  t.equal(readStatus('indeterminate', 'In Review'), 'REVIEW')
  t.equal(readStatus(null, 'Backlog'), 'BACKLOG')
  t.equal(readStatus('constructor', 'toString'), null)
  const plan = read(
    exportOf([
      item('A-1', { inner: '<status>Waiting for the tide</status>' }),
      item('A-2', {
        inner: '<statusCategory key="done"/><resolved>Thu, 5 Mar 2026 16:00:00 +0100</resolved>',
      }),
    ]),
  )
  t.same(
    plan.tasks.map((task) => [task.status, task.percent_complete, task.actual_finish]),
    [
      ['NOT_STARTED', 0, null],
      ['COMPLETE', 100, '2026-03-05'],
    ],
  )
  t.same(codes(plan)[0], ['unknown_status', 1])
})

t.test('items without a key or with one seen before are skipped and named', async (t) => {
  const plan = read(exportOf([item('A-1'), item('A-1'), item(''), item('K'.repeat(101))], { end: 4, total: 90 }))
  t.equal(plan.tasks.length, 1)
  t.same(codes(plan).slice(0, 4), [
    ['export_cut', null],
    ['duplicate_key', 2],
    ['missing_key', 3],
    ['missing_key', 4],
  ])
  t.equal(refusal(exportOf([])).code, 'no_tasks')
  t.equal(refusal('<rss><channel><item><title>News</title></item></channel></rss>').code, 'no_tasks')
})

t.test('unreadable values leave a line and a default', async (t) => {
  const field = (name: string, value: string) =>
    `<customfields><customfield><customfieldname>${name}</customfieldname><customfieldvalue>${value}</customfieldvalue></customfield></customfields>`
  const plan = read(
    exportOf([
      item('A-1', { inner: '<due>soon</due>' }),
      item('A-2', { inner: field('Story Points', 'many') }),
      item('A-3', { inner: field('Story Points', '2.5') }),
      item('A-4', { inner: '<timeoriginalestimate seconds="999999999999999"/>' }),
      item('A-5', { inner: `<labels><label>${'x'.repeat(60)}</label></labels>` }),
      item('A-6', {
        inner: `<labels>${Array.from({ length: 25 }, (_, i) => `<label>l${i}</label>`).join('')}</labels>`,
      }),
    ]),
  )
  t.same(
    codes(plan).slice(0, 6),
    [
      ['label_cut', 5],
      ['too_many_labels', 6],
      ['bad_date', 1],
      ['bad_story_points', 2],
      ['story_points_rounded', 3],
      ['bad_duration', 4],
    ].toSorted(
      (a, b) => codes(plan).findIndex((one) => one[0] === a[0]) - codes(plan).findIndex((one) => one[0] === b[0]),
    ),
  )
  t.equal(plan.tasks[2]?.story_points, 3)
  t.equal(plan.tasks[3]?.duration, 36_525)
})

t.test('caps refuse the whole file', async (t) => {
  const three = exportOf([item('A-1'), item('A-2'), item('A-3')])
  t.equal(refusal(three, { limits: { trackerIssues: 2 } }).code, 'too_many_tasks')
  t.equal(refusal(three, { limits: { trackerBytes: 10 } }).code, 'too_large')
  const links = exportOf([item('A-1', { inner: blocks({ outward: ['B', 'C', 'D'], inward: [] }) })])
  t.equal(refusal(links, { limits: { maxLinks: 1 } }).code, 'too_many_links')
  t.equal(DEFAULT_LIMITS.trackerIssues, 20_000)
  t.equal(DEFAULT_LIMITS.trackerBytes, 25 * 1024 * 1024)
})

t.test('a door for one kind of file refuses the other', async (t) => {
  t.equal(refusal(exportOf([item('A-1')]), { expects: 'plan_file' }).code, 'unsupported_format')
  t.equal(refusal('<Project><Tasks/></Project>', { expects: 'tracker' }).code, 'unsupported_format')
})

t.test('dates are the printed ones, whatever their zone', async (t) => {
  t.equal(readIssueDay('Mon, 17 Feb 2025 00:00:00 +0000'), readIssueDay('2025-02-17'))
  t.equal(readIssueDay('17/Feb/2025'), readIssueDay('2025-02-17'))
  t.equal(readIssueDay('31 Feb 2025'), null)
  t.equal(readIssueDay('17 Foo 2025'), null)
})

t.test('markup becomes text in linear time', async (t) => {
  t.equal(stripMarkup('a < b'), 'a < b')
  t.equal(stripMarkup('<b>x</b>&#0;&#x110000;&nbsp;y'), 'x y')
  const startedAt = processorMs()
  stripMarkup('<'.repeat(500_000))
  stripMarkup('&'.repeat(500_000))
  stripMarkup('\n '.repeat(250_000))
  t.ok(processorMs() - startedAt < 500)
})
