// Sheets as offices of many countries keep them.
import t from 'tap'
import { brief, lines, read } from './read-sheet.ts'

const starts = (text: string, name = 'plan.csv') =>
  read(text, name).plan.tasks.map((task) => [task.name, task.planned_start, task.duration])

t.test('a header that says "of the task" names what it names without it', (t) => {
  const french = read(
    lines(
      'Titre des tâches;Propriétaire de la tâche;Date de début;Progression de la tâche',
      'Plan;Léa;02/03/2026;20%',
      'Code;Tom;09/03/2026;0%',
    ),
  )
  t.same(french.fields, ['name', 'assignee', 'start', 'percent_complete'])
  const korean = read(
    lines('작업 제목,작업 소유자,시작일,마감일,작업 완료 비율', '설계,민수,2026-03-02,2026-03-06,50%'),
  )
  t.same(korean.fields, ['name', 'assignee', 'start', 'finish', 'percent_complete'])
  t.end()
})

t.test('a share that was done comes before a share that was planned', (t) => {
  const { plan, says } = read(
    lines(
      'Tarea,Inicio,Fin,% Avance Plan,% Avance Real',
      'Análisis,02/03/2026,06/03/2026,100%,40%',
      'Pruebas,09/03/2026,13/03/2026,50%,0%',
    ),
  )
  t.same(
    plan.tasks.map((task) => task.percent_complete),
    [40, 0],
  )
  t.ok(says(/"% Avance Real" is taken for percent_complete/))
  t.end()
})

t.test('people below a word for shares are people', (t) => {
  const { plan } = read(
    lines(
      'Descripción,Asignación,Fecha inicio,Fecha fin',
      'Resumen,Diana,02/03/2026,03/03/2026',
      'Índice,Aimara,04/03/2026,05/03/2026',
    ),
  )
  t.same(
    plan.resources.map(({ name }) => name),
    ['Diana', 'Aimara'],
  )
  t.end()
})

t.test('numbers of rows are the outline although some come again, lack a parent or have signs before them', (t) => {
  const { tree, says } = read(
    lines(
      'Numéro;Tâche;Début;Fin',
      '1;Projet;;',
      '1.1;Rapport;02/03/2026;06/03/2026',
      '  ↳ 1.1.1;Plan;02/03/2026;03/03/2026',
      '  ↳ 1.1.2;Texte;04/03/2026;06/03/2026',
      '2;Base;;',
      '2.1;Tables;09/03/2026;10/03/2026',
      '2.2;Vues;11/03/2026;12/03/2026',
      '2.2;Tests;13/03/2026;13/03/2026',
    ),
  )
  t.same(tree, [
    ['Projet', null],
    ['Rapport', '1'],
    ['Plan', '1.1'],
    ['Texte', '1.1'],
    ['Base', null],
    ['Tables', '2'],
    ['Vues', '2'],
    ['Tests', '2'],
  ])
  t.ok(says(/Dotted IDs are read as the outline/))
  t.end()
})

t.test('hyphens part the numbers of an outline as dots do', (t) => {
  const { tree } = read(
    lines(
      '項番,作業項目,開始,終了',
      '1,基本設計,,',
      '1-1,機能一覧,2026-03-02,2026-03-04',
      '1-2,レビュー,2026-03-05,2026-03-05',
      '2,製造,,',
      '2-1,入庫画面,2026-03-06,2026-03-12',
    ),
  )
  t.same(
    tree.map(([, parent]) => parent),
    [null, '1', '1', null, '2'],
  )
  t.end()
})

t.test('a line across the table heads the numbered lines below it', (t) => {
  const { plan } = read(
    lines(
      '№ п/п;Содержание работ;Срок начала;Срок окончания',
      'Этап 1. Проектирование;;;',
      '1.1;Сбор данных;02.03.2026;13.03.2026',
      '1.2;Эскизы;16.03.2026;27.03.2026',
      'Этап 2. Внедрение;;;',
      '2.1;Монтаж;30.03.2026;10.04.2026',
    ),
  )
  const nameOf = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  t.same(
    plan.tasks.map(({ name, parent }) => [name, parent === null ? null : nameOf.get(parent)]),
    [
      ['Этап 1. Проектирование', null],
      ['Сбор данных', 'Этап 1. Проектирование'],
      ['Эскизы', 'Этап 1. Проектирование'],
      ['Этап 2. Внедрение', null],
      ['Монтаж', 'Этап 2. Внедрение'],
    ],
  )
  t.end()
})

t.test('months with the last two digits of their year head the columns of a chart', (t) => {
  t.same(starts(lines('Lavorazione;gen-26;feb-26;mar-26', 'Scavi;x;;', 'Muri;;x;x')), [
    ['Scavi', '2026-01-01', 22],
    ['Muri', '2026-02-01', 42],
  ])
  t.same(starts(lines('Tarea;dic-25;ene-26;feb-26', 'Obra;x;x;')), [['Obra', '2025-12-01', 45]])
  t.end()
})

t.test('months that are counted from a known start are months of the calendar', (t) => {
  t.same(
    starts(
      lines('Inicio del proyecto: 01/03/2026;;;', 'Actividades;Mes 1;Mes 2;Mes 3', 'Revisión;X;X;', 'Informe;;;X'),
    ),
    [
      ['Revisión', '2026-03-01', 44],
      ['Informe', '2026-05-01', 21],
    ],
  )
  t.end()
})

t.test('years of two digits stand first where the last parts of the dates are too far apart for years', (t) => {
  t.same(
    starts(lines('Zadanie;Początek;Koniec', 'Wykopy;Pn 26-03-02;Pt 26-03-06', 'Zbrojenie;Pn 26-03-09;Śr 26-04-15')),
    [
      ['Wykopy', '2026-03-02', 5],
      ['Zbrojenie', '2026-03-09', 28],
    ],
  )
  t.match(
    brief(lines('Task,Start,Finish', 'A,02-03-26,06-03-26', 'B,09-03-26,15-04-26')).plan.tasks[0]?.planned_start,
    '2026',
  )
  t.end()
})

t.test('starts that are plain numbers count the days of the project from one', (t) => {
  const { plan, says } = read(lines('Aktivitet;Start;Varighed', 'Idé;1;2', 'Plan;3;5'))
  t.same(
    plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-03', 2],
      ['2000-01-05', 5],
    ],
  )
  t.ok(says(/counts days from 2000-01-03/))
  t.end()
})

t.test('details name the tasks where nothing else does', (t) => {
  const { plan } = read(lines('분류,세부분류,완료 유무', 'UI,맵,완료', ',에이전트,수정필요', ',금,미구현'))
  t.same(
    plan.tasks.map(({ name }) => name),
    ['맵', '에이전트', '금'],
  )
  t.end()
})

t.test('a header of many fields comes before a line that speaks of a name', (t) => {
  const { plan } = read(
    lines(
      '프로젝트 이름,예약 사이트,조 이름 : 올래,,',
      '번호,할 것,담당자,시작일,종료일',
      '1,설계,민수,2026-03-02,2026-03-03',
      '2,개발,영희,2026-03-04,2026-03-06',
    ),
  )
  t.same(
    plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      ['2026-03-02', 2],
      ['2026-03-04', 3],
    ],
  )
  t.end()
})

t.test('ticks of other scripts and short words for percent are known', (t) => {
  t.same(starts(lines('2026年毕业设计进度安排,,,', '工作任务,3月,4月,5月', '查阅文献,√,√,', '撰写论文,,,√')), [
    ['查阅文献', '2026-03-01', 44],
    ['撰写论文', '2026-05-01', 21],
  ])
  const { plan } = read(
    lines('Attività;Inizio;Fine;% compl.', 'Scavi;02/03/2026;06/03/2026;50', 'Muri;09/03/2026;13/03/2026;0'),
  )
  t.equal(plan.tasks[0]?.percent_complete, 50)
  t.end()
})

t.test('weeks of the calendar in a year of the title are known by their Dutch word', (t) => {
  t.same(starts(lines('Bouwplanning 2026;;;', 'Activiteit;wk 10;wk 11;wk 12', 'Grondwerk;x;;', 'Fundering;;x;x')), [
    ['Grondwerk', '2026-03-02', 5],
    ['Fundering', '2026-03-09', 10],
  ])
  t.end()
})
