// Charts with more than bars in their columns: holidays over all rows, numbers of months, headings with a colon, lists of who was present.
import t from 'tap'
import { day, fileDates, lines, namedTree, read, workbook } from './read-sheet.ts'

const filled = (argb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } }) as const
const [BAR, GREY, GREEN] = [filled('FF336699'), filled('FFCCCCCC'), filled('FF00B050')]
const daysFrom = (first: string, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => new Date(day(first).getTime() + at * step * 86_400_000))

t.test('a word that all rows have below one time is no mark', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Week', ...daysFrom('2026-03-02', 8, 7)])
    const all: [string, number, number][] = [
      ['Research:', 0, -1],
      ['Read', 1, 2],
      ['Model', 2, 6],
      ['', 0, -1],
      ['Report :', 0, -1],
      ['Write', 6, 7],
      ['Print', 7, 8],
    ]
    for (const [name, first, last] of all) {
      const row = sheet.addRow([name, '', '', '', '', 'Easter'])
      for (let at = first; at <= last; at += 1) if (at > 0 && at !== 5) row.getCell(1 + at).fill = BAR
    }
  })
  const found = read(bytes, 'plan.xlsx')
  t.same(fileDates(found.plan), [
    ['Research:', null, null],
    ['Read', '2026-03-02', '2026-03-15'],
    ['Model', '2026-03-09', '2026-04-12'],
    ['Report :', null, null],
    ['Write', '2026-04-06', '2026-04-19'],
    ['Print', '2026-04-13', '2026-04-26'],
  ])
  t.same(
    namedTree(found.plan).map(([, head]) => head),
    [null, 'Research:', 'Research:', null, 'Report :', 'Report :'],
  )
  t.ok(found.says(/"Easter" stands below .* in most rows/))
  // Two weeks off, in words of another language, beside marks.
  const text = read(
    lines(
      'Tâche,Semaine 1,Semaine 2,Semaine 3,Semaine 4,Semaine 5,Semaine 6',
      'Étude,x,,Congés,Congés,,',
      'Plans,x,x,Congés,Congés,x,',
      'Travaux,,x,Congés,Congés,x,x',
      'Réception,,,Congés,Congés,,x',
    ),
  )
  t.same(
    fileDates(text.plan).map(([, start, finish]) => [start, finish]),
    [
      ['2000-01-03', '2000-01-09'],
      ['2000-01-03', '2000-02-06'],
      ['2000-01-10', '2000-02-13'],
      ['2000-02-07', '2000-02-13'],
    ],
  )
  // Who works in most rows of one week works in others, too.
  const people = read(lines('Task,W1,W2,W3,W4', 'A1,Ann,Ann,,', 'B2,Ann,,Bob,', 'C3,Ann,,,Bob', 'D4,Ann,,,'))
  t.notOk(people.says(/in most rows/))
})

t.test('colours of holidays over all rows are no bars beside marks', async (t) => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Legende'])
    sheet.addRow(['Planung', '', 'KW 50', 'KW 51', 'KW 52', 'KW 01', 'KW 02', 'KW 03'])
    sheet.addRow(['Ferien']).getCell(2).fill = GREY
    sheet.addRow([])
    sheet.addRow(['Tätigkeiten'])
    const all: [string, string][] = [
      ['Vorbereiten:', ''],
      ['Sitzung', 'x'],
      ['Bauen:', ''],
      ['Server:', ''],
      [' - Sockel', ' x'],
      [' - Daten', ' xx'],
      ['Seite:', ''],
      [' - Entwurf', '  xxx'],
      ['Prüfen:', ''],
      ['Tests', '    x'],
      ['Abgabe', '    x'],
    ]
    for (const [name, marks] of all) {
      const row = sheet.addRow([name, '', ...[...marks].map((mark) => mark.trim())])
      for (const at of [5, 6]) row.getCell(at).fill = GREY
      row.getCell(8).fill = GREEN
    }
  })
  const found = read(bytes, 'plan.xlsx')
  t.same(namedTree(found.plan), [
    ['Vorbereiten:', null],
    ['Sitzung', 'Vorbereiten:'],
    ['Bauen:', null],
    ['Server:', 'Bauen:'],
    ['Sockel', 'Server:'],
    ['Daten', 'Server:'],
    ['Seite:', 'Bauen:'],
    ['Entwurf', 'Seite:'],
    ['Prüfen:', null],
    ['Tests', 'Prüfen:'],
    ['Abgabe', 'Prüfen:'],
  ])
  const dates = new Map(fileDates(found.plan).map(([name, ...days]) => [name, days]))
  t.same(dates.get('Sitzung'), ['2000-12-11', '2000-12-17'])
  t.same(dates.get('Entwurf'), ['2000-12-25', '2001-01-14'])
  t.same(dates.get('Seite:'), [null, null])
  t.ok(found.says(/names end in a colon/))
})

t.test('names that end in a colon head others in a table of dates as well', (t) => {
  const found = read(
    lines(
      'Task,Start,End,Owner',
      'Before the move:,,,',
      'Pack,2026-05-04,2026-05-05,Ann',
      'Rooms:,,,',
      '- Kitchen,2026-05-06,2026-05-06,Bob',
      '- Cellar,2026-05-07,2026-05-08,Bob',
      'After it:,,,',
      'Unpack,2026-05-11,2026-05-12,Ann',
    ),
  )
  t.same(namedTree(found.plan), [
    ['Before the move:', null],
    ['Pack', 'Before the move:'],
    ['Rooms:', 'Before the move:'],
    ['Kitchen', 'Rooms:'],
    ['Cellar', 'Rooms:'],
    ['After it:', null],
    ['Unpack', 'After it:'],
  ])
  // Dashes below every such name say all of it.
  const dashed = read(
    lines(
      'Task,Start,End',
      'One:,,',
      '- a,2026-05-04,2026-05-05',
      '- b,2026-05-06,2026-05-06',
      'Two:,,',
      '- c,2026-05-07,2026-05-08',
    ),
  )
  t.same(
    namedTree(dashed.plan).map(([, head]) => head),
    [null, 'One:', 'One:', null, 'Two:'],
  )
  t.end()
})

t.test('numbers of months stand above the days that begin anew with them', (t) => {
  const days = [28, 29, 30, 31, 1, 2, 3, 4]
  const months = [10, 10, 10, 10, 11, 11, 11, 11]
  const chart = (label: string, upper: readonly (string | number)[]) =>
    read(
      lines(
        `${label},,,${upper.join(',')}`,
        `タスク,担当,作業数,${days.join(',')}`,
        '設計,林,4,1,1,2,,,,,',
        '実装,森,6,,,,1,2,3,,',
        '試験,林,3,,,,,,,1,2',
        '後で,森,0,,,,,,,,',
      ),
    )
  for (const [label, upper] of [
    ['月', months],
    ['', [10, '', '', '', 11, '', '', '']],
    ['Month', months],
    ['Mois', [10, '', '', '', 11, '', '', '']],
  ] as const) {
    const found = chart(label, upper)
    t.same(
      fileDates(found.plan),
      [
        ['設計', '2000-10-28', '2000-10-30'],
        ['実装', '2000-10-31', '2000-11-02'],
        ['試験', '2000-11-03', '2000-11-04'],
        ['後で', null, null],
      ],
      `${label} ${upper}`,
    )
  }
  // Numbers that change where the days do not begin anew are something else.
  t.not(fileDates(chart('', [10, 10, 11, 11, 11, 11, 12, 12]).plan)[0]?.[1], '2000-10-28')
  // Over the turn of the year.
  const turn = read(lines('Month,12,,,1,,', 'Task,29,30,31,1,2,3', 'Wrap up,x,x,x,,,', 'Begin,,,,x,x,x'))
  t.same(
    fileDates(turn.plan).map(([, start, finish]) => [start, finish]),
    [
      ['2000-12-29', '2000-12-31'],
      ['2001-01-01', '2001-01-03'],
    ],
  )
  t.end()
})

t.test('a list of who was present is said to be hardly a plan', (t) => {
  const days = daysFrom('2026-08-03', 10).map((date) => date.toISOString().slice(0, 10))
  const uncertain = /It is not certain that this is a plan/
  const register = (first: string, mark: string) =>
    read(
      lines(
        `${first},${days.join(',')},Present`,
        ...['1101111011', '1111101101', '1011111110', '1111111111', '0110111111'].map(
          (row, at) =>
            `${['Ada Lund', 'Ben Ott', 'Cy Pine', 'Di Roth', 'Eli Sand'][at]},${[...row].map((digit) => (digit === '1' ? mark : '')).join(',')},9`,
        ),
      ),
    )
  for (const [first, mark] of [
    ['', '1'],
    ['Name', 'x'],
    ['Nom', '✓'],
    ['Student', 'X'],
  ] as const)
    t.ok(register(first, mark).says(uncertain), first)
  // Tasks that go on all the time are tasks when they are called so.
  t.notOk(register('Task', 'x').says(uncertain))
  // Most plans are stairs.
  const stairs = read(
    lines(
      `Name,${days.join(',')}`,
      'Dig,x,x,,,,,,,,',
      'Pour,,x,x,x,,,,,,',
      'Build,,,,x,x,,x,x,,',
      'Paint,,,,,,,,x,x,x',
      'Clean,x,x,x,x,x,,x,x,x,x',
    ),
  )
  t.notOk(stairs.says(uncertain))
  t.end()
})

t.test('numbers that go on from month to month are weeks and no days', async (t) => {
  const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
  for (const [months, first, dates] of [
    ['January,,,,February,,,,March,,,', 2, ['2000-01-10', '2000-01-23']],
    ['Januar,,,,Februar,,,,März,,,', 1, ['2000-01-03', '2000-01-16']],
    ['Setembro,,,,Outubro,,,,Novembro,,,,Dezembro,,', 36, ['2000-09-04', '2000-09-17']],
    ['Mars,,,,Avril,,,,Mai,,,', 1, ['2000-01-03', '2000-01-16']],
  ] as const) {
    const found = read(
      lines(
        `,${months}`,
        `Task,${numbers(first, months.split(',').length).join(',')}`,
        'Read,x,x,,,,',
        'Draw,,x,x,x,x,',
        'Build,,,,,x,x',
      ),
    )
    t.same(fileDates(found.plan)[0]?.slice(1), dates, months)
  }
  // Days begin anew with their month.
  const days = read(lines(',January,,,,February,,,', 'Task,28,29,30,31,1,2,3,4', 'Read,x,x,,,,', 'Draw,,,x,x,x,'))
  t.same(fileDates(days.plan)[0], ['Read', '2000-01-28', '2000-01-29'])
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Gantt')
    sheet.addRow(['', 'January', '', '', '', 'February', '', '', ''])
    sheet.addRow(['', ...numbers(2, 8)])
    for (const [name, first, last] of [
      ['Set up', 2, 2],
      ['Explore', 3, 5],
      ['Model', 5, 7],
    ] as const) {
      const row = sheet.addRow([])
      row.getCell(first).value = name
      for (let at = first; at <= last; at += 1) row.getCell(at).fill = BAR
      if (last > first) sheet.mergeCells(row.number, first, row.number, last)
    }
  })
  t.same(fileDates(read(bytes, 'gantt.xlsx').plan), [
    ['Set up', '2000-01-10', '2000-01-16'],
    ['Explore', '2000-01-17', '2000-02-06'],
    ['Model', '2000-01-31', '2000-02-20'],
  ])
})
