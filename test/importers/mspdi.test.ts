import { readFileSync } from 'node:fs'
import t from 'tap'
import type { ImportedPlan, PlanTask } from '../../importers/plan/imported-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'
import { onePlan } from './one-plan.ts'

const harbourXml = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))
const harbour = readPlan(harbourXml, 'harbour.xml')

function task(plan: ImportedPlan, id: string): PlanTask {
  const found = plan.tasks.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`no task ${id}`)
  return found
}

const receiptCodes = (plan: ImportedPlan, uid: number) =>
  plan.receipt.filter((entry) => entry.where.uid === uid).map((entry) => entry.code)

t.test('the project itself', async (t) => {
  t.match(harbour, { name: 'Harbour upgrade', start_date: '2026-03-02', status_date: '2026-03-09' })
  t.same(harbour.source, {
    format: 'mspdi',
    application: 'Microsoft Project 16.0.17328.20162',
    minutes_per_day: 480,
    start: '2026-03-02T08:00:00',
    finish: '2026-04-10T17:00:00',
    status_date: '2026-03-09T17:00:00',
    default_calendar: '1',
  })
})

t.test('the outline becomes parents; blank rows and the row of the project itself are left out', async (t) => {
  t.same(
    harbour.tasks.map(({ id, parent }) => [id, parent]),
    [
      ['1', null],
      ['2', '1'],
      ['3', '1'],
      ['5', null],
      ['6', '5'],
      ['7', '5'],
      ['8', '5'],
      ['9', '5'],
      ['10', null],
      ['11', null],
      ['12', null],
    ],
  )
})

t.test('text keeps its characters and line breaks', async (t) => {
  t.equal(task(harbour, '2').name, 'Survey & soundings')
  t.equal(task(harbour, '2').notes, 'Report is with the client.\nSecond line: größer < 3 m – 日本')
})

t.test('durations become whole working days and say when they were rounded', async (t) => {
  t.equal(task(harbour, '2').duration, 5)
  t.equal(task(harbour, '3').duration, 5, '36 hours are 4.5 days')
  t.ok(receiptCodes(harbour, 3).includes('duration_rounded'))
  t.equal(task(harbour, '3').source?.duration_minutes, 2160, 'the source keeps the minutes')
  t.equal(task(harbour, '12').duration, 5, 'counted from the dates, with an extra Saturday')
  t.ok(receiptCodes(harbour, 12).includes('duration_missing'))
})

t.test('elapsed durations count the working days that they touch', async (t) => {
  t.equal(task(harbour, '7').duration, 5, 'Monday 8:00 to Monday 8:00 is one week')
  t.ok(receiptCodes(harbour, 7).includes('elapsed_duration'))
})

t.test('the minutes per day of the file decide how long a day is', async (t) => {
  const xml = '<Task><UID>1</UID><Name>a</Name><Duration>PT30H0M0S</Duration></Task>'
  t.equal(onePlan(xml, '<MinutesPerDay>600</MinutesPerDay>').tasks[0]?.duration, 3)
  t.equal(onePlan(xml, '<MinutesPerDay>0</MinutesPerDay>').tasks[0]?.duration, 4, 'a useless value means eight hours')
})

t.test('a little work is a day, no work is a milestone', async (t) => {
  const short = onePlan('<Task><UID>1</UID><Name>a</Name><Duration>PT0H5M0S</Duration></Task>').tasks[0]
  t.match(short, { duration: 1, is_milestone: false })
  const none = onePlan('<Task><UID>1</UID><Name>a</Name><Duration>PT0H0M0S</Duration></Task>').tasks[0]
  t.match(none, { duration: 0, is_milestone: true, delivery_mode: 'milestone' })
  const flagged = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Duration>PT8H0M0S</Duration><Milestone>1</Milestone></Task>',
  )
  t.match(flagged.tasks[0], { duration: 0, is_milestone: true })
  t.same(receiptCodes(flagged, 1), ['milestone_duration'])
})

t.test('a task of another project stands in at its start and keeps its links', async (t) => {
  t.match(task(harbour, '11'), { duration: 1, planned_start: '2026-03-04' })
  t.same(receiptCodes(harbour, 11), ['external_task'])
})

t.test('constraints and deadlines are inputs of the plan; an earliest start is what people see', async (t) => {
  t.equal(task(harbour, '3').planned_start, '2026-03-11', 'held to 03-09 and begun: its last three of five days')
  t.match(task(harbour, '6'), { planned_start: null, constraint_type: 'MSO', constraint_date: '2026-03-16' })
  t.match(task(harbour, '8'), { planned_start: null, constraint_type: 'FNLT', constraint_date: '2026-04-17' })
  t.ok(
    harbour.tasks.some((each) => each.deadline !== undefined && each.source?.deadline?.startsWith(each.deadline ?? '')),
  )
  t.notOk(harbour.receipt.some(({ code }) => code === 'constraint_not_imported' || code === 'deadline_not_imported'))
  t.match(task(harbour, '8').source, { constraint_type: 'FNLT', constraint_date: '2026-04-17T17:00:00' })
  t.match(task(harbour, '9'), { planned_start: null, constraint_type: 'MANUAL', constraint_date: '2026-04-08' })
})

t.test('an earliest start on a summary holds what is inside; other kinds it cannot have are named', async (t) => {
  const plan = onePlan(
    '<Task><UID>1</UID><Name>S</Name><OutlineLevel>1</OutlineLevel><ConstraintType>4</ConstraintType><ConstraintDate>2026-04-01T08:00:00</ConstraintDate></Task>' +
      '<Task><UID>2</UID><Name>a</Name><OutlineLevel>2</OutlineLevel><Duration>PT8H0M0S</Duration></Task>',
  )
  t.match(plan.tasks[0], { planned_start: null, constraint_type: 'SNET', constraint_date: '2026-04-01' })
  t.same(receiptCodes(plan, 1), [])
  const pinned = onePlan(
    '<Task><UID>1</UID><Name>S</Name><OutlineLevel>1</OutlineLevel><ConstraintType>2</ConstraintType><ConstraintDate>2026-04-01T08:00:00</ConstraintDate></Task>' +
      '<Task><UID>2</UID><Name>a</Name><OutlineLevel>2</OutlineLevel><Duration>PT8H0M0S</Duration></Task>',
  )
  t.equal(pinned.tasks[0]?.constraint_type, undefined)
  t.same(receiptCodes(pinned, 1), ['constraint_not_imported'])
})

t.test('a constraint without the date it needs is named and dropped; one that needs none is kept', async (t) => {
  const dateless = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Duration>PT8H0M0S</Duration><ConstraintType>7</ConstraintType></Task>',
  )
  t.equal(dateless.tasks[0]?.constraint_type, undefined)
  t.same(receiptCodes(dateless, 1), ['constraint_not_imported'])
  const late = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Duration>PT8H0M0S</Duration><ConstraintType>1</ConstraintType></Task>',
  )
  t.match(late.tasks[0], { constraint_type: 'ALAP', constraint_date: null })
})

t.test('a milestone held to the end of a day stands at the start of the next working day', async (t) => {
  // Friday 6 March, five in the afternoon; the next working day is Monday 9.
  const plan = onePlan(
    '<Task><UID>1</UID><Name>m</Name><Duration>PT0H0M0S</Duration><Milestone>1</Milestone><Deadline>2026-03-06T17:00:00</Deadline>' +
      '<ConstraintType>3</ConstraintType><ConstraintDate>2026-03-06T17:00:00</ConstraintDate></Task>',
  )
  t.match(plan.tasks[0], { constraint_type: 'MFO', constraint_date: '2026-03-09', deadline: '2026-03-09' })
  t.same(receiptCodes(plan, 1), ['milestone_date_moved', 'milestone_date_moved'])
})

t.test('progress is kept, contradictions are dropped with a line', async (t) => {
  t.match(task(harbour, '2'), { percent_complete: 100, actual_start: '2026-03-02', actual_finish: '2026-03-06' })
  const denied = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Start>2026-03-02T08:00:00</Start><ActualStart>2026-03-02T08:00:00</ActualStart>' +
      '<ActualFinish>2026-03-03T17:00:00</ActualFinish><PercentComplete>0</PercentComplete></Task>',
  )
  t.match(denied.tasks[0], { actual_start: null, actual_finish: null, percent_complete: 0 })
  t.equal(receiptCodes(denied, 1).filter((code) => code === 'actual_dropped').length, 2)
  t.equal(denied.tasks[0]?.source?.actual_start, '2026-03-02T08:00:00')
})

t.test('links carry type and lag, in working or elapsed days', async (t) => {
  const links = harbour.dependencies.map((d) => `${d.predecessor}>${d.successor} ${d.dep_type}${d.lag} ${d.lag_unit}`)
  t.same(links, [
    '2>3 FS0 working',
    '3>6 FS2 working',
    '6>7 FS1 elapsed',
    '6>7 SS3 working',
    '7>8 FS0 working',
    '6>8 FF-1 working',
    '6>9 SF-1 working',
    '5>10 FS0 working',
    '11>12 FS0 working',
  ])
  t.same(harbour.dependencies[2]?.source, { lag_minutes: 1440, lag_format: 8 })
  for (const [uid, code] of [
    [6, 'duplicate_link'],
    [6, 'unknown_predecessor'],
    [7, 'percent_lag'],
    [8, 'link_to_own_summary'],
    [8, 'self_dependency'],
    [8, 'cross_project_link'],
  ] as const) {
    t.ok(receiptCodes(harbour, uid).includes(code), `${uid} ${code}`)
  }
})

t.test('calendars are resolved: inheritance, recurrence, special weeks, working exceptions', async (t) => {
  t.same(harbour.calendar.working_days, [1, 2, 3, 4, 5])
  t.ok(harbour.calendar.exceptions.some((e) => e.from === '2026-03-07' && e.working))
  t.ok(
    harbour.calendar.exceptions.some((e) => e.from === '2026-02-28' && !e.working),
    'last day of each month',
  )
  t.same(
    harbour.calendars['2']?.exceptions.map((e) => e.from),
    ['2026-03-22', '2026-03-29'],
    'Sundays of the special weeks',
  )
  const derived = harbour.calendars['3']
  t.same(derived?.working_days, [1, 2, 3, 4])
  t.same(derived?.source, { uid: 3, name: 'Ana', parent_uid: 1, day_starts: '08:00', worked_minutes: 480 })
  const easter = derived?.exceptions.filter((e) => e.from >= '2026-04-03' && e.to <= '2026-04-06')
  t.same(easter, [
    { from: '2026-04-03', to: '2026-04-05', working: false },
    { from: '2026-04-06', to: '2026-04-06', working: true },
  ])
  t.equal(task(harbour, '6').calendar, '2')
})

t.test('three-point estimates are all three in order, or none', async (t) => {
  t.match(task(harbour, '2'), { optimistic_duration: 3, most_likely_duration: 5, pessimistic_duration: 9 })
  t.equal(task(harbour, '8').most_likely_duration, null)
  t.ok(receiptCodes(harbour, 8).includes('estimates_not_in_order'))
  t.ok(receiptCodes(harbour, 9).includes('partial_estimates'))
  const renamed = harbourXml.toString().replace('Worst case', 'Lead time')
  const plan = readPlan(Buffer.from(renamed), 'renamed.xml')
  t.equal(task(plan, '2').most_likely_duration, null, 'a field named for something else is no estimate')
  t.ok(plan.receipt.some((entry) => entry.code === 'estimate_alias'))
})

t.test('resources and assignments', async (t) => {
  t.same(
    harbour.resources.map((r) => [r.id, r.name, r.type, r.max_units, r.email, r.calendar]),
    [
      ['1', 'Ana Costa', 'work', 1, 'ana@example.org', '3'],
      ['2', 'Concrete', 'material', 1, null, null],
      ['3', 'Harbour fees', 'cost', 0, null, null],
      ['4', 'Divers', 'work', 3.5, null, '2'],
    ],
  )
  t.same(harbour.assignments, [
    { task: '2', resource: '1', units: 1, work_minutes: 2400 },
    { task: '6', resource: '4', units: 2.5, work_minutes: 7230 },
    { task: '8', resource: null, units: 1, work_minutes: 0 },
  ])
})

t.test('a baseline is read in days, as the plan is', async (t) => {
  t.strictSame(
    harbour.tasks.flatMap(({ id, baseline }) => (baseline ? [[id, baseline]] : [])),
    [['3', { start: '2026-03-09', finish: null, duration: null }]],
  )
})

t.test('what has no place in a plan is counted once', async (t) => {
  const messages = harbour.receipt.map((entry) => entry.message)
  t.ok(messages.includes('Not imported: priority: 1 of 11 tasks'))
})

t.test('a calendar that is missing, circular or without a working day does not stop the plan', async (t) => {
  const calendar = (uid: number, base: number, working: number) =>
    `<Calendar><UID>${uid}</UID><IsBaseCalendar>0</IsBaseCalendar><BaseCalendarUID>${base}</BaseCalendarUID><WeekDays>` +
    [1, 2, 3, 4, 5, 6, 7]
      .map((d) => `<WeekDay><DayType>${d}</DayType><DayWorking>${working}</DayWorking></WeekDay>`)
      .join('') +
    '</WeekDays></Calendar>'
  const calendars = `<Calendars>${calendar(1, 2, 1)}${calendar(2, 1, 1)}${calendar(3, 77, 0)}</Calendars><CalendarUID>3</CalendarUID>`
  const plan = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Duration>PT8H0M0S</Duration><CalendarUID>3</CalendarUID></Task>',
    calendars,
  )
  t.same(plan.calendar.working_days, [1, 2, 3, 4, 5])
  t.same(plan.calendars['3']?.working_days, [], 'the calendar itself is kept as it is')
  t.equal(plan.tasks[0]?.calendar, null)
  const codes = plan.receipt.map((entry) => entry.code)
  for (const code of ['base_calendar_missing', 'calendar_without_working_day', 'task_calendar_dropped'])
    t.ok(codes.includes(code), code)
})

t.test('the start of the plan moves back to the earliest date that a task is held to', async (t) => {
  const plan = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Duration>PT8H0M0S</Duration><ConstraintType>4</ConstraintType>' +
      '<ConstraintDate>2026-02-16T08:00:00</ConstraintDate></Task>',
  )
  t.equal(plan.start_date, '2026-02-16')
  t.ok(plan.receipt.some((entry) => entry.code === 'project_start_shifted'))
})

t.test('a start that moves back takes no task along that waits for nothing', async (t) => {
  const row = (uid: number, name: string, start: string, more = '') =>
    `<Task><UID>${uid}</UID><Name>${name}</Name><OutlineLevel>1</OutlineLevel><Start>${start}T08:00:00</Start>` +
    `<Finish>${start}T17:00:00</Finish><Duration>PT8H0M0S</Duration>${more}</Task>`
  const after = (uid: number) => `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID></PredecessorLink>`
  const plan = onePlan(
    row(
      1,
      'begun early',
      '2026-02-16',
      '<PercentComplete>50</PercentComplete><ActualStart>2026-02-16T08:00:00</ActualStart>',
    ) +
      row(2, 'free', '2026-03-02') +
      row(3, 'after the free one', '2026-03-03', after(2)) +
      row(4, 'free before the project', '2026-02-20') +
      row(
        5,
        'held',
        '2026-03-09',
        '<ConstraintType>2</ConstraintType><ConstraintDate>2026-03-09T08:00:00</ConstraintDate>',
      ),
    '<StartDate>2026-03-02T08:00:00</StartDate>',
  )
  t.equal(plan.start_date, '2026-02-16')
  t.same(
    plan.tasks.map((task) => task.planned_start),
    [null, '2026-03-02', null, null, null],
  )
  t.match(
    plan.receipt.filter(({ code }) => code === 'planned_start_kept'),
    [{ where: { field: 'planned_start' }, message: /2026-03-02.*: 1 of 5 tasks/ }],
  )
})

t.test(
  'an earliest start before a project that the file itself does not honour leaves the start where it is',
  async (t) => {
    const plan = onePlan(
      '<Task><UID>1</UID><Name>a</Name><Start>2026-03-04T08:00:00</Start><Finish>2026-03-04T17:00:00</Finish>' +
        '<Duration>PT8H0M0S</Duration><ConstraintType>4</ConstraintType><ConstraintDate>2026-02-16T08:00:00</ConstraintDate></Task>',
      '<StartDate>2026-03-02T08:00:00</StartDate>',
    )
    t.match([plan.start_date, plan.tasks[0]?.planned_start], ['2026-03-02', '2026-03-02'])
    t.same(
      plan.receipt.map(({ code }) => code).filter((code) => /start/.test(code)),
      ['planned_start_raised'],
    )
  },
)

t.test('hours of calendars and the delay of levelling are kept beside the plan', async (t) => {
  const day = (type: number, ...times: [string, string][]) =>
    `<WeekDay><DayType>${type}</DayType><DayWorking>${times.length > 0 ? 1 : 0}</DayWorking><WorkingTimes>` +
    times
      .map(([from, to]) => `<WorkingTime><FromTime>${from}</FromTime><ToTime>${to}</ToTime></WorkingTime>`)
      .join('') +
    '</WorkingTimes></WeekDay>'
  const calendar = (uid: number, base: number, ...days: string[]) =>
    `<Calendar><UID>${uid}</UID><IsBaseCalendar>${base < 0 ? 1 : 0}</IsBaseCalendar>` +
    `<BaseCalendarUID>${base}</BaseCalendarUID><WeekDays>${days.join('')}</WeekDays></Calendar>`
  const long = [2, 3, 4, 5].map((type) => day(type, ['07:00:00', '12:00:00'], ['12:30:00', '17:30:00']))
  const around = [1, 2, 3, 4, 5, 6, 7].map((type) => day(type, ['00:00:00', '00:00:00']))
  const plan = onePlan(
    '<Task><UID>1</UID><Name>a</Name><Duration>PT8H0M0S</Duration><LevelingDelay>14400</LevelingDelay></Task>' +
      '<Task><UID>2</UID><Name>b</Name><Duration>PT8H0M0S</Duration><LevelingDelay>0</LevelingDelay></Task>',
    `<Calendars>${calendar(1, -1, day(1), ...long, day(6, ['08:00:00', '12:00:00']), day(7))}${calendar(2, 1)}` +
      `${calendar(3, -1, ...around)}</Calendars><CalendarUID>1</CalendarUID>`,
  )
  const hours = (key: string) => [plan.calendars[key]?.source?.day_starts, plan.calendars[key]?.source?.worked_minutes]
  t.same(hours('1'), ['07:00', 600], 'what most days have')
  t.same(hours('2'), ['07:00', 600], 'inherited')
  t.same(hours('3'), ['00:00', 1440], 'midnight ends a day as it begins one')
  t.same(
    plan.tasks.map(({ source }) => source?.levelling_minutes),
    [1440, undefined],
  )
  const again = readPlan(Buffer.from(writeMspdi(plan)), 'again.xml')
  t.same(
    ['1', '2', '3'].map((key) => again.calendars[key]?.source?.worked_minutes),
    [600, 600, 1440],
    'written with the hours it came with',
  )
  t.equal(again.tasks[0]?.source?.levelling_minutes, 1440)
})
