// Habits of offices and schools in many countries: forms kept beside what was filled in, breaks in the days of a chart, months in characters,
// words above charts.

import type { Fill } from 'exceljs'
import t from 'tap'
import { fileDates, lines, namedTree, read, workbook } from './read-sheet.ts'

type Cell = string | number | Date | null
type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>

const book = (sheets: Sheets) =>
  workbook((book) => {
    for (const [name, rows] of Object.entries(sheets)) {
      const sheet = book.addWorksheet(name)
      for (const row of rows) sheet.addRow([...row])
    }
  })
const names = (bytes: Uint8Array) => read(bytes, 'plan.xlsx').plan.tasks.map(({ name }) => name)

const fillOf = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } })
const [BLUE, GREEN] = [fillOf('FF00B0F0'), fillOf('FF92D050')]

/** One sheet, and the colours of its cells. */
const drawn = (
  rows: readonly (readonly Cell[])[],
  bars: Readonly<Record<string, Fill>>,
  merged: readonly string[] = [],
) =>
  workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    for (const row of rows) sheet.addRow([...row])
    for (const range of merged) sheet.mergeCells(range)
    for (const [cell, fill] of Object.entries(bars)) sheet.getCell(cell).fill = fill
  })

t.test('a form that nobody filled in gives way to the sheet where somebody did', async (t) => {
  const header = ['Task', 'Owner', 'Start', 'End']
  const done: readonly (readonly Cell[])[] = [
    header,
    ['Dig', 'Ann', '2026-03-02', '2026-03-04'],
    ['Pour', 'Bo', '2026-03-05', '2026-03-06'],
  ]
  t.same(names(await book({ Template: [['Our plan'], [], header], 'Project A': done })), ['Dig', 'Pour'], 'a header')
  const numbers = [1, 2, 3, 4, 5].map((number) => [number])
  t.same(
    names(await book({ Vorlage: [['Nr.', ...header], ...numbers], Plan: done })),
    ['Dig', 'Pour'],
    'numbered lines',
  )
  const codes = ['1', '1.1', '1.2', '1.3', '2', '2.1', '2.2'].map((code) => [code, null, null, null, 1])
  t.same(
    names(
      await book({
        'En blanco': [
          ['EDT', 'Tarea', 'Inicio', 'Fin', 'Duración'],
          ...codes,
          [],
          [null, 'Datos del gráfico', null, null, null],
        ],
        Obra: [
          ['EDT', 'Tarea', 'Inicio', 'Fin', 'Duración'],
          ['1', 'Zanja', '2026-03-02', '2026-03-03', 2],
          ['2', 'Muro', '2026-03-04', '2026-03-04', 1],
        ],
      }),
    ),
    ['Zanja', 'Muro'],
    'codes, durations that were computed, and a word below',
  )
  t.same(names(await book({ 'Project A': done, Template: [header] })), ['Dig', 'Pour'], 'the form may stand behind')
  t.same(
    names(await book({ Plan: [header, ['Dig'], ['Pour']], Dates: done.map((row) => [...row].reverse()) })),
    ['Dig', 'Pour'],
    'tasks without dates are no form',
  )
  t.same(
    names(
      await book({
        Form: [header],
        People: [
          ['Name', 'Phone'],
          ['Ann', 12],
        ],
      }),
    ),
    [],
    'a form is read where nothing else says when',
  )
})

t.test('a break between the days above a chart is nobody’s work', async (t) => {
  const weekly = ['Vorgang', '05.01.2026', '12.01.2026', '19.01.2026', '26.01.2026', '23.02.2026', '02.03.2026']
  t.same(
    fileDates(read(await drawn([weekly, ['Bau'], ['Test']], { E2: BLUE, D3: BLUE, E3: BLUE, F3: BLUE })).plan),
    [
      ['Bau', '2026-01-26', '2026-02-01'],
      ['Test', '2026-01-19', '2026-03-01'],
    ],
    'the week before the holidays is a week',
  )
  t.same(
    fileDates(
      read(lines('Task,2026-01-05,2026-01-12,2026-01-19,2026-01-26,2026-03-02', 'Lab,,,x,x,', 'Exam,,,,,x')).plan,
    ),
    [
      ['Lab', '2026-01-19', '2026-02-01'],
      ['Exam', '2026-03-02', '2026-03-08'],
    ],
    'and so is the last one',
  )
  t.same(
    fileDates(read(lines('Task,2026-01-05,2026-02-09,2026-03-02,2026-05-04', 'Lab,x,,,', 'Exam,,x,x,')).plan),
    [
      ['Lab', '2026-01-05', '2026-02-08'],
      ['Exam', '2026-02-09', '2026-05-03'],
    ],
    'days without a usual distance go up to the next',
  )
})

t.test('months whose numbers are written in characters', async (t) => {
  const months = (from: number) =>
    Array.from('一二三四五六', (numeral, at) => (at < from ? [] : [`${numeral}月`, null, null])).flat()
  const rows = [
    [null, null, null, null, null, null, null, '預期進度', '實際進度'],
    [null, '2026'],
    ['任務描述', ...months(0)],
    ['規劃'],
    [],
    ['開發'],
    [],
  ]
  const bars = { C4: BLUE, D4: BLUE, C5: GREEN, E6: BLUE, F6: BLUE, G6: BLUE, F7: GREEN }
  t.same(
    fileDates(read(await drawn(rows, bars, ['A4:A5', 'A6:A7', 'B3:D3', 'E3:G3', 'H3:J3'])).plan),
    [
      ['規劃', '2026-01-11', '2026-01-31'],
      ['開發', '2026-02-01', '2026-02-28'],
    ],
    'thirds of months below a legend of what is expected and what happened',
  )
  t.same(
    fileDates(read(lines('任务,开始,结束', '设计,2026年三月上旬,2026年四月', '测试,2026年十月,2026年十二月')).plan),
    [
      ['设计', '2026-03-01', '2026-04-30'],
      ['测试', '2026-10-01', '2026-12-31'],
    ],
  )
  t.same(fileDates(read(lines('工作,十月,十一月,十二月', '调研,x,,', '总结,,x,x'), '计划2026.csv').plan), [
    ['调研', '2026-10-01', '2026-10-31'],
    ['总结', '2026-11-01', '2026-12-31'],
  ])
  t.same(fileDates(read(lines('タスク,一月,二月,三月', '設計,x,x,', '試験,,,x'), '計画2026.csv').plan), [
    ['設計', '2026-01-01', '2026-02-28'],
    ['試験', '2026-03-01', '2026-03-31'],
  ])
})

t.test('words above a chart are no header where one of names stands left of its times', async (t) => {
  const weeks = (word: string) => [1, 2, 3, 4].map((number) => `${word}${number}`)
  for (const [name, word] of [
    ['กิจกรรม', 'สัปดาห์ที่ '],
    ['Kegiatan', 'Minggu ke-'],
    ['Công việc', 'Tuần thứ '],
    ['Activity', 'Week no. '],
    ['Activiteit', 'Week nr. '],
  ] as const) {
    const rows = [
      [null, null, 'First phase', null, 'Phase 2'],
      [null, name, ...weeks(word)],
      ['Five days a week', 'Ask'],
      ['One price', 'Draw'],
      ['Paid at the end', 'Build'],
    ]
    const found = read(await drawn(rows, { C3: BLUE, D4: BLUE, E5: BLUE, F5: BLUE }))
    t.same(
      fileDates(found.plan),
      [
        ['Ask', '2000-01-03', '2000-01-09'],
        ['Draw', '2000-01-10', '2000-01-16'],
        ['Build', '2000-01-17', '2000-01-30'],
      ],
      `${name}, ${word}`,
    )
  }
})

t.test('the line that invites to insert rows is no task in any language', (t) => {
  const invitations = [
    'Insert new rows ABOVE this one',
    'Neue Zeilen bitte oberhalb dieser Zeile einfügen',
    '"Ha kell, e fölött szúrj be új sort!"',
    'Insérez de nouvelles lignes au-dessus de celle-ci',
    'Inserte las filas nuevas encima de esta',
    'Insira novas linhas acima desta',
    'Wstaw nowe wiersze powyżej tego',
    'Новые строки вставляйте выше этой',
    'Yeni satırları bu satırın üstüne ekleyin',
    '在此行上方插入新行',
    'この行の上に行を挿入してください',
    'Sisipkan baris baru di atas baris ini',
  ]
  for (const invitation of invitations)
    t.same(
      read(
        lines('Task,Start,End', 'Phase A,,', 'Dig,2026-03-02,2026-03-04', 'Pour,2026-03-05,2026-03-06', invitation),
      ).plan.tasks.map(({ name }) => name),
      ['Phase A', 'Dig', 'Pour'],
      invitation,
    )
  for (const task of [
    'Add a row of lights above the door',
    'Einfügen der Linien',
    'Sort the rows',
    'Вставить окна',
    '新增功能',
    'Dodaj użytkownika',
  ])
    t.same(
      read(lines('Task,Start,End', 'Dig,2026-03-02,2026-03-04', `${task},2026-03-05,2026-03-06`)).plan.tasks.map(
        ({ name }) => name,
      ),
      ['Dig', task],
      'what has dates is a task',
    )
  for (const task of ['Einfügen der Linien', 'Sort the fruit', 'Вставить окна', '新增功能', 'Dodaj użytkownika'])
    t.same(
      read(lines('Task,Start,End', 'Dig,2026-03-02,2026-03-04', `${task},,`)).plan.tasks.map(({ name }) => name),
      ['Dig', task],
      'and so is what only has some of the words',
    )
  t.end()
})

t.test('words above figures right below the last task head another table', (t) => {
  const plan = [
    '1,Build,12,2026-03-02,2026-03-04',
    '1.1,Dig,4,2026-03-02,2026-03-03',
    '1.2,Pour,8,2026-03-04,2026-03-04',
  ]
  for (const [header, word] of [
    ['WBS,Task,Hours,Start,End', 'Burndown data'],
    ['PSP,Vorgang,Aufwand,Beginn,Ende', 'Verlauf'],
    ['EDT,Tarea,Horas,Inicio,Fin', 'Datos de desgaste'],
  ] as const)
    t.same(
      read(lines(header, ...plan, ',,Estimate,Days,Per day', `,${word},12,3,4`, `,Chart,,,`)).plan.tasks.map(
        ({ name }) => name,
      ),
      ['Build', 'Dig', 'Pour'],
      word,
    )
  t.same(
    read(
      lines('Task,Start,End,Owner', 'Dig,2026-03-02,2026-03-03,Ann', ',tbd,open,Bo', 'Pour,2026-03-04,2026-03-04,Bo'),
    ).plan.tasks.map(({ name }) => name),
    ['Dig', 'Pour'],
    'rows with days below show that it is none',
  )
  t.end()
})

t.test('columns under one merged header are levels where their words step to the right', (t) => {
  for (const header of [
    'Дата начала,Дата окончания,Название этапа,,Название задачи',
    'Start,End,Phase name,,Task name',
    'Beginn,Ende,Vorgang,,Teilaufgabe',
  ])
    t.same(
      namedTree(
        read(
          lines(
            header,
            '2026-03-02,2026-03-20,Aims,,',
            '2026-03-02,2026-03-06,,Users,',
            '2026-03-09,2026-03-20,,Pages,',
            '2026-03-23,2026-04-24,Design,,',
            '2026-03-23,2026-04-03,,Diagrams,',
            '2026-03-23,2026-03-27,,,Cases',
            '2026-03-30,2026-04-03,,,Classes',
            '2026-04-06,2026-04-24,,Screens,',
            '2026-04-06,2026-04-10,,,Login',
          ),
        ).plan,
      ),
      [
        ['Aims', null],
        ['Users', 'Aims'],
        ['Pages', 'Aims'],
        ['Design', null],
        ['Diagrams', 'Design'],
        ['Cases', 'Diagrams'],
        ['Classes', 'Diagrams'],
        ['Screens', 'Design'],
        ['Login', 'Screens'],
      ],
      header,
    )
  t.end()
})

t.test('a list without a header of times and what is done in them', (t) => {
  for (const [list, first] of [
    [['Januari - Februari,Bab 1', 'Minggu ke-2 Maret - Minggu ke-4 April,Bab 2', 'Mei,Bab 3'], 'Bab 1'],
    [['März - April 2026,Kapitel 1', 'Mai 2026,Kapitel 2', 'Juni - Juli 2026,Kapitel 3'], 'Kapitel 1'],
    [['Survey,January - February', 'Interviews,March', 'Report,April - May'], 'Survey'],
    [['Q1 2026 - Q2 2026,Concept', 'Q3 2026,Building', 'Q4 2026,Opening'], 'Concept'],
    [['2 March - 6 March,Dig', '9 March - 13 March,Pour', '16 March - 20 March,Roof'], 'Dig'],
  ] as const) {
    const { plan } = read(lines(...list))
    t.equal(plan.tasks.length, list.length, list[0])
    t.equal(plan.tasks[0]?.name, first)
    t.ok(plan.tasks.every(({ source }) => source?.start && source?.finish))
  }
  t.same(
    fileDates(
      read(lines('Period,Task', 'January - February,Chapter 1', '2 March - 6 March,Chapter 2', 'May 2026,Chapter 3'))
        .plan,
    ),
    [
      ['Chapter 1', '2026-01-01', '2026-02-28'],
      ['Chapter 2', '2026-03-02', '2026-03-06'],
      ['Chapter 3', '2026-05-01', '2026-05-31'],
    ],
    'months beside days',
  )
  t.end()
})
