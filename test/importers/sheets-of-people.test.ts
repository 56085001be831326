// Plans in shapes that people and their programs make. Seen failing before: two people behind one comma of their language were
// one, lists of brackets became labels, parts named in a column became tasks, subtotals too, and links lost their kind or lag.
import t from 'tap'
import { brief, lines, read } from './read-sheet.ts'

const days = (...cells: string[]) =>
  read(lines('Task,Duration', ...cells.map((cell) => `A,${cell}`))).plan.tasks.map((task) => task.duration)
const starts = (...cells: string[]) =>
  read(lines('Task,Start', ...cells.map((cell) => `A,${cell}`))).plan.tasks.map((task) => task.planned_start)

t.test('hours with minutes, calendar days and weeks in the letters of more languages', async (t) => {
  t.same(days('16:00', '2:00', '20 KT', '4 tyg.', '2 mies.', '2 vk', '1 týd', '3 hod'), [2, 1, 14, 20, 40, 10, 5, 1])
})

t.test('parts of months, and years with a letter behind', async (t) => {
  t.same(starts('02.03.2026 r.', 'mid March 2026', 'early April 2026', 'Ende Mai 2026'), [
    '2026-03-02',
    '2026-03-11',
    '2026-04-01',
    '2026-05-21',
  ])
  const { plan } = read(lines('Task,Start,Finish', 'A,early March 2026,end of March 2026'))
  t.equal(plan.tasks[0]?.source?.finish, '2026-03-31T00:00:00')
})

t.test('months come before days without a year where the other dates begin with the year', async (t) => {
  t.same(starts('2026/3/2', '3/16'), ['2026-03-02', '2026-03-16'])
})

t.test('lists with the commas of other scripts, and lists in brackets', async (t) => {
  const people = (cell: string) => read(`タスク,担当\n作図,"${cell}"\n`).plan.resources.map((resource) => resource.name)
  t.same(people('佐藤、鈴木'), ['佐藤', '鈴木'])
  t.same(people('张三，李四；王五'), ['张三', '李四', '王五'])
  const listed = read(lines('Task Name,Tags,Comments', 'A,"[civil,wharf]",[]', 'B,[],null')).plan.tasks
  t.same(
    listed.map((task) => [task.labels, task.notes]),
    [
      [['civil', 'wharf'], undefined],
      [undefined, undefined],
    ],
  )
})

t.test(
  'numbers with a point behind are those without, and kinds of links may stand in brackets with their lag',
  async (t) => {
    t.same(brief('Lp.;Nazwa zadania;Czas trwania;Poprzednik\n1.;Dig;5 dni;\n2.;Pour;5 dni;1\n').links, ['1. FS 2.'])
    const { links } = brief('ID,Task,Days,Predecessors\n1,Dig,5,\n2,Pour,5,1 (FS+2)\n3,Cure,5,"1(SS + 1d)，2"\n')
    t.same(links, ['1 FS2 2', '1 SS1 3', '2 FS 3'])
  },
)
