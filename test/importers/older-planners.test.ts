import { readFileSync } from 'node:fs'
import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'

const fixture = (name: string) => readPlan(readFileSync(new URL(`../../fixtures/plans/${name}`, import.meta.url)), name)

t.test('an MPX file of another country is read by the settings at its head', async (t) => {
  const plan = fixture('quay.mpx')
  t.match(plan, { name: 'Kaimauer', start_date: '2026-03-02', source: { format: 'mpx', minutes_per_day: 480 } })
  t.same(
    plan.tasks.map(({ name, duration, parent, source }) => [name, duration, parent, source?.start, source?.finish]),
    [
      ['Arbeiten', 20, null, '2026-03-02T08:00:00', '2026-04-16T17:00:00'],
      ['Vermessung "Nord"; West', 5, '11', '2026-03-02T08:00:00', '2026-03-06T17:00:00'],
      ['Pfähle', 8, '11', '2026-03-10T08:00:00', '2026-03-19T17:00:00'],
      ['Beton', 4, '11', '2026-03-10T08:00:00', '2026-03-14T17:00:00'],
      ['Übergabe', 0, null, '2026-04-16T08:00:00', '2026-04-16T08:00:00'],
    ],
  )
  t.match(plan.tasks[1], { percent_complete: 40, actual_start: '2026-03-02', notes: 'Zeile eins' })
  t.match(plan.tasks[2], { planned_start: '2026-03-10' })
  t.match(plan.tasks[4], { is_milestone: true })
})

t.test('links of MPX go by rows, with letters and lags of the country', async (t) => {
  const { dependencies, receipt } = fixture('quay.mpx')
  t.same(
    dependencies.map(({ predecessor, successor, dep_type, lag }) => [predecessor, successor, dep_type, lag]),
    [
      ['12', '13', 'FS', 1],
      ['12', '14', 'FS', -1],
      ['13', '14', 'SS', 4],
      ['13', '15', 'FS', 0],
    ],
  )
  const codes = receipt.map(({ code }) => code)
  for (const code of ['constraint_not_imported', 'elapsed_duration', 'percent_lag']) t.ok(codes.includes(code), code)
})

t.test('calendars and people of MPX come along', async (t) => {
  const plan = fixture('quay.mpx')
  t.same(plan.calendar.exceptions, [{ from: '2026-04-06', to: '2026-04-06', working: false }])
  t.match(plan.resources, [{ id: '7', name: 'Jörg', max_units: 0.5, email: 'joerg@example.org', calendar: '2' }])
  t.same(plan.calendars['2']?.working_days, [1, 2, 3, 4])
  t.match(plan.assignments, [{ task: '12', resource: '7', units: 0.5, work_minutes: 1200 }])
})

t.test('a GanttProject file keeps its tree; what no strong link pulls stands where it was put', async (t) => {
  const plan = fixture('quay.gan')
  t.match(plan, { name: 'Quay wall', source: { format: 'gan', application: 'GanttProject 3.3.3316' } })
  t.same(
    plan.tasks.map(({ name, duration, parent, planned_start, source }) => [
      name,
      duration,
      parent,
      planned_start,
      source?.finish,
    ]),
    [
      ['Works', 9, null, null, '2026-03-16T17:00:00'],
      ['Survey', 4, '1', '2026-03-04', '2026-03-05T17:00:00'],
      ['Piling', 3, '1', '2026-03-09', '2026-03-13T17:00:00'],
      ['Handover', 0, null, null, '2026-03-16T08:00:00'],
      ['Watch', 2, null, '2026-03-04', '2026-03-05T17:00:00'],
    ],
  )
  t.equal(plan.tasks[0]?.notes, 'By the sea')
  t.match(plan.dependencies, [
    { predecessor: '2', successor: '3', dep_type: 'FS', lag: 1 },
    { predecessor: '3', successor: '4', dep_type: 'FS', lag: 0 },
  ])
  t.match(plan.assignments, [{ task: '2', resource: '1', units: 0.5 }])
})

t.test('days off of GanttProject are its week, its holidays and those of every year', async (t) => {
  const { calendar, receipt } = fixture('quay.gan')
  t.same(calendar.working_days, [1, 2, 3, 4])
  const on = (from: string) => calendar.exceptions.find((exception) => exception.from === from)?.working
  t.same(['2026-03-10', '2026-03-13', '2026-04-01', '2027-04-01', '2026-04-02'].map(on), [
    false,
    true,
    false,
    false,
    undefined,
  ])
  t.ok(receipt.some(({ message }) => /vacations of people \(1/.test(message)))
  t.throws(
    () => readPlan(Buffer.from('<project xmlns="http://maven.apache.org"><modelVersion/></project>'), 'pom.xml'),
    {
      code: 'unsupported_format',
    },
  )
})

t.test('columns that people added in GanttProject are kept with their type', async (t) => {
  const gan = `<?xml version="1.0" encoding="UTF-8"?><project name="Quay" version="3.3"><tasks>
    <taskproperties>
      <taskproperty id="tpd3" name="name" type="default" valuetype="text"/>
      <taskproperty id="tpc0" name="Crew" type="custom" valuetype="text"/>
      <taskproperty id="tpc1" name="Depth" type="custom" valuetype="double"/>
      <taskproperty id="tpc2" name="Permit" type="custom" valuetype="date"/>
      <taskproperty id="tpc3" name="Night" type="custom" valuetype="boolean"/>
      <taskproperty id="tpc4" name="Unused" type="custom" valuetype="text"/>
    </taskproperties>
    <task id="1" name="Dig" start="2026-03-02" duration="3">
      <customproperty taskproperty-id="tpc0" value="Blue &amp; Co"/><customproperty taskproperty-id="tpc1" value="4.5"/>
      <customproperty taskproperty-id="tpc2" value="2026-03-01"/><customproperty taskproperty-id="tpc3" value="true"/>
      <customproperty taskproperty-id="tpc4" value=""/>
    </task>
    <task id="2" name="Pour" start="2026-03-05" duration="1">
      <customproperty taskproperty-id="tpc1" value="deep"/><customproperty taskproperty-id="gone" value="x"/>
    </task>
  </tasks></project>`
  const plan = readPlan(Buffer.from(gan), 'quay.gan')
  t.same(
    plan.custom_fields?.map(({ name, field_type }) => [name, field_type]),
    [
      ['Crew', 'TEXT'],
      ['Depth', 'NUMBER'],
      ['Permit', 'DATE'],
      ['Night', 'BOOLEAN'],
    ],
  )
  t.same(plan.tasks[0]?.custom_fields, { tpc0: 'Blue & Co', tpc1: 4.5, tpc2: '2026-03-01', tpc3: true })
  t.equal(plan.tasks[1]?.custom_fields, undefined)
  t.ok(plan.receipt.some(({ message }) => /fields of people’s own \(2 in the file\)/.test(message)))
})

t.test('files of planners that are not read are refused with the way out', async (t) => {
  const wayOut = /export it from its program as Project XML or XER/
  t.throws(() => readPlan(Buffer.from('SQLite format 3\0\u0010'), 'quay.pp'), {
    code: 'unreadable_file',
    message: wayOut,
  })
  t.throws(() => readPlan(Buffer.from('VOLM 1\r\nPROJ 02MAR26'), 'quay.sdef'), {
    code: 'unsupported_format',
    message: wayOut,
  })
})
