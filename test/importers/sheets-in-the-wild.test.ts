// Seen failing before: headers of two rows lost their dates, totals became tasks and hidden sheets were read.
import t from 'tap'
import { brief, lines, read } from './read-sheet.ts'

const starts = (text: string) =>
  read(lines('Task,Start', ...text.split('\n'))).plan.tasks.map((task) => task.planned_start)

t.test('headers of two rows are one: groups above, groups below, units below', async (t) => {
  const above = read(
    lines(',,Actual,,Planned,', 'ID,Task,Start,Finish,Start,Finish', '1,A,2026-03-17,,2026-03-16,2026-03-20'),
  )
  t.same([above.plan.tasks[0]?.planned_start, above.plan.tasks[0]?.duration], ['2026-03-16', 5])
  t.ok(above.says(/Line 1 groups the columns/))
  const below = read(lines('ID,Task,Planned,,Actual,', ',,Start,Finish,Start,Finish', '1,A,2026-03-16,2026-03-20,,'))
  t.same([below.plan.tasks.length, below.plan.tasks[0]?.planned_start], [1, '2026-03-16'])
  t.ok(below.says(/Line 2 is taken for a second row of the header/))
  const units = read(lines('Task,Duration,Start', ',(weeks),(dd/mm/yyyy)', 'A,2,16/03/2026'))
  t.same([units.plan.tasks.length, units.plan.tasks[0]?.duration], [1, 10])
})

t.test('totals, repeated headers and notes below the table are no tasks, and said', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Duration,Start',
      'A,5,2026-03-02',
      'Task,Duration,Start',
      'B,3,',
      'Total,8,',
      '',
      'Subject to weather,,',
    ),
  )
  t.same(
    plan.tasks.map((task) => task.name),
    ['A', 'B'],
  )
  t.ok(says(/repeat the header are not imported: 3/))
  t.ok(says(/totals are not imported: 5/))
  t.ok(says(/below the table are not imported: 7/))
})

t.test('lines with a name only head the lines below them, also in the first column', async (t) => {
  const named = read(lines('Task,Owner,Days', 'DESIGN,,', 'Survey,Ann,5', 'BUILD,,', 'Dig,Bob,3'))
  t.same(named.tree, [
    ['DESIGN', null],
    ['Survey', 'row-2'],
    ['BUILD', null],
    ['Dig', 'row-4'],
  ])
  t.ok(named.says(/heads of the lines below/))
  t.same(read(lines('ID,Task,Days', 'Phase one,,', '1,Survey,5')).tree, [
    ['Phase one', null],
    ['Survey', 'row-2'],
  ])
  t.same(
    read(lines('Task,Days', 'A,5', 'B,', 'C,')).tree.flat(),
    ['A', null, 'B', null, 'C', null],
    'to-do lists stay flat',
  )
})

t.test('the outline from columns a level, codes in front of names, and reports with heads among the ids', async (t) => {
  t.same(read(lines('Level 1,Level 2,Days', 'House,,', ',Dig,3', ',Pour,2')).tree.slice(1), [
    ['Dig', 'row-2'],
    ['Pour', 'row-2'],
  ])
  t.same(read(lines('大項目,中項目,工数(人日)', '設計,調査,2', ',作図,3')).tree, [
    ['設計', null],
    ['調査', 'row-2'],
    ['作図', 'row-2'],
  ])
  const coded = read(lines('Task,Days', '1. Start,3', '1.1 Charter,2', '1.2 Kickoff,1'))
  t.same(coded.tree.at(-1), ['1.2 Kickoff', 'row-2'])
  t.ok(coded.says(/outline codes, such as 1\.2/))
  const report = read(
    lines(
      'Activity ID,Activity Name,Start',
      'EC City Center,,02-Mar-26',
      '  A10,Survey,02-Mar-26 A',
      '  A20,Dig,09-Mar-26*',
    ),
  )
  t.same(report.plan.tasks.map((task) => [task.id, task.parent, task.planned_start]).slice(1), [
    ['A10', 'row-2', '2026-03-02'],
    ['A20', 'row-2', '2026-03-09'],
  ])
})

t.test('UTF-16 that does not say so is read', async (t) => {
  t.equal(read(Buffer.from('Task,Duration\nDig,5\n', 'utf16le')).plan.tasks[0]?.duration, 5)
})

t.test('a first row that names the tasks is the header, whatever the tasks below it are called', async (t) => {
  const names = (...all: string[]) => read(lines(...all)).plan.tasks.map((task) => task.name)
  t.same(names('Task,Type', 'A,Task', 'B,Finish Milestone'), ['A', 'B'], 'A, B and M are no estimates')
  t.same(names('Task,Priority,Risk', 'Summary,High,Low', 'Review,Low,High'), ['Summary', 'Review'])
  t.same(names('Task,Next', 'Start,Task', 'Dig,Finish'), ['Start', 'Dig'])
  t.same(names('Name,Value', 'Client,Kiel', '', 'Task,Days', 'Dig,3'), ['Dig'], 'a block of titles is none')
  t.same(names('Name,Kiel harbour', 'Task,Days,Start', 'Dig,3,2026-03-02'), ['Dig'])
})

t.test('what others wait for is neither a head nor a total', async (t) => {
  const network = read(lines('Task,Predecessor', 'Start,', 'Design,Start', 'Build,Design', 'End,Build'))
  t.same(
    network.tree.filter(([, parent]) => parent !== null),
    [],
  )
  t.equal(network.plan.dependencies.length, 3)
  const total = read(lines('Task,Days,Predecessors', 'Survey,2,', 'Total,5,Survey', 'Sum,3,', 'Pour,1,Sum'))
  t.same(total.plan.dependencies.length, 2)
  t.same(read(lines('Task,Days', 'Total,5', 'Dig,2')).plan.tasks.length, 2, 'nothing above it is counted up')
})

t.test('tasks below a gap are tasks; only what reads like a note is none', async (t) => {
  const names = (...below: string[]) => read(lines('Task,Days', 'A,5', '', ...below)).plan.tasks.map(({ name }) => name)
  t.same(names('Clean up,', 'Hand over,'), ['A', 'Clean up', 'Hand over'])
  t.same(names('Notes,', 'Call Ann,'), ['A'])
  t.same(names('Legend:,', 'R = red,'), ['A'])
  t.same(names('Prepared by the office of works.,'), ['A'])
})

t.test('comments that hold more than a remark are named', async (t) => {
  const { plan, says } = read(lines('Task,Owner', '#1 Foundation,Ann', 'Walls,Bob', '# a remark,'))
  t.equal(plan.tasks.length, 1)
  t.ok(says(/^Lines that begin with # are comments and not imported: 2\.$/))
  t.notOk(read(lines('Task', '# a remark', 'Walls')).says(/comments/))
})

t.test('phases in a column of their own are the outline, written in every row or in the first', async (t) => {
  const tree = [
    ['Design', null],
    ['Survey', 'row-2'],
    ['Draw', 'row-2'],
    ['Build', null],
    ['Dig', 'row-4'],
  ]
  const header = 'Phase,Task,Days'
  const parents = (text: string) => {
    const { plan } = read(text)
    const nameOf = new Map(plan.tasks.map(({ id, name }) => [id, name]))
    return plan.tasks.map((task) => [task.name, task.parent === null ? null : nameOf.get(task.parent)])
  }
  const expected = tree.map(([name], index) => [name, [null, 'Design', 'Design', null, 'Build'][index]])
  t.same(parents(lines(header, 'Design,Survey,3', 'Design,Draw,2', 'Build,Dig,4')), expected)
  t.same(parents(lines(header, 'Design,Survey,3', ',Draw,2', 'Build,Dig,4')), expected)
  t.ok(read(lines(header, 'Design,Survey,3', 'Design,Draw,2', 'Build,Dig,4')).says(/2 columns, one a level/))
  const mixed = read(lines(header, 'Design,Survey,3', 'Build,Dig,4', 'Design,Draw,2'))
  t.equal(mixed.plan.tasks.length, 3, 'a phase that comes again says nothing of the outline')
  t.ok(mixed.says(/Phase holds no outline codes/))
})

t.test('ruled lines of tables in text, milliseconds of 1970, and From beside To', async (t) => {
  const ruled = read('| Task | Days | Owner |\n|------|:----:|-------|\n| Dig | 3 | Ann |\n')
  t.same(
    ruled.plan.tasks.map((task) => [task.name, task.duration]),
    [['Dig', 3]],
  )
  t.same(starts('A,1773619200000'), ['2026-03-16'])
  t.equal(read(lines('Task,From,To', 'Dig,2026-03-02,2026-03-06')).plan.tasks[0]?.duration, 5)
  t.same(
    read(lines('Task,Assignees', 'Dig,"[Ann, Ben]"')).plan.resources.map((resource) => resource.name),
    ['Ann', 'Ben'],
  )
})

t.test('a phase, an activity and a task in columns of their own, one a row, are the levels', async (t) => {
  const { plan } = brief(
    'Phase,Activity,Task,Days\nPrepare,,,\n,Site,,\n,,Fence,2\n,,Huts,3\nWork,,,\n,Ground,,\n,,Dig,15\n',
  )
  const name = new Map(plan.tasks.map((task) => [task.id, task.name]))
  t.same(
    plan.tasks.map((task) => [task.name, name.get(task.parent ?? '') ?? null]),
    [
      ['Prepare', null],
      ['Site', 'Prepare'],
      ['Fence', 'Site'],
      ['Huts', 'Site'],
      ['Work', null],
      ['Ground', 'Work'],
      ['Dig', 'Ground'],
    ],
  )
})
