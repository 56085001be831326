// Ordinary sheets and what their rows are, written before the reader was looked at. Each was seen to be read otherwise, or in part, before.

import t from 'tap'
import { fileDates, lines, namedLinks, namedTree, read } from './read-sheet.ts'

t.test('bars of a chart that are called labels are its tasks', async (t) => {
  const { plan } = read(
    lines(
      'Gantt Chart Data',
      'Label,Start Date,Days Completed,Days Remaining,End Date',
      'Design,1/5/2026,5,10,1/23/2026',
      'Build,1/26/2026,0,20,2/20/2026',
      'Test,2/23/2026,0,10,3/6/2026',
    ),
  )
  t.same(fileDates(plan), [
    ['Design', '2026-01-05', '2026-01-23'],
    ['Build', '2026-01-26', '2026-02-20'],
    ['Test', '2026-02-23', '2026-03-06'],
  ])
})

t.test('descriptions name the tasks of work packages that are written once', async (t) => {
  const { plan } = read(
    lines(
      'Work Package,Task No,Description,PM (person months),Start Month,End Month,Lead',
      'WP1 Management,T1.1,Coordination,6,1,36,UNI',
      ',T1.2,Reporting,3,6,36,UNI',
      'WP2 Methods,T2.1,Survey,8,1,9,LAB',
      ',T2.2,Model,12,7,24,LAB',
    ),
  )
  t.same(namedTree(plan), [
    ['WP1 Management', null],
    ['Coordination', 'WP1 Management'],
    ['Reporting', 'WP1 Management'],
    ['WP2 Methods', null],
    ['Survey', 'WP2 Methods'],
    ['Model', 'WP2 Methods'],
  ])
})

t.test(
  'the first of several heads with a colon heads its tasks like the others; % alone is what is done',
  async (t) => {
    const { plan } = read(
      lines(
        'Task,Start,End,Person,%',
        'Website:,,,,',
        '- Wireframes,2026-05-01,2026-05-08,Lee,100',
        '- Design,2026-05-11,2026-05-22,Lee,40',
        'Backend:,,,,',
        '- Schema,2026-05-04,2026-05-08,Max,100',
      ),
    )
    t.same(namedTree(plan), [
      ['Website:', null],
      ['Wireframes', 'Website:'],
      ['Design', 'Website:'],
      ['Backend:', null],
      ['Schema', 'Backend:'],
    ])
    t.same(
      plan.tasks.map(({ percent_complete }) => percent_complete),
      [0, 100, 40, 0, 100],
    )
  },
)

t.test('letters of links in other languages behind a name, in brackets or apart', async (t) => {
  const { plan } = read(
    lines(
      'Tâche;Durée;Prédécesseur',
      'Terrassement;10;',
      'Fondations;15;Terrassement FD',
      'Électricité;10;Fondations (DD+2j)',
      'Plomberie;8;Fondations DD+3j',
    ),
  )
  t.same(
    plan.dependencies.map(({ dep_type, lag }) => [dep_type, lag]),
    [
      ['FS', 0],
      ['SS', 2],
      ['SS', 3],
    ],
  )
})

t.test('a table without a header may begin with a head', async (t) => {
  const { plan } = read(
    lines(
      '1. Inception,,',
      '1.1 Kickoff meeting,02-03-2026,02-03-2026',
      '1.2 Stakeholder map,03-03-2026,06-03-2026',
      '2. Delivery,,',
      '2.1 Draft,09-03-2026,27-03-2026',
    ),
  )
  t.same(namedTree(plan), [
    ['1. Inception', null],
    ['1.1 Kickoff meeting', '1. Inception'],
    ['1.2 Stakeholder map', '1. Inception'],
    ['2. Delivery', null],
    ['2.1 Draft', '2. Delivery'],
  ])
  t.same(fileDates(plan)[4], ['2.1 Draft', '2026-03-09', '2026-03-27'])
})

t.test('tasks of several projects stand below them', async (t) => {
  const { plan } = read(
    lines(
      'Project,Task,Start,End',
      'Apollo,Design,2026-05-04,2026-05-15',
      'Apollo,Build,2026-05-18,2026-06-12',
      'Zeus,Plan,2026-05-04,2026-05-08',
      'Zeus,Run,2026-05-11,2026-06-26',
    ),
  )
  t.same(namedTree(plan), [
    ['Apollo', null],
    ['Design', 'Apollo'],
    ['Build', 'Apollo'],
    ['Zeus', null],
    ['Plan', 'Zeus'],
    ['Run', 'Zeus'],
  ])
})

t.test('links in plain words: what is waited for, and a lag in brackets', async (t) => {
  const { plan } = read(
    lines(
      'Task,Days,Depends on',
      'Dig,2,',
      'Pour,2,Dig (+1d)',
      'Cure,2,Pour finish',
      'Check,2,Cure start + 2 days',
      'Night start,2,Check',
    ),
  )
  t.same(
    plan.dependencies.map(({ dep_type, lag }) => [dep_type, lag]),
    [
      ['FS', 1],
      ['FS', 0],
      ['SS', 2],
      ['FS', 0],
    ],
  )
  t.same(namedLinks(plan), ['Dig > Pour', 'Pour > Cure', 'Cure > Check', 'Check > Night start'])
})

t.test('summaries name the issues of epics that come again, also of few', async (t) => {
  const { plan } = read(
    lines(
      'Epic,Issue key,Summary,Due date',
      'Checkout,SHOP-1,Cart page,15/Jun/26',
      'Checkout,SHOP-2,Payment,22/Jun/26',
      'Search,SHOP-3,Index,30/Jun/26',
    ),
  )
  t.same(namedTree(plan), [
    ['Checkout', null],
    ['Cart page', 'Checkout'],
    ['Payment', 'Checkout'],
    ['Search', null],
    ['Index', 'Search'],
  ])
})

t.test('parents by a column of their ids, whatever these are called, and preceding operations', async (t) => {
  const nested = read(
    lines('tid,parent_tid,title,begin,finish', '1,,Root,2026-01-05,2026-02-27', '2,1,Leaf,2026-01-05,2026-01-30'),
  )
  t.same(namedTree(nested.plan), [
    ['Root', null],
    ['Leaf', 'Root'],
  ])
  const routed = read(lines('Op,Description,Std hrs,Preceding ops', '10,Frame,4,', '20,Wire,6,10', '40,Test,2,"10,20"'))
  t.same(namedLinks(routed.plan), ['Frame > Wire', 'Frame > Test', 'Wire > Test'])
})

t.test(
  'numbers between the letters of sections are what links mean, and lengths that count weekends are worked through',
  async (t) => {
    const { plan } = read(
      lines(
        'S/N,Description of Activities,Duration (Days),Start Date,End Date,Predecessor',
        'A,PRELIMINARY,,,,',
        '1,Mobilization,7,09-Feb-2026,15-Feb-2026,-',
        '2,Setting out,3,16-Feb-2026,18-Feb-2026,1',
        'B,SUBSTRUCTURE,,,,',
        '3,Piling,21,19-Feb-2026,11-Mar-2026,2',
        '4,Pile caps,14,12-Mar-2026,25-Mar-2026,3',
        '5,Girders,30,26-Mar-2026,24-Apr-2026,4',
      ),
    )
    t.same(namedLinks(plan), [
      'Mobilization > Setting out',
      'Setting out > Piling',
      'Piling > Pile caps',
      'Pile caps > Girders',
    ])
    t.same(plan.calendar?.working_days, [1, 2, 3, 4, 5, 6, 7])
    t.same(
      plan.tasks.filter(({ parent }) => parent !== null).map(({ duration }) => duration),
      [7, 3, 21, 14, 30],
    )
  },
)

t.test('the word total alone in the last line is no task', async (t) => {
  const { plan } = read(lines('Activity,Start,End', 'Design,2026-03-02,2026-03-20', 'Total,,'))
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Design'],
  )
})

t.test('a moment is not the project that all others lie in, and levels that begin inside are no outline', async (t) => {
  const coded = read(
    lines(
      'id,wbs,name,duration,start',
      'T1,0,Authorization,0,2026-04-06',
      'T6,1.1.5,Gate,0,2026-05-29',
      'T9,6,Acceptance,0,2027-09-21',
    ),
  )
  t.same(
    coded.plan.tasks.map(({ parent, is_milestone }) => [parent, is_milestone]),
    [
      [null, true],
      [null, true],
      [null, true],
    ],
  )
  const levels = read(
    lines(
      'Milestone ID,Level,Target Date,Description',
      'A,3,2017-08-03,Deliver',
      'B,2,2017-08-03,Join',
      'C,3,2017-08-10,Ingest',
    ),
  )
  t.same(
    levels.plan.tasks.map(({ parent }) => parent),
    [null, null, null],
  )
})

t.test('a share of nobody knows what is said to be taken for work done', async (t) => {
  const { says } = read(lines('Task,Start,%', 'Draft,2026-01-05,10%', 'Report,2026-01-12,25%'))
  t.ok(says(/"%" is taken for percent_complete/))
})
