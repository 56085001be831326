import t from 'tap'
import type { ImportedPlan, PlanTask, TaskSource } from '../../importers/plan/imported-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { PRIMAVERA_OMISSIONS } from '../../importers/write/primavera/model-of-plan.ts'
import { writePmxml } from '../../importers/write/primavera/write-pmxml.ts'
import { writeXer } from '../../importers/write/primavera/write-xer.ts'
import type { ScheduleDates } from '../../importers/write/schedule-dates.ts'
import { writeCsv } from '../../importers/write/write-csv.ts'
import { MSPDI_OMISSIONS, writeMspdi } from '../../importers/write/write-mspdi.ts'
import { writeXlsx } from '../../importers/write/write-xlsx.ts'

const planXml = (tasks: string, fields = '') => `<?xml version="1.0"?>
<Project xmlns="http://schemas.microsoft.com/project"><StartDate>2026-03-02T08:00:00</StartDate>
<MinutesPerDay>480</MinutesPerDay>${fields}<Tasks>${tasks}</Tasks></Project>`
const row = (uid: number, more: string, level = 1) =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>Task ${uid}</Name><OutlineLevel>${level}</OutlineLevel>${more}</Task>`
const read = (tasks: string, fields = '') => readPlan(Buffer.from(planXml(tasks, fields)), 'plan.xml')
const asXml = (plan: ImportedPlan, dates?: ScheduleDates) => readPlan(Buffer.from(writeMspdi(plan, dates)), 'again.xml')
const first = ({ tasks }: ImportedPlan) => tasks[0] as PlanTask & { source: TaskSource }
const PRIMAVERA = {
  xer: (plan: ImportedPlan) => readPlan(writeXer(plan), 'again.xer'),
  pmxml: (plan: ImportedPlan) => readPlan(Buffer.from(writePmxml(plan)), 'again.xml'),
}

const BY_HAND = row(
  1,
  '<Manual>1</Manual><Start>2026-03-02T08:00:00</Start><Finish>2026-03-03T17:00:00</Finish><Duration>PT4H0M0S</Duration>',
)

t.test('a task placed by hand keeps its dates and the length that its file says', async (t) => {
  const plan = read(BY_HAND)
  t.same(first(plan).duration, 2)
  t.strictSame(first(asXml(plan)), first(plan))
})

t.test('a task placed by hand that was given another length has it in the written file', async (t) => {
  const plan = read(BY_HAND)
  first(plan).duration = 5
  t.same(first(asXml(plan)).duration, 5, 'without computed dates')
  const again = first(asXml(plan, new Map([['1', { start: '2026-03-02', finish: '2026-03-06' }]])))
  t.match(again, { duration: 5, constraint_type: 'MANUAL', constraint_date: '2026-03-02' })
  t.match(again.source, { start: '2026-03-02T08:00:00', finish: '2026-03-06T17:00:00' })
})

t.test('what a file stores of a summary and of a constraint without a kind is written again', async (t) => {
  const plan = read(
    row(1, '<Summary>1</Summary><Milestone>1</Milestone><Duration>PT1H0M0S</Duration>') +
      row(
        2,
        '<Duration>PT8H0M0S</Duration><ConstraintType>0</ConstraintType><ConstraintDate>2026-02-02T08:00:00</ConstraintDate>',
        2,
      ),
  )
  const stored = (of: ImportedPlan) =>
    of.tasks.map(({ source }) => [source?.duration_minutes, source?.milestone, source?.constraint_date])
  t.same(stored(plan), [
    [60, true, null],
    [480, false, '2026-02-02T08:00:00'],
  ])
  t.strictSame(stored(asXml(plan)), stored(plan))
})

t.test('hours of deadlines and constraints are those of the file in Primavera forms too', async (t) => {
  const plan = read(
    row(
      1,
      '<Duration>PT16H0M0S</Duration><ConstraintType>6</ConstraintType><ConstraintDate>2026-03-05T12:00:00</ConstraintDate><Deadline>2026-03-06T15:30:00</Deadline>',
    ),
  )
  for (const [form, again] of Object.entries(PRIMAVERA))
    t.match(
      first(again(plan)).source,
      { constraint_date: '2026-03-05T12:00:00', deadline: '2026-03-06T15:30:00' },
      form,
    )
  first(plan).deadline = '2026-03-10'
  t.match(first(PRIMAVERA.xer(plan)).source, { deadline: '2026-03-10T17:00:00' }, 'until the plan says another day')
})

t.test(
  'a calendar without a name has none when it comes back, and ranges of days off that touch stay apart',
  async (t) => {
    const off = (day: string) =>
      `<Exception><TimePeriod><FromDate>${day}T00:00:00</FromDate><ToDate>${day}T23:59:00</ToDate></TimePeriod><Type>1</Type></Exception>`
    const calendar = `<Calendar><UID>7</UID><Exceptions>${off('2026-03-10')}${off('2026-03-11')}${off('2026-03-13')}</Exceptions></Calendar>`
    const plan = read(
      row(1, '<Duration>PT8H0M0S</Duration><CalendarUID>7</CalendarUID>'),
      `<Calendars>${calendar}</Calendars>`,
    )
    t.match(plan.calendars['7'], {
      source: { name: null },
      exceptions: ['2026-03-10', '2026-03-11', '2026-03-13'].map((day) => ({ from: day, to: day, working: false })),
    })
    for (const [form, again] of Object.entries({ xml: asXml, ...PRIMAVERA })) {
      const [calendar] = Object.values(again(plan).calendars).filter(({ source }) => source?.uid === 7)
      t.match(calendar, { source: { name: null }, exceptions: plan.calendars['7']?.exceptions ?? [] }, form)
    }
  },
)

t.test('what does not come back is named', async (t) => {
  const [xml, primavera] = [MSPDI_OMISSIONS.join('\n'), PRIMAVERA_OMISSIONS.join('\n')]
  for (const words of [/earliest start beside a constraint/, /minutes per day of single calendars/, /floats/])
    t.match(xml, words)
  for (const words of [/calendars of summaries/, /seconds/, /breaks of a day/, /labels/]) t.match(primavera, words)
})

t.test('blanks at the ends of notes stay, and notes of blanks alone are none', async (t) => {
  for (const text of ['Mind the pipe. ', '\n  Indented\n']) {
    const plan = read(row(1, `<Duration>PT8H0M0S</Duration><Notes>${text}</Notes>`))
    t.equal(first(plan).notes, text)
    t.equal(first(asXml(plan)).notes, text)
  }
  t.equal(first(read(row(1, '<Duration>PT8H0M0S</Duration><Notes>  \n </Notes>'))).notes, undefined)
})

t.test('recorded dates that the percentage denies are written as long as it denies them', async (t) => {
  const RECORDED =
    '<Duration>PT8H0M0S</Duration><ActualStart>2026-03-02T09:00:00</ActualStart><ActualFinish>2026-03-02T17:00:00</ActualFinish>'
  const plan = read(row(1, `${RECORDED}<PercentComplete>0</PercentComplete>`))
  t.match(first(plan), { actual_start: null, actual_finish: null })
  t.strictSame(first(asXml(plan)), first(plan))
  first(plan).percent_complete = 100
  t.match(first(asXml(plan)), { actual_start: null, actual_finish: null }, 'work that was done since has none of them')
  const done = read(row(1, `${RECORDED}<PercentComplete>100</PercentComplete>`))
  Object.assign(first(done), { actual_start: null, actual_finish: null })
  t.match(
    first(asXml(done)),
    { actual_start: null, actual_finish: null },
    'nor do dates come back that were taken away',
  )
})

t.test(
  'what holds a milestone, and what a file calls by names of its own, comes back as the file has it',
  async (t) => {
    const from = (uid: number, dates: [string, string], hours: number, more: string) =>
      row(
        uid,
        `<Start>2026-03-${dates[0]}</Start><Finish>2026-03-${dates[1]}</Finish><Duration>PT${hours}H0M0S</Duration>${more}`,
      )
    const early = '<ConstraintType>4</ConstraintType><ConstraintDate>2026-02-20T08:00:00</ConstraintDate>'
    const money = '<ExtendedAttribute><FieldID>188744279</FieldID><Value>12500</Value></ExtendedAttribute>'
    const plan = read(
      from(1, ['09T08:00:00', '09T08:00:00'], 0, `<Milestone>1</Milestone><Deadline>2026-03-13T17:00:00</Deadline>`) +
        from(2, ['02T08:00:00', '03T17:00:00'], 16, early) +
        from(3, ['02T08:00:00', '05T17:00:00'], 32, '<Milestone>1</Milestone>') +
        from(4, ['02T08:00:00', '02T17:00:00'], 8, `<Summary>1</Summary>${money}`),
      `<ExtendedAttributes><ExtendedAttribute><FieldID>188744279</FieldID><FieldName>Enterprise Cost1</FieldName><Alias>Fee</Alias></ExtendedAttribute></ExtendedAttributes>`,
    )
    t.same(
      plan.tasks.map(({ deadline, planned_start }) => [deadline, planned_start]),
      [
        ['2026-03-16', null],
        [undefined, '2026-03-02'],
        [undefined, '2026-03-05'],
        [undefined, null],
      ],
      'a weekend later, raised to the start of the plan, at its finish',
    )
    t.match(plan.tasks[3], { custom_fields: { 188744279: 125 }, source: { summary: true } })
    const again = asXml(plan)
    t.same(again.tasks, plan.tasks)
    t.same(again.custom_fields, [{ id: '188744279', name: 'Fee', field_type: 'NUMBER' }])
    for (const [form, primavera] of Object.entries(PRIMAVERA))
      t.match(first(primavera(plan)), { deadline: '2026-03-16', source: { deadline: '2026-03-13T17:00:00' } }, form)
    const moved = { ...plan, tasks: plan.tasks.map((task) => ({ ...task, deadline: '2026-03-17' })) }
    t.match(first(asXml(moved)), { deadline: '2026-03-17' })
  },
)

t.test('a share of somebody with many digits is read', async (t) => {
  const resource = '<Resources><Resource><UID>1</UID><Name>Ann</Name><Type>1</Type></Resource></Resources>'
  const share =
    '<Assignments><Assignment><UID>1</UID><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID><Units>0.0006000000476837159</Units></Assignment></Assignments>'
  const xml = `<Project><Tasks><Task><UID>1</UID><Name>T</Name></Task></Tasks>${resource}${share}</Project>`
  t.match(readPlan(Buffer.from(xml), 'share.xml').assignments, [{ units: 0.0006000000476837159 }])
})

t.test('people and links of a summary come back from Primavera, however many there are', async (t) => {
  const people = Array.from({ length: 40 }, (_, index) => index + 1)
  const resources = people.map((uid) => `<Resource><UID>${uid}</UID><Name>Person of the crew ${uid}</Name></Resource>`)
  const work = people.map(
    (uid) =>
      `<Assignment><UID>${uid}</UID><TaskUID>50</TaskUID><ResourceUID>${uid}</ResourceUID><Units>0.5</Units><Work>PT8H0M0S</Work></Assignment>`,
  )
  const before = people.map((uid) => row(uid, '<Duration>PT8H0M0S</Duration>')).join('')
  const after = people.map(
    (uid) =>
      `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>1</Type><LinkLag>4800</LinkLag></PredecessorLink>`,
  )
  const plan = readPlan(
    Buffer.from(
      planXml(
        before + row(50, `<Summary>1</Summary>${after.join('')}`) + row(51, '<Duration>PT8H0M0S</Duration>', 2),
      ).replace(
        '</Project>',
        `<Resources>${resources.join('')}</Resources><Assignments>${work.join('')}</Assignments></Project>`,
      ),
    ),
    'plan.xml',
  )
  t.same([plan.assignments.length, plan.dependencies.length], [40, 40])
  const worked = ({ assignments, resources: all }: ImportedPlan) =>
    assignments.map(({ resource, units }) => [all.find(({ id }) => id === resource)?.name, units]).sort()
  for (const [form, again] of Object.entries(PRIMAVERA)) {
    t.same(worked(again(plan)), worked(plan), form)
    t.equal(again(plan).dependencies.length, 40, form)
  }
})

t.test('a baseline that ended in the morning has as many days when it comes back', async (t) => {
  const baseline = (finish: string) =>
    `<Duration>PT16H0M0S</Duration><Baseline><Number>0</Number><Start>2026-03-02T08:00:00</Start><Finish>${finish}</Finish></Baseline>`
  const plan = read(row(1, baseline('2026-03-04T08:00:00')) + row(2, baseline('2026-03-04T17:00:00')))
  t.same(
    plan.tasks.map(({ baseline: captured }) => captured?.duration),
    [2, 3],
  )
  for (const again of [asXml, ...Object.values(PRIMAVERA)])
    t.same(
      again(plan).tasks.map(({ baseline: captured }) => captured),
      plan.tasks.map(({ baseline: captured }) => captured),
    )
})

t.test(
  'work without a length that its file does not mark as a milestone is not marked when it is written',
  async (t) => {
    const plan = read(
      row(1, '<Duration>PT0H0M0S</Duration><Milestone>0</Milestone>') +
        row(2, '<Duration>PT0H0M0S</Duration><Milestone>1</Milestone>'),
    )
    t.same(
      asXml(plan).tasks.map((task) => [task.is_milestone, task.source?.milestone]),
      [
        [true, false],
        [true, true],
      ],
    )
  },
)

t.test('a status date in the evening is the same day when it comes back from Primavera', async (t) => {
  const plan = read(row(1, '<Duration>PT8H0M0S</Duration>'), '<StatusDate>2026-03-04T17:00:00</StatusDate>')
  t.equal(plan.status_date, '2026-03-04')
  for (const [form, again] of Object.entries(PRIMAVERA)) t.equal(again(plan).status_date, '2026-03-04', form)
})

t.test('a lag whose unit says nothing is written in days, and links of summaries with one are not lost', async (t) => {
  const after = (uid: number) =>
    `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>1</Type><LinkLag>4800</LinkLag><LagFormat>0</LagFormat></PredecessorLink>`
  const plan = read(
    row(1, '<Duration>PT8H0M0S</Duration>') +
      row(2, `<Summary>1</Summary>${after(1)}`) +
      row(3, '<Duration>PT8H0M0S</Duration>', 2) +
      row(4, `<Duration>PT8H0M0S</Duration>${after(3)}`),
  )
  t.same(
    [...writeMspdi(plan).matchAll(/<LagFormat>(\d+)</g)].map(([, format]) => format),
    ['7', '7'],
  )
  const lags = ({ dependencies }: ImportedPlan) => dependencies.map(({ lag, lag_unit }) => [lag, lag_unit])
  for (const again of [asXml, ...Object.values(PRIMAVERA)]) t.same(lags(again(plan)), lags(plan))
})

t.test(
  'sheets bring back what happened, at which end of its day a milestone stands, and a week with weekends',
  async (t) => {
    const task = (id: string, more: Partial<PlanTask> = {}) => ({ id, name: `Task ${id}`, duration: 3, ...more })
    const document = {
      format: 'svc-plan/1',
      start_date: '2026-03-02',
      calendar: { working_days: [1, 2, 3, 4, 5, 6, 7] },
      tasks: [
        task('1', { duration: 0, is_milestone: true, milestone_at: 'start_of_day' }),
        task('2', { percent_complete: 100, actual_start: '2026-03-02', actual_finish: '2026-03-06' }),
        task('3', { percent_complete: 40, actual_start: '2026-03-07' }),
        task('4', { duration: 6 }),
        task('5', { duration: 0, is_milestone: true, milestone_at: 'end_of_day' }),
        task('6', { duration: 0, is_milestone: true }),
      ],
      dependencies: [
        { predecessor: '1', successor: '2' },
        { predecessor: '2', successor: '3' },
        { predecessor: '3', successor: '4' },
        { predecessor: '4', successor: '5' },
        { predecessor: '5', successor: '6' },
      ],
    }
    const plan = readPlan(Buffer.from(JSON.stringify(document)), 'plan.json')
    const dates: ScheduleDates = new Map([
      ['1', { start: '2026-03-02', finish: '2026-03-02' }],
      ['2', { start: '2026-03-02', finish: '2026-03-06' }],
      ['3', { start: '2026-03-07', finish: '2026-03-09' }],
      ['4', { start: '2026-03-10', finish: '2026-03-15' }],
      ['5', { start: '2026-03-15', finish: '2026-03-15' }],
      ['6', { start: '2026-03-16', finish: '2026-03-16' }],
    ])
    const kept = ({ calendar, tasks }: ImportedPlan) => ({
      week: calendar.working_days,
      tasks: tasks.map((row) => [
        row.duration,
        row.is_milestone,
        row.milestone_at ?? null,
        row.percent_complete,
        row.actual_start,
        row.actual_finish,
      ]),
    })
    t.strictSame(kept(readPlan(Buffer.from(writeCsv(plan, dates)), 'again.csv')), kept(plan))
    t.strictSame(kept(readPlan(await writeXlsx(plan, dates), 'again.xlsx')), kept(plan))
  },
)
