// Tables in which the same thing is written in more than one form.
import t from 'tap'
import { day, fileDates, lines, namedLinks, namedTree, read, workbook } from './read-sheet.ts'

/** A workbook in which cells are texts, or real dates where they begin with `=`. */
const mixed = (...rows: string[][]) =>
  workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    for (const cells of rows) sheet.addRow(cells.map((cell) => (cell.startsWith('=') ? day(cell.slice(1)) : cell)))
  })

t.test(
  'dates that a program read with day and month changed are turned back where texts beside them prove it',
  async (t) => {
    const { plan, says } = read(
      await mixed(
        ['Task', 'Start', 'End'],
        ['Survey', '22/06/2026', '26/06/2026'],
        ['Draw', '29/06/2026', '=2026-03-07'],
        ['Order', '=2026-06-07', '=2026-08-07'],
        ['Build', '=2026-09-07', '14/07/2026'],
        ['Open', '15/07/2026', '15/07/2026'],
      ),
      'plan.xlsx',
    )
    t.same(fileDates(plan), [
      ['Survey', '2026-06-22', '2026-06-26'],
      ['Draw', '2026-06-29', '2026-07-03'],
      ['Order', '2026-07-06', '2026-07-08'],
      ['Build', '2026-07-09', '2026-07-14'],
      ['Open', '2026-07-15', '2026-07-15'],
    ])
    t.ok(says(/4 dates are guessed to have day and month changed .* such as 2026-03-07 in line 3 to 2026-07-03/))
  },
)

t.test('they are turned back with the month first as well, and where only starts are told', async (t) => {
  const { plan, says } = read(
    await mixed(
      ['Activité', 'Début'],
      ['Sol', '10/28/2026'],
      ['Murs', '=2026-02-11'],
      ['Toit', '=2026-09-11'],
      ['Portes', '11/16/2026'],
    ),
    'plan.xlsx',
  )
  t.same(
    fileDates(plan).map(([, start]) => start),
    ['2026-10-28', '2026-11-02', '2026-11-09', '2026-11-16'],
  )
  t.ok(says(/dates that stayed text have the month first/))
})

t.test('a text file that a program wrote has such dates too, and those that are the same both ways stay', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Start,Due',
      'Find,27/04/2026,30/04/2026',
      'Bind,2026-04-05,2026-05-05',
      'Send,2026-06-05,2026-08-05',
      'Keep,18/05/2026,22/05/2026',
    ),
  )
  t.same(fileDates(plan).slice(1, 3), [
    ['Bind', '2026-05-04', '2026-05-05'],
    ['Send', '2026-05-06', '2026-05-08'],
  ])
  t.ok(says(/^3 dates are guessed/))
})

t.test('real dates that stand well beside texts stay as they are', async (t) => {
  const { plan, says } = read(
    await mixed(
      ['Task', 'Start', 'End'],
      ['Survey', '22/06/2026', '26/06/2026'],
      ['Draw', '=2026-06-29', '=2026-07-03'],
      ['Order', '=2026-07-06', '=2026-07-20'],
      ['Build', '21/07/2026', '31/07/2026'],
    ),
    'plan.xlsx',
  )
  t.same(fileDates(plan)[1], ['Draw', '2026-06-29', '2026-07-03'])
  t.ok(!says(/day and month/))
})

t.test('where the other way round brings dates no nearer they stay, and that is said', async (t) => {
  const { plan, says } = read(
    await mixed(
      ['Task', 'Start', 'End'],
      ['Survey', '16/03/2026', '20/03/2026'],
      ['Draw', '=2026-04-02', '=2026-04-10'],
      ['Build', '15/04/2026', '28/04/2026'],
    ),
    'plan.xlsx',
  )
  t.same(fileDates(plan)[1], ['Draw', '2026-04-02', '2026-04-10'])
  t.ok(says(/may have changed day and month of these, such as 2026-04-02 in line 3/))
})

t.test('points between numbers have the month first where that is proven twice', async (t) => {
  const dates = (...cells: string[]) =>
    fileDates(read(lines('Task;Start;End', ...cells.map((cell, at) => `Work on ${'ABCD'[at]}s;${cell}`))).plan).map(
      ([, ...days]) => days.join(' '),
    )
  t.same(dates('9.28.2026;10.2.2026', '10.05.2026;10.30.2026'), ['2026-09-28 2026-10-02', '2026-10-05 2026-10-30'])
  t.same(dates('1.6.27;1.15.27', '1.18.27;2.5.27'), ['2027-01-06 2027-01-15', '2027-01-18 2027-02-05'])
  t.same(dates('5.10.2026;9.10.2026', '12.10.2026;30.10.2026'), ['2026-10-05 2026-10-09', '2026-10-12 2026-10-30'])
})

t.test('a code that was typed twice does not end an outline of codes in front of names', async (t) => {
  const { plan } = read(
    lines(
      'Task,Start,End',
      '1 Begin,,',
      '1.1 Ask,2026-03-02,2026-03-03',
      '1.2 Tell,2026-03-04,2026-03-05',
      '1.3 Agree,2026-03-06,2026-03-06',
      '1.3 Sign,2026-03-09,2026-03-09',
      '2 Build,,',
      '2.1 Dig,2026-03-10,2026-03-12',
      '2.2 Lay,2026-03-13,2026-03-20',
      '2.3 Roof,2026-03-23,2026-03-27',
      '2.4 Paint,2026-03-30,2026-03-31',
    ),
  )
  t.same(
    namedTree(plan).map(([, parent]) => parent),
    [null, '1 Begin', '1 Begin', '1 Begin', '1 Begin', null, '2 Build', '2 Build', '2 Build', '2 Build'],
  )
})

t.test('codes in front of all names are the outline where only some of them are indented', async (t) => {
  const { plan } = read(
    lines(
      'Task,Start,End',
      '1 Begin,,',
      '1.1 Ask,2026-03-02,2026-03-03',
      '2 Build,,',
      '2.1 Walls,,',
      '  2.1.1 Dig,2026-03-10,2026-03-12',
      '  2.1.2 Lay,2026-03-13,2026-03-20',
      '2.2 Roof,2026-03-23,2026-03-27',
    ),
  )
  t.same(
    namedTree(plan).map(([, parent]) => parent),
    [null, '1 Begin', null, '2 Build', '2.1 Walls', '2.1 Walls', '2 Build'],
  )
})

t.test('links mean tasks whose names have more in brackets, other signs or more words behind', async (t) => {
  const { plan, says } = read(
    lines(
      'Feature,Target,Depends on',
      'Sign in (server side),2026-03-02,',
      'Read-only mode,2026-03-05,Sign in',
      'Ledger export,2026-03-06,Sign in (v1.0)',
      'Ledger import,2026-03-09,read only mode',
      'Audit trail for ledgers,2026-03-10,Ledger export (done); Ledger import',
      'Yearly report,2026-03-12,Audit trail',
      'Press,2026-03-13,Ledger',
    ),
  )
  t.same(namedLinks(plan), [
    'Ledger import > Audit trail for ledgers',
    'Sign in (server side) > Read-only mode',
    'Sign in (server side) > Ledger export',
    'Read-only mode > Ledger import',
    'Ledger export > Audit trail for ledgers',
    'Audit trail for ledgers > Yearly report',
  ])
  t.ok(says(/^5 links name tasks by a part of their names, and are guessed to mean them, such as "Sign in" for/))
})

t.test(
  'a part of a name means nothing where several have it, where it is one word, or where links would run in a circle',
  async (t) => {
    const { plan, says } = read(
      lines(
        'Aufgabe,Vorgänger',
        'App bauen (Telefon),',
        'App bauen (Tablet),',
        'Werbung schalten,App bauen',
        'Halle mieten (Ost),Fest feiern (abends)',
        'Fest feiern (abends),Halle mieten',
        'Aufräumen,Fest',
      ),
    )
    t.same(namedLinks(plan), ['Fest feiern (abends) > Halle mieten (Ost)'])
    t.notOk(says(/part of their names/))
  },
)

t.test('what stands in brackets behind a name is how it is linked first', async (t) => {
  const { plan } = read(lines('Task,Days,Predecessors', 'Dig the pit,3,', 'Fill the pit,2,Dig the pit (SS+2d)'))
  t.same(
    plan.dependencies.map(({ dep_type, lag }) => [dep_type, lag]),
    [['SS', 2]],
  )
})

t.test('keys below a header that speaks of tasks are ids where each is described', async (t) => {
  for (const header of ['Milestone ID', 'Deliverable', 'Task key'])
    for (const described of ['Description', 'Beschreibung', 'Milestone description']) {
      const { plan } = read(
        lines(
          `${header},Due,Prerequisites,${described}`,
          'NET-OPS-1,2026-03-02,,Masts stand',
          'NET-OPS-2,2026-03-09,NET-OPS-1,Cables hang',
          'NET-LAB,2026-03-12,"NET-OPS-1, permit [town?]",Signals are heard',
          ...['3', '4', '5', '6', '7', '8', '9'].map((at) => `NET-TX-${at},2026-04-0${at},NET-OPS-2,Line ${at} works`),
        ),
      )
      t.same(plan.tasks[0]?.name, 'Masts stand', `${header} and ${described}`)
      t.same(namedLinks(plan).slice(0, 2), ['Masts stand > Cables hang', 'Masts stand > Signals are heard'])
    }
})

t.test('codes that step to the right with their names beside them are the outline', async (t) => {
  const STEPPED = [
    ['1. Prepare', '', ''],
    ['1.1', 'Ask', ''],
    ['', '1.1.1', 'Neighbours'],
    ['', '1.1.2', 'Town'],
    ['1.2', 'Plan', ''],
    ['2. Build', '', ''],
    ['2.1', 'Ground', ''],
    ['', '2.1.1', 'Dig'],
    ['', '2.1.2', 'Drain'],
  ]
  const parents = [null, 0, 1, 1, 0, null, 5, 6, 6]
  for (const [header, others] of [
    ['Task,,', 'Start,Deliverable'],
    ['Aufgabe,,', 'Beginn,Ergebnis'],
    ['Tâche,,', 'Début,Livrable'],
  ] as const) {
    const { plan } = read(
      lines(
        `${header},${others}`,
        ...STEPPED.map((cells, at) => [...cells, `2026-03-${10 + at}`, cells[2] === '' ? '' : `Paper ${at}`].join()),
      ),
    )
    const places = new Map(plan.tasks.map(({ id }, at) => [id, at]))
    t.same(
      plan.tasks.map(({ name, parent }) => [name, parent === null ? null : places.get(parent)]),
      STEPPED.map((cells, at) => [cells.filter((cell) => cell !== '').join(' '), parents[at]]),
      header,
    )
  }
})

t.test('words below no header, each in the first row of several tasks, head these', async (t) => {
  for (const header of [',Task,Start,End', ',Aufgabe,Beginn,Ende', ',Activity,Start date,Due date']) {
    const { plan } = read(
      lines(
        header,
        'Shop,Door,2026-03-02,2026-03-03',
        ',Shelves,2026-03-04,2026-03-05',
        ',Till,2026-03-06,2026-03-06',
        'Store room,Racks,2026-03-09,2026-03-10',
        ',Lift,2026-03-11,2026-03-12',
      ),
    )
    t.same(
      namedTree(plan),
      [
        ['Shop', null],
        ['Door', 'Shop'],
        ['Shelves', 'Shop'],
        ['Till', 'Shop'],
        ['Store room', null],
        ['Racks', 'Store room'],
        ['Lift', 'Store room'],
      ],
      header,
    )
  }
})

t.test('words in many rows below no header head nothing', async (t) => {
  const { plan, says } = read(
    lines(
      ',Task,Start,End',
      'wet,Door,2026-03-02,2026-03-03',
      'dry,Shelves,2026-03-04,2026-03-05',
      ',Till,2026-03-06,2026-03-06',
      'loud,Racks,2026-03-09,2026-03-10',
    ),
  )
  t.same(plan.tasks.length, 4)
  t.ok(says(/Words in columns without a header are not imported/))
})

t.test('a day that is written once beside a group is that of all its tasks', async (t) => {
  for (const header of [
    'Week ending,Phase,Task',
    'Due date,Phase,Activity',
    'Fällig,Phase,Aufgabe',
    'Start,Phase,Task',
  ]) {
    const { plan, says } = read(
      lines(header, '2026-03-06,Ground,Dig', ',,Drain', ',,Level', '2026-03-13,House,Walls', ',,Roof', ',,Doors'),
    )
    const days = plan.tasks.map(({ name, source }) => [name, (source?.finish ?? source?.start)?.slice(0, 10)])
    const known = new Map(days.map(([name, day]) => [name, day]))
    t.same(
      ['Dig', 'Drain', 'Level', 'Walls', 'Roof', 'Doors'].map((name) => known.get(name)),
      ['2026-03-06', '2026-03-06', '2026-03-06', '2026-03-13', '2026-03-13', '2026-03-13'],
      header,
    )
    t.ok(says(/are written once for each of "Phase", and hold for the rows below as well/), header)
  }
})

t.test('days of groups in rows of their own, or of a few tasks, are of no others', async (t) => {
  const alone = read(lines('Due,Phase,Task', '2026-03-06,Ground,', ',,Dig', ',,Drain', '2026-03-13,House,', ',,Walls'))
  const few = read(
    lines('Due,Phase,Task', '2026-03-06,Ground,Dig', ',,Drain', ',House,Walls', ',,Roof', '2026-03-13,,Door'),
  )
  for (const { plan, says } of [alone, few]) {
    t.notOk(says(/written once for each/))
    t.equal(plan.tasks.find(({ name }) => name === 'Drain')?.source?.finish ?? null, null)
  }
})
