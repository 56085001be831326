// Sheets as people keep them, written before the reader was looked at. Each was seen to be read otherwise before.

import t from 'tap'
import { lines, read } from './read-sheet.ts'

const people = (plan: ReturnType<typeof read>['plan'], id: string) =>
  plan.assignments
    .filter(({ task }) => task === id)
    .map(({ resource }) => plan.resources.find((known) => known.id === resource)?.name)

t.test('TBD, N/A and a dash among people are nobody', async (t) => {
  for (const nobody of ['TBD', 'N/A', 'n/a', '-', 'Unassigned', 'tba', 'offen', '未定']) {
    const { plan } = read(lines('Task,Owner,Days', `A,${nobody},2`, 'B,Sam,1'))
    t.same(
      plan.resources.map(({ name }) => name),
      ['Sam'],
      nobody,
    )
  }
})

t.test('two people joined by a word are two where one of them stands alone elsewhere, a firm is one', async (t) => {
  const { plan } = read(lines('Tâche;Durée;Responsable', 'A;2;Claire', 'B;3;Hugo et Claire', 'C;1;Smith & Sons'))
  t.same(people(plan, 'row-3'), ['Hugo', 'Claire'])
  t.same(people(plan, 'row-4'), ['Smith & Sons'])
})

t.test('a duration that says milestone is one', async (t) => {
  const { plan } = read(lines('Task,Duration', 'Build,3 days', 'Launch,milestone'))
  t.same(
    plan.tasks.map(({ duration, is_milestone }) => [duration, is_milestone]),
    [
      [3, false],
      [0, true],
    ],
  )
})

t.test('letters of a formula behind three estimates are no units', async (t) => {
  const { plan } = read(lines('Activity,Optimistic (a),Most Likely (m),Pessimistic (b)', 'Dig,2,4,6', 'Pour,3,5,13'))
  t.same(
    plan.tasks.map((task) => [task.duration, task.optimistic_duration, task.pessimistic_duration]),
    [
      [4, 2, 6],
      [5, 3, 13],
    ],
  )
  const hours = read(lines('Activity,Optimistic (h),Most Likely (h),Pessimistic (h)', 'Dig,8,16,24'))
  t.equal(hours.plan.tasks[0]?.duration, 2)
})

t.test('dates without a year are of the year in the name of the file, where the sheet says none', async (t) => {
  const rows = lines('Job,From,To', 'Strip out,1 Mar,5 Mar', 'Units,22 Mar,2 Apr')
  const named = read(rows, 'Kitchen plan 2027.csv')
  t.same(
    named.plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2027-03-01', 5],
      ['2027-03-22', 10],
    ],
  )
  t.ok(named.says(/2027 is taken, as the name of the file says/))
  const titled = read(lines('Kitchen 2026,,', rows.trim()), 'Kitchen plan 2027.csv')
  t.equal(titled.plan.start_date, '2026-03-01')
  t.ok(read(rows, 'plans 2026-2027.csv').says(/nothing in the file says one/))
})

t.test('weeks named by their first day are starts; what, who and when make a plan', async (t) => {
  const { plan } = read(lines('Activity,Week starting,Weeks,Owner', 'Posts,2026-04-06,3,Max'))
  t.same([plan.tasks[0]?.planned_start, plan.tasks[0]?.duration], ['2026-04-06', 15])
  const list = read(lines('What,Who,Due by', 'Book the venue,Emma,2026-03-10')).plan
  t.same([list.tasks[0]?.name, list.tasks[0]?.deadline], ['Book the venue', '2026-03-10'])
})

t.test('subcontractors and crafts do the work where nobody else is named', async (t) => {
  t.same(people(read(lines('Activity,Sub,Crew Size,Days', 'Frame,ABC Drywall,8,2')).plan, 'row-2'), ['ABC Drywall'])
  t.same(people(read(lines('Task,Craft,Owner,Hours', 'Open,Mech,Ann,8')).plan, 'row-2'), ['Ann'])
})

const briefly = (plan: ReturnType<typeof read>['plan']) =>
  plan.tasks.map((task) => [task.name, task.duration, task.planned_start, task.percent_complete])
const happened = (plan: ReturnType<typeof read>['plan']) =>
  plan.tasks.map(({ actual_start, actual_finish }) => [actual_start, actual_finish])

t.test('actual dates are kept as what happened, and what has not begun stays as planned', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Actual Start,Actual End,Planned Start,Planned End,Done %',
      'Dig,2026-01-06,2026-01-21,2026-01-05,2026-01-16,100%',
      'Pour,2026-01-22,,2026-01-19,2026-01-30,50%',
      'Cure,n/a,TBD,2026-02-02,2026-02-27,',
    ),
  )
  t.same(briefly(plan), [
    ['Dig', 10, '2026-01-05', 100],
    ['Pour', 10, '2026-01-19', 50],
    ['Cure', 20, '2026-02-02', 0],
  ])
  t.same(happened(plan), [
    ['2026-01-06', '2026-01-21'],
    ['2026-01-22', null],
    [null, null],
  ])
  t.ok(says(/"Actual Start" and "Actual End" is kept as what happened/))
})

t.test('work that has ended is done where no share is told; a start without a share is kept', async (t) => {
  const { plan } = read(
    lines(
      'Vorgang;Start;Ende;Ist-Start;Ist-Ende',
      'A;5.1.2026;16.1.2026;6.1.2026;20.1.2026',
      'B;19.1.2026;23.1.2026;21.1.2026;',
    ),
  )
  t.same(
    plan.tasks.map((task) => task.percent_complete),
    [100, 0],
  )
  t.same(happened(plan), [
    ['2026-01-06', '2026-01-20'],
    ['2026-01-21', null],
  ])
  t.equal(plan.tasks[1]?.source?.actual_start, '2026-01-21T00:00:00')
})

t.test('an actual finish of work that is said to be open is dropped with a word', async (t) => {
  const { plan } = read(
    lines('Task,Start,End,Actual Start,Actual Finish,% Complete', 'A,2026-01-05,2026-01-16,2026-01-05,2026-01-14,60'),
  )
  t.same(happened(plan), [['2026-01-05', null]])
  t.ok(plan.receipt.some(({ code }) => code === 'actual_dropped'))
})

t.test('a row of what happened below what was planned is no task', async (t) => {
  const pairs = read(
    lines(
      'Activity,Type,Start,Finish,Duration',
      'Survey,Plan,2026-03-02,2026-03-06,5',
      ',Actual,2026-03-03,2026-03-09,5',
      'Slab,Plan,2026-03-23,2026-04-03,10',
      ',Actual,,,',
    ),
  )
  t.same(briefly(pairs.plan), [
    ['Survey', 5, '2026-03-02', 100],
    ['Slab', 10, '2026-03-23', 0],
  ])
  t.same(happened(pairs.plan)[0], ['2026-03-03', '2026-03-09'])
  t.ok(pairs.says(/tell what happened to the task above them: 3, 5/))
  const named = read(
    lines(
      'No.,Description,P/A,Start,End',
      '1,Ground floor,P,2/3/2026,13/3/2026',
      ',Ground floor,A,3/3/2026,16/3/2026',
      '2,First floor,P,16/3/2026,27/3/2026',
      ',First floor,A,,',
    ),
  )
  t.same(briefly(named.plan), [
    ['Ground floor', 10, '2026-03-02', 100],
    ['First floor', 10, '2026-03-16', 0],
  ])
})

t.test('rows of people below a task are its people', async (t) => {
  const usage = read(
    lines(
      'ID,Task Name,Work,Duration,Start,Finish',
      '1,Analysis,80 hrs,5 days,2026-03-02,2026-03-06',
      ',   Alice,40 hrs,,2026-03-02,2026-03-06',
      ',   Bob,40 hrs,,2026-03-02,2026-03-06',
      '2,Design,40 hrs,10 days,2026-03-09,2026-03-20',
      ',   Alice,40 hrs,,2026-03-09,2026-03-20',
    ),
  )
  t.same(briefly(usage.plan), [
    ['Analysis', 5, '2026-03-02', 0],
    ['Design', 10, '2026-03-09', 0],
  ])
  t.same(people(usage.plan, '1'), ['Alice', 'Bob'])
  t.ok(usage.says(/read as its people: 3, 4, 6/))
  const kinds = read(
    lines(
      'Name,Type,Resource Names,Start,Finish',
      'Dig,Task,Crane,2026-03-02,2026-03-13',
      'Crane,Resource,,2026-03-02,2026-03-13',
      'Crew A,Resource,,2026-03-02,2026-03-13',
    ),
  )
  t.same(people(kinds.plan, 'row-2'), ['Crane', 'Crew A'])
  t.equal(kinds.plan.tasks.length, 1)
})

t.test('children without a duration of their own are tasks where their work is not all that they have', async (t) => {
  const { plan } = read(
    lines('Task,Work,Duration', 'House,80 hrs,', '  Walls,40 hrs,', '  Roof,40 hrs,', 'Garden,16 hrs,2 days'),
  )
  t.equal(plan.tasks.length, 4)
})

t.test('bare estimates of boards that plan by iterations are points and no days', async (t) => {
  const github = read(
    lines(
      'Title,URL,Assignees,Status,Estimate,Iteration',
      'Login,https://example.org/1,ana,Done,3,Sprint 1',
      'Reset,https://example.org/2,bo,Todo,5,Sprint 1',
    ),
  )
  t.same(
    github.plan.tasks.map(({ duration }) => duration),
    [1, 1],
  )
  t.same(
    github.plan.tasks.map(({ story_points }) => story_points),
    [3, 5],
  )
  t.ok(github.says(/"Estimate" is taken for story_points/))
  t.equal(read(lines('Task,Estimate,Sprint', 'A,8,S1')).plan.tasks[0]?.duration, 1)
  t.equal(read(lines('Task,Estimate,Sprint', 'A,8h,S1')).plan.tasks[0]?.duration, 1)
  t.equal(read(lines('Task,Estimate,Sprint', 'A,3d,S1')).plan.tasks[0]?.duration, 3)
  t.equal(read(lines('Task,Estimate,Owner', 'A,3,Ann')).plan.tasks[0]?.duration, 3)
})

t.test('columns that prove different orders of day and month are each read in their own', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Start (UK),Finish (US)',
      'Prep,02/03/2026,03/13/2026',
      'Make,16/03/2026,03/27/2026',
      'Ship,01/04/2026,04/03/2026',
    ),
  )
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2026-03-02', 10],
      ['2026-03-16', 10],
      ['2026-04-01', 3],
    ],
  )
  t.ok(says(/"Finish \(US\)" have the month first/))
})

t.test('groups written once between phases and tasks are a level of their own', async (t) => {
  const { plan } = read(
    lines(
      'Phase,Workstream,Task,Days',
      'Discover,Research,Interviews,3',
      ',,Survey,2',
      ',Analytics,Funnel,1',
      'Build,Backend,API,5',
      ',,Data,2',
    ),
  )
  const names = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  t.same(
    plan.tasks.map(({ name, parent }) => [name, names.get(parent ?? '')]),
    [
      ['Discover', undefined],
      ['Research', 'Discover'],
      ['Interviews', 'Research'],
      ['Survey', 'Research'],
      ['Analytics', 'Discover'],
      ['Funnel', 'Analytics'],
      ['Build', undefined],
      ['Backend', 'Build'],
      ['API', 'Backend'],
      ['Data', 'Backend'],
    ],
  )
})

t.test('rows that span exactly the rows below them, all through a sheet, head them', async (t) => {
  const rows = [
    'Konzeption;5.1.2026;23.1.2026',
    'Aufnahme;5.1.2026;16.1.2026',
    'Konzept;19.1.2026;23.1.2026',
    'Umsetzung;26.1.2026;20.2.2026',
    'Entwicklung;26.1.2026;13.2.2026',
    'Test;16.2.2026;20.2.2026',
  ]
  const { plan, says } = read(lines('Aufgabe;Start;Ende', ...rows))
  t.same(
    plan.tasks.map(({ parent }) => parent),
    [null, 'row-2', 'row-2', null, 'row-5', 'row-5'],
  )
  t.ok(says(/dates are those of all the rows below them/))
  const other = read(lines('Aufgabe;Start;Ende', ...rows, 'Abnahme;23.2.2026;24.2.2026'))
  t.ok(
    other.plan.tasks.every(({ parent }) => parent === null),
    'one row beside the groups and nothing is guessed',
  )
})

t.test('which day it is in a row is no duration, and remarks beside some rows are no names', async (t) => {
  t.throws(
    () =>
      read(
        lines('Day,Scene,Set,Notes', '1,12,KITCHEN,', '2,14,GARDEN,Crane', '3,20,CAR,Low loader', '4,31,BEACH,Tide'),
      ),
    /task name/,
  )
  const { plan } = read(lines('Day,Task', '1,Kitchen', '2,Garden', '3,Beach'))
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [1, 1, 1],
  )
})

t.test('dates that Primavera marks with A have happened, and those marked with a star are held', async (t) => {
  const { plan } = read(
    lines(
      'Activity ID,Activity Name,Original Duration,Start,Finish,Predecessor Details',
      'A1000,Mobilise,10,04-May-26 A,15-May-26 A,',
      'A1010,Excavate,15,18-May-26 A,05-Jun-26,A1000: FS',
      'A1020,Foundations,20,08-Jun-26*,03-Jul-26,A1010: FS 2',
    ),
  )
  t.same(happened(plan), [
    ['2026-05-04', '2026-05-15'],
    ['2026-05-18', null],
    [null, null],
  ])
  t.equal(plan.tasks[0]?.percent_complete, 100)
})

t.test('a phase in the first column heads the tasks of the second also where a third has their parts', async (t) => {
  const { tree } = read(
    lines(
      'Phase,Task,Subtask,Start,End',
      'Planning,,,,',
      ',Kickoff,,2026-03-02,2026-03-02',
      ',Requirements,,2026-03-03,2026-03-12',
      ',,Interviews,2026-03-03,2026-03-06',
      ',,Write up,2026-03-09,2026-03-12',
      'Build,,,,',
      ',Backend,,2026-03-13,2026-03-26',
      ',Frontend,,2026-03-13,2026-03-30',
    ),
  )
  t.same(tree, [
    ['Planning', null],
    ['Kickoff', 'row-2'],
    ['Requirements', 'row-2'],
    ['Interviews', 'row-4'],
    ['Write up', 'row-4'],
    ['Build', null],
    ['Backend', 'row-7'],
    ['Frontend', 'row-7'],
  ])
})
