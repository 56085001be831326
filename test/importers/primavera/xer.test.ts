import { readFileSync } from 'node:fs'
import t from 'tap'
import { readPlan } from '../../../importers/read-plan.ts'

const bytes = readFileSync(new URL('../../../fixtures/plans/quay.xer', import.meta.url))
const quay = readPlan(bytes, 'quay.xer')
const task = (id: string) => quay.tasks.find((found) => found.id === id)
const codes = new Set(quay.receipt.map(({ code }) => code))
const said = (code: string) => quay.receipt.filter((entry) => entry.code === code).map(({ message }) => message)

t.test('the project, its start and its data date are those of the exported project', async (t) => {
  t.equal(quay.name, 'Quay wall')
  t.equal(quay.start_date, '2026-03-02')
  t.equal(quay.status_date, '2026-03-09')
  t.match(quay.source, { format: 'xer', application: 'Primavera P6 19.12', default_calendar: '10' })
  t.match(said('further_projects')[0], /"Quay wall" is read, left out: "Other works"/)
})

t.test('another project of the file is read where the caller names it', async (t) => {
  for (const project of ['OTHER', 'other works', '3'])
    t.same(
      readPlan(bytes, 'quay.xer', { project }).tasks.map(({ name }) => name),
      ['Permit'],
      project,
    )
  t.throws(() => readPlan(bytes, 'quay.xer', { project: 'nowhere' }), { code: 'bad_option' })
})

t.test('nodes become summaries by their sequence, activities stand before them by their codes', async (t) => {
  t.same(
    quay.tasks.map(({ name, parent, source }) => [name, parent, source?.wbs]),
    [
      ['Notice to proceed', null, 'A1000'],
      ['Marine works', null, 'MAR'],
      ['Survey "north"', '102', 'A1010'],
      ['Dredging', '102', 'A1020'],
      ['Civil works', null, 'CIV'],
      ['Test lift', '101', 'A200'],
      ['Site management', '101', 'A1040'],
      ['Handover', '101', 'A1050'],
      ['Crane visit', '101', 'A1060'],
      ['Piling', '101', 'CIV.PIL'],
      ['Piles', '1009', 'A1030'],
    ],
  )
  t.match(said('empty_wbs')[0], /without any activity: 1/)
})

t.test('hours count by the calendar that they are worked on', async (t) => {
  t.match(task('1003'), { duration: 8, calendar: '11' })
  t.equal(task('1004')?.duration, 11, 'eighty hours, four of them on a Saturday')
  t.match(
    quay.dependencies.find(({ successor }) => successor === '1004'),
    { dep_type: 'SS', lag: 2 },
    '20 hours on days of ten are two days',
  )
  t.match(
    quay.dependencies.find(({ successor }) => successor === '1003'),
    { dep_type: 'FS', lag: 2 },
  )
})

t.test('calendars are read whatever the order of their shifts, with what they take over from another', async (t) => {
  t.same(quay.calendar.working_days, [1, 2, 3, 4, 5])
  t.same(quay.calendars['11']?.working_days, [1, 2, 3, 4])
  t.same(quay.calendars['12']?.exceptions, [
    { from: '2026-03-16', to: '2026-03-17', working: false },
    { from: '2026-03-28', to: '2026-03-28', working: true },
    { from: '2026-04-03', to: '2026-04-03', working: false },
    { from: '2026-04-06', to: '2026-04-06', working: false },
  ])
})

t.test('both constraints of an activity hold, and kinds that are two in one', async (t) => {
  t.match(task('1003'), { planned_start: '2026-03-18', deadline: '2026-04-10' })
  t.match(task('1008'), { planned_start: '2026-04-15', constraint_type: 'SNLT', constraint_date: '2026-04-15' })
  // A finish milestone at 17:00: held to the end of that very day.
  t.match(task('1006'), {
    milestone_at: 'end_of_day',
    constraint_type: 'FNET',
    constraint_date: '2026-04-21',
    deadline: '2026-04-21',
  })
  t.match(task('1007'), { constraint_type: 'MSO', constraint_date: '2026-04-13' })
  t.match(said('constraint_not_imported')[0], /CS_MSOB 2026-04-14/)
})

t.test('progress goes by the kind of percentage, milestones and dates by the file', async (t) => {
  t.match(task('1002'), { percent_complete: 40, actual_start: '2026-03-03', actual_finish: null })
  t.match(task('1001'), { is_milestone: true, percent_complete: 100, actual_finish: '2026-03-02' })
  t.match(task('1003')?.source, {
    early_start: '2026-03-19T07:00:00',
    late_finish: '2026-04-06T18:00:00',
    total_float_minutes: 1200,
  })
  t.same(task('1002')?.baseline, { start: '2026-03-02', finish: '2026-03-13', duration: 10 })
})

t.test('people, work, notes and estimates come along', async (t) => {
  t.same(
    quay.resources.map(({ name, type, max_units, email, calendar }) => [name, type, max_units, email, calendar]),
    [
      ['Crane', 'work', 2, null, '10'],
      ['José', 'work', 1, 'jose@example.org', '12'],
      ['Concrete', 'material', 1, null, '10'],
    ],
  )
  t.same(quay.assignments, [
    { task: '1004', resource: '1', units: 1, work_minutes: 4800 },
    { task: '1002', resource: '2', units: 0.5, work_minutes: 2400 },
  ])
  t.equal(task('1003')?.notes, 'Two dredgers\n\nby night')
  t.match(task('1004'), { optimistic_duration: 8, most_likely_duration: 10, pessimistic_duration: 16 })
})

t.test('whatever a plan has no place for is named', async (t) => {
  for (const code of [
    'encoding_guessed',
    'span_link_dropped',
    'span_activity',
    'calendar_of_people',
    'cross_project_link',
    'not_imported',
    'must_finish_by_not_imported',
    'suspended',
    'external_date',
    'expected_finish_not_imported',
    'remaining_duration',
    'hours_per_day',
    'part_days',
  ])
    t.ok(codes.has(code), code)
})

t.test('code pages go by the header, and a file that is cut says so', async (t) => {
  const body =
    '%T\tPROJECT\n%F\tproj_id\tproj_short_name\n%R\t1\tМост\n%T\tTASK\n%F\ttask_id\tproj_id\ttask_name\n%R\t7\t1\tОпоры\n'
  const cyrillic = Buffer.from(
    [...`ERMHDR\t8.1\tCP1251\n${body}`].map((c) => (c > '\u007f' ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0))),
  )
  const utf8 = Buffer.from(`ERMHDR\t8.1\n${body}%E\n`)
  t.equal(readPlan(cyrillic, 'a.xer').tasks[0]?.name, 'Опоры')
  t.equal(readPlan(utf8, 'a.xer').name, 'Мост')
  t.ok(readPlan(cyrillic, 'a.xer').receipt.some(({ code }) => code === 'file_cut'))
  t.notOk(readPlan(utf8, 'a.xer').receipt.some(({ code }) => code === 'file_cut'))
  t.throws(() => readPlan(Buffer.from('ERMHDR\t8.1\n%E\n'), 'a.xer'), { code: 'no_tasks' })
})
