// Groups, phases and headers that come again, in sheets as people in other countries make them, written before the reader was looked
// at. Each was read otherwise before.

import t from 'tap'
import { brief, day, lines, read, workbook } from './read-sheet.ts'

t.test('a title with a word for work in it heads no column of tasks', async (t) => {
  t.throws(() => read(lines('Arbeitspaket Nr 4', 'Was?', 'Wer?')), { code: 'no_name_column' })
  t.same(read(lines('Tasks', 'Dig', 'Pour')).tree, [
    ['Dig', null],
    ['Pour', null],
  ])
})

t.test('a column of lots or parts heads the tasks it is written beside', async (t) => {
  const french = read(lines('Lot,Tâche,Durée', 'Étude,Existant,5', 'Étude,Cahier,3', 'Réalisation,Maquette,4'))
  t.same(french.tree, [
    ['Étude', null],
    ['Existant', 'row-2'],
    ['Cahier', 'row-2'],
    ['Réalisation', null],
    ['Maquette', 'row-4'],
  ])
  const korean = read(lines('구분,세부업무,기간', '기획,조사,5', '기획,정의,3', '개발,서버,4'))
  t.equal(korean.plan.tasks.length, 5)
  const labels = read(lines('구분,작업,기간', '기획,조사,5', '개발,서버,4', '기획,정의,3'))
  t.same(labels.plan.tasks[0]?.labels, ['기획'])
})

t.test('a second row of the header beside a chart of days', async (t) => {
  const { plan } = read(
    lines(
      '#,大項目,中項目,予定,,2023-06-01,2023-06-02,2023-06-03',
      ',,,開始日,終了日,木,金,土',
      '1,準備,調査,2023-06-01,2023-06-02,,,',
      '2,準備,契約,2023-06-02,2023-06-02,,,',
      '3,,,,,,,',
    ),
  )
  t.same(
    plan.tasks.map((task) => [task.name, task.planned_start]),
    [
      ['準備', null],
      ['調査', '2023-06-01'],
      ['契約', '2023-06-02'],
    ],
  )
  t.same(
    plan.receipt.filter(({ code }) => code === 'missing_name'),
    [],
    'rows that nobody filled are said in one line',
  )
})

t.test('phases and milestones in two columns of which each row fills one', async (t) => {
  const { tree } = read(
    lines(
      'Fase,Hito,Duración,Comienzo,Finalización',
      'Planeación,,30,2016-11-21,2016-12-21',
      ',Reunión,,,',
      ',Riesgos,,,',
      'Diagnóstico,,60,2016-12-21,2017-02-19',
      ',Consolidar,,,',
      'Total Días,,90,,',
    ),
  )
  t.same(tree, [
    ['Planeación', null],
    ['Reunión', 'row-2'],
    ['Riesgos', 'row-2'],
    ['Diagnóstico', null],
    ['Consolidar', 'row-5'],
  ])
})

t.test('levels beside codes that are no outline are the outline', async (t) => {
  const { plan, links } = brief(
    lines(
      'ID WBS,Nível,Entregável,Duração,Dependências',
      '1,1,Projeto,,',
      '1.1,2,Análise,5,',
      '1.11,3,Entrevistas,3,',
      '1.2,2,Design,4,1.11',
    ),
  )
  t.same(
    plan.tasks.map(({ name, parent }) => [name, parent]),
    [
      ['Projeto', null],
      ['Análise', '1'],
      ['Entrevistas', '1.1'],
      ['Design', '1'],
    ],
  )
  t.same(links, ['1.11 FS 1.2'])
})

t.test('a header again with the name of a group, or above other days of a chart, is no task', async (t) => {
  const { plan } = read(
    lines(
      '完成？,软件开发,起止日期,内容,负责人',
      ',后端,2016/8/8-2016/8/19,接口,李',
      '完成？,硬件开发,起止日期,内容,负责人',
      ',电路板,2016/8/1-2016/8/5,设计,王',
    ),
  )
  t.same(
    plan.tasks.map((task) => [task.name, task.planned_start]),
    [
      ['后端', '2016-08-08'],
      ['硬件开发', null],
      ['电路板', '2016-08-01'],
    ],
  )
  const months = read(
    lines('Atividade,Duração,Início,1s,2s', 'A,2,2026-03-02,x,', 'Atividade,Duração,Início,5s,6s', 'B,3,2026-03-04,,x'),
  )
  t.same(
    months.plan.tasks.map(({ name }) => name),
    ['A', 'B'],
  )
})

t.test('rows of one day that call themselves milestones are', async (t) => {
  const { plan, says } = read(
    lines(
      'Actividad,Inicio,Fin',
      'Análisis,2026-03-02,2026-03-06',
      'Entrega final (hito),2026-04-17,2026-04-17',
      'Hito: cierre,2026-04-20,2026-04-20',
      'Marco teórico,2026-04-21,2026-04-21',
    ),
  )
  t.same(
    plan.tasks.map(({ is_milestone }) => is_milestone),
    [false, true, true, false],
  )
  t.ok(says(/2 rows on one day are called milestones/))
})

t.test('weekdays and numbered tasks are no names of tasks and no headers', async (t) => {
  const diary = await workbook((book) => {
    const first = book.addWorksheet('Planning')
    first.addRows([
      ['Activiteit', 'Omschrijving'],
      ['Ma', ''],
      ['Di', 'Overleg'],
      ['Wo', ''],
    ])
    book.addWorksheet('Taken').addRows([
      ['Taak', 'Start'],
      ['Bouwen', day('2026-03-02')],
    ])
  })
  t.same(read(diary, 'plan.xlsx').tree, [['Bouwen', null]])
  t.same(
    read(lines('Zadania', 'Zadanie 1', 'Zadanie 2')).plan.tasks.map(({ name }) => name),
    ['Zadanie 1', 'Zadanie 2'],
  )
})

t.test('names that step to the right below a word that nobody knows, beside coloured bars', async (t) => {
  const book = await workbook((made) => {
    const sheet = made.addWorksheet('Zeitplan')
    sheet.addRow(['Augabe', null, ...['2019-01-17', '2019-01-24', '2019-01-31'].map(day)])
    for (const cells of [['Ideen'], ['Physik'], [null, 'Bremsung'], [null, 'Kurven']]) sheet.addRow(cells)
    for (const cell of ['C2', 'D4', 'E4', 'E5'])
      sheet.getCell(cell).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF4472C4' } }
  })
  const { plan } = read(book, 'plan.xlsx')
  t.same(
    plan.tasks.map((task) => [task.name, task.planned_start, task.duration]),
    [
      ['Ideen', '2019-01-17', 5],
      ['Physik', null, 1],
      ['Bremsung', '2019-01-24', 10],
      ['Kurven', '2019-01-31', 5],
    ],
  )
})

t.test('a list of people before the plan is not the plan', async (t) => {
  const book = await workbook((made) => {
    made.addWorksheet('Équipe').addRows([
      ['Nom', 'Rôle'],
      ['Anne', 'Chef'],
      ['Luc', 'Auteur'],
    ])
    made.addWorksheet('Planning').addRows([
      ['Tâche', 'Début'],
      ['Rédaction', day('2026-03-02')],
    ])
  })
  const { tree, says } = read(book, 'plan.xlsx')
  t.same(tree, [['Rédaction', null]])
  t.ok(says(/Sheet "Planning" is read/))
  const names = await workbook((made) => {
    made.addWorksheet('One').addRows([['Task'], ['Dig'], ['Pour']])
    made.addWorksheet('Two').addRows([['Task'], ['Other']])
  })
  t.equal(read(names, 'plan.xlsx').plan.tasks.length, 2)
})
