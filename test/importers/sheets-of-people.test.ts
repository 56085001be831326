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

t.test('durations that count days off are days of the calendar where nothing says otherwise', async (t) => {
  const { plan, warnings } = brief(
    'Task,Days,Start,End\nA,8,2026-03-02,2026-03-09\nB,2,2026-03-10,2026-03-11\nC,14,2026-03-12,2026-03-25\nD,7,2026-03-26,\n',
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [6, 2, 10, 5],
  )
  t.ok(warnings.some((warning) => /^Durations count days off, as 2 rows show/.test(warning)))
})

const outline = (...all: string[]) => {
  const { plan, says } = read(lines(...all))
  const name = new Map(plan.tasks.map((task) => [task.id, task.name]))
  return { tree: plan.tasks.map((task) => [task.name, name.get(task.parent ?? '') ?? null]), says, plan }
}

t.test(
  'lines with a number and a name only are heads, where their number or their letters set them apart',
  async (t) => {
    const chinese = outline(
      '序号,工作内容,开始时间,工期(天)',
      '一,前期,,',
      '1,勘察,2026-3-2,3',
      '2,设计,2026-3-5,9',
      '二,施工,,',
      '3,开挖,2026-3-19,9',
    )
    t.same(chinese.tree, [
      ['前期', null],
      ['勘察', '前期'],
      ['设计', '前期'],
      ['施工', null],
      ['开挖', '施工'],
    ])
    t.ok(chinese.says(/^Lines with a name only, such as 2, are taken for the heads/))
    const french = outline(
      'N°;Tâche;Durée;Début',
      '1;Études;;',
      '2;APS;10 j;02/03/2026',
      '3;Travaux;;',
      '4;Gros œuvre;9 j;',
    )
    t.same(
      french.tree.map(([, parent]) => parent),
      [null, 'Études', null, 'Travaux'],
    )
    const capitals = outline('Item,Task,Days', 'A,PRELIMS,', 'A1,Mobilise,5', 'A2,Huts,3', 'B,GROUND,', 'B1,Dig,9')
    t.same(
      capitals.tree.map(([, parent]) => parent),
      [null, 'PRELIMS', 'PRELIMS', null, 'GROUND'],
    )
    const plain = outline('ID,Task,Days', '1,Kick-off,', '2,Design,5', '3,Build,9')
    t.same(
      plain.tree.filter(([, parent]) => parent !== null),
      [],
      'one line without days is work that has none',
    )
    const awaited = outline(
      'ID,Task,Start,Predecessors',
      '1,Go,,',
      '2,Dig,2026-03-02,1',
      '3,Check,,',
      '4,Pour,2026-03-09,3',
    )
    t.same(
      awaited.tree.filter(([, parent]) => parent !== null),
      [],
      'what others wait for is work',
    )
  },
)

t.test('subtotals are no tasks, whatever stands behind the word', async (t) => {
  const { tree, says } = outline(
    'Item,Task,Days',
    'A1,Dig,5',
    ',Sub-total A,5',
    'B1,Pour,2',
    ',Total phase 2,2',
    'C1,Total station survey,1',
  )
  t.same(
    tree.map(([name]) => name),
    ['Dig', 'Pour', 'Total station survey'],
  )
  t.ok(says(/totals are not imported: 3, 5/))
})

t.test('kinds and lags in a column for each predecessor', async (t) => {
  const { links } = brief(
    'Activity Id,Activity Description,Dur,Pred 1,Rel 1,Lag 1,Pred 2,Rel 2,Lag 2\n10,Survey,3,,,,,,\n20,Design,5,10,FS,0,,,\n30,Permit,9,20,FS,2,10,SS,1\n',
  )
  t.same(links, ['10 FS 20', '20 FS2 30', '10 SS1 30'])
})

t.test('a column that lists other rows as parts is a relation and no level', async (t) => {
  const { tree } = outline(
    'Task name,Dates,Sub-tasks,Parent-task',
    'Launch,"March 2, 2026 → March 20, 2026","Copy (https://x.so/1), DNS (https://x.so/2)",',
    'Copy,"March 2, 2026 → March 6, 2026",,Launch (https://x.so/0)',
    'DNS,"March 9, 2026",,Launch (https://x.so/0)',
  )
  t.same(tree, [
    ['Launch', null],
    ['Copy', 'Launch'],
    ['DNS', 'Launch'],
  ])
})

t.test('codes below a header of names are codes, where another column holds the words', async (t) => {
  const { tree } = outline(
    'ÍTEM;PARTIDA;UNIDAD;DURACIÓN (DÍAS);INICIO',
    '01;OBRAS PROVISIONALES;;;',
    '01.01;Cartel de obra;und;2;02/03/26',
    '01.02;Cerco perimétrico;m;5;02/03/26',
  )
  t.same(tree, [
    ['OBRAS PROVISIONALES', null],
    ['Cartel de obra', 'OBRAS PROVISIONALES'],
    ['Cerco perimétrico', 'OBRAS PROVISIONALES'],
  ])
  t.same(read(lines('Task,Days', '101,3', '102,2')).plan.tasks.length, 2, 'numbers alone are names')
})

t.test('days count before estimated hours where a sheet has both', async (t) => {
  const { plan } = read(lines('Task,Days,Estimated Hours', 'Survey,5,20', 'Draw,8,64'))
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [5, 8],
  )
})

t.test('depths under the names that programs give them', async (t) => {
  for (const header of ['Indent Level', 'Ancestors', 'Hierarchy Level', 'Depth']) {
    const { tree } = outline(`Task Name,Days,${header}`, 'House,,0', 'Walls,5,1', 'Paint,1,2', 'Garden,2,0')
    t.same(
      tree.map(([, parent]) => parent),
      [null, 'House', 'Walls', null],
      header,
    )
  }
})

t.test('shares of people in a column of their own are their units', async (t) => {
  const units = (...all: string[]) => read(lines(...all)).plan.assignments.map((assignment) => assignment.units)
  t.same(
    units('Aufgabe;Wer;Anteil', 'A1 Analyse;Ann;50%', 'B1 Bau;Bob / Cy;80 %', 'C1 Test;Di[25%];100%', 'D1 Ende;Ed;'),
    [0.5, 0.8, 0.8, 0.25, 1],
  )
  t.same(units('Task,Owner,FTE', 'Dig,Ann,0.5', 'Pour,Bob,1'), [0.5, 1])
  t.same(units('Task,Owner,Allocation (%)', 'Dig,Ann,50', 'Pour,Bob,100'), [0.5, 1])
  const measured = read(lines('Task,Owner,Units', 'Dig,Ann,m3', 'Pour,Bob,m2'))
  t.same(
    measured.plan.assignments.map((assignment) => assignment.units),
    [1, 1],
  )
  t.ok(measured.says(/not imported: "Units"/))
})

t.test('numbers with a point behind are no outline, and what is read elsewhere is not said to be lost', async (t) => {
  const polish = brief('Lp.;Nazwa zadania;Czas trwania\n1.;Dig;5 dni\n2.;Pour;5 dni\n')
  t.notOk(polish.warnings.some((warning) => /Dotted IDs/.test(warning)))
  const range = brief('Task,Dates\nDig,2026-03-02 - 2026-03-06\n')
  t.notOk(range.warnings.some((warning) => /not imported/.test(warning)))
})

t.test('firms do the work where nobody else is named, and sections of boards are labels', async (t) => {
  const { plan } = read(lines('Task,Contractor,Section/Column', 'Dig,Bau AG,Ground', 'Pour,Beton KG,Ground'))
  t.same(
    plan.resources.map((resource) => resource.name),
    ['Bau AG', 'Beton KG'],
  )
  t.same(plan.tasks[0]?.labels, ['Ground'])
  const both = read(lines('Task,Contractor,Owner', 'Dig,Bau AG,Ann')).plan.resources
  t.same(
    both.map((resource) => resource.name),
    ['Ann'],
  )
})

t.test('states in the words of Chinese and Japanese headers', async (t) => {
  const { plan } = read(lines('工作内容,完成情况', '勘察,已完成', '设计,进行中', '开挖,未开始'))
  t.equal(plan.tasks[0]?.percent_complete, 100)
})
