// Exports of lists, boards and planners, and trackers that people keep by hand. Seen failing before: notes were tasks, links of another
// sheet and of periods were lost, people were numbers, heads beside numbers were left out, dates were read in the other order.
import t from 'tap'
import { day, lines, namedLinks, namedTree, read, workbook } from './read-sheet.ts'

t.test('a list whose rows say what they are: sections, tasks in depths, notes', async (t) => {
  const { plan, says } = read(
    lines(
      'TYPE,CONTENT,DESCRIPTION,INDENT,RESPONSIBLE,DATE,DURATION,DURATION_UNIT',
      'meta,,,,,,,',
      'section,Before,,,,,,',
      ',,,,,,,',
      'task,Choose hall,,1,Ann (7),2026-03-06,,None',
      'task,Call them,ask price,2,,2026-03-03,90,minute',
      'note,Remember the key,,,,,,',
      'section,After,,,,,,',
      'task,Thank people,,1,,,2,day',
    ),
  )
  t.same(namedTree(plan), [
    ['Before', null],
    ['Choose hall', 'Before'],
    ['Call them', 'Choose hall'],
    ['After', null],
    ['Thank people', 'After'],
  ])
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [1, 1, 1, 1, 2],
  )
  t.match(plan.tasks[2], { notes: 'ask price\nRemember the key', deadline: '2026-03-03' })
  t.same(
    plan.resources.map(({ name }) => name),
    ['Ann'],
  )
  t.ok(says(/2 sections are the heads/) && says(/1 notes are added/))
})

t.test('links on a sheet of their own, with kinds and lags in hours', async (t) => {
  const { plan, says } = read(
    await workbook((book) => {
      book.addWorksheet('TASK').addRows([
        ['task_code', 'task_name', 'target_drtn_hr_cnt', 'start_date'],
        ['Activity ID', 'Activity Name', 'Original Duration(h)', 'Start'],
        ['A10', 'Mobilise', 40, day('2026-03-02')],
        ['A20', 'Excavate', 80, day('2026-03-09')],
        ['A30', 'Pour', 40, day('2026-03-23')],
      ])
      book.addWorksheet('TASKPRED').addRows([
        ['pred_task_id', 'task_id', 'pred_type', 'lag_hr_cnt'],
        ['Predecessor', 'Successor', 'Relationship Type', 'Lag(h)'],
        ['A10', 'A20', 'FS', 0],
        ['A20', 'A30', 'SS', 16],
      ])
      book.addWorksheet('USERDATA').addRow(['Settings'])
    }),
    'p6.xlsx',
  )
  t.same(
    plan.dependencies.map((link) => [link.predecessor, link.dep_type, link.lag, link.successor]),
    [
      ['A10', 'FS', 0, 'A20'],
      ['A20', 'SS', 2, 'A30'],
    ],
  )
  t.ok(says(/Links are read from sheet "TASKPRED"/))
  t.ok(says(/ignored: "USERDATA"\./))
})

t.test('a kind behind a hyphen and a period; the table of people below is none of the tasks', async (t) => {
  const { plan } = read(
    lines(
      'ID,Name,Begin date,End date,Duration,Predecessors',
      '0,Dig,3/2/26,3/6/26,5,',
      '1,Pour,3/10/26,3/13/26,4,0-FS=P1D',
      '2,Cure,3/10/26,3/13/26,4,1-SS',
      '',
      'ID,Name,Default role,e-mail,Phone,Rate',
      '0,Ann,Boss,ann@example.org,,0',
    ),
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Dig', 'Pour', 'Cure'],
  )
  t.same(
    plan.dependencies.map(({ dep_type, lag }) => [dep_type, lag]),
    [
      ['FS', 1],
      ['SS', 0],
    ],
  )
})

t.test('ticked boxes, archived cards, people of a directory, and nothing as null', async (t) => {
  const { plan } = read(
    lines(
      'Task,Assigned To,Start,Due,Done?,Archived',
      'Room,Ann Lee;#12;#Bo Chan;#7,2026-03-02,2026-03-06,checked,false',
      'Chairs,Bo Chan;#7,null,2026-03-13,,true',
    ),
  )
  t.same(
    plan.resources.map(({ name }) => name),
    ['Ann Lee', 'Bo Chan'],
  )
  t.same(
    plan.tasks.map(({ percent_complete, source }) => [percent_complete, source?.active]),
    [
      [100, true],
      [0, false],
    ],
  )
  t.notOk(plan.receipt.some(({ code }) => code === 'bad_date'))
})

t.test('levels of heads only, and 0 where nobody has told a length', async (t) => {
  const { plan } = read(
    lines(
      'Task#,Task Level,Task Name,Duration,Milestone',
      '1,1,House,0,false',
      '2,2,Shell,0,false',
      '3,,Walls,5,false',
      '4,,Roof,0,false',
      '5,,Topped out,0,true',
      '6,1,Garden,0,false',
      '7,,Hedge,2,false',
    ),
  )
  t.same(namedTree(plan), [
    ['House', null],
    ['Shell', 'House'],
    ['Walls', 'Shell'],
    ['Roof', 'Shell'],
    ['Topped out', 'Shell'],
    ['Garden', null],
    ['Hedge', 'Garden'],
  ])
  t.same(
    plan.tasks.filter(({ is_milestone }) => is_milestone).map(({ name }) => name),
    ['Topped out'],
  )
})

t.test('heads that stand in the column of ticks, and what is over below Started and Finished', async (t) => {
  const { plan } = read(
    lines(
      'DONE?,TASK,OWNER,STARTED,FINISHED',
      'ART,,,,',
      'true,Helmet,Ann,2026-03-02,2026-03-03',
      'false,Wings,,2026-03-04,',
      'SOUND,,,,',
      'true,Steps,,2026-03-05,2026-03-06',
    ),
  )
  t.same(namedTree(plan), [
    ['ART', null],
    ['Helmet', 'ART'],
    ['Wings', 'ART'],
    ['SOUND', null],
    ['Steps', 'SOUND'],
  ])
  t.same(
    plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      [null, 1],
      ['2026-03-02', 2],
      ['2026-03-04', 1],
      [null, 1],
      ['2026-03-05', 2],
    ],
  )
})

t.test('Completed On beside planned dates is what happened', async (t) => {
  const { plan } = read(
    lines(
      'Task,Start,Due,Progress,Completed On',
      'Dig,2026-03-02,2026-03-06,100,2026-03-05',
      'Pour,2026-03-09,2026-03-13,0,',
    ),
  )
  t.same(
    plan.tasks.map(({ actual_finish, percent_complete }) => [actual_finish, percent_complete]),
    [
      ['2026-03-05', 100],
      [null, 0],
    ],
  )
})

t.test('dates are read in the order in which they are the first of a month, or in which durations fit', async (t) => {
  const firsts = read(lines('Task;Start;Finish', 'A;01/06/2023;01/10/2023', 'B;01/10/2023;01/02/2024'))
  t.equal(firsts.plan.tasks[0]?.planned_start, '2023-06-01')
  const fitting = read(
    lines(
      'Task,Start,Finish,Days',
      'A,03/02/2026,05/02/2026,3',
      'B,04/02/2026,06/02/2026,3',
      'C,09/02/2026,10/02/2026,2',
    ),
  )
  t.same(
    fitting.plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      ['2026-02-03', 3],
      ['2026-02-04', 3],
      ['2026-02-09', 2],
    ],
  )
  t.ok(fitting.says(/in which durations fit/))
})

t.test('whole numbers are outline codes where rows follow the rows of these codes', async (t) => {
  const { plan } = read(
    lines(
      'WBS,Task,Start,Finish,Dependencies',
      '1,Setup,2026-03-02,2026-03-03,',
      '1.1,Readme,2026-03-02,2026-03-02,',
      '1.2,Starter,2026-03-02,2026-03-03,',
      '2,App,2026-03-04,2026-03-10,1',
      '3,Analysis,2026-03-11,2026-03-12,2',
      '4,Docs,2026-03-11,2026-03-13,2',
      '5,Submit,2026-03-16,2026-03-16,4',
    ),
  )
  t.same(namedLinks(plan), ['Setup > App', 'App > Analysis', 'App > Docs', 'Docs > Submit'])
})

t.test('headers with one slip of the pen, and what users want', async (t) => {
  const { plan, fields } = read(lines('Task,Duartion,Precendence,Assinged To', 'A,2,,Ann', 'B,3,1,Bo'))
  t.same(fields, ['name', 'duration', 'predecessors', 'assignee'])
  t.same(namedLinks(plan), ['A > B'])
  const stories = read(
    lines('As a …,I want to be able to…,So that…', 'User,sign in,I see mine', 'User,sign out,nobody sees'),
  )
  t.same(
    stories.plan.tasks.map(({ name }) => name),
    ['sign in', 'sign out'],
  )
})

t.test('one letter in every cell of a column names nobody', async (t) => {
  const { plan } = read(lines('Task,Human Resources,Risk', 'Hire,P,', 'Judge,,P', 'Train,P,'))
  t.same(plan.resources, [])
})

t.test('a label and its value above the header are none', async (t) => {
  const { plan } = read(
    lines(
      'Name :,Tower,,,',
      ',,,,November',
      'Tasks,Status,Planned,,Mon',
      ',,Start Date,End Date,23',
      'Lift,Complete,2026-03-02,2026-03-04,',
      'Ropes,Open,2026-03-05,2026-03-06,',
    ),
  )
  t.same(
    plan.tasks.map(({ name, planned_start, duration, percent_complete }) => [
      name,
      planned_start,
      duration,
      percent_complete,
    ]),
    [
      ['Lift', '2026-03-02', 3, 100],
      ['Ropes', '2026-03-05', 2, 0],
    ],
  )
})

t.test('a unit in a row below the header', async (t) => {
  const { plan, says } = read(
    lines('TASK #,TASK,ESTIMATED TIME,DEVELOPER', ',,(HRS),', '1,Choose,4,Ann', '2,Learn,16,Bo', '3,Build,24,Bo'),
  )
  t.same(
    plan.tasks.map(({ name, duration }) => [name, duration]),
    [
      ['Choose', 1],
      ['Learn', 2],
      ['Build', 3],
    ],
  )
  t.ok(says(/read in hours/))
})

t.test('a group written in full in a line of its own, and short in the rows below', async (t) => {
  const { plan } = read(
    lines(
      'Module,Task,Work done by',
      'Module 1: Runways,,',
      'Module 1,Planes,Ann',
      'Module 1,Queue,Bo',
      'Module 2: Terminals,,',
      'Module 2,Gates,Ann',
      'Module 2,Desks,Bo',
    ),
  )
  t.same(namedTree(plan), [
    ['Module 1: Runways', null],
    ['Planes', 'Module 1: Runways'],
    ['Queue', 'Module 1: Runways'],
    ['Module 2: Terminals', null],
    ['Gates', 'Module 2: Terminals'],
    ['Desks', 'Module 2: Terminals'],
  ])
  t.same(
    plan.resources.map(({ name }) => name),
    ['Ann', 'Bo'],
  )
})

t.test('heads in the column of ids of a list that says nothing of time', async (t) => {
  const { plan } = read(
    lines(
      'Story ID,User,Action',
      'Accounts,,',
      '100,Student,sign up',
      '101,Student,sign in',
      'Enrolment,,',
      '200,Student,enrol',
    ),
  )
  t.same(namedTree(plan), [
    ['Accounts', null],
    ['sign up', 'Accounts'],
    ['sign in', 'Accounts'],
    ['Enrolment', null],
    ['enrol', 'Enrolment'],
  ])
})

t.test('a word of its own among states is one that says nothing of progress', async (t) => {
  const { plan } = read(lines('Item,Status', 'A,Done', 'B,Doing', 'C,NTD', 'D,NTD', 'E,NTD', 'F,NTD'))
  t.same(
    plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0, 0, 0, 0, 0],
  )
  t.equal(plan.receipt.filter(({ code }) => code === 'bad_percent').length, 5)
})

t.test('what programs call a record by is no group of tasks', async (t) => {
  const one = 'cbd410b2-5548-4cd2-8527-f2345a50d57f'
  const other = '0d25cbc5-489e-404b-bca9-c37d58b2aab2'
  const { plan } = read(
    lines(
      'Id,Name,Duration,WBS Id',
      `A1,Fence,3,${one}`,
      `A2,Office,4,${one}`,
      `A3,Dig,5,${other}`,
      `A4,Pour,6,${other}`,
    ),
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Fence', 'Office', 'Dig', 'Pour'],
  )
})
