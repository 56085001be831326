// Choices that a person makes one beside the other when they draw up a plan: what a few of them together once hid.

import t from 'tap'
import { brief, fileDates, lines, namedLinks, namedTree, read } from './read-sheet.ts'

t.test('week numbers under a title with a year are weeks of that year, in any language', (t) => {
  for (const [start, end, task] of [
    ['Start Week', 'End Week', 'Task'],
    ['Semaine début', 'Semaine fin', 'Tâche'],
    ['Tydzień od', 'Tydzień do', 'Zadanie'],
    ['Start week:', 'End week:', 'Task:'],
  ] as const) {
    const { plan, says } = read(lines('Northgate 2026', `${task},${start},${end}`, 'Review,8,8', 'Install,8,10'))
    t.same(
      fileDates(plan),
      [
        ['Review', '2026-02-16', '2026-02-22'],
        ['Install', '2026-02-16', '2026-03-08'],
      ],
      start,
    )
    t.ok(says(/read as weeks of the calendar/))
  }
  const first = read(lines('Northgate 2025', 'Task,Start Week,End Week', 'Test,1,4', 'Order,5,5')).plan
  t.same(
    fileDates(first).map(([, start]) => start),
    ['2024-12-30', '2025-01-27'],
    'the first week belongs to the year of its middle',
  )
  const counted = read(lines('Project start: 2026-03-02', 'Task,Start Week,End Week', 'Test,1,4', 'Order,5,5')).plan
  t.equal(counted.tasks[0]?.planned_start, '2026-03-02', 'a day to count from comes first')
  t.end()
})

t.test('the day on which a title block was written is not the year of the plan', (t) => {
  const { plan } = read(
    lines('Northgate 2026', 'Date:,2025-12-16', 'Task,Start,End', 'Dig,5-Jan,9-Jan', 'Pour,12-Jan,13-Jan'),
  )
  t.equal(plan.tasks[0]?.planned_start, '2026-01-05')
  t.end()
})

t.test('days by which work is due go on past December as starts do', (t) => {
  const { plan } = read(
    lines('Northgate 2026', 'Task,Due Date', 'Test,13-Nov', 'Order,4-Dec', 'Install,23-Dec', 'Review,4-Jan'),
  )
  t.same(
    plan.tasks.map(({ deadline }) => deadline),
    ['2026-11-13', '2026-12-04', '2026-12-23', '2027-01-04'],
  )
  t.end()
})

t.test(
  'two full names with a sign between them are two people, a firm is one, and what stays in doubt is said',
  (t) => {
    const people = (...cells: string[]) => {
      const { plan, warnings } = brief(lines('Task;Days;Owner', ...cells.map((cell, at) => `T${at};2;${cell}`)))
      return [plan.resources.map(({ name }) => name), warnings.some((text) => /not for two/.test(text))]
    }
    t.same(people('Ana Costa & Dmitri Lee', 'E. Novak'), [['Ana Costa', 'Dmitri Lee', 'E. Novak'], false])
    t.same(people('Meier & Sohn', 'Harbour Group & Lee Ltd'), [['Meier & Sohn', 'Harbour Group & Lee Ltd'], true])
    t.same(
      people('Carla & Ben', 'Ben & Fatima'),
      [['Carla', 'Ben', 'Fatima'], false],
      'who has two partners is somebody',
    )
    t.end()
  },
)

const CODED = [
  '1 Planning,,',
  '1.1 Review,2026-03-02,2026-03-03',
  '2 Design,,',
  '2.1 Milestone: Order,2026-03-04,2026-03-04',
]

t.test('codes in front of names say more than which rows have a name only', (t) => {
  const deeper = ['2.2 Hall,,', '2.2.1 Test,2026-03-05,2026-03-06', '2.2.2 Approve,2026-03-09,2026-03-10']
  const { plan } = read(lines('Task,Start,Finish', ...CODED, ...deeper))
  t.same(
    namedTree(plan).map(([, parent]) => parent),
    [null, '1 Planning', null, '2 Design', '2 Design', '2.2 Hall', '2.2 Hall'],
  )
  t.equal(plan.tasks[3]?.is_milestone, true, 'a milestone by its name, behind the code')
  t.end()
})

t.test('a name without the code in front of it names its row', (t) => {
  const rows = CODED.map((row) => `${row},`)
  const { plan } = read(lines('Task,Start,Finish,Predecessors', ...rows, '2.2 Test,2026-03-05,2026-03-06,Review'))
  t.same(namedLinks(plan), ['1.1 Review > 2.2 Test'])
  t.end()
})

t.test('a milestone by its name takes no time, also where rows say weeks', (t) => {
  const { plan } = read(lines('Northgate 2026', 'Task,Start Week,End Week', 'Review,8,9', 'Milestone: go live,10,10'))
  t.same(
    plan.tasks.map(({ is_milestone }) => is_milestone),
    [false, true],
  )
  t.end()
})

t.test('a number sign with a colon or a point behind it heads the numbers of the rows', (t) => {
  for (const sign of ['#:', '#.']) {
    const { plan, fields } = read(
      lines(`${sign},Task:,Start:,Finish:`, '1,Dig,2026-03-02,2026-03-03', '2,Pour,2026-03-04,2026-03-05'),
    )
    t.same(fields, ['id', 'name', 'start', 'finish'])
    t.equal(plan.tasks.length, 2)
  }
  t.end()
})

t.test(
  'a band above columns with names of their own is no part of these, and a line of the title block is no band',
  (t) => {
    const rows = ['Dig,88,2026-03-02,11', 'Pour,8,2026-03-17,1', 'Hand over,,2026-03-18,0']
    for (const above of ['General,,Schedule,', 'Client:,City of Kiel,,']) {
      const { plan } = read(lines(above, 'Task,Estimated hours,Start,Duration', ...rows))
      t.same(
        plan.tasks.map(({ duration, is_milestone }) => [duration, is_milestone]),
        [
          [11, false],
          [1, false],
          [0, true],
        ],
        above,
      )
    }
    t.end()
  },
)

const BARS = [
  'Task,Duration,2026-05-18,2026-05-25,2026-06-01',
  'Dig,8,x,x,',
  'Pour,5,,x,',
  'Test,3,,,x',
  'Hand over,0,,,x',
]

t.test('marks beside a length say when it begins, and weeks are no other length', (t) => {
  const { plan, says } = read(lines(...BARS))
  t.same(
    plan.tasks.map(({ planned_start, duration, is_milestone }) => [planned_start, duration, is_milestone]),
    [
      ['2026-05-18', 8, false],
      ['2026-05-25', 5, false],
      ['2026-06-01', 3, false],
      ['2026-06-01', 0, true],
    ],
  )
  t.ok(says(/^Marks in 3 columns are read as the time that a task takes/))
  t.end()
})

t.test('days of what happened, left of the names, are no groups of tasks', (t) => {
  const rows = [
    '21-Aug-25,,Dig,21-Aug-25,29-Aug-25',
    ',,Pour,1-Sep-25,1-Sep-25',
    '8-Sep-25,,Test,8-Sep-25,24-Sep-25',
    ',,Sign,29-Sep-25,30-Sep-25',
  ]
  const { tree } = read(lines('Actual Start,Actual Finish,Task,Start,Finish', ...rows))
  t.same(
    tree.map(([name]) => name),
    ['Dig', 'Pour', 'Test', 'Sign'],
  )
  t.end()
})

t.test('from or to in another language beside an end or a start by its own name', (t) => {
  for (const header of ['Zadanie;Od;Koniec', 'Zadanie;Początek;Do', 'Tâche;Du;Fin', 'Tâche;Début;Au']) {
    const { plan } = brief(lines(header, 'A;2026-03-02;2026-03-03', 'B;2026-03-04;2026-03-06'))
    t.same(
      plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
      [
        ['2026-03-02', 2],
        ['2026-03-04', 3],
      ],
      header,
    )
  }
  t.end()
})

t.test('headers of offices: positions, outlines, states and marks of milestones', (t) => {
  const { plan } = brief(
    lines(
      'Pos.;Gliederung;Vorgang;Tage;Zustand;MS;Vorgänger',
      'T-01;1;Bau;;;;',
      'T-02;1.1;Aushub;2;Erledigt;;',
      'T-03;1.2;Abnahme;0;Offen;Ja;T-02',
    ),
  )
  t.same(
    plan.tasks.map(({ id, parent, percent_complete, is_milestone }) => [id, parent, percent_complete, is_milestone]),
    [
      ['T-01', null, 0, false],
      ['T-02', 'T-01', 100, false],
      ['T-03', 'T-01', 0, true],
    ],
  )
  t.equal(plan.dependencies.length, 1)
  t.same(read(lines('Nr.;Taak;Dagen;Na taak', '1;A;2;', '2;B;3;1')).plan.dependencies.length, 1)
  t.end()
})

const GROUPED = ['Plan,Dig,2026-03-02,2026-03-03', 'Plan,Pour,2026-03-04,2026-03-05']
const BUILT = ['Build,Wall,2026-03-06,2026-03-09', 'Build,Roof,2026-03-10,2026-03-11']

t.test('headers that come again and tables below say nothing of what the columns of the plan hold', (t) => {
  const header = 'Phase,Task,Start,Finish'
  const wanted = [
    ['Plan', null],
    ['Dig', 'Plan'],
    ['Pour', 'Plan'],
    ['Build', null],
    ['Wall', 'Build'],
    ['Roof', 'Build'],
  ]
  const again = read(lines(header, ...GROUPED, '', header, ...BUILT))
  t.same(namedTree(again.plan), wanted)
  t.ok(again.says(/^Lines that repeat the header are not imported: 5\.$/))
  for (const table of [
    ['Revision,Date,Change', 'A,2024-11-04,First issue', 'B,2024-12-02,Dates moved'],
    ['Name,Role,Phone', 'Ana Costa,Project manager,555 0101', 'Ben Okoro,Site lead,555 0102'],
  ]) {
    const { plan, says } = read(lines(header, ...GROUPED, ...BUILT, '', ...table))
    t.same(namedTree(plan), wanted)
    t.ok(says(/^Lines of another table below are not imported: 7, 8, 9\.$/))
  }
  const weeks = read(
    lines('Northgate 2026', 'Task,Start Week,End Week', 'Dig,45,45', 'Pour,45,47', '', 'Name,Role', 'Ana Costa,Lead'),
  )
  t.same(fileDates(weeks.plan), [
    ['Dig', '2026-11-02', '2026-11-08'],
    ['Pour', '2026-11-02', '2026-11-22'],
  ])
  t.end()
})

t.test('what goes on below a gap is no other table', (t) => {
  const { plan } = read(
    lines(
      'Task,Owner,Start,Finish',
      'Dig,Ana,2026-03-02,2026-03-03',
      'Pour,Ben,2026-03-04,2026-03-05',
      '',
      'Outside works,Carla,,',
      'Paving,Ana,TBD,TBD',
      'Hand over,Ben,2026-03-09,2026-03-10',
    ),
  )
  t.equal(plan.tasks.length, 5)
  t.end()
})

t.test('a row that is called a milestone and goes on for days is work, and said', (t) => {
  const { plan } = read(
    lines('Task,Start,Finish', 'Dig,2026-03-02,2026-03-03', 'Milestone: permits,2026-03-02,2026-03-20'),
  )
  t.equal(plan.tasks[1]?.duration, 15)
  t.same(
    plan.receipt.filter(({ code }) => code === 'milestone_duration').map(({ where }) => where.row),
    [3],
  )
  const { plan: months } = read(
    lines('Task,Start,Finish', 'Dig,Apr 2026,May 2026', 'Milestone: permits,Apr 2026,Apr 2026'),
  )
  t.equal(months.tasks[1]?.is_milestone, true, 'in one month it may be any day')
  t.end()
})

t.test('codes in front of names say more than kinds of rows do', (t) => {
  const rows = [
    '1 Planning,,,Phase',
    '1.1 Order,2026-03-02,2026-03-03,Task',
    '1.2 Hall,,,Phase',
    '1.2.1 Test,2026-03-04,2026-03-05,Task',
  ]
  const { plan } = read(lines('Task,Start,Finish,Type', ...rows))
  t.same(
    namedTree(plan).map(([, parent]) => parent),
    [null, '1 Planning', '1 Planning', '1.2 Hall'],
  )
  t.end()
})

t.test('weeks that say their year, under headers of another language, and kinds of rows in it', (t) => {
  const { plan } = brief(
    lines(
      'Zadanie;Tydzień od;Tydzień do;Typ',
      'Montaż;2026-W12;2026-W13;Zadanie',
      'Odbiór;2026-W14;2026-W14;Kamień milowy',
    ),
  )
  t.same(
    plan.tasks.map(({ planned_start, source, is_milestone }) => [
      planned_start,
      source?.finish?.slice(0, 10),
      is_milestone,
    ]),
    [
      ['2026-03-16', '2026-03-29', false],
      ['2026-03-30', '2026-04-05', true],
    ],
  )
  t.end()
})

t.test('a length that no spelling names as a whole comes before work', (t) => {
  const rows = ['Dig,2026-03-02,14,112', 'Hand over,2026-03-20,0,']
  for (const header of ['Days required', 'Working days']) {
    const { plan } = read(lines(`Task,Start,${header},Estimated hours`, ...rows))
    t.same(
      plan.tasks.map(({ duration, is_milestone }) => [duration, is_milestone]),
      [
        [14, false],
        [0, true],
      ],
      header,
    )
  }
  t.end()
})
