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
