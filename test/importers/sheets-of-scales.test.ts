// Charts whose columns have bare numbers for days and weeks, and templates, in the languages of their countries.

import t from 'tap'
import { brief, day, lines, namedTree, read, workbook } from './read-sheet.ts'

const bar = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF70AD47' } } as const

/** A sheet of the rows given, with bars in the cells named. */
const drawn = (rows: readonly (readonly (string | number | null)[])[], cells: readonly string[]) =>
  workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    for (const row of rows) sheet.addRow([...row])
    for (const cell of cells) sheet.getCell(cell).fill = bar
  })

const spans = (bytes: Uint8Array, name = 'Plan 2026.xlsx') =>
  read(bytes, name).plan.tasks.map((task) => [task.name, task.planned_start, task.source?.finish?.slice(0, 10) ?? null])

t.test('numbers behind a word for weeks of the calendar are such weeks', async (t) => {
  const german = await drawn(
    [
      ['Nr.', 'Aufgabe', 'Bearbeitet von', 'KW', 40, 41, 42],
      [1, 'Antrag', 'Lea', null, null, null, null],
      [2, 'Konzept', 'Tom', null, null, null, null],
    ],
    ['E2', 'F3', 'G3'],
  )
  t.same(spans(german), [
    ['Antrag', '2026-09-28', '2026-10-04'],
    ['Konzept', '2026-10-05', '2026-10-18'],
  ])
  t.same(
    read(german).plan.resources.map(({ name }) => name),
    ['Lea', 'Tom'],
  )
  const danish = await drawn(
    [
      ['Projektuge', 1, 2, 3, 4],
      ['Ugenr', 5, 6, 7, 8],
      ['Analyse', null, null, null, null],
      ['Sprint', null, null, null, null],
    ],
    ['B3', 'C4', 'D4'],
  )
  t.same(
    spans(danish),
    [
      ['Analyse', '2026-01-26', '2026-02-01'],
      ['Sprint', '2026-02-02', '2026-02-15'],
    ],
    'a second row that counts the same weeks is no task',
  )
  const hash = await drawn(
    [['Arbejdsopgave\\Uge', 'Uge #5', 'Uge #6', 'Uge #7'], ['Krav'], ['Test']],
    ['B2', 'C3', 'D3'],
  )
  t.same(spans(hash), [
    ['Krav', '2026-01-26', '2026-02-01'],
    ['Test', '2026-02-02', '2026-02-15'],
  ])
})

t.test('numbers below the names of months are days', async (t) => {
  const korean = await drawn(
    [
      ['업무', '담당자', '7월', null, null, '8월', null, null],
      [null, null, 29, 30, 31, 3, 4, 5],
      ['회원가입', '김', null, null, null, null, null, null],
      ['로그인', '이', null, null, null, null, null, null],
    ],
    ['C3', 'D3', 'F4', 'G4'],
  )
  t.same(spans(korean), [
    ['회원가입', '2026-07-29', '2026-07-30'],
    ['로그인', '2026-08-03', '2026-08-04'],
  ])
  const weeks = await drawn(
    [
      [null, '11월 1주차', null, null, null, null, '11월 2주차'],
      ['세부 작업', 3, 4, 5, 6, 7, 10],
      ['화면', null, null, null, null, null, null],
      ['점검', null, null, null, null, null, null],
    ],
    ['B3', 'C3', 'G4'],
  )
  t.same(spans(weeks), [
    ['화면', '2026-11-03', '2026-11-04'],
    ['점검', '2026-11-10', '2026-11-10'],
  ])
  const counts = read(lines('Tarea;Ene;Feb;Mar;Abr;May;Jun', 'A;5;6;8;9;12;13', 'B;1;2;3;4;5;6'))
  t.same(
    counts.plan.tasks.map(({ name }) => name),
    ['A', 'B'],
    'numbers below each month of a year are none',
  )
})

t.test('months of Taiwan and thirds of months without their accents stand above charts', async (t) => {
  const months = await drawn([['項目', '25年12月', '26年1月', '26年2月'], ['主題'], ['製作']], ['B2', 'C3', 'D3'])
  t.same(spans(months), [
    ['主題', '2025-12-01', '2025-12-31'],
    ['製作', '2026-01-01', '2026-02-28'],
  ])
})

t.test('months below years, and weeks below months, as East Asia and Spain write them', async (t) => {
  const years = await drawn(
    [
      ['時間', '2023年', null, '2024年', null],
      [null, '11月', '12月', '1月', '2月'],
      ['主題', null, null, null, null],
      ['製作', null, null, null, null],
    ],
    ['B3', 'C3', 'D4', 'E4'],
  )
  t.same(spans(years, '圖.xlsx'), [
    ['主題', '2023-11-01', '2023-12-31'],
    ['製作', '2024-01-01', '2024-02-29'],
  ])
  const weeks = await drawn(
    [
      [null, 'Marzo 2026', null, null, null, 'Abril 2026'],
      ['Actividad', 'Semana 1', 'Semana 2', 'Semana 3', 'Semana 4', 'Semana 1'],
      ['Obra', null, null, null, null, null],
      ['Cierre', null, null, null, null, null],
    ],
    ['B3', 'C3', 'F4'],
  )
  t.same(spans(weeks, 'obra.xlsx'), [
    ['Obra', '2026-03-01', '2026-03-14'],
    ['Cierre', '2026-04-01', '2026-04-30'],
  ])
})

t.test('starts that a template counts, in the words of its translations', async (t) => {
  for (const header of [
    'AKTIVITÄT;GEPLANTE(R) BEGINN;GEPLANTE(R) DAUER;IST- BEGINN',
    'AKTIVITET;STARTDATO FOR PLAN;VARIGHED FOR PLAN;FAKTISK STARTDATO',
    'ATTIVITÀ;INIZIO DEL PIANO;DURATA DEL PIANO;INIZIO EFFETTIVO',
    'ACTIVIDAD;INICIO DEL PLAN;DURACIÓN DEL PLAN;INICIO REAL',
    'TEHTÄVÄ;SUUNNITELTU ALOITUS;SUUNNITELTU KESTO;TODELLINEN ALOITUS',
  ]) {
    const { plan } = brief(lines(header, 'A;1;4;1', 'B;5;2;6'))
    t.same(
      plan.tasks.map((task) => [task.planned_start, task.duration]),
      [
        ['2000-01-03', 4],
        ['2000-01-07', 2],
      ],
      header,
    )
  }
  const { plan } = brief(lines('TEHTÄVÄ;SUUNNITELTU ALOITUS;SUUNNITELTU KESTO;VIIKOT', 'A;1;1;', 'B;2;2;'))
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-03', 5],
      ['2000-01-10', 10],
    ],
  )
})

t.test('codes that a program took for days are codes again', async (t) => {
  const { plan } = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('План')
      sheet.addRows([
        ['Номер ИСР', 'Название задачи', 'Дней'],
        [1, 'Анализ'],
        [day('2020-01-01'), 'Цели', 3],
        [day('2020-02-01'), 'Требования', 2],
        [day('2001-02-01'), 'Интервью', 1],
        [2, 'Сборка'],
        [day('2020-01-02'), 'Код', 5],
      ])
    }),
    'план.xlsx',
  )
  t.same(namedTree(plan), [
    ['Анализ', null],
    ['Цели', 'Анализ'],
    ['Требования', 'Анализ'],
    ['Интервью', 'Требования'],
    ['Сборка', null],
    ['Код', 'Сборка'],
  ])
})

t.test('a stretch of days below a word for how long is no length as well', async (t) => {
  const { plan, warnings } = brief(
    lines('Công việc,Thời gian thực hiện', 'Phân tích,18/9/2018-24/9/2018', 'Kiểm tra,25/9/2018-1/10/2018'),
  )
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2018-09-18', 5],
      ['2018-09-25', 5],
    ],
  )
  t.notOk(warnings.some((text) => /cannot be read/.test(text)))
})

t.test('what is planned comes before what only has the name of a time, side by side', async (t) => {
  const { plan } = brief(
    lines('任務名稱,預期開始時間,預期結束時間,開始時間,完成時間', '討論,2026-03-02,2026-03-06,2026-03-04,2026-03-10'),
  )
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.source?.finish?.slice(0, 10)]),
    [['2026-03-02', '2026-03-06']],
  )
  t.same(
    brief(lines('일정,시작 날짜,마감 날짜', '선정,2026-03-02,2026-03-06')).plan.tasks.map(({ duration }) => duration),
    [5],
  )
})
