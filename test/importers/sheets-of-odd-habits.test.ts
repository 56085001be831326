// What people do to sheets that no program would: digits run together, one sheet a week, calendars that are painted.
import t from 'tap'
import { readWithPreview } from '../../importers/read-plan.ts'
import { day, fileDates, lines, namedTree, read, workbook } from './read-sheet.ts'

t.test('days typed in digits alone are days, though programs drop the zero in front', (t) => {
  const rows = (...all: string[]) => fileDates(read(lines(...all)).plan)
  t.same(
    rows('Activity,Begin,End,Group', 'Draft,201026,151126,A', 'Ask,51126,121126,B', 'Answer,21126,10127,B'),
    [
      ['Draft', '2026-10-20', '2026-11-15'],
      ['Ask', '2026-11-05', '2026-11-12'],
      ['Answer', '2026-11-02', '2027-01-01'],
    ],
    'day, month, year',
  )
  t.same(
    rows('Vorgang;Anfang;Ende', 'Entwurf;261020;261115', 'Frage;261105;261112'),
    [
      ['Entwurf', '2026-10-20', '2026-11-15'],
      ['Frage', '2026-11-05', '2026-11-12'],
    ],
    'year, month, day',
  )
  t.same(
    rows('Task,Start,Finish', 'Draft,102026,111526', 'Ask,110526,TBC', 'Answer,10327,12827'),
    [
      ['Draft', '2026-10-20', '2026-11-15'],
      ['Ask', '2026-11-05', null],
      ['Answer', '2027-01-03', '2027-01-28'],
    ],
    'month, day, year, and words between them',
  )
  t.same(
    rows('Tarea;Inicio;Fin', 'Borrador;5102026;15112026', 'Consulta;20112026;1122026'),
    [
      ['Borrador', '2026-10-05', '2026-11-15'],
      ['Consulta', '2026-11-20', '2026-12-01'],
    ],
    'years in full',
  )
  const { says } = read(lines('Task,Start,End', 'Draft,201026,151126', 'Ask,51126,121126'))
  t.ok(says(/201026 in date columns are read as ddmmyy, here 2026-10-20; this is a guess/))
  t.same(
    rows('Task,Start,End', 'Draft,46315,46320', 'Ask,46321,46325', 'Answer,46330,46331').map(([, start]) => start),
    ['2026-10-20', '2026-10-26', '2026-11-04'],
    'serial days stay serial days',
  )
  t.same(
    rows('Task,Start,End,Cost', 'Draft,2026-10-20,2026-10-21,201026', 'Ask,2026-10-22,2026-10-23,51126')[0],
    ['Draft', '2026-10-20', '2026-10-21'],
    'money is none',
  )
  t.end()
})

type Sheets = Record<string, (string | number | Date)[][]>
const bookOf = async (sheets: Sheets) =>
  read(
    await workbook((book) => {
      for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows)
    }),
    'plan.xlsx',
  )

t.test('a plan that goes on from sheet to sheet is read as one, each sheet below its name', async (t) => {
  const head = ['Task', 'Who', 'Start', 'End']
  const week = (name: string, from: string, to: string) => [name, 'Ada', day(from), day(to)]
  const weeks = await bookOf({
    'Week 1': [['Garden'], [], head, week('Dig', '2026-03-02', '2026-03-03'), week('Rake', '2026-03-04', '2026-03-04')],
    'Week 2': [['Garden'], [], head, week('Sow', '2026-03-09', '2026-03-10'), week('Rake', '2026-03-11', '2026-03-11')],
    Seeds: [
      ['Kind', 'Price'],
      ['Peas', 2],
    ],
  })
  t.same(namedTree(weeks.plan), [
    ['Week 1', null],
    ['Dig', 'Week 1'],
    ['Rake', 'Week 1'],
    ['Week 2', null],
    ['Sow', 'Week 2'],
    ['Rake', 'Week 2'],
  ])
  t.ok(weeks.says(/2 sheets have the same header .*"Week 1" from line 3, "Week 2" from line 7/))
  t.ok(weeks.says(/Sheets that are not read: "Seeds"/))
  const months = await bookOf({
    März: [
      ['Vorgang', 'Beginn', 'Ende'],
      ['Entwurf', day('2026-03-02'), day('2026-03-06')],
    ],
    April: [
      ['Vorgang', 'Beginn', 'Ende'],
      ['Bau', day('2026-04-01'), day('2026-04-10')],
    ],
  })
  t.same(namedTree(months.plan), [
    ['März', null],
    ['Entwurf', 'März'],
    ['April', null],
    ['Bau', 'April'],
  ])
  const teams = await bookOf(
    Object.fromEntries(
      ['Backend', 'Frontend', 'Tests'].map((team) => [team, [head, week(`${team} one`, '2026-03-02', '2026-03-03')]]),
    ),
  )
  t.equal(teams.plan.tasks.length, 6, 'whatever they are called, where all have one header')
  const sprints = await bookOf({
    'Sprint 1': [
      ['Deadline:', day('2026-03-06')],
      ['Story', 'Due', 'State'],
      ['Sign in', day('2026-03-05'), 'Done'],
    ],
    'Sprint 2': [
      ['Deadline:', day('2026-03-20')],
      ['Story', 'Due', 'State'],
      ['Sign out', day('2026-03-19'), 'Open'],
    ],
  })
  t.same(fileDates(sprints.plan), [
    ['Sprint 1', null, '2026-03-06'],
    ['Sign in', null, '2026-03-05'],
    ['Sprint 2', null, '2026-03-20'],
    ['Sign out', null, '2026-03-19'],
  ])
  t.end()
})

t.test('sheets that say the same again, or count their rows anew, are versions and plans of their own', async (t) => {
  const head = ['Task', 'Start', 'End']
  const rows = (shift: number) => [
    head,
    ['Dig', day(`2026-03-0${2 + shift}`), day(`2026-03-0${3 + shift}`)],
    ['Sow', day(`2026-03-0${4 + shift}`), day(`2026-03-0${5 + shift}`)],
  ]
  const versions = await bookOf({ 'Version 1': rows(0), 'Version 2': rows(1) })
  t.equal(versions.plan.tasks.length, 2)
  t.ok(versions.says(/Only the first sheet is read; ignored: "Version 2"/))
  const linked = (name: string) => [
    ['ID', 'Task', 'Duration', 'Predecessors'],
    [1, `${name} begins`, 2, ''],
    [2, `${name} ends`, 2, '1'],
  ]
  t.equal((await bookOf({ 'Part 1': linked('House'), 'Part 2': linked('Yard') })).plan.tasks.length, 2)
  const one = readWithPreview(
    await workbook((book) => {
      for (const name of ['Week 1', 'Week 2'])
        book.addWorksheet(name).addRows([head, [`${name} work`, day('2026-03-02'), day('2026-03-03')]])
    }),
    'plan.xlsx',
    { sheet: 'Week 2' },
  )
  t.same(
    one.plan.tasks.map(({ name }) => name),
    ['Week 2 work'],
    'one that is asked for is read alone',
  )
  t.end()
})

t.test('weeks alone in a line above their days do not hide that the others are days', (t) => {
  const starts = (...all: string[]) =>
    read(lines(...all)).plan.tasks.map(({ name, planned_start, deadline }) => [name, planned_start ?? deadline ?? null])
  const wanted = [
    ['Entwurf', '2026-10-16'],
    ['Probe', '2026-10-17'],
    ['Bau', '2026-10-23'],
  ]
  const dated = (week: (number: number) => string) => [
    'KW/Datum,Aufgabe,Dauer',
    `${week(42)},,`,
    '16.10.2026,Entwurf,2 Tage',
    '17.10.2026,Probe,1 Tag',
    `${week(43)},,`,
    '23.10.2026,Bau,3 Tage',
  ]
  t.same(starts(...dated(String)), wanted, 'bare numbers')
  t.same(
    starts(...dated((number) => `KW ${number}`)).filter(([name]) => !name?.startsWith('KW')),
    wanted,
    'weeks in words, which head their days',
  )
  t.same(
    starts('Wk,Task', '7,', '2026-02-09,Draft', '8,', '2026-02-16,Ask'),
    [
      ['Draft', '2026-02-09'],
      ['Ask', '2026-02-16'],
    ],
    'without durations',
  )
  t.end()
})

t.test('numbers in coloured cells say when, also in rows without a colour', async (t) => {
  const sheet = (states: (number | null)[][]) =>
    workbook((book) => {
      const sheet = book.addWorksheet('Plan')
      sheet.addRow(['Task', 'State', '2026-01', '2026-02', '2026-03', '2026-04'])
      for (const [index, cells] of states.entries()) {
        const row = sheet.addRow([`Work ${index + 1}`, '', ...cells])
        for (const [at, number] of cells.entries())
          if (number !== null && number > 0)
            row.getCell(at + 3).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF00AA00' } }
      }
    })
  const months = async (states: (number | null)[][]) =>
    fileDates(read(await sheet(states), 'plan.xlsx').plan).map(([, start, finish]) => [start, finish])
  t.same(
    await months([
      [1, 2, null, null],
      [null, 1, null, null],
      [null, null, -1, null],
      [null, null, null, 0],
      [null, null, null, null],
    ]),
    [
      ['2026-01-01', '2026-02-28'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-31'],
      ['2026-04-01', '2026-04-30'],
      [null, null],
    ],
  )
  t.end()
})

t.test(
  'a word for tasks among the times is the title of a chart, and one below a word for times a header',
  async (t) => {
    const sheet = (title: string[], labels: [string, string], months: [string, string]) =>
      workbook((book) => {
        const sheet = book.addWorksheet('Plan')
        sheet.addRow(title)
        sheet.addRow([])
        sheet.addRow([labels[0], months[0], '', '', months[1]])
        sheet.addRow([labels[1], 12, 19, 26, 2, 9, 16, 23, 30])
        for (const [name, from, to] of [
          ['Alpha draft', 2, 3],
          ['Beta draft', 4, 7],
          ['Gamma draft', 8, 9],
        ] as const) {
          const row = sheet.addRow([name])
          for (let at = from; at <= to; at += 1)
            row.getCell(at).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFCC00' } }
        }
      })
    const starts = async (title: string[], labels: [string, string], months: [string, string]) =>
      read(await sheet(title, labels, months), 'plan.xlsx').plan.tasks.map(({ name, planned_start }) => [
        name,
        planned_start?.slice(5),
      ])
    const wanted = [
      ['Alpha draft', '10-12'],
      ['Beta draft', '10-26'],
      ['Gamma draft', '11-23'],
    ]
    t.same(await starts(['A班', '', '工程表', '', '', '山田'], ['日付', '内容'], ['10月', '11月']), wanted)
    t.same(await starts(['Team A', '', 'Work items', '', 'Ada'], ['Date', 'Content'], ['October', 'November']), wanted)
    t.same(await starts(['Gruppe', '', 'Aufgaben', '', 'Ada'], ['Monat', 'Inhalt'], ['Oktober', 'November']), wanted)
    t.same(await starts([''], ['Mes', 'Contenido'], ['octubre', 'noviembre']), wanted, 'without a title')
    t.end()
  },
)
