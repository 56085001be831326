// Network tables, logs of issues, and grids of words, as exports have them. Seen failing before: links with their kinds in brackets
// were lost, computed dates not read, `Issue` named nothing, and a lone word far down was taken for the header.
import t from 'tap'
import { lines, namedLinks, namedTree, read } from './read-sheet.ts'

t.test('predecessors below a header for their kinds; computed dates where no others are planned', async (t) => {
  const sheet = read(
    lines(
      'Activity ID,Activity name,Duration,Predecessor (Type),Early start,Early finish,Late start,Late finish,Float',
      '1.1,Charter,1,,10-Aug-26,10-Aug-26,10-Aug-26,10-Aug-26,0',
      '1.2,Business case,2,1.1 (SS),10-Aug-26,11-Aug-26,10-Aug-26,11-Aug-26,0',
      '1.3,Requirements,2,1.2 (FS),12-Aug-26,13-Aug-26,12-Aug-26,13-Aug-26,0',
    ),
  )
  t.same(namedLinks(sheet.plan), ['Charter > Business case', 'Business case > Requirements'])
  t.same(
    sheet.plan.dependencies.map(({ dep_type }) => dep_type),
    ['SS', 'FS'],
  )
  t.same(
    sheet.plan.tasks.map(({ planned_start }) => planned_start),
    ['2026-08-10', '2026-08-10', '2026-08-12'],
  )
  const kinds = read(lines('ID,Task,Predecessor,Predecessor (Type)', '1,Dig,,', '2,Pour,1,SS'))
  t.same(kinds.plan.dependencies[0]?.dep_type, 'SS', 'kinds beside links stay kinds')
})

t.test('issues and items of checklists are what a log is about; the day of a check is no plan', async (t) => {
  const issues = read(
    lines(
      'issue_id,issue,owner,status,due_date',
      'I1,Permit late,Ann,Open,2026-03-06',
      'I2,No power,Ben,Done,2026-03-09',
    ),
  )
  t.same(
    issues.plan.tasks.map(({ id, name }) => [id, name]),
    [
      ['I1', 'Permit late'],
      ['I2', 'No power'],
    ],
  )
  const checks = read(lines('checklist_item,owner,checked_date', 'Badges,Ann,2026-07-28', 'Scanners,Ben,2026-08-11'))
  t.ok(checks.plan.tasks.every(({ deadline }) => deadline === undefined))
})

t.test('words that come again from group to group name the tasks where each group has every one once', async (t) => {
  const phases = ['Planning', 'Hiring', 'Testing']
  const rows = ['North', 'South'].flatMap((site) =>
    phases.map((phase, at) => `${site},${phase},2026-0${at + 3}-02,Ann`),
  )
  const sheet = read(lines('site_id,phase,planned_date,owner', ...rows))
  t.same(namedTree(sheet.plan).slice(0, 4), [
    ['North', null],
    ['Planning', 'North'],
    ['Hiring', 'North'],
    ['Testing', 'North'],
  ])
})

t.test('a lone word below most of a grid is no header', async (t) => {
  const grid = Array.from({ length: 26 }, (_, at) => `,${','.repeat(at % 5)}step ${at}`)
  t.throws(() => read(lines(',,Sprint 1,,Sprint 2', ...grid, ',,title', ',,talks', ',,notes')), {
    code: 'no_name_column',
  })
})

t.test('points of sprints are story points; lines to be filled in are no tasks', async (t) => {
  const points = read(lines('User story,Sprint points,Status', 'Log in,3,Open', 'Log out,5,Done'))
  t.same(
    points.plan.tasks.map(({ story_points }) => story_points),
    [3, 5],
  )
  const blank = read(lines('Task,Start', 'Kickoff,2026-03-02', 'Enter Deliverable Here,', 'Enter task name here,'))
  t.equal(blank.plan.tasks.length, 1)
})

t.test('a table beside the header does not hide it, and the header below is the same one again', async (t) => {
  const sheet = read(
    lines(
      'Sprint,Task,Assign to,Status,Estimated efforts,,Ann,1,1,0,0,1,1',
      '1,Interviews,Ann,done,4,,Ben,,,,,,',
      ',Notes,Ben,done,8,,Cai,,,,,,',
      'Sprint,Task,Assign to,Status,Estimated efforts',
      '2,Kickoff,Ann,open,4',
      ',Research,Ben,open,8',
    ),
  )
  t.same(
    sheet.plan.tasks.map(({ name }) => name),
    ['Interviews', 'Notes', 'Kickoff', 'Research'],
  )
})

t.test(
  'numbers beside dates of the same name give way to them; hours end on the day of the last of them',
  async (t) => {
    const dated = read(
      lines(
        'ID,Name,Duration,Start Time,End Time,Start Date,End Date',
        '1,Task A,5,0,5,2026-04-20,2026-04-24',
        '2,Task B,3,5,8,2026-04-27,2026-04-29',
      ),
    )
    t.same(
      dated.plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
      [
        ['2026-04-20', 5],
        ['2026-04-27', 3],
      ],
    )
    const hours = read(lines('Task,start_time,end_time', 'Dig,0,5', 'Pour,5,8', 'Cure,8,12', 'Wait,12,18'))
    t.same(
      hours.plan.tasks.map(({ source }) => source?.finish?.slice(0, 10)),
      ['2000-01-03', '2000-01-03', '2000-01-04', '2000-01-05'],
    )
  },
)

t.test('codes of another list make no outline, and a list of links is no plan', async (t) => {
  const items = ['1', '1', '1', '1.1', '1.1', '1.1', '1.2', '1.2'].map((code, at) => `Item ${at + 1},${code},Ann`)
  const sheet = read(lines('title,wbs_code,owner', ...items))
  t.ok(sheet.plan.tasks.every(({ parent }) => parent === null))
  t.ok(sheet.says(/holds no outline codes/))
  const links = lines(
    'predecessor_code,successor_code,dependency_type,notes',
    '1.1,1.2,FS,Dig first',
    '1.2,1.3,FS,Then pour',
  )
  t.throws(() => read(links), { code: 'no_name_column' })
})

t.test(
  'heads in the column of ticks head tasks without dates too, also those with signs before their names',
  async (t) => {
    const sheet = read(
      lines(
        'Done,Tasks,Who,Finish',
        'Basic game,,,',
        ',Stage,,',
        'false,- Background,Ann,',
        'true,- Obstacle,Ben,2026-05-24',
        'Sound,,,',
        'false,Menu song,Ann,',
        'false,,,',
      ),
    )
    t.same(namedTree(sheet.plan), [
      ['Basic game', null],
      ['Stage', 'Basic game'],
      ['Background', 'Stage'],
      ['Obstacle', 'Stage'],
      ['Sound', null],
      ['Menu song', 'Sound'],
    ])
  },
)

t.test('a word with a number is a name, and sentences are nobody', async (t) => {
  const numbered = read(
    lines('start,end,task,desc', '2026-03-02,2026-03-06,Task 1,What it is', '2026-03-09,2026-03-13,Task 2,More'),
  )
  t.same(
    numbered.plan.tasks.map(({ name, notes }) => [name, notes]),
    [
      ['Task 1', 'What it is'],
      ['Task 2', 'More'],
    ],
  )
  const sentences = read(
    lines(
      'task,Assignment,start',
      'Pitch,Prepare the pitch of the project for class,2026-03-02',
      'Proposal,Write down what will be done by whom,2026-03-09',
    ),
  )
  t.equal(sentences.plan.resources.length, 0)
})

t.test('a column of days called completed is over, also where all rows are done', async (t) => {
  const sheet = read(lines('Task,Completed,Completed date', 'Draw,yes,2026-05-12', 'Build,yes,2026-06-25'))
  t.same(
    sheet.plan.tasks.map(({ actual_finish, deadline }) => [actual_finish, deadline ?? null]),
    [
      ['2026-05-12', null],
      ['2026-06-25', null],
    ],
  )
})

t.test('kinds of rows below a header are no header: requirement, issue', async (t) => {
  const sheet = read(
    lines(
      'Module,Functionality,Issue Type,Status',
      'User,Log in,requirement,open',
      'User,Register,requirement,open',
      'Shop,Pay,bug,open',
    ),
  )
  t.same(
    sheet.plan.tasks.slice(-1).map(({ source }) => source?.row),
    [4],
  )
})
