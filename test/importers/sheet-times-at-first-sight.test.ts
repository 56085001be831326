// Ordinary sheets and when their rows are, written before the reader was looked at. Each was seen to be read otherwise, or in part, before.

import t from 'tap'
import { fileDates, lines, namedLinks, read } from './read-sheet.ts'

type Plan = ReturnType<typeof read>['plan']

const lengths = (plan: Plan) => plan.tasks.map(({ name, duration }) => [name, duration])

t.test('a weekday proves the order of the start in the title, and weeks are lengths in short', async (t) => {
  const { plan } = read(
    lines(
      'Project,Westside Clinic,,,,',
      'Start,Mon 07/09/2026,,,,',
      ',,,,,',
      'Ref,Element,Trade,Wk start,Wks,Follows',
      '1,Strip out,Demo,1,2,',
      '2,First fix,Elec,3,3,1',
      '3,Handover,PM,6,0,2',
    ),
  )
  t.equal(plan.start_date, '2026-09-07')
  t.same(lengths(plan), [
    ['Strip out', 10],
    ['First fix', 15],
    ['Handover', 0],
  ])
  t.same(namedLinks(plan), ['Strip out > First fix', 'First fix > Handover'])
})

t.test('estimates beside remaining and completed work are hours', async (t) => {
  const { plan } = read(
    lines(
      'ID,Title,State,Iteration Path,Original Estimate,Remaining Work,Completed Work',
      '3,Form,Closed,Proj\\Sprint 1,8,0,9',
      '4,Session,Active,Proj\\Sprint 2,16,10,6',
    ),
  )
  t.same(lengths(plan), [
    ['Form', 1],
    ['Session', 2],
  ])
})

t.test('a milestone is on its forecast, else on what was planned, and what happened is kept', async (t) => {
  const { plan } = read(
    lines(
      'Milestone;Baseline;Forecast;Actual',
      'Contract;01/04/2026;01/04/2026;03/04/2026',
      'Design freeze;30/06/2026;15/07/2026;',
      'Delivery;30/11/2026;18/12/2026;',
    ),
  )
  t.same(
    plan.tasks.map(({ name, planned_start, actual_finish, is_milestone }) => [
      name,
      planned_start,
      actual_finish,
      is_milestone,
    ]),
    [
      ['Contract', '2026-04-01', '2026-04-03', true],
      ['Design freeze', '2026-07-15', null, true],
      ['Delivery', '2026-12-18', null, true],
    ],
  )
  const planned = read(lines('Milestone,Planned,Actual', 'Contract,2026-04-01,2026-04-03', 'Delivery,2026-11-30,'))
  t.same(fileDates(planned.plan), [
    ['Contract', null, '2026-04-01'],
    ['Delivery', null, '2026-11-30'],
  ])
})

t.test('Nordic days have a slash and a dash', async (t) => {
  const { plan } = read(
    lines(
      'id;titel;start;slut;ansvarlig;afhængig af',
      '1;Analyse;1/9-2026;14/9-2026;Mette;',
      '2;Udvikling;15/9-2026;30/10 2026;Lars;1',
    ),
  )
  t.same(fileDates(plan), [
    ['Analyse', '2026-09-01', '2026-09-14'],
    ['Udvikling', '2026-09-15', '2026-10-30'],
  ])
  t.same(namedLinks(plan), ['Analyse > Udvikling'])
})

t.test('weekdays say which year days without one are of, and a word behind a day is no part of it', async (t) => {
  const { plan, says } = read(
    lines(
      'Step,What,Who,By when',
      '1,Choose venue,Anna,Fri 5 June',
      '2,Send invitations,Ben,Wed 10 June',
      '3,Set tables,All,Sat 20 June (morning)',
    ),
  )
  t.same(
    plan.tasks.map(({ deadline }) => deadline),
    ['2026-06-05', '2026-06-10', '2026-06-20'],
  )
  t.ok(says(/2026 is a guess/))
})

t.test('stretches of weeks with their word, of the year that one of them says or of a guess', async (t) => {
  const weeks = (last: string) =>
    read(
      lines(
        'Aufgabe,KW,Verantwortlich',
        'Kickoff,KW 36,Müller',
        'Konzept,KW 36-38,Schmidt',
        'Umsetzung,KW 39 - KW 44,Team',
        `Go-Live,KW 45${last},Müller`,
      ),
    )
  t.same(fileDates(weeks('/2026').plan), [
    ['Kickoff', '2026-08-31', '2026-09-06'],
    ['Konzept', '2026-08-31', '2026-09-20'],
    ['Umsetzung', '2026-09-21', '2026-11-01'],
    ['Go-Live', '2026-11-02', '2026-11-08'],
  ])
  const undated = weeks('')
  t.same(fileDates(undated.plan)[3], ['Go-Live', '2026-11-02', '2026-11-08'])
  t.ok(undated.says(/nothing in the file says one; 2026 is a guess/))
  const dashed = read(lines('Aufgabe,Zeitraum', 'Konzept,KW 36-38', 'Umsetzung,KW 39-44'))
  t.same(fileDates(dashed.plan)[1], ['Umsetzung', '2026-09-21', '2026-11-01'])
})

t.test(
  'early dates say when, where nothing else does: beside links where the plan begins, else of each task',
  async (t) => {
    const free = read(lines('Task,Days,ES,EF,Float', 'Dig,5,2026-06-01,2026-06-05,0', 'Form,4,2026-06-08,2026-06-11,0'))
    t.same(fileDates(free.plan), [
      ['Dig', '2026-06-01', '2026-06-05'],
      ['Form', '2026-06-08', '2026-06-11'],
    ])
    const linked = read(
      lines(
        'Task Code,Task,Duration,Predecessors,Early Start,Early Finish',
        'A,Survey,5,,01-Sep-26,07-Sep-26',
        'B,Clear,8,A,08-Sep-26,17-Sep-26',
      ),
    )
    t.equal(linked.plan.start_date, '2026-09-01')
    t.same(
      linked.plan.tasks.map(({ planned_start }) => planned_start),
      [null, null],
    )
  },
)

t.test('stretches of days beside numbers of weeks say when, and a topic or task is the name', async (t) => {
  const { plan } = read(
    lines(
      'Week,Dates,Topic / Task,Deliverable',
      '1,Jan 12 - Jan 16,Kick-off,Charter',
      '2,Jan 19 - Jan 23,Requirements,SRS',
      '3,Jan 26 - Jan 30,Design,SDD',
      '4-5,Feb 2 - Feb 13,Implementation,Code',
      '6,Feb 16 - Feb 20,Testing,Report',
    ),
  )
  t.same(fileDates(plan), [
    ['Kick-off', '2026-01-12', '2026-01-16'],
    ['Requirements', '2026-01-19', '2026-01-23'],
    ['Design', '2026-01-26', '2026-01-30'],
    ['Implementation', '2026-02-02', '2026-02-13'],
    ['Testing', '2026-02-16', '2026-02-20'],
  ])
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [5, 5, 5, 10, 5],
  )
  const counted = read(lines('Week,Topic', '1,Kick-off', '2,Design', '3,Draft', '4-5,Implementation', '6,Testing'))
  t.same(
    counted.plan.tasks.map(({ name, duration }) => [name, duration]),
    [
      ['Kick-off', 5],
      ['Design', 5],
      ['Draft', 5],
      ['Implementation', 10],
      ['Testing', 5],
    ],
  )
})

t.test(
  'weekdays above the columns of a chart say which year it is of, and notes below it are none of its tasks',
  async (t) => {
    const { plan } = read(
      lines(
        'Task,Mon 6/1,Tue 6/2,Wed 6/3,Thu 6/4,Fri 6/5,Mon 6/8,Tue 6/9',
        'Paint walls,x,x,,,,,',
        'Install floor,,,x,x,x,,',
        'Clean up,,,,,,x,x',
      ),
    )
    t.same(fileDates(plan), [
      ['Paint walls', '2026-06-01', '2026-06-02'],
      ['Install floor', '2026-06-03', '2026-06-05'],
      ['Clean up', '2026-06-08', '2026-06-09'],
    ])
    const list = read(lines('Task,Start,Days', 'Tile,6/10/2026,5', 'Notes: all dates subject to permit,,'))
    t.same(
      list.plan.tasks.map(({ name }) => name),
      ['Tile'],
    )
  },
)

t.test('a header that counts before an event, whose day stands in the title', async (t) => {
  const { plan } = read(
    lines(
      'Event plan – Summer Gala (27 June 2026)',
      'Weeks before,Task,Who',
      '12 weeks,Book venue,Ann',
      '2,Confirm catering,Ann',
      '1 day,Set up,All',
      '0,Gala,All',
    ),
  )
  t.same(
    plan.tasks.map(({ name, deadline }) => [name, deadline]),
    [
      ['Book venue', '2026-04-04'],
      ['Confirm catering', '2026-06-13'],
      ['Set up', '2026-06-26'],
      ['Gala', '2026-06-27'],
    ],
  )
})

t.test('topics with a day of no year each', async (t) => {
  const { plan } = read(
    lines(
      'Semester plan 2026,,,',
      'Week,Date,Topic,Due',
      '1,31 Aug,Intro,',
      '2,7 Sep,Basics,HW1',
      '3,14 Sep,Graphs,',
      '4,21 Sep,Trees,HW2',
    ),
  )
  t.same(
    plan.tasks.map(({ name, planned_start, deadline }) => [name, planned_start ?? deadline]),
    [
      ['Intro', '2026-08-31'],
      ['Basics', '2026-09-07'],
      ['Graphs', '2026-09-14'],
      ['Trees', '2026-09-21'],
    ],
  )
})

t.test('months and their weeks in one label each above a chart', async (t) => {
  for (const [head, first, last] of [
    ['Jan W1,Jan W2,Jan W3,Jan W4,Feb W1,Feb W2', '2000-01-08', '2000-02-07'],
    ['W1 Jan,W2 Jan,W3 Jan,W4 Jan,W1 Feb,W2 Feb', '2000-01-08', '2000-02-07'],
    ['Jan-26 W1,Jan-26 W2,Jan-26 W3,Jan-26 W4,Feb-26 W1,Feb-26 W2', '2026-01-08', '2026-02-07'],
  ] as const) {
    const { plan } = read(lines(`Activity,${head}`, 'Scope,■,,,,,', 'Design,,■,■,■,■,'))
    t.same(fileDates(plan)[1], ['Design', first, last], head)
  }
  const titled = read(lines('Plan 2027,,,,', 'Activity,Nov W3,Nov W4,Dec W1,Dec W2', 'Scope,x,,,', 'Build,,x,x,x'))
  t.equal(fileDates(titled.plan)[1]?.[1], '2027-11-22')
})

t.test('weeks beside months are no lengths', async (t) => {
  const { plan } = read(
    lines('Month,Week,Activity', 'September,1,Recruit', ',2,Train', ',3-4,Survey', 'October,1-2,Analyse', ',3,Report'),
  )
  t.same(
    plan.tasks.filter(({ source }) => source?.summary !== true).map(({ duration }) => duration <= 10),
    [true, true, true, true, true],
  )
  t.not(plan.tasks.find(({ name }) => name === 'Report')?.duration, 15)
})

t.test('a milestone without a forecast is on its planned day', async (t) => {
  const { plan } = read(
    lines('Milestone,Plan,Forecast', 'PDR,2026-04-17,2026-05-01', 'CDR,2026-08-14,2026-08-28', 'TRR,2026-11-20,'),
  )
  t.same(
    plan.tasks.map(({ name, planned_start, duration }) => [name, planned_start, duration]),
    [
      ['PDR', '2026-05-01', 0],
      ['CDR', '2026-08-28', 0],
      ['TRR', '2026-11-20', 0],
    ],
  )
})

t.test('each row has a unit of its own for its estimates', async (t) => {
  const { plan } = read(
    lines(
      'Task,Optimistic,Most likely,Pessimistic,Unit',
      'Site,5,7,14,days',
      'Permits,2,4,12,weeks',
      'Build,3,4,6,months',
    ),
  )
  t.same(
    plan.tasks.map((task) => [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration]),
    [
      [5, 7, 14],
      [10, 20, 60],
      [60, 80, 120],
    ],
  )
})

t.test('what is due in a week of the project, and a start with a stop', async (t) => {
  const due = read(lines('Deliverable,Format,Due', 'Proposal,PDF,Week 3', 'Draft,PDF,Week 7'))
  t.same(
    due.plan.tasks.map(({ deadline }) => deadline),
    ['2000-01-23', '2000-02-20'],
  )
  const stops = read(lines('Task,Who,Start,Stop', 'Paint,Al,6-1-26,6-3-26', 'Stain,Bo,6-8-26,6-30-26'))
  t.same(fileDates(stops.plan), [
    ['Paint', '2026-06-01', '2026-06-03'],
    ['Stain', '2026-06-08', '2026-06-30'],
  ])
})

t.test('weeks in the row below their months, from the first one on', async (t) => {
  const { plan } = read(
    lines('Task,Jun 2026,,,,Jul 2026,,,', ',W1,W2,W3,W4,W1,W2,W3,W4', 'Prep,x,x,,,,,,', 'Build,,,x,x,x,,,'),
  )
  t.same(fileDates(plan), [
    ['Prep', '2026-06-01', '2026-06-14'],
    ['Build', '2026-06-15', '2026-07-07'],
  ])
})

t.test('days above a chart that leave out weekends say which year they are of', async (t) => {
  const { plan, says } = read(
    lines('Task;05.01.;06.01.;07.01.;08.01.;09.01.;12.01.;13.01.', 'Gerüst;x;x;;;;;', 'Putz;;;x;x;x;x;'),
  )
  t.same(fileDates(plan), [
    ['Gerüst', '2026-01-05', '2026-01-06'],
    ['Putz', '2026-01-07', '2026-01-12'],
  ])
  t.ok(says(/in 2026, as their order in the week says/))
})

t.test('days over two columns each: a bar in the second half is on the day of the first', async (t) => {
  const { plan } = read(
    lines(
      'Arbeiten,Mo 7.3.22,,Mi 9.3.22,,Do 10.3.22,,Fr 11.3.22,',
      'Informieren,x,x,,,,,,',
      'Planen,,,x,,x,,,',
      'Bauen,,,,,,,,x',
    ),
  )
  t.same(fileDates(plan), [
    ['Informieren', '2022-03-07', '2022-03-07'],
    ['Planen', '2022-03-09', '2022-03-10'],
    ['Bauen', '2022-03-11', '2022-03-11'],
  ])
})

t.test('a stretch of which one day does not exist is said to be dropped', async (t) => {
  const { says } = read(
    lines('No,Task Name,Date', '1,Set up,22/3 - 23/3', '2,Design,25/3 - 7/4', '3,Features,31/4 - 2/5'),
  )
  t.ok(says(/What stands there in lines 4 cannot be read and is dropped/))
})

t.test('lengths beside those that are a finish less a start are said to be dropped', async (t) => {
  const { says } = read(
    lines(
      'Task,Start,Due,Duration (days)',
      'Compare,2018-02-02,2018-02-02,4',
      'Quotes,2018-02-05,2018-02-05,3',
      'Try,2018-02-05,2018-02-09,4',
      'Plan,2018-02-12,2018-02-15,3',
      'Train,2018-02-19,2018-02-23,4',
      'Close,2018-02-26,2018-03-02,4',
    ),
  )
  t.ok(says(/2 rows say another length, which is dropped/))
})
