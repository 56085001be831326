// Sheets as they lie in public places, judged by what a planner would expect of them before the reader saw any. Each was read
// otherwise before.

import t from 'tap'
import { brief, day, lines, namedLinks, namedTree, read, workbook } from './read-sheet.ts'

type Plan = ReturnType<typeof read>['plan']
const dates = (plan: Plan) =>
  plan.tasks.map((task) => [task.planned_start, task.source?.finish?.slice(0, 10) ?? null, task.duration])
t.test(
  'years of two digits stand first where the weekdays before them, or days that alone differ, show it',
  async (t) => {
    const weekdays = read(
      lines('Task,Start,Finish', 'Research,Mon 26-03-02,Fri 26-03-06', 'Plan,Tue 26-03-10,Tue 26-04-21'),
    )
    t.same(dates(weekdays.plan), [
      ['2026-03-02', '2026-03-06', 5],
      ['2026-03-10', '2026-04-21', 31],
    ])
    t.ok(weekdays.says(/begin with the year/))
    const alone = read(lines('Task,Start', 'Research,26-03-02', 'Plan,26-03-10', 'Build,26-04-21'))
    t.same(
      alone.plan.tasks.map((task) => task.planned_start),
      ['2026-03-02', '2026-03-10', '2026-04-21'],
    )
    const days = read(lines('Task,Start', 'Research,26-03-25', 'Plan,27-03-25', 'Build,28-03-25'))
    t.same(
      days.plan.tasks.map((task) => task.planned_start),
      ['2025-03-26', '2025-03-27', '2025-03-28'],
      'the same last numbers are years',
    )
  },
)

t.test('Task # holds ids and no names', async (t) => {
  const { plan } = read(
    lines('Task #,Task Name,Start,Dependencies', '1,Kick-off,2026-03-02,', '2,Charter,2026-03-03,1'),
  )
  t.same(namedLinks(plan), ['Kick-off > Charter'])
})

t.test('what is no flag below Milestone is no milestone, and hours below Project manager are nobody', async (t) => {
  const codes = read(lines('Jalon;Tache;Date Debut;Dependance', 'J1;Init;23/02/2026;', 'J2;Config;24/02/2026;J1'))
  t.same(namedLinks(codes.plan), ['Init > Config'])
  const stages = read(
    lines(
      'Phase,Stage (Milestone),Feature,Est. Days',
      'Phase 1,Foundation,Login,2',
      'Phase 1,Foundation,Roles,3',
      'Phase 1,Courses,Authoring,5',
      'Phase 1,Courses,Media,4',
      'Phase 2,Launch,Pilot,5',
      'Phase 2,Launch,Training,5',
    ),
  )
  t.same(namedTree(stages.plan).slice(0, 4), [
    ['Phase 1', null],
    ['Foundation', 'Phase 1'],
    ['Login', 'Foundation'],
    ['Roles', 'Foundation'],
  ])
  const hours = read(lines('task,expectedHours,projectManager', 'Describe,4,4', 'Market,8,8'))
  t.equal(hours.plan.resources.length, 0)
})

t.test('bars part predecessors and double ampersands people', async (t) => {
  const { plan } = read(
    lines('ID,Task,Depends On,Owner', '1,Draft,,Ann', '2,Review,,Bo', '3,Publish,1|2,Ann && Bo Lee && Cy'),
  )
  t.same(namedLinks(plan), ['Draft > Publish', 'Review > Publish'])
  t.same(
    plan.resources.map(({ name }) => name),
    ['Ann', 'Bo', 'Bo Lee', 'Cy'],
  )
})

t.test('predecessors that lead astray by ids mean the positions of rows', async (t) => {
  const found = read(
    lines(
      'N,Activity,Duration,Start,End,Predecessors',
      '1,Initiation,2,2026-03-02,2026-03-03,',
      '1.1,Kick-off,1,2026-03-02,2026-03-02,',
      '1.2,Hiring,1,2026-03-03,2026-03-03,2',
      '2,Design,3,2026-03-04,2026-03-06,3',
      '2.1,Draft,2,2026-03-04,2026-03-05,3',
      '2.2,Review,1,2026-03-06,2026-03-06,5',
      '3,Build,2,2026-03-09,2026-03-10,6',
    ),
  )
  t.same(namedLinks(found.plan), [
    'Kick-off > Hiring',
    'Hiring > Design',
    'Hiring > Draft',
    'Draft > Review',
    'Review > Build',
  ])
  t.ok(found.says(/positions of rows, counted from 1/))
})

t.test(
  'durations that fit their dates only as weeks are weeks; what fits in no way gives way to the dates',
  async (t) => {
    const weeks = read(
      lines(
        'Task,Duration,Start,End',
        'Design,6,2023-01-02,2023-02-13',
        'Build,3,2023-02-14,2023-03-07',
        'Test,5,2023-03-08,2023-04-12',
      ),
    )
    t.same(
      weeks.plan.tasks.map(({ duration }) => duration),
      [31, 16, 26],
    )
    t.ok(weeks.says(/read in weeks, as starts and finishes show/))
    const unfit = read(
      lines(
        'Task,Duration,Start,End',
        'Design,2,2026-03-02,2026-03-20',
        'Build,40,2026-03-23,2026-03-27',
        'Test,1,2026-03-30,2026-04-24',
      ),
    )
    t.same(
      unfit.plan.tasks.map(({ duration }) => duration),
      [15, 5, 20],
    )
    t.ok(unfit.says(/3 of 3 rows do not fit their starts and finishes/))
  },
)

t.test(
  'starts of 1, 3, 6 beside lengths or ends are counted, in what the sheet says or in days, which is said',
  async (t) => {
    const weeks = read(
      lines(
        'Activity,Plan Start,Plan Duration,Percent Complete,WEEK',
        ',,,,1',
        'Specification,1,2,1,',
        'Report,6,3,0.5,',
      ),
    )
    t.same(dates(weeks.plan), [
      ['2000-01-03', null, 10],
      ['2000-02-07', null, 15],
    ])
    t.ok(weeks.says(/counts weeks from 2000-01-03/))
    const ends = read(lines('Activity,"Start (Week)","End (Week)"', 'Problem,1,4', 'Design,4,5'))
    t.same(dates(ends.plan), [
      ['2000-01-03', '2000-01-30', 20],
      ['2000-01-24', '2000-02-06', 10],
    ])
    const packages = read(
      lines('wp,activity,start_date,end_date', 'WP1,T1.1,1,6', 'WP1,T1.2,4,9', 'WP2,T2.1,7,12', 'WP2,T2.2,8,9'),
    )
    t.ok(packages.says(/counts months .*that they are months is a guess/))
    const unnamed = read(lines('Activity,Plan Start,Plan Duration', 'Model,1,2', 'Code,3,4'))
    t.same(dates(unnamed.plan), [
      ['2000-01-03', null, 2],
      ['2000-01-05', null, 4],
    ])
    t.ok(unnamed.says(/that they are days is a guess/))
  },
)

t.test('a baseline is the plan where nothing else says when', async (t) => {
  const { plan } = read(
    lines(
      'Task,Baseline_Start,Baseline_Finish,Actual_Start,Actual_Finish,% Complete',
      'Charter,2024-04-01,2024-04-02,2024-04-02,2024-04-03,100',
    ),
  )
  t.same(dates(plan), [['2024-04-01', '2024-04-02', 2]])
  t.equal(plan.tasks[0]?.actual_start, '2024-04-02')
})

t.test('the states to choose from and what a word with a colon heads are no tasks below the table', async (t) => {
  const states = read(
    lines(
      'Activity,Start,End,Status',
      'Kick-off,2026-03-02,2026-03-03,Blocked',
      '',
      'status,,,',
      'Not started,,,',
      'In progress,,,',
      'Blocked,,,',
      'Complete,,,',
    ),
  )
  t.equal(states.plan.tasks.length, 1)
  t.ok(states.says(/Lines below the table are not imported/))
  const people = read(
    lines('Task,Start,Owner', 'Kick-off,2026-03-02,Ann', '', '**Availability:,,', 'Ann,,Monday to Friday'),
  )
  t.equal(people.plan.tasks.length, 1)
})

t.test('of the sheets of a workbook the one that says when is read', async (t) => {
  const bytes = await workbook((book) => {
    const goals = book.addWorksheet('Goals')
    goals.addRow(['Task', 'Owner', 'Description'])
    goals.addRow(['Research', 'Ann', 'Learn what is needed'])
    const timeline = book.addWorksheet('Timeline')
    timeline.addRow(['Task', 'Lead', 'Start', 'End'])
    timeline.addRow(['Read papers', 'Ann', day('2026-03-02'), day('2026-03-06')])
  })
  const found = read(bytes, 'plan.xlsx')
  t.same(dates(found.plan), [['2026-03-02', '2026-03-06', 5]])
  t.ok(found.says(/Timeline/))
})

t.test(
  'between blank lines the first row heads the others where it has their first start and last finish',
  async (t) => {
    const { plan, warnings } = brief(
      lines(
        'Task,Start,Finish',
        'Calculator,2018-03-01,2018-03-14',
        'Design,2018-03-01,2018-03-05',
        'Code,2018-03-05,2018-03-14',
        '',
        'Convert,2018-03-15,2018-03-28',
        'Gather,2018-03-15,2018-03-17',
        'Test,2018-03-19,2018-03-28',
        '',
        'Ideas,,',
      ),
    )
    t.same(namedTree(plan), [
      ['Calculator', null],
      ['Design', 'Calculator'],
      ['Code', 'Calculator'],
      ['Convert', null],
      ['Gather', 'Convert'],
      ['Test', 'Convert'],
      ['Ideas', null],
    ])
    t.ok(warnings.some((warning) => /taken for their heads/.test(warning)))
  },
)

t.test('names in the columns of a chart are who works then', async (t) => {
  const found = read(
    lines(
      'Task,Week 1,Week 2,Week 3,Week 4',
      'Interviews,Ann,Ann,,',
      'Wireframes,,Bob,Bob,',
      'Prototype,,,Bob,Cy',
      'Test,,,,Ann',
    ),
  )
  t.same(
    found.plan.tasks.map(({ duration }) => duration),
    [10, 10, 10, 5],
  )
  t.same(
    found.plan.resources.map(({ name }) => name),
    ['Ann', 'Bob', 'Cy'],
  )
  t.ok(found.says(/taken for the people who work then/))
})

t.test('one stretch among days is a start and an end, and so are the days', async (t) => {
  const { plan } = read(
    lines(
      'Task,When',
      'Venue,"Jan 11, 2027"',
      'Talks,"Mar 15, 2027"',
      'Show,"May 4, 2027 - May 6, 2027"',
      'Bills,"May 10, 2027"',
    ),
  )
  t.same(dates(plan), [
    ['2027-01-11', '2027-01-11', 1],
    ['2027-03-15', '2027-03-15', 1],
    ['2027-05-04', '2027-05-06', 3],
    ['2027-05-10', '2027-05-10', 1],
  ])
})

t.test(
  'heads may stand in a column of their own, invitations to insert rows are no tasks, nor is what labels a chart',
  async (t) => {
    const aside = read(
      lines(
        'Project,Task,Start,Finish',
        'Alpha launch,,,',
        ',Scope,2026-04-06,2026-04-10',
        ',Design,2026-04-13,2026-04-17',
        '[Insert new rows above this one],,,',
        'Beta launch,,,',
        ',Data,2026-04-13,2026-04-15',
        ',To add more data insert new rows ABOVE this one,,',
      ),
    )
    t.same(namedTree(aside.plan), [
      ['Alpha launch', null],
      ['Scope', 'Alpha launch'],
      ['Design', 'Alpha launch'],
      ['Beta launch', null],
      ['Data', 'Beta launch'],
    ])
    const label = read(lines('Task,Start,End', 'Date:,,', 'Dig,2026-03-02,2026-03-03'))
    t.same(
      label.plan.tasks.map(({ name }) => name),
      ['Dig'],
    )
    t.ok(label.says(/label the columns/))
  },
)

t.test(
  'a chart of weeks says what starts beside it count, and from when; durations that fit no dates are said',
  async (t) => {
    const weeks = read(
      lines('Activity,Plan Start,Plan Duration,2016-02-22,2016-02-29,2016-03-07', 'Choose,1,1,,,', 'Define,2,3,,,'),
    )
    t.same(dates(weeks.plan), [
      ['2016-02-22', null, 5],
      ['2016-02-29', null, 15],
    ])
    const unfit = read(
      lines(
        'Task,Duration,Start,End',
        'A,5,2026-03-02,2026-03-06',
        'B,5,2026-03-09,2026-03-13',
        'C,3,2026-03-16,2026-04-10',
      ),
    )
    t.equal(unfit.plan.tasks[2]?.duration, 3)
    t.ok(unfit.says(/1 of 3 rows do not fit their starts and finishes; they are kept/))
  },
)
