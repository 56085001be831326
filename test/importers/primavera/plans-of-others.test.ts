// What other planners' plans say and Primavera has no column for: it goes along, in either form, and comes back.
import t from 'tap'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { writePmxml } from '../../../importers/write/primavera/write-pmxml.ts'
import { writeXer } from '../../../importers/write/primavera/write-xer.ts'
import { neutralPlan, neutralTask } from '../neutral-plan.ts'

const planXml = (tasks: string) => `<?xml version="1.0"?>
<Project xmlns="http://schemas.microsoft.com/project"><StartDate>2026-03-02T08:00:00</StartDate>
<MinutesPerDay>480</MinutesPerDay><Tasks>${tasks}</Tasks></Project>`
const row = (uid: number, level: number, more: string) =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>Task ${uid}</Name><OutlineLevel>${level}</OutlineLevel><WBS>X.${9 - uid}</WBS>${more}</Task>`
const days = (from: string, to: string, hours: number) => {
  const [start, finish] = [`2026-03-${from}T08:00:00`, `2026-03-${to}T17:00:00`]
  const early = `<EarlyStart>${start}</EarlyStart><EarlyFinish>${finish}</EarlyFinish>`
  return `<Start>${start}</Start><Finish>${finish}</Finish><Duration>PT${hours}H0M0S</Duration>${early}`
}
const read = (tasks: string) => readPlan(Buffer.from(planXml(tasks)), 'plan.xml')
const WAYS = {
  xer: (plan: ImportedPlan) => readPlan(writeXer(plan), 'again.xer'),
  pmxml: (plan: ImportedPlan) => readPlan(Buffer.from(writePmxml(plan)), 'again.xml'),
}

const told = (plan: ImportedPlan) =>
  plan.tasks.map(({ source: { total_float_minutes: _float, ...source } = {}, ...task }) => ({ ...task, source }))

t.test('days of calendars begin at their hour and are as long as the plan counts them', async (t) => {
  const source = { uid: 2, name: 'Early', parent_uid: null, day_starts: '06:30', worked_minutes: 480 }
  const calendar = { working_days: [1, 2, 3, 4], exceptions: [], source }
  const plan = neutralPlan([neutralTask('1', { calendar: '2' })], { calendars: { 2: calendar } })
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(again(plan).calendars['2'], calendar, form)
})

t.test('summaries span what is inside, and keep what else their file says', async (t) => {
  const inside = row(2, 2, days('03', '04', 16)) + row(3, 2, days('05', '09', 24))
  const plan = read(
    row(1, 1, `${days('03', '09', 40)}<Deadline>2026-03-20T12:00:00</Deadline><Notes>Ask Ana</Notes>`) +
      inside +
      row(
        4,
        1,
        `${days('02', '12', 64)}<PercentComplete>30</PercentComplete><ActualStart>2026-03-02T09:00:00</ActualStart>`,
      ) +
      row(5, 2, days('03', '04', 16)),
  )
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(told(again(plan)), told(plan), form)
  t.notMatch(new TextDecoder().decode(writeXer(read(row(1, 1, days('03', '09', 40)) + inside))), /Plan (start|finish)/)
})

t.test('tasks and summaries stay in the order and rows of their plan', async (t) => {
  const plan = read(
    row(1, 1, '') +
      row(2, 2, days('03', '04', 16)) +
      row(4, 1, days('03', '04', 16)) +
      row(5, 1, '') +
      row(7, 2, days('05', '05', 8)),
  )
  const order = (of: ImportedPlan) => of.tasks.map(({ id, source }) => `${id} in row ${source?.row}`)
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(order(again(plan)), order(plan), form)
  const moved = readPlan(Buffer.from(writePmxml(plan).replace('<SequenceNumber>4<', '<SequenceNumber>0<')), 'a.xml')
  t.strictSame(
    moved.tasks.map(({ id }) => id),
    ['4', '5', '7', '1', '2'],
    'until somebody sorts the file otherwise',
  )
})

t.test('outline codes, inactive tasks, elapsed durations and recorded dates set aside come back', async (t) => {
  const plan = read(
    row(1, 1, `<Active>0</Active>${days('03', '04', 16)}`) +
      row(2, 1, `${days('03', '05', 57)}<DurationFormat>6</DurationFormat>`) +
      row(3, 1, `${days('03', '04', 16)}<ActualStart>2026-03-03T09:00:00</ActualStart>`) +
      row(
        4,
        1,
        `${days('03', '04', 16)}<ConstraintType>0</ConstraintType><ConstraintDate>2026-02-02T08:00:00</ConstraintDate>`,
      ),
  )
  t.match(plan.tasks[1], { duration: 3, source: { duration_elapsed: true } })
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(told(again(plan)), told(plan), form)
})

t.test('a task placed by hand is one again, until its mandatory start is taken away', async (t) => {
  const plan = read(
    row(
      1,
      1,
      `<Manual>1</Manual>${days('03', '04', 4)}<ConstraintType>4</ConstraintType><ConstraintDate>2026-03-01T08:00:00</ConstraintDate>`,
    ) + row(2, 1, '<Manual>1</Manual><Duration>PT16H0M0S</Duration>'),
  )
  t.match(plan.tasks[0], {
    duration: 2,
    constraint_type: 'MANUAL',
    source: { constraint_type: 'SNET', mode: 'manual' },
  })
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(told(again(plan)), told(plan), form)
  const freed = new TextDecoder().decode(writeXer(plan)).replace('CS_MANDSTART', 'CS_MSOA')
  const [first] = readPlan(Buffer.from(freed), 'a.xer').tasks
  t.match(first, { planned_start: '2026-03-03', source: { mode: 'auto' } })
  t.equal(first?.constraint_type, undefined)
})

t.test('what summaries have in fields of people’s own is in one field with what tasks have', async (t) => {
  const plan = neutralPlan(
    [
      neutralTask('1', { custom_fields: { 7: 'north' } }),
      neutralTask('2', { parent: '1', custom_fields: { 7: 'pier', 8: 3 } }),
    ],
    {
      custom_fields: [
        { id: '7', name: 'Region', field_type: 'TEXT' },
        { id: '8', name: 'Crews', field_type: 'NUMBER' },
      ],
    },
  )
  const fields = (of: ImportedPlan) => [of.custom_fields, of.tasks.map(({ custom_fields }) => custom_fields)]
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(fields(again(plan)), fields(plan), form)
})

t.test('lags come back in their unit, also in percent and through nights beside working ones', async (t) => {
  const link = (from: number, lag: number, format: number) =>
    `<PredecessorLink><PredecessorUID>${from}</PredecessorUID><Type>1</Type><LinkLag>${lag}</LinkLag><LagFormat>${format}</LagFormat></PredecessorLink>`
  const plan = read(
    row(1, 1, days('03', '04', 16)) +
      row(2, 1, days('05', '06', 16) + link(1, -50, 19)) +
      row(3, 1, days('09', '10', 16) + link(2, 9600, 5) + link(1, 28_800, 8)) +
      row(4, 1, days('11', '12', 16) + link(3, 4800, 39)),
  )
  t.match(plan.dependencies, [{ source: { lag_percent: -50 } }, {}, { lag: 2, lag_unit: 'elapsed' }, {}])
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(again(plan).dependencies, plan.dependencies, form)
  const other = new TextDecoder().decode(writeXer(plan)).replace('\t-8\tPlan lag', '\t16\tPlan lag')
  t.match(
    readPlan(Buffer.from(other), 'a.xer').dependencies[0],
    { lag: 2, source: { lag_format: 7 } },
    'until it is another',
  )
})

t.test('links that begin or end with a summary and work on one are read again', async (t) => {
  const plan = neutralPlan(
    [
      neutralTask('10', { duration: 0 }),
      neutralTask('1', { parent: '10' }),
      neutralTask('20', { duration: 0 }),
      neutralTask('2', { parent: '20' }),
      neutralTask('3'),
    ],
    {
      dependencies: [
        { predecessor: '10', successor: '20', dep_type: 'FS', lag: 0, lag_unit: 'working' },
        { predecessor: '1', successor: '20', dep_type: 'SS', lag: 3, lag_unit: 'elapsed' },
        { predecessor: '20', successor: '3', dep_type: 'FF', lag: -1, lag_unit: 'working' },
      ],
      resources: [{ id: '1', name: 'Ana', type: 'work', max_units: 1, email: null, calendar: null }],
      assignments: [
        { task: '20', resource: '1', units: 0.5, work_minutes: 480 },
        { task: '20', resource: null, units: 1, work_minutes: 60 },
      ],
    },
  )
  const shape = ({ dependencies, assignments }: ImportedPlan) => ({
    links: dependencies.map(({ source: _source, ...link }) => link),
    assignments,
  })
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(shape(again(plan)), shape(plan), form)
  const lost = readPlan(Buffer.from(writePmxml(plan).replaceAll('WBS 1;', 'WBS 9;')), 'a.xml')
  t.match(
    lost.receipt.filter(({ code }) => code === 'unknown_predecessor'),
    [{ where: { uid: 20 } }],
  )
})

t.test('notes keep their white space, and a calendar without a name gets none', async (t) => {
  const calendar = { working_days: [1, 2, 3, 4, 5], exceptions: [], source: { uid: 4, name: null, parent_uid: null } }
  const notes = ['two  spaces', 'lines\n\n\nbelow & <b>\n', '\tset in', 'plain & simple']
  const plan = neutralPlan(
    notes.map((text, index) => neutralTask(String(index + 1), { notes: text })),
    { calendars: { 4: calendar } },
  )
  for (const [form, again] of Object.entries(WAYS)) {
    t.strictSame(
      again(plan).tasks.map((task) => task.notes),
      notes,
      form,
    )
    t.equal(again(plan).calendars['4']?.source?.name, null)
  }
  t.match(writePmxml(plan), '<Note>plain &amp;amp; simple</Note>')
})

t.test(
  'earliest starts that the import put in stand beside what the file says, also where the plan begins before it',
  async (t) => {
    const held = (type: number, date: string) =>
      `<ConstraintType>${type}</ConstraintType><ConstraintDate>${date}T08:00:00</ConstraintDate>`
    const plan = read(
      row(1, 1, days('03', '04', 16) + held(4, '2026-01-05')) +
        row(
          2,
          1,
          `${days('03', '12', 64)}<PercentComplete>50</PercentComplete><ActualStart>2026-03-03T08:00:00</ActualStart>`,
        ) +
        row(
          3,
          1,
          `<Start>2026-02-23T08:00:00</Start><Finish>2026-02-24T17:00:00</Finish><Duration>PT16H0M0S</Duration>${held(4, '2026-02-23')}`,
        ),
    )
    t.match(plan, { start_date: '2026-02-23', source: { start: '2026-03-02T08:00:00' } })
    t.match(plan.tasks[0], { planned_start: '2026-03-02', source: { constraint_date: '2026-01-05T08:00:00' } })
    t.match(plan.tasks[1], { planned_start: '2026-03-09', source: { constraint_type: 'ASAP' } })
    const shape = (of: ImportedPlan) => ({
      start: of.start_date,
      stated: of.source?.start,
      tasks: of.tasks.map(({ planned_start, source }) => [
        planned_start,
        source?.constraint_type,
        source?.constraint_date,
      ]),
    })
    for (const [form, again] of Object.entries(WAYS)) t.strictSame(shape(again(plan)), shape(plan), form)
    const [first] = plan.tasks
    if (first !== undefined) first.planned_start = '2026-03-16'
    for (const [form, again] of Object.entries(WAYS)) t.equal(again(plan).tasks[0]?.planned_start, '2026-03-16', form)
    if (first !== undefined) first.planned_start = null
    for (const [form, again] of Object.entries(WAYS)) t.equal(again(plan).tasks[0]?.planned_start, null, form)
  },
)

t.test('fields of people’s own that say yes or no do so again', async (t) => {
  const plan = neutralPlan(
    [
      neutralTask('1', { custom_fields: { 7: true, 8: 'true' } }),
      neutralTask('2', { custom_fields: { 7: false, 8: 'x' } }),
    ],
    {
      custom_fields: [
        { id: '7', name: 'Approved', field_type: 'BOOLEAN' },
        { id: '8', name: 'Remark', field_type: 'TEXT' },
      ],
    },
  )
  const fields = (of: ImportedPlan) => [of.custom_fields, of.tasks.map(({ custom_fields }) => custom_fields)]
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(fields(again(plan)), fields(plan), form)
})

t.test('a deadline comes back beside an earliest start and a constraint', async (t) => {
  const held = { planned_start: '2026-03-04', constraint_type: 'FNET', constraint_date: '2026-03-10' } as const
  const plan = neutralPlan([neutralTask('1', { ...held, deadline: '2026-03-12' })])
  for (const [form, again] of Object.entries(WAYS))
    t.match(again(plan).tasks[0], { ...held, deadline: '2026-03-12' }, form)
})

t.test('a task that was given another length has that, whatever its file says', async (t) => {
  const plan = read(
    row(1, 1, `<Manual>1</Manual>${days('03', '04', 4)}`) +
      row(2, 1, `${days('03', '05', 57)}<DurationFormat>6</DurationFormat>`),
  )
  const lengths = (of: ImportedPlan) => of.tasks.map(({ duration }) => duration)
  t.same(lengths(plan), [2, 3])
  for (const task of plan.tasks) task.duration = 4
  for (const [form, again] of Object.entries(WAYS)) t.same(lengths(again(plan)), [4, 4], form)
})

t.test('earliest starts of summaries and resources that are a cost come back', async (t) => {
  const plan = neutralPlan([neutralTask('1', { planned_start: '2026-03-09' }), neutralTask('2', { parent: '1' })], {
    resources: [
      { id: '1', name: 'Fees', type: 'cost', max_units: 1, email: null, calendar: null },
      { id: '2', name: 'Sand', type: 'material', max_units: 1, email: null, calendar: null },
    ],
  })
  for (const [form, again] of Object.entries(WAYS)) {
    t.same(
      again(plan).tasks.map((task) => task.planned_start),
      ['2026-03-09', null],
      form,
    )
    t.same(again(plan).resources, plan.resources, form)
  }
})

t.test('what nobody wrote for us in our fields is nothing', async (t) => {
  const plan = read(row(1, 1, days('03', '03', 8)) + row(2, 2, days('03', '03', 8)) + row(3, 1, days('03', '03', 8)))
  const file = new TextDecoder().decode(writeXer(plan))
  const fields = [
    'Plan row',
    'Plan duration in minutes',
    'Plan percent complete',
    'Plan constraint',
    'Plan marks',
    'Plan predecessors',
    'Plan people',
    'Plan deadline',
  ]
  const types = fields.flatMap((label, at) =>
    ['TASK', 'PROJWBS'].map((table, of) => `%R\t${900 + 2 * at + of}\t${table}\tx\t${label}\tFT_TEXT`),
  )
  for (const text of [
    '-1',
    '1e300',
    '0.5',
    '9007199254740993',
    'FS ; (',
    '1.2.3 of x for 4..5 minutes',
    'SNET then',
    'MANUAL',
    '2026-99-99',
    ''.padEnd(500, 'x; '),
  ]) {
    const values = fields.flatMap((_, at) => [
      `%R\t${900 + 2 * at}\t2\t1\t${text}`,
      `%R\t${901 + 2 * at}\t1\t1\t${text}`,
    ])
    const more = [
      '%T\tUDFTYPE',
      '%F\tudf_type_id\ttable_name\tudf_type_name\tudf_type_label\tlogical_data_type',
      ...types,
      '%T\tUDFVALUE',
      '%F\tudf_type_id\tfk_id\tproj_id\tudf_text',
      ...values,
    ]
    const { tasks } = readPlan(Buffer.from(file.replace('%E', [...more, '%E'].join('\r\n'))), 'a.xer')
    t.same(
      tasks.map(({ id, duration, planned_start, deadline }) => [id, duration, planned_start, deadline]),
      [
        ['1', 1, null, undefined],
        ['2', 1, null, undefined],
        ['3', 1, null, undefined],
      ],
      text,
    )
    t.ok(
      tasks.every(
        ({ source, percent_complete: percent }) => Number.isSafeInteger(source?.row) && percent >= 0 && percent <= 100,
      ),
      text,
    )
  }
})

t.test('milestones that last in their file, and tasks that name the calendar of the plan, come back', async (t) => {
  const calendar = '<Calendar><UID>1</UID><Name>Std</Name><IsBaseCalendar>1</IsBaseCalendar></Calendar>'
  const tasks =
    row(1, 1, `${days('03', '06', 32)}<Milestone>1</Milestone>`) +
    row(2, 1, `${days('03', '03', 8)}<CalendarUID>1</CalendarUID>`)
  const file = planXml(tasks).replace(
    '<Tasks>',
    `<CalendarUID>1</CalendarUID><Calendars>${calendar}</Calendars><Tasks>`,
  )
  const plan = readPlan(Buffer.from(file), 'plan.xml')
  t.match(plan.tasks, [{ is_milestone: true, source: { duration_minutes: 1920 } }, { calendar: '1' }])
  for (const [form, again] of Object.entries(WAYS)) t.strictSame(told(again(plan)), told(plan), form)
})

t.test('a very small share of somebody stays one', async (t) => {
  const plan = neutralPlan([neutralTask('1')], {
    resources: [{ id: '1', name: 'Ana', type: 'work', max_units: 1, email: null, calendar: null }],
    assignments: [{ task: '1', resource: '1', units: 0.0006000000476837159, work_minutes: 60 }],
  })
  for (const [form, again] of Object.entries(WAYS))
    t.ok(Math.abs((again(plan).assignments[0]?.units ?? 1) - 0.0006) < 1e-9, form)
})
