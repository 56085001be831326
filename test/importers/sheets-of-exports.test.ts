// Exports of trackers and boards as sheets. Seen failing before: story points were left out, seconds beside a zero were days,
// ids under other names were unknown, names with commas were torn apart.
import t from 'tap'
import { readWithPreview } from '../../importers/read-plan.ts'
import { lines, read } from './read-sheet.ts'

const links = ({ plan }: ReturnType<typeof read>) => {
  const names = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  return plan.dependencies.map(
    (link) => `${names.get(link.predecessor)} ${link.dep_type}${link.lag || ''} ${names.get(link.successor)}`,
  )
}

t.test('story points are kept, under whatever name a tracker has for them', async (t) => {
  for (const header of ['Story Points', 'Points', 'Custom field (Story Points)', 'Story point estimate', 'SP']) {
    const { plan } = read(lines(`Summary,${header},Days`, 'Login,5,2', 'Reset,,1', 'Mail,some,1'))
    t.same(
      plan.tasks.map(({ story_points, duration }) => [story_points, duration]),
      [
        [5, 2],
        [null, 1],
        [null, 1],
      ],
      header,
    )
    t.match(
      plan.receipt.filter(({ code }) => code === 'bad_story_points'),
      [{ where: { row: 4 } }],
      'and what is no number is named',
    )
  }
})

t.test('estimates in seconds are that also beside zeros, which are none', async (t) => {
  const { plan } = read(lines('Title,Time Estimate,Weight', 'Dig,57600,2', 'Pour,28800,3', 'Tell,0,1'))
  t.same(
    plan.tasks.map(({ duration, is_milestone, story_points }) => [duration, is_milestone, story_points]),
    [
      [2, false, 2],
      [1, false, 3],
      [1, false, 1],
    ],
  )
})

t.test('a column that references are among is that of ids, whatever its header', async (t) => {
  const sheet = read(
    lines('Ticket,Summary,Depends on,Subtask of', 'APP-1,App,,', 'APP-2,Login,,APP-1', 'APP-3,Push,"APP-2",APP-1'),
  )
  t.same(links(sheet), ['Login FS Push'])
  t.equal(sheet.plan.tasks[2]?.parent, sheet.plan.tasks[0]?.id)
})

t.test('rows are known by the codes that their names begin with', async (t) => {
  t.same(links(read(lines('Story,Blocked by', 'US-1 Browse,', 'US-2: Search,US-1', '"US-3 Buy","US-1, US-2"'))), [
    'US-1 Browse FS US-2: Search',
    'US-1 Browse FS US-3 Buy',
    'US-2: Search FS US-3 Buy',
  ])
})

t.test('names with commas in them are found in lists of names', async (t) => {
  const sheet = read(
    lines(
      'Task,Depends on',
      'Select,',
      '"Talk, sign",Select',
      'Move,"""Talk, sign"""',
      'Train,"Move,Talk, sign"',
      'Open,"Train, ""Talk, sign"", nobody"',
    ),
  )
  t.same(links(sheet), [
    'Select FS Talk, sign',
    'Talk, sign FS Move',
    'Move FS Train',
    'Talk, sign FS Train',
    'Train FS Open',
    'Talk, sign FS Open',
  ])
  t.match(
    sheet.plan.receipt.filter(({ code }) => code === 'unknown_predecessor'),
    [{ message: /"nobody"/ }],
  )
})

t.test('kinds of links in words', async (t) => {
  const sheet = read(
    lines(
      'ID,Task,Days,Predecessors',
      '1,A,2,',
      '2,B,2,1 (finish to start + 2 days)',
      '3,C,2,2 (start-to-start)',
      '4,D,2,"3 (SS, lag 1 week)"',
      '5,E,2,4 finish to finish - 1 day',
      '6,F,2,5FS lag 3d',
    ),
  )
  t.same(links(sheet), ['A FS2 B', 'B SS C', 'C SS5 D', 'D FF-1 E', 'E FS3 F'])
})

t.test('links in the same column twice are all read', async (t) => {
  const blocks = 'Outward issue link (Blocks)'
  const sheet = read(lines(`Summary,Issue key,${blocks},${blocks}`, 'A,S-1,S-2,S-3', 'B,S-2,,', 'C,S-3,,'))
  t.same(links(sheet), ['A FS B', 'A FS C'])
})

t.test(
  'moments that a program writes as numbers and as text are read as the text, in the zone of its reader',
  async (t) => {
    const { plan } = read(
      lines(
        'Task Name,Start Date,Start Date Text,Due Date,Due Date Text',
        'Dig,1772406000000,"3/2/2026, 12:00:00 AM GMT+1",1772751600000,"3/6/2026, 12:00:00 AM GMT+1"',
      ),
    )
    t.match(plan.tasks[0], { planned_start: '2026-03-02', duration: 5 })
  },
)

t.test('days below a header that is not known are the start or the end, and are said to be taken for it', async (t) => {
  const started = read(lines('Activity,Opens,End date', 'Teaser,2026-03-03,2026-03-03', 'Posts,2026-03-03,2026-03-09'))
  t.match(started.plan.tasks[1], { planned_start: '2026-03-03', duration: 5 })
  t.ok(started.says(/"Opens" is taken for start/))
  const alone = read(lines('What,Who,Day of it', 'Budget,Ann,2026-03-02', 'Venue,Ben,2026-03-30'))
  t.equal(alone.plan.tasks[0]?.deadline, '2026-03-02')
  const other = read(lines('What,Who,Created', 'Budget,Ann,2026-03-02', 'Venue,Ben,2026-03-30'))
  t.equal(other.plan.tasks[0]?.deadline, undefined, 'days of something else are not')
})

t.test('the status of an activity is a state, and teams, developers and trades do the work', async (t) => {
  const { plan } = read(lines('Activity,Activity Status,Team', 'Dig,Completed,Ops', 'Pour,Not Started,Ops'))
  t.equal(plan.tasks[0]?.percent_complete, 100)
  t.equal(plan.resources[0]?.name, 'Ops')
  for (const header of ['Dev', 'Department', 'Vendor', 'Trade'])
    t.equal(read(lines(`Task,${header}`, 'Dig,Ann')).plan.resources[0]?.name, 'Ann', header)
  const owned = read(lines('Task,Team,Owner', 'Dig,Ops,Ann')).plan.resources
  t.same(
    owned.map(({ name }) => name),
    ['Ann'],
    'where nobody else is named',
  )
})

t.test('what takes no time at the worst is a milestone', async (t) => {
  const { plan } = read(lines('Task,Optimistic,Most likely,Pessimistic', 'Dig,1,2,3', 'Open,0,0,0'))
  t.match(plan.tasks[1], { duration: 0, is_milestone: true, most_likely_duration: null })
})

t.test('a column that the caller leaves out is nothing, whatever its cells hold', async (t) => {
  const text = lines('Channel,Task,Status', 'Print,Draw,Done', 'Print,Order,To do', 'Web,Write,Done')
  const { plan, preview } = readWithPreview(Buffer.from(text), 'plan.csv', { columnMap: { Channel: '', Status: '' } })
  t.same(
    plan.tasks.map(({ name, percent_complete }) => [name, percent_complete]),
    [
      ['Draw', 0],
      ['Order', 0],
      ['Write', 0],
    ],
  )
  t.same(
    preview?.columns.map(({ field }) => field),
    [null, 'name', null],
  )
})

t.test('a day of completion, filled where work is done, is not the day when the rest is due', async (t) => {
  const { plan } = read(
    lines(
      'Task,Due Date,Completion Date,% Complete',
      'Dig,2026-03-06,2026-03-05,100',
      'Pour,2026-03-13,,0',
      'Fill,2026-03-20,,0',
    ),
  )
  t.equal(plan.tasks[1]?.deadline, '2026-03-13')
})

t.test('kinds of links stand in any column that holds nothing else', async (t) => {
  const sheet = read(lines('Task,Days,Predecessor,Type,Lag', 'Dig,2,,,', 'Pour,2,Dig,FS,0', 'Fill,3,Pour,SS,1d'))
  t.same(links(sheet), ['Dig FS Pour', 'Pour SS1 Fill'])
})

t.test('stretches of time whose days share a month or a year', async (t) => {
  const { plan } = read(
    lines(
      'Task,Dates',
      'A,2-6 Mar 2026',
      'B,28 Feb - 4 Mar 2026',
      '"C","March 9-13, 2026"',
      '"D","March 30 - April 2, 2026"',
    ),
  )
  t.same(
    plan.tasks.map(({ planned_start, source }) => [planned_start, source?.finish?.slice(0, 10)]),
    [
      ['2026-03-02', '2026-03-06'],
      ['2026-02-28', '2026-03-04'],
      ['2026-03-09', '2026-03-13'],
      ['2026-03-30', '2026-04-02'],
    ],
  )
})

t.test('which week it is from row to row is when, and no length', async (t) => {
  const { plan } = read(lines('Week,Task', '1,Basics', '2,Advanced', '3,Exam'))
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-03', 5],
      ['2000-01-10', 5],
      ['2000-01-17', 5],
    ],
  )
})

t.test('people are parted by bars too', async (t) => {
  t.equal(read(lines('Task,Assignees', 'Dig,ben|chen')).plan.resources.length, 2)
})

t.test('days of completion beside each start are finishes and no shares that are done', async (t) => {
  const sheet = read(
    lines('Element,Start on site,Completion,Weeks', 'Strip,02/03/2026,13/03/2026,2', 'Frame,30/03/2026,24/04/2026,4'),
  )
  t.same(
    sheet.plan.tasks.map(({ percent_complete, source }) => [percent_complete, source?.finish?.slice(0, 10)]),
    [
      [0, '2026-03-13'],
      [0, '2026-04-24'],
    ],
  )
  t.ok(sheet.says(/"Completion" is taken for finish/))
  const done = read(lines('Task,Start,Completed', 'Dig,2026-03-02,2026-03-05', 'Pour,2026-03-09,', 'Fill,2026-03-16,'))
  t.equal(done.plan.tasks[0]?.percent_complete, 100, 'where they stand beside some they say what is done')
})

t.test('1.0 is the head of 1.1', async (t) => {
  for (const header of ['WBS', 'Ref']) {
    const { plan } = read(lines(`${header},Task,Days`, '1.0,Strip,', '1.1,Asbestos,2', '2.0,Frame,', '2.1,Steel,4'))
    t.same(
      plan.tasks.map(({ parent }) => plan.tasks.find(({ id }) => id === parent)?.name ?? null),
      [null, 'Strip', null, 'Frame'],
      header,
    )
  }
})

t.test(
  'best, expected and worst are three estimates; points where a tracker of teams and parents has no iterations',
  async (t) => {
    const { plan } = read(lines('Task,Best (h),Expected (h),Worst (h)', 'Parse,8,16,40', 'Check,16,24,48'))
    t.match(plan.tasks[0], { optimistic_duration: 1, most_likely_duration: 2, pessimistic_duration: 5 })
    const tracked = read(
      lines('ID,Team,Title,Estimate,Parent issue,Blocked by', 'A-1,Web,Shop,8,,', 'A-2,Web,Cart,5,A-1,'),
    )
    t.equal(tracked.plan.tasks[1]?.story_points, 5)
  },
)

t.test(
  'tasks that are only numbered keep their names beside notes, in our own exports and in those of others',
  async (t) => {
    const own =
      'ID,WBS,Name,Duration,Start,Finish,% Complete,Assignee,Predecessors,Milestone,Labels,Notes,Planned Start'
    const { plan } = read(
      lines(
        own,
        '1,1,Task 1,1,2026-03-02,2026-03-02,,,,,,Call the harbour master,',
        '2,2,Task 2,1,2026-03-03,2026-03-03,,,1,,,,',
        '3,3,Task 3,1,2026-03-04,2026-03-04,,,2,,,Send the papers,',
      ),
    )
    t.same(
      plan.tasks.map(({ name, notes }) => [name, notes ?? null]),
      [
        ['Task 1', 'Call the harbour master'],
        ['Task 2', null],
        ['Task 3', 'Send the papers'],
      ],
    )
    const others = read(
      lines('Task Name,Days,Notes', 'Step 1,2,Call the harbour master', 'Step 2,3,Send the papers to the office'),
    )
    t.same(
      others.plan.tasks.map(({ name }) => name),
      ['Step 1', 'Step 2'],
    )
  },
)
