// Lengths and days in words: numbers, halves and thirds of months as people write them, in many languages.

import t from 'tap'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { parseDate } from '../../importers/spreadsheet/cells/parse-date.ts'
import { parseDuration } from '../../importers/spreadsheet/cells/parse-duration.ts'
import { parsePeriod, yearlessPeriod } from '../../importers/spreadsheet/cells/parse-period.ts'
import { fileDates, lines, read } from './read-sheet.ts'

t.test('lengths in words, with halves', async (t) => {
  for (const [text, days] of [
    ['zwei Wochen', 10],
    ['eine Woche', 5],
    ['ein halber Tag', 1],
    ['anderthalb Wochen', 8],
    ['trois jours', 3],
    ['une demi-journée', 1],
    ['una semana y media', 8],
    ['dos semanas', 10],
    ['duas semanas', 10],
    ['un mese', 20],
    ['twee weken', 10],
    ['две недели', 10],
    ['неделя', 5],
    ['полтора месяца', 30],
    ['полдня', 1],
    ['dwa tygodnie', 10],
    ['tři týdny', 15],
    ['iki hafta', 10],
    ['två veckor', 10],
    ['kaksi viikkoa', 10],
    ['két hét', 10],
    ['δύο εβδομάδες', 10],
    ['dua minggu', 10],
    ['hai tuần', 10],
    ['สอง สัปดาห์', 10],
    ['أسبوع', 5],
    ['أسبوعان', 10],
    ['שבועיים', 10],
    ['दो सप्ताह', 10],
    ['دو هفته', 10],
    ['1か月半', 30],
    ['两个月', 40],
  ] as const)
    t.equal(parseDuration(text)?.days, days, text)
  for (const text of ['one', 'dos', 'a task', 'polar', 'two of them', 'to']) t.equal(parseDuration(text), null, text)
})

t.test('beginnings, middles and ends of months in words', async (t) => {
  for (const [text, first, last] of [
    ['Mitte Mai 2025', '05-11', '05-20'],
    ['principios de abril', '04-01', '04-10'],
    ['mediados de mayo de 2025', '05-11', '05-20'],
    ['fin mars 2025', '03-21', '03-31'],
    ['конец июня 2025 г.', '06-21', '06-30'],
    ['połowa maja', '05-11', '05-20'],
    ['Mart sonu', '03-21', '03-31'],
    ['maaliskuun alku', '03-01', '03-10'],
    ['március eleje', '03-01', '03-10'],
    ['akhir Juni 2025', '06-21', '06-30'],
    ['đầu tháng 6', '06-01', '06-10'],
    ['cuối tháng 6/2025', '06-21', '06-30'],
    ['ต้นเดือนมีนาคม 2025', '03-01', '03-10'],
    ['أوائل مارس 2025', '03-01', '03-10'],
    ['סוף מרץ', '03-21', '03-31'],
    ['6月底', '06-21', '06-30'],
    ['mayo de 2025', '05-01', '05-31'],
    ['ноябрь 2025 г.', '11-01', '11-30'],
  ] as const) {
    const period = parsePeriod(text) ?? yearlessPeriod(text, 2025)
    t.same(
      period && [formatCivilDay(period.first), formatCivilDay(period.last)],
      [`2025-${first}`, `2025-${last}`],
      text,
    )
  }
  for (const text of ['Ende', 'end of work', 'mid wall', 'Start']) t.equal(yearlessPeriod(text, 2025), null, text)
})

t.test('days as they are written in Croatia and Latvia', async (t) => {
  for (const text of ['3.3.2025.', '2025. gada 3. marts', '3. marta 2025.'])
    t.equal(parseDate(text, 'dmy'), parseDate('2025-03-03', 'dmy'), text)
})

t.test('thirds of months are said to be guessed', async (t) => {
  const { says } = read(lines('Aufgabe;Beginn;Ende', 'Bau;Mitte Mai 2025;16.06.2025', 'Test;17.06.2025;Ende Juni 2025'))
  t.ok(says(/"Mitte Mai 2025" are taken for a third of their month, which is a guess/))
  t.notOk(read(lines('Aufgabe;Beginn;Ende', 'Bau;Mai 2025;16.06.2025')).says(/third/))
})

t.test('stretches with words between their ends, which share a month or a year', async (t) => {
  for (const [text, first, last] of [
    ['del 19 al 30 de mayo de 2025', '05-19', '05-30'],
    ['3 de marzo al 28 de marzo de 2025', '03-03', '03-28'],
    ['с 3 по 7 марта 2025 г.', '03-03', '03-07'],
    ['сентябрь – октябрь 2025 г.', '09-01', '10-31'],
    ['du 3 au 7 mars 2025', '03-03', '03-07'],
    ['vom 3. bis 7. März 2025', '03-03', '03-07'],
    ['od 3 do 7 marca 2025', '03-03', '03-07'],
    ['3 Mart - 7 Mart 2025', '03-03', '03-07'],
    ['3 s/d 7 Maret 2025', '03-03', '03-07'],
    ['2025年3月3日至3月7日', '03-03', '03-07'],
    ['2025年3月3日から3月7日まで', '03-03', '03-07'],
    ['2025년 3월 3일부터 3월 7일까지', '03-03', '03-07'],
    ['2025/3/3-3/7', '03-03', '03-07'],
    ['mediados de abril a finales de mayo de 2025', '04-11', '05-31'],
    ['5月中旬 〜 2025年6月上旬', '05-11', '06-10'],
  ] as const) {
    const { plan } = read(lines('Task;When', `Dig;${text}`, `Build;${text}`))
    t.same(fileDates(plan)[0], ['Dig', `2025-${first}`, `2025-${last}`], text)
  }
  const mixed = read(
    lines('Plan 2025;', 'Tarea;Periodo', 'Cavar;del 3 al 7 de marzo', 'Montar;junio', 'Pintar;julio - agosto'),
  )
  t.same(fileDates(mixed.plan), [
    ['Cavar', '2025-03-03', '2025-03-07'],
    ['Montar', '2025-06-01', '2025-06-30'],
    ['Pintar', '2025-07-01', '2025-08-31'],
  ])
  t.ok(mixed.says(/says no year, 2025 is taken, as the title says/))
})

t.test('exports of trackers in other languages', async (t) => {
  const german = read(
    lines(
      'Vorgangstyp,Vorgangsschlüssel,Zusammenfassung,Bearbeiter,Status,Erstellt,Aktualisiert,Fälligkeitsdatum',
      'Story,P-1,Login,Eva,In Arbeit,03.03.25 09:12,10.03.25 11:00,21.03.25',
      'Fehler,P-2,Bericht,,Zu erledigen,05.03.25 15:40,05.03.25 15:40,',
    ),
  ).plan
  t.same(
    german.tasks.map(({ id, name, planned_start, deadline }) => [id, name, planned_start, deadline]),
    [
      ['P-1', 'Login', null, '2025-03-21'],
      ['P-2', 'Bericht', null, null],
    ],
  )
  const french = read(
    lines('Résumé;Clé de ticket;État;Estimation originale', 'Accueil;W-1;Terminé(e);28800', 'Doc;W-2;À faire;57600'),
  ).plan
  t.same(
    french.tasks.map(({ id, duration, percent_complete }) => [id, duration, percent_complete]),
    [
      ['W-1', 1, 100],
      ['W-2', 2, 0],
    ],
  )
})

t.test('starts and ends counted by any word for what they count', async (t) => {
  for (const [header, from, to] of [
    ['Tarefa,Início,Fim', 'Dia', 'Dia'],
    ['Aufgabe,Beginn,Ende', 'Tag', 'Tag'],
    ['Задача,Начало,Окончание', 'День', 'День'],
  ] as const) {
    const { plan, says } = read(lines(header, `Dig,${from} 1,${to} 2`, `Build,${from} 3,${to} 5`))
    t.same(
      plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
      [
        ['2000-01-03', 2],
        ['2000-01-05', 3],
      ],
      header,
    )
    t.ok(says(/counts days from 2000-01-03, because the file names no start/), header)
  }
})

t.test('bare numbers beside dotted codes are codes and no positions', async (t) => {
  const rows = [
    '1,,Plan,',
    '1.1,1,Scope,1',
    '1.2,1,Team,1.1',
    '2,,Build,1.2',
    '2.1,2,Walls,2',
    '2.2,2,Roof,2.1',
    '2.3,2,Doors,2',
    '2.4,2,Paint,2',
  ]
  const { plan } = read(lines('WBS,Parent,Task,Depends on', ...rows))
  const name = new Map(plan.tasks.map((task) => [task.id, task.name]))
  t.same(
    plan.dependencies.map(({ predecessor, successor }) => `${name.get(predecessor)} > ${name.get(successor)}`),
    ['Scope > Team', 'Team > Build', 'Walls > Roof'],
  )
})
