// Layouts that strangers' sheets had: each was read otherwise before, or refused.
import t from 'tap'
import { brief, day, lines, namedTree, read, workbook } from './read-sheet.ts'

t.test('rows without a code lie in the coded row above them where that says nothing of when', (t) => {
  const { plan, says } = read(
    lines(
      '#,Task,Start,End',
      '1,Set-up,2026-01-19,2026-01-30',
      '1.1,Team,,',
      ',   Meet,2026-01-19,2026-01-20',
      ',   Agree on rules,2026-01-20,2026-01-21',
      '1.2,Tools,,',
      ',   Rent a server,2026-01-22,2026-01-23',
      '2,Work,2026-02-02,2026-02-13',
      '2.1,Build,2026-02-02,2026-02-06',
      ',Look at it,2026-02-06,2026-02-06',
      '2.2,Test,2026-02-09,2026-02-13',
    ),
  )
  t.same(namedTree(plan), [
    ['Set-up', null],
    ['Team', 'Set-up'],
    ['Meet', 'Team'],
    ['Agree on rules', 'Team'],
    ['Tools', 'Set-up'],
    ['Rent a server', 'Tools'],
    ['Work', null],
    ['Build', 'Work'],
    ['Look at it', 'Work'],
    ['Test', 'Work'],
  ])
  t.ok(says(/^Dotted IDs are read as the outline\.$/))
  t.end()
})

t.test('rows without a code of an outline are placed by the rows around them, which is said', (t) => {
  const { plan, says } = read(
    lines(
      'WBS,Task,Days',
      '1,Set-up,',
      '1.1,Team,2',
      ',Kick-off,1',
      '1.2,Tools,',
      ',Server,3',
      ',Accounts,1',
      '2,Work,5',
      ',Party,1',
    ),
  )
  t.same(namedTree(plan), [
    ['Set-up', null],
    ['Team', 'Set-up'],
    ['Kick-off', 'Set-up'],
    ['Tools', 'Set-up'],
    ['Server', 'Tools'],
    ['Accounts', 'Tools'],
    ['Work', null],
    ['Party', null],
  ])
  t.ok(says(/^3 rows without a code are placed by the rows around them\.$/))
  t.end()
})

t.test('what is called an id names no tasks, and when work was assigned is no signature', (t) => {
  const { plan } = brief(
    lines(
      'Product Backlog ID,Story ID,Step number,Step description,Assigned to,Assigned Date,Estimate',
      ',US:1,1,Make tables,Ann,24/11/2025,2 hours',
      ',US:1,2,Make pages,Bob,25/11/2025,3 hours',
      ',US:2,3,Sell tickets,Cid,26/11/2025,2 hours',
    ),
  )
  const names = plan.tasks.map(({ name }) => name)
  for (const name of ['Make tables', 'Make pages', 'Sell tickets']) t.ok(names.includes(name), name)
  t.equal(plan.tasks.find(({ name }) => name === 'Sell tickets')?.planned_start, '2025-11-26')
  t.end()
})

t.test('titles above small tables with the same header head the rows of each', (t) => {
  const { plan, says } = read(
    lines(
      'Roadmap,,',
      ',,',
      'Phase 1: First release,,',
      'Objective: have something to show,,',
      ',,',
      'Feature,What,Value',
      'Sign in,Form and mail,Safety',
      'Search,Words and tags,Speed',
      ',,',
      'Outcome: people can look around,,',
      ',,',
      'Phase 2: Money,,',
      'Objective: earn something,,',
      ',,',
      'Feature,What,Value',
      'Shop,Cart,Income',
      'Invoices,Letters,Income',
      ',,',
      'Overview,,',
      'Quarter,Goal,',
      'Q1,Show,',
    ),
  )
  t.same(namedTree(plan), [
    ['Phase 1: First release', null],
    ['Sign in', 'Phase 1: First release'],
    ['Search', 'Phase 1: First release'],
    ['Phase 2: Money', null],
    ['Shop', 'Phase 2: Money'],
    ['Invoices', 'Phase 2: Money'],
  ])
  t.ok(says(/^Lines with a word on a table are not imported: 13, 10\.$/))
  t.ok(says(/^Lines of another table below are not imported: 19, 20, 21\.$/))
  t.end()
})

const RED = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFCC4422' } } as const

t.test('a table of other things below a chart does not hide it, and heads of groups have their bars', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Chart')
    sheet.addRow([
      '',
      '',
      '',
      ...Array.from({ length: 12 }, (_, at) => day(`2026-07-${String(13 + at).padStart(2, '0')}`)),
    ])
    const bars: [string, string, number, number][] = [
      ['Read', '', 1, 3],
      ['Build', '', 4, 12],
      ['', 'Sketch', 4, 5],
      ['', 'Rooms', 5, 8],
      ['', 'Menu', 8, 9],
      ['', 'Test', 9, 12],
    ]
    for (const [head, task, first, last] of bars) {
      const row = sheet.addRow(['', head, task])
      for (let at = first; at <= last; at += 1) row.getCell(3 + at).fill = RED
    }
    sheet.addRow([])
    sheet.addRow(['', 'Resource', '', 'Count', 'Notes'])
    sheet.addRow(['', 'Material'])
    for (const thing of ['Paper', 'Pens', 'Computers', 'Software', 'Desks', 'Rooms'])
      sheet.addRow(['', '', thing, 3, 'Bring your own'])
  })
  const { plan, says } = read(bytes, 'chart.xlsx')
  t.same(
    plan.tasks.map(({ name, planned_start, source }) => [name, planned_start, source?.finish?.slice(0, 10)]),
    [
      ['Read', '2026-07-13', '2026-07-15'],
      ['Build', '2026-07-16', '2026-07-24'],
      ['Sketch', '2026-07-16', '2026-07-17'],
      ['Rooms', '2026-07-17', '2026-07-20'],
      ['Menu', '2026-07-20', '2026-07-21'],
      ['Test', '2026-07-21', '2026-07-24'],
    ],
  )
  t.ok(says(/^Lines of another table below are not imported: 9, /))
})

t.test('names stand in bars below two rows of times that words beside them name', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Weeks')
    sheet.addRow(['', 'Week', 1, 2, 3, 4, 5, 6])
    sheet.addRow([
      '',
      'Date',
      ...[5, 12, 19, 26].map((date) => day(`2026-01-${String(date).padStart(2, '0')}`)),
      day('2026-02-02'),
      day('2026-02-09'),
    ])
    for (const [name, first, last] of [
      ['Design', 1, 2],
      ['Front end', 3, 4],
      ['Wrap up', 5, 6],
    ] as const) {
      const row = sheet.addRow([])
      row.getCell(2 + first).value = name
      for (let at = first; at <= last; at += 1) row.getCell(2 + at).fill = RED
    }
  })
  const { plan } = read(bytes, 'weeks.xlsx')
  t.same(
    plan.tasks.map(({ name, planned_start, source }) => [name, planned_start, source?.finish?.slice(0, 10)]),
    [
      ['Design', '2026-01-05', '2026-01-18'],
      ['Front end', '2026-01-19', '2026-02-01'],
      ['Wrap up', '2026-02-02', '2026-02-15'],
    ],
  )
})

t.test('numbers with letters are an outline, also where names repeat', (t) => {
  const { plan } = read(
    lines(
      'S. No.,Task – Sub-Task,Expected Completion Date,Current Status',
      '1,Make a repository,2026-04-23,Completed',
      '2,Board,,',
      '2-a,Choose one,2026-05-01,Completed',
      '2-b,Buy it,2026-05-04,Pending',
      '3,Model,,',
      '3-a,Import it,2026-05-11,Pending',
    ),
  )
  t.same(namedTree(plan).slice(1), [
    ['Board', null],
    ['Choose one', 'Board'],
    ['Buy it', 'Board'],
    ['Model', null],
    ['Import it', 'Model'],
  ])
  t.end()
})

t.test('a row of a chart in which nothing is drawn is work, unless it stands apart', (t) => {
  const tree = (...rows: string[]) => namedTree(read(lines('Task,W1,W2,W3', ...rows)).plan).map(([, parent]) => parent)
  t.same(tree('Kick off,,,', 'Design,x,x,', 'Build,,x,x'), [null, null, null])
  t.same(tree('Design,x,x,', 'Music,,,', 'Build,,x,x', 'Test,,,x'), [null, null, null, null])
  t.same(tree('Design,x,x,', '', 'Office,,,', 'Build,,x,x', 'Test,,,x'), [null, null, 'Office', 'Office'])
  t.same(tree('Design,x,x,', 'OFFICE,,,', 'Build,,x,x', 'Test,,,x'), [null, null, 'OFFICE', 'OFFICE'])
  t.end()
})
