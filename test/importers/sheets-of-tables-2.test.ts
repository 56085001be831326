// Programmes, trackers and lists as English offices keep them, written before the reader was looked at; each was read otherwise before.

import t from 'tap'
import { datesOf, fileDates, lines, namedTree, read } from './read-sheet.ts'

t.test('numbers of stages that never fall are no depths', async (t) => {
  const { tree } = read(
    lines(
      'Stage,Task description,Start,End',
      '1,Site survey,05/01/2026,09/01/2026',
      '1,Feasibility,12/01/2026,23/01/2026',
      '2,Planning,26/01/2026,20/03/2026',
      '3,Tender,23/03/2026,17/04/2026',
    ),
  )
  t.same(
    tree.map(([, parent]) => parent),
    [null, null, null, null],
  )
})

t.test('a dash is no name', async (t) => {
  const { plan } = read(lines('Task,Owner,Days', 'Book hall,Ann,2', '-,,', '–,Tom,3', 'Licence,Tom,10'))
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Book hall', 'Licence'],
  )
  t.ok(plan.receipt.some(({ code }) => code === 'missing_name'))
  const dated = read(lines('Part,Task,Start,End', 'Plan,Write,2026-05-04,2026-05-05', 'Test,-,2026-05-06,2026-05-07'))
  t.equal(dated.plan.tasks.at(-1)?.name, 'Test', 'where it has dates it is called what stands beside it')
  t.ok(dated.plan.receipt.some(({ code }) => code === 'name_beside'))
})

t.test('a dash in a column of levels leaves the row to the level above', async (t) => {
  const { plan } = read(
    lines(
      'Phase,Task,Subtask,Start,End',
      'Build,Data,Schema,2026-05-04,2026-05-05',
      'Build,Model,-,2026-05-06,2026-05-08',
      'Build,Search,Index,2026-05-11,2026-05-12',
      'Test,-,,2026-05-13,2026-05-14',
      'Launch,Readme,,2026-05-15,2026-05-15',
    ),
  )
  t.same(namedTree(plan), [
    ['Build', null],
    ['Data', 'Build'],
    ['Schema', 'Data'],
    ['Model', 'Build'],
    ['Search', 'Build'],
    ['Index', 'Search'],
    ['Test', null],
    ['Launch', null],
    ['Readme', 'Launch'],
  ])
})

t.test('components beside lengths and people are the tasks where nothing else is', async (t) => {
  const { plan } = read(
    lines('Component,Weeks,Start week,Engineer', 'Chassis,3,1,Ade', 'Gearbox,4,3,Ben', 'Electronics,6,2,Cat'),
  )
  t.same(
    plan.tasks.map(({ name, duration }) => [name, duration]),
    [
      ['Chassis', 15],
      ['Gearbox', 20],
      ['Electronics', 30],
    ],
  )
})

t.test('works with prices of which each begins where another ends are a schedule', async (t) => {
  const { plan } = read(
    lines(
      'Item,Work,Qty,Unit,Unit price,Total price,Start,Finish',
      '1,Demolish garage,1,item,1800,1800,02/03/2026,04/03/2026',
      '2,Foundations,24,m,95,2280,05/03/2026,13/03/2026',
      '3,Blockwork,60,m2,70,4200,16/03/2026,27/03/2026',
      '4,Roof,45,m2,110,4950,30/03/2026,10/04/2026',
      ',,,,Total,13230,,',
    ),
  )
  t.same(
    plan.tasks.map(({ name, duration }) => [name, duration]),
    [
      ['Demolish garage', 3],
      ['Foundations', 7],
      ['Blockwork', 10],
      ['Roof', 10],
    ],
  )
})

t.test('one day in a column of what is due is no start', async (t) => {
  const { plan } = read(
    lines(
      'Task name,Assignee,Due',
      'Launch,Yan,"March 31, 2026"',
      'Pick platform,Yan,"March 6, 2026"',
      'Write,Zoe,"March 10, 2026 → March 20, 2026"',
    ),
  )
  t.same(
    plan.tasks.map(({ planned_start, deadline }) => [planned_start, deadline]),
    [
      [null, '2026-03-31'],
      [null, '2026-03-06'],
      ['2026-03-10', null],
    ],
  )
})

t.test('marks below weeks say when also where a column says how long', async (t) => {
  const sheet = read(
    lines(
      'Works programme 2026,,,,,,',
      'Week commencing:,,,05-Jan,12-Jan,19-Jan,26-Jan',
      'Activity,Subcontractor,Days,1,2,3,4',
      'Strip & dig,Groundforce,5,X,,,',
      'Footings,Groundforce,4,,X,,',
      'Brickwork,JB Brick,8,,X,X,',
      'Frame,Frametech,5,,,,X',
    ),
  )
  t.same(
    sheet.plan.tasks.map(({ name, planned_start, duration }) => [name, planned_start, duration]),
    [
      ['Strip & dig', '2026-01-05', 5],
      ['Footings', '2026-01-12', 4],
      ['Brickwork', '2026-01-12', 8],
      ['Frame', '2026-01-26', 5],
    ],
  )
})

t.test('times of the clock are no lengths, and days may go on over weekdays', async (t) => {
  const { plan } = read(
    lines(
      'Module,Trainer,Date,Time',
      'Fire safety,Bill,Mon 2 Mar 2026,09:00-12:00',
      'Manual handling,Bill,Tue 3 Mar 2026,13:30-15:30',
      'First aid,Red Cross,Wed 4 - Fri 6 Mar 2026,9:00-17:00',
      'IT induction,Jan,Mon 9 Mar 2026,10:00-11:30',
    ),
  )
  t.same(fileDates(plan), [
    ['Fire safety', '2026-03-02', '2026-03-02'],
    ['Manual handling', '2026-03-03', '2026-03-03'],
    ['First aid', '2026-03-04', '2026-03-06'],
    ['IT induction', '2026-03-09', '2026-03-09'],
  ])
  t.notOk(plan.receipt.some(({ code }) => code === 'bad_duration'))
})

t.test('a mitigation action is what is to be done about a risk', async (t) => {
  const { plan } = read(
    lines(
      'Ref,Mitigation action,Risk,Owner,Start,Deadline',
      'R1,Second supplier contracted,Supply failure,Pam,12/01/26,27/02/26',
      'R2,Backup generator tested,Power loss,Qas,19/01/26,30/01/26',
      'R3,Insurance reviewed,Liability,Pam,02/02/26,13/03/26',
    ),
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Second supplier contracted', 'Backup generator tested', 'Insurance reviewed'],
  )
})

t.test('a month that is written once holds for the rows below it', async (t) => {
  const { plan, says } = read(
    lines(
      'Month,Activity,Responsible',
      'January 2026,Hire officer,Director',
      ',Open account,Treasurer',
      'February 2026,Survey,Officer',
      ',Print,Officer',
      'March 2026,Workshops,Officer',
      'April 2026,,',
      ',Report,Officer',
    ),
  )
  t.same(datesOf({ plan }), [
    ['Hire officer', '2026-01-01', '2026-01-31'],
    ['Open account', '2026-01-01', '2026-01-31'],
    ['Survey', '2026-02-01', '2026-02-28'],
    ['Print', '2026-02-01', '2026-02-28'],
    ['Workshops', '2026-03-01', '2026-03-31'],
    ['Report', '2026-04-01', '2026-04-30'],
  ])
  t.ok(says(/written once/))
})

t.test('phases beside lists of what is done in them are the tasks', async (t) => {
  const { plan } = read(
    lines(
      'Phase,Activities,Duration,Timeline',
      '1. Discovery,"Interviews\nData audit",3 weeks,Jan 2026',
      '2. Design,"Personas\nPrototype",6 weeks,Feb - Mar 2026',
      '3. Build,Sprints 1-4,8 weeks,Apr - May 2026',
    ),
  )
  t.same(namedTree(plan), [
    ['1. Discovery', null],
    ['2. Design', null],
    ['3. Build', null],
  ])
})

t.test('days of sprints in merged cells hold for all rows of the sprint', async (t) => {
  const sheet = (sprint: string) =>
    fileDates(
      read(
        lines(
          'Sprint,Sprint dates,User story,Points',
          'Sprint 1,2 Feb - 13 Feb 2026,Log in,5',
          `${sprint},,Reset password,3`,
          'Sprint 2,16 Feb - 27 Feb 2026,See orders,8',
          `${sprint},,Export orders,5`,
        ),
      ).plan,
    ).filter(([name]) => name === 'Export orders')
  t.same(sheet(''), [['Export orders', '2026-02-16', '2026-02-27']])
  t.same(sheet('Later'), [['Export orders', null, null]], 'what has no days of its own is in no cell above it')
})

t.test('weeks of months are no lengths', async (t) => {
  const { fields } = read(
    lines(
      'Month,Week,Activity,Person',
      'March,1,Gutters,Al',
      'March,3,Mower,Al',
      'April,1,Potatoes,Bea',
      'May,4,Hay,Bea',
    ),
  )
  t.equal(fields?.[1], null)
})

t.test('elements of the breakdown are named before they are described', async (t) => {
  const { plan } = read(
    lines(
      'WBS Code,WBS Element,Description of work,Planned start,Planned finish',
      '1.0,Park renewal,Whole project,01/04/2026,30/10/2026',
      '1.1,Design,Landscape design,01/04/2026,29/05/2026',
      '1.2,Works,All site works,01/06/2026,30/10/2026',
    ),
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Park renewal', 'Design', 'Works'],
  )
})

t.test('what was done last is no start of what is due next', async (t) => {
  const { plan } = read(
    lines(
      'Asset,Job,Last done,Next due,Technician',
      'Boiler,Annual service,14/03/2025,16/03/2026,Ged',
      'Lift,Inspection,03/11/2025,04/05/2026,Otis',
      'Alarm,Weekly test,02/02/2026,09/02/2026,Caretaker',
    ),
  )
  t.same(
    plan.tasks.map(({ planned_start, deadline }) => [planned_start, deadline]),
    [
      [null, '2026-03-16'],
      [null, '2026-05-04'],
      [null, '2026-02-09'],
    ],
  )
})
