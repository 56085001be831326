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
