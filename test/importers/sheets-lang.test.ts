// What people of several languages leave to the reader: columns that count, bars with a name, steps side by side, numbers in names.

import t from 'tap'
import { datesOf, fileDates, lines, namedLinks, namedTree, read, workbook } from './read-sheet.ts'

const MONDAYS = ['2000-01-03', '2000-01-10', '2000-01-17', '2000-01-24', '2000-01-31']
const SUNDAYS = ['2000-01-09', '2000-01-16', '2000-01-23', '2000-01-30', '2000-02-06']

/** The start and the end of each task, by whole weeks from the stand-in start. */
const inWeeks = (...weeks: [string, number, number][]) =>
  weeks.map(([name, first, last]) => [name, MONDAYS[first - 1], SUNDAYS[last - 1]])

t.test('a lone column that counts weeks, days or months', async (t) => {
  t.test('says when each row is, as numbers below a word for weeks', async (t) => {
    const sheet = read(
      lines(
        'semana,etapa,actividad,responsable',
        '1,1,Elegir el tema,Ana',
        '2,1,Leer fuentes,Luis',
        '3,2,Medir,Ana',
        '4,2,Escribir,Luis',
      ),
    )
    t.same(
      datesOf(sheet).filter(([name]) => !/^\d$/.test(String(name))),
      inWeeks(['Elegir el tema', 1, 1], ['Leer fuentes', 2, 2], ['Medir', 3, 3], ['Escribir', 4, 4]),
    )
    t.ok(sheet.says(/"semana" counts weeks/))
  })

  t.test('counts as words with numbers in any language', async (t) => {
    for (const [header, cells] of [
      ['週', ['1週目', '2週目', '3週目']],
      ['주차', ['1주차', '2주차', '3주차']],
      ['周次', ['第1周', '第2周', '第3周']],
      ['Hafta', ['1. Hafta', '2. Hafta', '3. Hafta']],
      ['Tydzień', ['Tydzień 1', 'Tydzień 2', 'Tydzień 3']],
      ['Timebox', ['Week 1', 'Week 2', 'Week 3']],
    ] as const) {
      const sheet = read(lines(`${header},Task`, `${cells[0]},Plan it`, `${cells[1]},Build it`, `${cells[2]},Show it`))
      t.same(datesOf(sheet), inWeeks(['Plan it', 1, 1], ['Build it', 2, 2], ['Show it', 3, 3]), header)
    }
  })

  t.test('may stand behind the names, hold stretches and be written once for several rows', async (t) => {
    const behind = read(lines('Atividade,Quem,Semana', 'Planejar,Bia,1-2', 'Montar,Rui,2 - 4', 'Entregar,Bia,5'))
    t.same(datesOf(behind), inWeeks(['Planejar', 1, 2], ['Montar', 2, 4], ['Entregar', 5, 5]))
    const once = read(
      lines('Semaine,Tâche,Qui', 'Semaine 1,Cadrer,Zoé', ',Écrire,Max', 'Semaine 2,Tester,Zoé', ',Livrer,Max'),
    )
    t.same(datesOf(once), inWeeks(['Cadrer', 1, 1], ['Écrire', 1, 1], ['Tester', 2, 2], ['Livrer', 2, 2]))
  })

  t.test('counts days and months as well', async (t) => {
    const days = read(lines('Giorno,Attività,Chi', '1,Montare,Ada', '2,Provare,Ugo', '3,Smontare,Ada'))
    t.same(datesOf(days), [
      ['Montare', '2000-01-03', '2000-01-03'],
      ['Provare', '2000-01-04', '2000-01-04'],
      ['Smontare', '2000-01-05', '2000-01-05'],
    ])
    const months = read(lines('Mês,Tarefa,Quem', 'Mês 1,Obra,Bia', 'Mês 2,Pintura,Rui', 'Mês 3,Entrega,Bia'))
    t.same(
      datesOf(months).map(([name, start]) => [name, start]),
      [
        ['Obra', '2000-01-03'],
        ['Pintura', '2000-02-03'],
        ['Entrega', '2000-03-03'],
      ],
    )
  })

  t.test('leaves lengths, weeks of the calendar, heads of groups and dates as they are', async (t) => {
    const lengths = read(lines('Tarea,Semanas', 'Planear,2', 'Construir,4', 'Entregar,1'))
    t.same(
      lengths.plan.tasks.map(({ duration }) => duration),
      [10, 20, 5],
    )
    const dated = read(
      lines('Semana,Tarea,Inicio,Fin', '1,Planear,2026-03-02,2026-03-06', '2,Hacer,2026-03-09,2026-03-13'),
    )
    t.same(datesOf(dated)[0], ['Planear', '2026-03-02', '2026-03-06'])
    const heads = read(
      lines('Semana,Tarea,Quién', 'Semana 1,,', ',Planear,Ana', ',Leer,Luis', 'Semana 2,,', ',Hacer,Ana'),
    )
    t.equal(
      heads.plan.tasks.some(({ name }) => name === 'Semana 1'),
      true,
    )
  })
})

t.test('sentences below a word for lengths are none, and named', async (t) => {
  const sheet = read(
    lines('Phase no,Task,Duration', '1,Plan,Know what we want', '2,Build,Have it stand', '3,Show,Have it liked'),
  )
  t.ok(sheet.says(/not imported: .*"Duration"/))
})

t.test('names of people in bars whose colour goes on', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const page = book.addWorksheet('Plan')
      page.addRow(['', 'Week 1', '', '', '', '', 'Week 2'])
      page.addRow(['Taak', 'ma', 'di', 'wo', 'do', 'vr', 'ma', 'di', 'wo', 'do', 'vr'])
      const bars: [string, string, number, number, string][] = [
        ['Opzet', 'Bram', 1, 2, 'FFFFC000'],
        ['Bouw', 'Bram', 3, 7, 'FFFFC000'],
        ['Proef', 'Noor', 6, 6, 'FF00B0F0'],
        ['Levering', 'Noor', 7, 10, 'FF00B0F0'],
      ]
      for (const [name, who, first, last, argb] of bars) {
        const row = page.addRow([name])
        row.getCell(first + 1).value = who
        for (let at = first; at <= last; at += 1)
          row.getCell(at + 1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb } }
      }
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Opzet', '2000-01-03', '2000-01-04'],
    ['Bouw', '2000-01-05', '2000-01-11'],
    ['Proef', '2000-01-10', '2000-01-10'],
    ['Levering', '2000-01-11', '2000-01-14'],
  ])
  const people = new Map(sheet.plan.resources.map(({ id, name }) => [id, name]))
  t.same(
    sheet.plan.assignments.map(({ resource }) => people.get(resource ?? '')),
    ['Bram', 'Bram', 'Noor', 'Noor'],
  )
})

t.test('steps side by side are parts of their row', async (t) => {
  const tree = (...all: string[]) => namedTree(read(lines(...all)).plan)
  const parts = [
    ['Login', null],
    ['Design', 'Login'],
    ['Build', 'Login'],
    ['Test', 'Login'],
    ['Reports', null],
    ['Design', 'Reports'],
    ['Build', 'Reports'],
    ['Test', 'Reports'],
  ]
  const dates = [
    'Login,2026-03-02,2026-03-06,2026-03-04,2026-03-13,2026-03-16,2026-03-20',
    'Reports,2026-03-09,2026-03-13,2026-03-11,2026-03-20,2026-03-23,2026-03-27',
  ]
  t.same(tree('Task,Design start,Design end,Build start,Build end,Test start,Test end', ...dates), parts)
  t.same(
    tree('Task,Start of Design,End of Design,Start of Build,End of Build,Start of Test,End of Test', ...dates),
    parts,
  )
  t.same(tree(',Design,,Build,,Test,', 'Task,Start,End,Start,End,Start,End', ...dates), parts)
  t.same(tree('Aufgabe,Design Beginn,Design Ende,Build Beginn,Build Ende,Test Beginn,Test Ende', ...dates), parts)
  const sheet = read(
    lines('模块,设计,,开发,', '任务,开始时间,结束时间,开始时间,结束时间', '登陆,2026/3/2,2026/3/6,2026/3/9,2026/3/13'),
  )
  t.same(fileDates(sheet.plan).slice(1), [
    ['设计', '2026-03-02', '2026-03-06'],
    ['开发', '2026-03-09', '2026-03-13'],
  ])
  t.ok(sheet.says(/steps with a start and an end/))
  const again = read(
    lines('Task,Tender start,Tender end,Agreed start,Agreed end', 'Dig,2026-03-02,2026-03-06,2026-03-03,2026-03-09'),
  )
  t.equal(again.plan.tasks.length, 1)
})

t.test('codes in front of names are the outline, whatever their indents and slips', async (t) => {
  const names = ['1. Ground', ' 1.1 Survey', '1.1.1 Measure', '1.1.2 Draw', '  1.2 Dig', '1.2.1 North', '1.2.2 South']
  const sheet = read(
    lines('Task,Predecessors', ...names.map((name) => `${name},${name === '  1.2 Dig' ? '1.1.2' : ''}`)),
  )
  t.same(
    namedTree(sheet.plan).map(([, parent]) => parent?.trim().slice(0, 3) ?? null),
    [null, '1. ', '1.1', '1.1', '1. ', '1.2', '1.2'],
  )
  t.same(namedLinks(sheet.plan), ['1.1.2 Draw > 1.2 Dig'])
  const parts = Array.from({ length: 60 }, (_, at) => `1.${at + 1} Part`)
  parts[40] = '1.3 Part with a slip'
  const slip = read(lines('Task', '1 All', ...parts))
  t.ok(slip.plan.tasks.slice(1).every(({ parent }) => parent === slip.plan.tasks[0]?.id))
})

t.test('addresses and lists of states below the table are no tasks', async (t) => {
  const rows = ['Task,Who,Start,End,Status', 'Dig,Bo,2026-03-02,2026-03-06,Done', 'Lay,Al,2026-03-09,2026-03-13,Open']
  for (const below of [
    ['Repository: https://example.org/plan'],
    ['https://example.org/plan'],
    ['Not started,In progress,Done'],
    ['Site：https://example.org', 'Open,Doing,Done'],
    ['未开始,进行中,完成'],
  ]) {
    const sheet = read(lines(...rows, ...below))
    t.same(
      sheet.plan.tasks.map(({ name }) => name),
      ['Dig', 'Lay'],
      below.join(),
    )
    t.ok(sheet.says(/below the table are not imported/), below.join())
  }
})
