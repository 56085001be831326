// Lists of milestones, parts of plans that are numbered in their names, and days on which work was completed. Seen failing before:
// milestones were work of a day with a deadline, phases stood beside their tasks, and days of completion became deadlines.
import t from 'tap'
import { lines, namedTree, read } from './read-sheet.ts'

const briefly = ({ plan }: ReturnType<typeof read>) =>
  plan.tasks.map((task) => [task.name, task.is_milestone, task.planned_start, task.actual_finish])

t.test('a file called after milestones has one in each row with a day', async (t) => {
  const text = lines('name,description,date', 'Kickoff,Start of it,2026-01-12', 'Go-live,Cutover,2026-10-05')
  const sheet = read(text, 'milestones.csv')
  t.same(briefly(sheet), [
    ['Kickoff', true, '2026-01-12', null],
    ['Go-live', true, '2026-10-05', null],
  ])
  t.ok(sheet.says(/milestones, as the name of the file says/))
  t.notOk(read(text, 'list.csv').plan.tasks[0]?.is_milestone, 'the same rows in another file')
})

t.test('a header for names of milestones, with the days on which they were met', async (t) => {
  const sheet = read(
    lines(
      'milestone_id,milestone_name,planned_date,actual_date,delay_weeks',
      'M1,Kickoff,2026-02-02,2026-02-23,3',
      'M2,Sign-off,2026-03-09,,0',
    ),
  )
  t.same(briefly(sheet), [
    ['Kickoff', true, '2026-02-02', '2026-02-23'],
    ['Sign-off', true, '2026-03-09', null],
  ])
})

t.test('milestones of a few things that come again are the tasks, their delays no lengths', async (t) => {
  const names = ['Survey', 'Licence', 'Landing', 'Testing']
  const rows = ['East', 'West'].flatMap((cable) => names.map((name, at) => `${cable},${name},2026-0${at + 1}-05,2`))
  const sheet = read(lines('cable_name,milestone,planned_date,delay_days', ...rows))
  t.same(namedTree(sheet.plan).slice(0, 3), [
    ['East', null],
    ['Survey', 'East'],
    ['Licence', 'East'],
  ])
  t.same(
    sheet.plan.tasks.filter((task) => task.is_milestone).map((task) => task.planned_start?.slice(5, 7)),
    ['01', '02', '03', '04', '01', '02', '03', '04'],
  )
})

t.test('parts that number themselves in their names head the rows below them', async (t) => {
  const sheet = read(
    lines(
      'Task,Owner,Due,Depends on',
      'Charter,Ann,,',
      'Phase 1: Design,,,',
      'Sketch,Ann,2026-03-06,',
      'Draw,Ben,2026-03-13,Sketch',
      'Phase 2: Build,,,',
      'Order,Ann,2026-03-20,',
      'Phase 3 - Hand over,,,',
      'Train,Ben,2026-04-03,Order',
    ),
  )
  t.same(namedTree(sheet.plan), [
    ['Charter', null],
    ['Phase 1: Design', null],
    ['Sketch', 'Phase 1: Design'],
    ['Draw', 'Phase 1: Design'],
    ['Phase 2: Build', null],
    ['Order', 'Phase 2: Build'],
    ['Phase 3 - Hand over', null],
    ['Train', 'Phase 3 - Hand over'],
  ])
  t.ok(sheet.says(/such as 3,/))
  const sprints = read(
    lines(
      'Task name,Start,Finish',
      'Sprint 1,2026-03-02,2026-03-13',
      'Login,2026-03-02,2026-03-06',
      'Sprint 2,2026-03-16,2026-03-27',
      'Search,2026-03-13,2026-03-20',
    ),
  )
  t.same(
    sprints.plan.tasks.map(({ parent }) => parent !== null),
    [false, true, false, true],
    'also with days of their own, around which work begins early',
  )
})

t.test('names that only begin like parts, come out of order or stand alone are work', async (t) => {
  const flat = (...names: string[]) => {
    const { plan } = read(lines('Task,Start,Finish', ...names.map((name) => `${name},2026-03-02,2026-03-06`)))
    t.ok(
      plan.tasks.every(({ parent }) => parent === null),
      names.join(', '),
    )
  }
  flat('Sprint 1 planning', 'Build', 'Sprint 2 planning', 'Ship')
  flat('Phase 2: Build', 'Dig', 'Phase 1: Design', 'Draw')
  flat('Phase 1: Design', 'Phase 2: Build', 'Phase 3: Test')
  flat('Week 1: read', 'Rest', 'Week 1: write', 'Sleep')
})

t.test('days beside all that is done, and nothing else, are when it was completed', async (t) => {
  const text = lines(
    'ID;STATUS;DESCR;COMPLETION_DATE',
    '1;done;draft protocol;2026-05-03',
    '2;done;derive server;2026-05-15',
    '3;not started;register users;',
  )
  t.same(
    read(text).plan.tasks.map((task) => [task.actual_finish, task.deadline ?? null, task.percent_complete]),
    [
      ['2026-05-03', null, 100],
      ['2026-05-15', null, 100],
      [null, null, 0],
    ],
  )
  const planned = read(text.replace('users;', 'users;2026-06-01'))
  t.same(
    planned.plan.tasks.map((task) => task.deadline),
    ['2026-05-03', '2026-05-15', '2026-06-01'],
    'a day beside what is not done is one by which it is to be',
  )
})

t.test('estimates with their unit behind them; starts and ends with the word in front', async (t) => {
  const hours = read(lines('task_name,optimistic_hours,most_likely_hours,pessimistic_hours', 'Draw,8,16,40'))
  const [task] = hours.plan.tasks
  t.same([task?.optimistic_duration, task?.most_likely_duration, task?.pessimistic_duration], [1, 2, 5])
  const dated = read(lines('subject,date_start,date_end', 'Draw,2026-03-02,2026-03-06'))
  t.same(dated.fields, ['name', 'start', 'finish'])
})

t.test('the line that leads to the maker of a template is no task', async (t) => {
  const sheet = read(lines('Task,Start', 'Dig,2026-03-02', '', 'CLICK HERE TO CREATE IN EXAMPLESHEET,'))
  t.equal(sheet.plan.tasks.length, 1)
})
