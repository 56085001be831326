// What heads what in sheets as they lie in public places, judged by what a planner would expect of them before the reader saw any. Each
// was read otherwise before.

import t from 'tap'
import { day, lines, namedLinks, namedTree, read, workbook } from './read-sheet.ts'

t.test('words for tasks that come again head those that belong to just one of them', async (t) => {
  const features = read(
    lines(
      'Epic,Feature,Role,Start Date,End Date',
      'Accounts,Login,Developer,2026-03-02,2026-03-06',
      'Accounts,Login,Tester,2026-03-02,2026-03-06',
      'Accounts,Reset,Developer,2026-03-09,2026-03-10',
      'Billing,Invoice,Developer,2026-03-11,2026-03-13',
      'Billing,Refund,Tester,2026-03-16,2026-03-17',
    ),
  )
  t.same(namedTree(features.plan), [
    ['Accounts', null],
    ['Login', 'Accounts'],
    ['Login', 'Accounts'],
    ['Reset', 'Accounts'],
    ['Billing', null],
    ['Invoice', 'Billing'],
    ['Refund', 'Billing'],
  ])
  t.same(
    features.plan.resources.map(({ name }) => name),
    ['Developer', 'Tester'],
  )
  const stories = read(
    lines(
      'Epic,User Story Title,Story',
      'Care,Plant tips,As an owner I want to read how to care for my plants',
      'Care,Plant tools,As an owner I want to buy the tools that I need',
      'Trees,Shipping,As a customer I want to know when my tree arrives',
      'Trees,Styles,As a customer I want to see all styles of trees',
    ),
  )
  t.same(
    stories.plan.tasks.map(({ name }) => name),
    ['Care', 'Plant tips', 'Plant tools', 'Trees', 'Shipping', 'Styles'],
  )
})

t.test('code 0 is the whole project, and positions beside it count it as 0', async (t) => {
  const found = read(
    lines(
      'WBS,Task Name,Start,Finish,Predecessors',
      '0,Party,2026-03-02,2026-03-10,',
      '1,Research,2026-03-02,2026-03-04,',
      '1.1,Rooms,2026-03-02,2026-03-03,',
      '1.2,Costs,2026-03-04,2026-03-04,2',
      '2,Plan,2026-03-05,2026-03-10,1',
      '2.1,Invite,2026-03-05,2026-03-10,3',
    ),
  )
  t.same(namedTree(found.plan), [
    ['Party', null],
    ['Research', 'Party'],
    ['Rooms', 'Research'],
    ['Costs', 'Research'],
    ['Plan', 'Party'],
    ['Invite', 'Plan'],
  ])
  t.same(namedLinks(found.plan), ['Rooms > Costs', 'Research > Plan', 'Costs > Invite'])
  t.ok(found.says(/counted from 0/))
})

t.test('lines with a name only are heads beside rows without a name and above ends that nobody filled', async (t) => {
  const letters = read(
    lines(
      'Task,Owner,Duration,Mon',
      ',,,M',
      'Milestone 1 - Start,,,',
      'Charter,Ann,3,',
      'Milestone 2 - Tools,,,',
      'Quotes,Bo,4,',
    ),
  )
  t.same(namedTree(letters.plan), [
    ['Milestone 1 - Start', null],
    ['Charter', 'Milestone 1 - Start'],
    ['Milestone 2 - Tools', null],
    ['Quotes', 'Milestone 2 - Tools'],
  ])
  const ids = read(
    lines(
      'Task #,Task Name,Start,Finish',
      'Charter,,,',
      '1,Kick-off,2026-03-02,2026-03-02',
      '2,Draft,2026-03-03,2026-03-04',
      '3,Sign,2026-03-05,2026-03-05',
      'Next,,,',
      '4,,,',
      'Next,,,',
      '5,,,',
    ),
  )
  t.same(namedTree(ids.plan).slice(0, 3), [
    ['Charter', null],
    ['Kick-off', 'Charter'],
    ['Draft', 'Charter'],
  ])
  const numbered = read(
    lines(
      'No,Item,Duration',
      '1,Learn,',
      ',Read the guide,2',
      ',Done by,',
      '2,Deploy,',
      ',Set up,3',
      ',Run,1',
      ',Done by,',
    ),
  )
  t.same(namedTree(numbered.plan), [
    ['Learn', null],
    ['Read the guide', 'Learn'],
    ['Done by', 'Learn'],
    ['Deploy', null],
    ['Set up', 'Deploy'],
    ['Run', 'Deploy'],
    ['Done by', 'Deploy'],
  ])
})

t.test('rows with a background of their own are guessed to be heads, and said', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Start', 'Finish', 'Check'])
    for (const [name, start, finish, isHead] of [
      ['Improve', '2026-03-02', '2026-03-10', true],
      ['Model', '2026-03-02', '2026-03-04', false],
      ['Code', '2026-03-05', '2026-03-13', false],
      ['Write', '2026-03-16', '2026-03-20', true],
      ['Thesis', '2026-03-16', '2026-03-27', false],
    ] as const) {
      const row = sheet.addRow([name, day(start), day(finish), 'done'])
      if (isHead) row.getCell(1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFBFD7EE' } }
    }
  })
  const found = read(bytes, 'plan.xlsx')
  t.same(namedTree(found.plan), [
    ['Improve', null],
    ['Model', 'Improve'],
    ['Code', 'Improve'],
    ['Write', null],
    ['Thesis', 'Write'],
  ])
  t.ok(found.says(/background of their own, such as 2, are guessed/))
})

t.test('Phase and Task below Type are levels, and Milestone a flag', async (t) => {
  const { plan } = read(
    lines(
      'Type,Subject,EstHours',
      'Phase,Foundation,10',
      'Task,Repository,1',
      'Phase,MVP,20',
      'Task,API,10',
      'Milestone,Release,0',
    ),
  )
  t.same(namedTree(plan), [
    ['Foundation', null],
    ['Repository', 'Foundation'],
    ['MVP', null],
    ['API', 'MVP'],
    ['Release', 'MVP'],
  ])
  t.equal(plan.tasks[4]?.is_milestone, true)
  const issues = read(lines('Type,Title', 'Epic,Accounts', 'Story,Login', 'Epic,Billing'))
  t.ok(
    issues.plan.tasks.every(({ parent }) => parent === null),
    'stories stand anywhere below epics',
  )
})

t.test('1.0 heads 1.1 in front of names, and Start on day is no length', async (t) => {
  const codes = read(
    lines(
      'Task,Start,End',
      '1.0 Parts,2026-03-02,2026-03-04',
      '1.1 Oven,2026-03-02,2026-03-03',
      '1.2 Camera,2026-03-04,2026-03-04',
      '2.0 Build,2026-03-05,2026-03-06',
      '2.1 Hack,2026-03-05,2026-03-06',
    ),
  )
  t.same(namedTree(codes.plan), [
    ['1.0 Parts', null],
    ['1.1 Oven', '1.0 Parts'],
    ['1.2 Camera', '1.0 Parts'],
    ['2.0 Build', null],
    ['2.1 Hack', '2.0 Build'],
  ])
  const started = read(
    lines(
      'Start Date,End Date,Task,Start on Day,Task Duration',
      '2016-05-10,2016-05-11,Ideas,0,2',
      '2016-05-12,2016-05-18,Code,2,5',
    ),
  )
  t.same(
    started.plan.tasks.map(({ duration }) => duration),
    [2, 5],
  )
})

t.test('columns of parts stay the parts of tasks, and the first sheet with any days is the plan', async (t) => {
  const parts = read(
    lines(
      'Tasks,Subtask,Task Action,Start',
      'Plan,,,',
      ',Draft it,Write,2026-03-02',
      ',Send it,Mail,2026-03-03',
      'Build,,,',
      ',Dig,Spade,2026-03-04',
      ',Pour,Pump,2026-03-05',
    ),
  )
  t.same(
    parts.plan.tasks.map(({ name }) => name),
    ['Plan', 'Draft it', 'Send it', 'Build', 'Dig', 'Pour'],
  )
  const bytes = await workbook((book) => {
    const days = book.addWorksheet('Timeline')
    days.addRow(['Date', 'Milestone'])
    days.addRow([day('2026-03-02'), 'Kick-off'])
    days.addRow([day('2026-04-02'), 'Demo'])
    const topics = book.addWorksheet('Lessons')
    topics.addRow(['Weeks', 'Activities'])
    topics.addRow([1, 'Introduction'])
    topics.addRow([2, 'Design'])
  })
  t.same(
    read(bytes, 'plan.xlsx').plan.tasks.map(({ name }) => name),
    ['Kick-off', 'Demo'],
  )
})
