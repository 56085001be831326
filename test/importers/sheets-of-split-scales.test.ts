// Charts whose times stand in several rows, with the headers of other columns, or the first task, in another of these than the times.
import t from 'tap'
import { day, lines, namedTree, read, workbook } from './read-sheet.ts'

const BAR = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF339966' } } as const
const spans = ({ plan }: ReturnType<typeof read>) =>
  plan.tasks.map(({ name, source }) => [
    name,
    source?.start?.slice(0, 10) ?? null,
    source?.finish?.slice(0, 10) ?? null,
  ])

t.test('headers below the times of a chart belong to them', async (t) => {
  const weeks = read(
    lines(
      ',,Abril,,,,Maio,,,',
      ',,01,02,03,04,01,02,03,04',
      'Atividades,Responsável,,,,,,,,',
      'Desenho,Ana,x,x,,,,,,',
      'Obra,Rui,,,x,x,x,,,',
      'Teste,Ana,,,,,,x,x,x',
    ),
  )
  t.same(spans(weeks), [
    ['Desenho', '2000-04-01', '2000-04-14'],
    ['Obra', '2000-04-15', '2000-05-07'],
    ['Teste', '2000-05-08', '2000-05-31'],
  ])
  const days = await workbook((book) => {
    const sheet = book.addWorksheet('Chart')
    const dates = Array.from({ length: 10 }, (_, at) => day(`2026-03-${String(2 + at).padStart(2, '0')}`))
    sheet.addRow(['Date', '', '', ...dates])
    sheet.addRow([
      'Day',
      '',
      '',
      ...dates.map((date) => date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })),
    ])
    sheet.addRow(['Deliverable', 'Task', 'Subtask'])
    for (const [deliverable, task, part, first, last] of [
      ['Report', '', '', 0, 0],
      ['', 'Draft', '', 1, 3],
      ['', 'Review', '', 0, 0],
      ['', '', 'By peers', 4, 6],
      ['', '', 'By the board', 7, 10],
    ] as const) {
      const row = sheet.addRow([deliverable, task, part])
      for (let at = first; first > 0 && at <= last; at += 1) row.getCell(3 + at).fill = BAR
    }
  })
  const read2 = read(days, 'days.xlsx')
  t.same(namedTree(read2.plan), [
    ['Report', null],
    ['Draft', 'Report'],
    ['Review', 'Report'],
    ['By peers', 'Review'],
    ['By the board', 'Review'],
  ])
  t.same(spans(read2).at(-1), ['By the board', '2026-03-08', '2026-03-11'])
})

t.test('the first task may stand in the row of the finest times, and a legend beside them', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Chart')
    sheet.addRow(['', 'October', '', '', '', '', 'November', '', '', '', 'Legend:'])
    sheet.addRow(['', 'Week 1', '', '', '', '', 'Week 2', '', '', '', 'Color', 'Group'])
    sheet.addRow(['', 'M', 'T', 'W', 'Th', 'F', 'M', 'T', 'W', 'Th', '', 'Everybody'])
    sheet.addRow(['General', 27, 28, 29, 30, 31, 3, 4, 5, 6, '', 'Ann & Bob'])
    for (const [task, first, last] of [
      ['Choose', 1, 2],
      ['Design', 3, 7],
      ['Meet', 8, 9],
    ] as const) {
      const row = sheet.addRow([task])
      for (let at = first; at <= last; at += 1) row.getCell(1 + at).fill = BAR
    }
  })
  t.same(spans(read(bytes, 'chart.xlsx')), [
    ['General', null, null],
    ['Choose', '2025-10-27', '2025-10-28'],
    ['Design', '2025-10-29', '2025-11-04'],
    ['Meet', '2025-11-05', '2025-11-06'],
  ])
})

t.test('numbers that begin anew below weeks are their days', async (t) => {
  const dated = read(
    lines(
      ',Stunden,Woche 1 (15.09. - 21.09.),,,,,W 2 ( 22.09 - 28.09.),,,,',
      'Analyse,4,Tag 1,2,3,4,5,1,2,3,4,5',
      'Entwurf,8,x,x,,,,,,,,',
      'Bau,16,,,x,x,x,x,,,,',
      'Probe,4,,,,,,,x,x,,',
    ),
  )
  t.same(spans(dated).slice(1), [
    ['Entwurf', '2025-09-15', '2025-09-16'],
    ['Bau', '2025-09-17', '2025-09-22'],
    ['Probe', '2025-09-23', '2025-09-24'],
  ])
  const counted = read(
    lines(
      'Task,Owner,Week 1,,,,,Week 2,,,,',
      ',,1,2,3,4,5,1,2,3,4,5',
      'Draw,Ann,x,x,,,,,,,,',
      'Build,Bob,,,x,x,x,x,,,,',
    ),
  )
  t.same(
    spans(counted).map(([name]) => name),
    ['Draw', 'Build'],
  )
  t.ok(spans(counted).every(([, start, finish]) => start !== null && finish !== null))
  t.end()
})

t.test('weeks may have their days on a line of their own in the same cell', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Chart')
    sheet.addRow(['Our project'])
    sheet.addRow([
      '',
      ...['28/04 - 04/05', '05/05 - 11/05', '12/05 - 18/05', '19/05 - 25/05'].map(
        (text, at) => `week ${at + 1}\n${text}`,
      ),
    ])
    for (const [task, first, last, remark] of [
      ['Read', 1, 1, ''],
      ['Meet the client', 1, 3, '1st meeting'],
      ['Build', 2, 4, ''],
      ['Write', 3, 4, ''],
    ] as const) {
      const row = sheet.addRow([task])
      for (let at = first; at <= last; at += 1) row.getCell(1 + at).fill = BAR
      if (remark !== '') row.getCell(1 + first).value = remark
    }
  })
  const found = read(bytes, 'weeks.xlsx')
  t.same(spans(found), [
    ['Read', '2000-04-28', '2000-05-04'],
    ['Meet the client', '2000-04-28', '2000-05-18'],
    ['Build', '2000-05-05', '2000-05-25'],
    ['Write', '2000-05-12', '2000-05-25'],
  ])
})

t.test('white lines on a colour are a bar, and yes and no are no names', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Chart')
    sheet.addRow(['Task', 'Phase done', ...Array.from({ length: 6 }, (_, at) => day(`2026-03-0${at + 2}`))])
    for (const [task, first, last] of [
      ['Dig', 1, 2],
      ['Pour', 3, 4],
    ] as const) {
      const row = sheet.addRow([task, 'yes'])
      for (let at = first; at <= last; at += 1)
        row.getCell(2 + at).fill = {
          type: 'pattern',
          pattern: 'darkVertical',
          fgColor: { argb: 'FFFFFFFF' },
          bgColor: { argb: 'FFCC9782' },
        }
    }
  })
  const { plan } = read(bytes, 'chart.xlsx')
  t.same(
    plan.tasks.map(({ name, parent, planned_start, percent_complete }) => [
      name,
      parent,
      planned_start,
      percent_complete,
    ]),
    [
      ['Dig', null, '2026-03-02', 100],
      ['Pour', null, '2026-03-04', 100],
    ],
  )
})

t.test('words for what is done mark a chart as crosses do, and say so', (t) => {
  const { plan, says } = read(
    lines(
      'Feature,Week 1,Week 2,Week 3,Week 4',
      'Sign up,DONE,,,',
      'Log in,DONE,DONE,,',
      'Search,done,X,,',
      'Pay,,,X,X',
    ),
  )
  t.same(
    plan.tasks.map(({ name, percent_complete, source }) =>
      [name, percent_complete, source?.start, source?.finish].map((cell) => String(cell).slice(0, 10)),
    ),
    [
      ['Sign up', '100', '2000-01-03', '2000-01-09'],
      ['Log in', '100', '2000-01-03', '2000-01-16'],
      ['Search', '0', '2000-01-03', '2000-01-16'],
      ['Pay', '0', '2000-01-17', '2000-01-30'],
    ],
  )
  t.ok(says(/^2 rows are done, as words in these columns say\.$/))
  t.end()
})
