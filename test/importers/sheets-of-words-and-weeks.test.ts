// Weeks, lengths and people in the words of many languages.

import t from 'tap'
import { parseDuration } from '../../importers/spreadsheet/cells/parse-duration.ts'
import { lines, read } from './read-sheet.ts'

type Plan = ReturnType<typeof read>['plan']
const dates = ({ tasks }: Plan) =>
  tasks.map((task) => [task.name, task.planned_start, task.source?.finish?.slice(0, 10)])

t.test('weeks above a chart count from its start where they begin with the first, in any language', async (t) => {
  for (const word of [
    'Semaine',
    'Uge',
    'Tydzień',
    'Hafta',
    'Hét',
    'Săptămâna',
    'Εβδομάδα',
    'Minggu',
    'สัปดาห์',
    'Неделя',
  ])
    t.same(
      dates(
        read(lines('Projektbeginn: 02.03.2026;;;', `Aufgabe;${word} 1;${word} 2;${word} 3`, 'A;x;x;', 'B;;x;', 'C;;;x'))
          .plan,
      )[1],
      ['B', '2026-03-09', '2026-03-15'],
      word,
    )
  for (const [first, second, third] of [
    ['1. Hafta', '2. Hafta', '3. Hafta'],
    ['第1周', '第2周', '第3周'],
    ['1주차', '2주차', '3주차'],
    ['1ª semana', '2ª semana', '3ª semana'],
  ])
    t.same(
      dates(
        read(lines('Projektbeginn: 02.03.2026;;;', `Aufgabe;${first};${second};${third}`, 'A;x;x;', 'B;;x;', 'C;;;x'))
          .plan,
      )[1],
      ['B', '2026-03-09', '2026-03-15'],
      `${first}`,
    )
})

t.test('weeks above a chart are those of the calendar where they begin later', async (t) => {
  for (const word of ['Semaine', 'Uge', 'Tydzień', 'Hafta', 'Hét', 'Săptămâna', 'Εβδομάδα', 'Minggu'])
    t.same(
      dates(
        read(lines(`Plan 2026;;;`, `Aufgabe;${word} 36;${word} 37;${word} 38`, 'A;x;x;', 'B;;x;', 'C;;;x')).plan,
      )[1],
      ['B', '2026-09-07', '2026-09-13'],
      word,
    )
})

t.test('a week of a month is its days, and a day that is a Sunday is that day', async (t) => {
  const { plan } = read(
    lines(
      'Tugas,Mulai,Selesai',
      'Desain,2 Maret 2026,6 Maret 2026',
      'Uji,Minggu 2 Maret,Minggu 3 Maret',
      'Rilis,Minggu 1 Maret,6 Maret 2026',
    ),
  )
  t.same(dates(plan), [
    ['Desain', '2026-03-02', '2026-03-06'],
    ['Uji', '2026-03-08', '2026-03-21'],
    ['Rilis', '2026-03-01', '2026-03-06'],
  ])
  const german = read(lines('Aufgabe;Beginn;Ende', 'A;2. Woche März 2026;3. Woche März 2026'))
  t.same(dates(german.plan), [['A', '2026-03-08', '2026-03-21']])
})

t.test('what follows hours without a unit is minutes', async (t) => {
  t.same(parseDuration('2h30'), { days: 1, isRounded: true, isElapsed: false })
  t.same(parseDuration('15h30')?.days, 2)
  t.same(parseDuration('3 j')?.days, 3)
})

t.test('a row with dates whose length cannot be read goes on from one to the other', async (t) => {
  const { plan } = read(
    lines('Tarefa;Início;Fim;Duração', 'A;02/03/2026;13/03/2026;a definir', 'B;16/03/2026;17/03/2026;2'),
  )
  t.equal(plan.tasks[0]?.duration, 10)
  t.ok(
    plan.receipt.some(({ code, message }) => code === 'bad_duration' && /from its start to its finish/.test(message)),
  )
})

t.test('names that come again beside a column of tasks are those of people', async (t) => {
  for (const header of [
    'Naam;Opdracht;Datum',
    'Name;Task;Due',
    'Họ và tên;Công việc;Hạn',
    'ФИО;Задача;Срок',
    '氏名;タスク;期限',
  ]) {
    const { plan } = read(
      lines(header, 'Ann;Dig the pit;2026-03-06', 'Bob;Pour the base;2026-03-09', 'Ann;Paint it;2026-03-13'),
    )
    t.same(
      plan.tasks.map(({ name }) => name),
      ['Dig the pit', 'Pour the base', 'Paint it'],
      header,
    )
    t.same(
      plan.resources.map(({ name }) => name),
      ['Ann', 'Bob'],
      header,
    )
  }
})

t.test('a month among months is no milestone', async (t) => {
  const { plan } = read(lines('Tarefa;Janeiro;Fevereiro;Março;Abril', 'Obra;x;x;;', 'Pintura;;;x;x', 'Entrega;;;;x'))
  t.same(
    plan.tasks.map(({ is_milestone }) => is_milestone),
    [false, false, false],
  )
})

t.test('what stands beside two rows of headers has its text in the upper one', async (t) => {
  const { plan } = read(
    lines(
      'No;タスク;;予定;;実績;;先行タスク ID;担当',
      ';タスク ID;小項目;開始日;終了日;開始日;終了日;;',
      '1;T001;設計;2026-03-02;2026-03-06;;;-;山田',
      '2;T002;実装;2026-03-09;2026-03-13;;;T001;石川',
    ),
  )
  t.equal(plan.dependencies.length, 1)
  t.same(
    plan.resources.map(({ name }) => name),
    ['山田', '石川'],
  )
})

t.test('letters in front of names are what others call them by', async (t) => {
  const { plan } = read(
    lines('Activité;Durée en jours;Activités préalables', 'A - Choix;4;-', 'B - Achat;2;A', 'C - Pose;3;A, B'),
  )
  t.equal(plan.dependencies.length, 3)
})

t.test('columns below days are their parts where each day has as many and days are left out', async (t) => {
  const { plan } = read(
    lines(
      'Aufgabe;5.03.2026;;;6.03.2026;;;11.03.2026;;;12.03.2026;;',
      'A;x;x;x;;;;;;;;;',
      'B;;;;;x;x;;;;;;',
      'C;;;;;;;x;x;;;;',
      'D;;;;;;;;;x;x;x;',
    ),
  )
  t.same(dates(plan), [
    ['A', '2026-03-05', '2026-03-05'],
    ['B', '2026-03-06', '2026-03-06'],
    ['C', '2026-03-11', '2026-03-11'],
    ['D', '2026-03-11', '2026-03-12'],
  ])
})

t.test('tasks with a share done and no dates do not keep names alone from heading the rows below them', async (t) => {
  const { plan } = read(
    lines(
      'Tâche;Affecté à;Avancement;Début;Durée',
      'Maquette;;;;',
      'Dessin;Ann;100%;02/03/2026;3',
      'Site;;;;',
      'Page;Bob;100%;05/03/2026;4',
      'Notice;Ann;50%;;',
    ),
  )
  t.same(
    plan.tasks.map(({ name, parent }) => [name, plan.tasks.find(({ id }) => id === parent)?.name ?? null]),
    [
      ['Maquette', null],
      ['Dessin', 'Maquette'],
      ['Site', null],
      ['Page', 'Site'],
      ['Notice', 'Site'],
    ],
  )
})

t.test('days without a year go on into the next one where the rows do', async (t) => {
  const { plan, says } = read(
    lines(
      'Tarefa,Data,Status',
      'Cálculo,03–09/nov,NÃO_INICIADO',
      'Risco,24–30/nov,NÃO_INICIADO',
      'Corte,01–07/dez,NÃO_INICIADO',
      'Prova,10–16/jan,NÃO_INICIADO',
      'Fim,02–06/fev,NÃO_INICIADO',
    ),
    'plano 2026.csv',
  )
  t.same(
    plan.tasks.map(({ planned_start }) => planned_start),
    ['2026-11-03', '2026-11-24', '2026-12-01', '2027-01-10', '2027-02-02'],
  )
  t.ok(says(/From line 5 on they are of 2027/))
  const mixed = read(lines('Task,Start', 'A,3 Nov', 'B,10 Jan', 'C,5 Oct', 'D,7 Jan'), 'plan 2026.csv')
  t.same(
    mixed.plan.tasks.map(({ planned_start }) => planned_start),
    ['2026-11-03', '2026-01-10', '2026-10-05', '2026-01-07'],
  )
})

t.test('kinds of links by the letters of more languages', async (t) => {
  const kinds = (header: string, ...cells: string[]) => {
    const sheet = read(lines(header, ...cells.map((cell, at) => `${at + 1};Task ${'ABCDE'[at]};3;${cell}`)))
    return { kinds: sheet.plan.dependencies.map(({ dep_type }) => dep_type), says: sheet.says }
  }
  t.same(kinds('Sıra;Görev;Süre;Öncüller', '', '1SB', '2BB', '3SS', '4BS').kinds, ['FS', 'SS', 'FF', 'FS'])
  t.ok(kinds('Sıra;Görev;Süre;Öncüller', '', '1SB').says(/guessed to be from finish to start/))
  t.same(kinds('Sıra;Görev;Süre;Öncüller', '', '1FS', '2SS', '3FF').kinds, ['FS', 'SS', 'FF'])
  t.same(kinds('Sorszám;Feladat;Időtartam;Előzmények', '', '1BK', '2KK', '3BB').kinds, ['FS', 'SS', 'FF'])
  t.same(kinds('Nr;Opgave;Varighed;Forgængere', '', '1AS', '2SS', '3AA').kinds, ['FS', 'SS', 'FF'])
})

t.test('a second column for tasks that goes on below the first names their parts, and nobody', async (t) => {
  const { plan } = read(
    lines(
      'STT;Công việc;Chi tiết công việc;Ngày bắt đầu dự kiến;Ngày kết thúc dự kiến',
      '1;Khảo sát;Tìm hiểu cửa hàng;2026-03-02;2026-03-03',
      '2;Thiết kế;Vẽ sơ đồ;2026-03-04;2026-03-05',
      ';;Vẽ cơ sở dữ liệu;2026-03-06;2026-03-09',
      ';;Vẽ giao diện;2026-03-10;2026-03-11',
    ),
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Khảo sát', 'Tìm hiểu cửa hàng', 'Thiết kế', 'Vẽ sơ đồ', 'Vẽ cơ sở dữ liệu', 'Vẽ giao diện'],
  )
  t.equal(plan.resources.length, 0)
})
