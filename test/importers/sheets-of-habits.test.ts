// How people of different countries write days, lengths, states, people and links in the cells of a plan.

import t from 'tap'
import { brief, lines, namedLinks, read } from './read-sheet.ts'

const ends = ({ plan }: ReturnType<typeof brief>) =>
  plan.tasks.map((task) => [task.planned_start, task.source?.finish?.slice(0, 10) ?? null])

t.test('lengths in the words of a country', async (t) => {
  for (const [cell, days] of [
    ['½ Tag', 1],
    ['1 ½ Wochen', 8],
    ['etwa 3 Tage', 3],
    ['半日', 1],
    ['两周', 10],
    ['一个月', 20],
    ['1ヵ月', 20],
    ['約5日', 5],
    ['10 d.u.', 10],
    ['10 dias úteis', 10],
    ['5 j.o.', 5],
    ['5 раб. дн.', 5],
    ['2 v', 10],
    ['3 hari kerja', 3],
    ['5 d. d.', 5],
    ['около 2 нед.', 10],
  ] as const)
    t.equal(brief(lines('Aufgabe;Dauer', `A;${cell}`)).plan.tasks[0]?.duration, days, cell)
})

t.test('days with a weekday, a word or a time of day beside them', async (t) => {
  for (const cell of [
    '2 Mart 2026 Pazartesi',
    'Thứ Hai, 02/03/2026',
    'mandag den 2. marts 2026',
    '2.3.2026 klo 9',
    '2026年3月2日星期一',
    '民國115年3月2日',
    '2° marzo 2026',
  ])
    t.same(brief(lines('Tarea;Inicio;Días', `A;"${cell}";3`)).plan.tasks[0]?.planned_start, '2026-03-02', cell)
})

t.test('days and thirds of months without a year', async (t) => {
  const japanese = brief(
    lines(
      '2026年度 開発計画',
      'タスク,開始,終了',
      '設計,4/1,4/3(金)',
      '実装,4月6日(月),4月10日(金)',
      '試験,4月中旬,4月下旬',
    ),
  )
  t.same(ends(japanese), [
    ['2026-04-01', '2026-04-03'],
    ['2026-04-06', '2026-04-10'],
    ['2026-04-11', '2026-04-30'],
  ])
  const korean = brief(lines('2026년 계획', '업무,시작일,종료일', '조사,3/2(월),3/6(금)'))
  t.same(ends(korean), [['2026-03-02', '2026-03-06']])
  const russian = brief(lines('План 2026', 'Задача;Начало;Окончание', 'Монтаж;начало марта;конец марта'))
  t.same(ends(russian), [['2026-03-01', '2026-03-31']])
  const german = brief(lines('Plan 2026', 'Aufgabe;Beginn;Ende', 'Malen;10. KW;11. KW'))
  t.same(ends(german), [['2026-03-02', '2026-03-15']])
})

t.test('the month stands first below headers of East Asia where nothing proves the order', async (t) => {
  t.same(ends(brief(lines('任务,开始,结束', '设计,3/2/2026,3/6/2026'))), [['2026-03-02', '2026-03-06']])
})

t.test('done or not, by a sign or in words', async (t) => {
  const shares = ({ plan }: ReturnType<typeof brief>) => plan.tasks.map(({ percent_complete }) => percent_complete)
  t.same(shares(brief(lines('タスク,開始,終了,完了', 'A,2026/4/1,2026/4/3,○', 'B,2026/4/6,2026/4/7,×'))), [100, 0])
  t.same(shares(brief(lines('Zadanie;Dni;Wykonane', 'A;2;tak', 'B;3;nie'))), [100, 0])
  t.same(shares(brief(lines('Công việc,Số ngày,Tình trạng', 'A,2,Hoàn thành', 'B,3,Chưa bắt đầu'))), [100, 0])
})

t.test('names of signs with a dot between them are two people', async (t) => {
  const { plan } = brief(lines('タスク,担当,日数', 'A,佐藤・田中,2', 'B,ジョン・スミス,3'))
  t.same(
    plan.resources.map(({ name }) => name),
    ['佐藤', '田中', 'ジョン・スミス'],
  )
})

t.test('letters in front of names are what predecessors name, and words for none are none', async (t) => {
  const { plan } = read(
    lines(
      'Actividad;Precedentes;Duración (semanas)',
      'A. Excavación;ninguna;2',
      'B. Cimientos;A;3',
      'C. Techo;A y B;1',
    ),
  )
  t.same(namedLinks(plan), ['A. Excavación > B. Cimientos', 'A. Excavación > C. Techo', 'B. Cimientos > C. Techo'])
  for (const none of ['aucune', 'brak', 'žádný', 'yok', 'ingen', 'nincs', 'không', 'tidak ada', 'nenhuma'])
    t.same(
      brief(lines('ID;Task;Days;Predecessors', `1;A;2;${none}`)).warnings.filter((text) => /unknown/.test(text)),
      [],
      none,
    )
})

t.test('numbers of phases that never fall are no depths', async (t) => {
  const { tree } = read(lines('Fase,Attività,Giorni', '1,Analisi,5', '1,Progetto,10', '2,Sviluppo,20'))
  t.same(
    tree.map(([, parent]) => parent),
    [null, null, null],
  )
})
