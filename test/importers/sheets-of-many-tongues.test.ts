// What sheets in any language have around their tasks: totals, states under any header, shares by a sign, weeks that begin otherwise.

import t from 'tap'
import { lines, read } from './read-sheet.ts'

t.test('totals in other languages are no tasks, also alone in the last line', async (t) => {
  for (const [header, total] of [
    ['Задача,Начало,Окончание', 'Итого:'],
    ['Εργασία,Έναρξη,Λήξη', 'Σύνολο'],
    ['Tehtävä,Alku,Loppu', 'Yhteensä'],
    ['Kegiatan,Mulai,Selesai', 'Jumlah'],
    ['Công việc,Bắt đầu,Kết thúc', 'Tổng cộng'],
    ['กิจกรรม,เริ่มต้น,สิ้นสุด', 'รวม'],
    ['المهمة,تاريخ البدء,تاريخ الانتهاء', 'المجموع'],
    ['任務名稱,開始,完成日', '總計'],
  ] as const) {
    const { plan, says } = read(lines(header, 'Dig,2026-03-02,2026-03-06', 'Build,2026-03-09,2026-03-13', `${total},,`))
    t.same(
      plan.tasks.map(({ name }) => name),
      ['Dig', 'Build'],
      total,
    )
    t.ok(says(/^Lines of totals are not imported: 4/), total)
  }
  const headed = read(lines('Task,Start,Finish', 'Summa,,', 'Dig,2026-03-02,2026-03-06', 'Build,2026-03-09,2026-03-13'))
  t.equal(headed.plan.tasks.length, 3, 'a word above tasks heads them')
})

t.test('a column that holds nothing but states says how far tasks are, whatever it is called', async (t) => {
  const { plan, says } = read(
    lines('Tâche,Liste,Échéance', 'Dig,Terminé,2026-03-06', 'Form,En cours,', 'Pour,À faire,'),
  )
  t.same(
    plan.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0, 0],
  )
  t.ok(says(/"Liste" is taken for percent_complete/))
  for (const column of ['Approved,yes,no,no', 'List,Done,Later,To Do', 'List,Done,Done,Done'])
    t.notOk(
      read(lines(...['Task', 'Dig', 'Form', 'Pour'].map((task, at) => `${task},${column.split(',')[at]}`))).says(
        /is taken for percent_complete/,
      ),
      column,
    )
})

t.test('a sign for shares says that a header is no end', async (t) => {
  const { plan, fields } = read(lines('Úkol,Zahájení,Dokončení,% dokončení', 'Dig,3.3.2026,6.3.2026,50%'))
  t.same(fields, ['name', 'start', 'finish', 'percent_complete'])
  t.equal(plan.tasks[0]?.percent_complete, 50)
})

t.test('weeks from Sunday to Thursday and from Saturday to Wednesday', async (t) => {
  const sundays = read(
    lines(
      'משימה,התחלה,סיום,משך (ימים)',
      'Dig,02/03/2025,06/03/2025,5',
      'Form,09/03/2025,20/03/2025,10',
      'Pour,23/03/2025,27/03/2025,5',
    ),
  )
  t.same(sundays.plan.calendar.working_days, [1, 2, 3, 4, 7])
  t.ok(sundays.says(/Sundays are working days of the plan, and Fridays are days off/))
  const saturdays = read(
    lines(
      'فعالیت,شروع,پایان,مدت',
      'Dig,1404/01/16,1404/01/20,5',
      'Form,1404/01/23,1404/02/03,10',
      'Pour,1404/02/06,1404/02/10,5',
    ),
  )
  t.same(saturdays.plan.calendar.working_days, [1, 2, 3, 6, 7])
})

t.test('listopad is October in a sheet from Croatia and November in one from Poland', async (t) => {
  const croatian = read(lines('Zadatak;Početak;Rok', 'Kop;1. listopada 2025.;14. studenoga 2025.'))
  t.equal(croatian.plan.tasks[0]?.planned_start, '2025-10-01')
  t.ok(croatian.says(/listopad is October, as in Croatia/))
  const polish = read(lines('Zadanie;Początek;Koniec', 'Wykop;3 listopada 2025;14 listopada 2025'))
  t.equal(polish.plan.tasks[0]?.planned_start, '2025-11-03')
  t.notOk(polish.says(/October/))
})

t.test('whole days with points are days below a header that nobody knows', async (t) => {
  const { plan } = read(lines('Aufgabe;Zeitpunkt;Wer', 'Kaufen;02.06.2025;Tina', 'Packen;bis 16.06.2025;Max'))
  t.same(
    plan.tasks.map(({ deadline }) => deadline),
    ['2025-06-02', '2025-06-16'],
  )
  t.notOk(read(lines('Task,Version', 'Dig,1.2.25', 'Form,1.3.25')).fields?.includes('finish'))
})

t.test(
  'letters of any script are what tasks are called beside their descriptions, also joined by a word',
  async (t) => {
    for (const sheet of [
      lines('Tâche;Libellé;Durée (jours);Tâches antérieures', 'A;Plan;4;', 'B;Dig;3;A', 'C;Build;6;A et B'),
      lines('Δραστηριότητα;Περιγραφή;Διάρκεια (ημέρες);Προαπαιτούμενες', 'Α;Plan;4;', 'Β;Dig;3;Α', 'Γ;Build;6;Α, Β'),
    ]) {
      const { plan } = read(sheet)
      t.same(
        plan.tasks.map(({ name }) => name),
        ['Plan', 'Dig', 'Build'],
      )
      t.equal(plan.dependencies.length, 3)
    }
  },
)

t.test('three estimates, yes and no, and due days in other languages', async (t) => {
  const spanish = read(
    lines('Actividad,Tiempo optimista,Tiempo más probable,Tiempo pesimista', 'Cavar,2,4,6', 'Montar,1,2,3'),
  ).plan
  t.same([spanish.tasks[0]?.optimistic_duration, spanish.tasks[0]?.pessimistic_duration], [2, 6])
  const chinese = read(lines('事项,负责人,是否完成', '预订,小王,是', '发请柬,小李,否')).plan
  t.same(
    chinese.tasks.map(({ percent_complete }) => percent_complete),
    [100, 0],
  )
  t.equal(read(lines('요약,시작일,기한', 'Dig,2025-03-03,2025-03-07')).plan.tasks[0]?.duration, 5)
})
