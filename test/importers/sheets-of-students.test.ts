// Sheets of student teams and small offices, each seen failing.
import t from 'tap'
import { lines, namedTree, read } from './read-sheet.ts'

t.test('names that are written once stand above those of the next column, so that no row is lost', async (t) => {
  const { plan } = read(
    lines(
      'No,Work,Item,Days',
      '1,Draw the plans,Ground floor,3',
      '2,,Upper floor,4',
      '3,Order,Steel,2',
      '4,,Timber,2',
      '5,,Glass,5',
      '6,Hand over,,1',
    ),
  )
  t.strictSame(namedTree(plan), [
    ['Draw the plans', null],
    ['Ground floor', 'Draw the plans'],
    ['Upper floor', 'Draw the plans'],
    ['Order', null],
    ['Steel', 'Order'],
    ['Timber', 'Order'],
    ['Glass', 'Order'],
    ['Hand over', null],
  ])
  t.notOk(plan.receipt.some(({ code }) => code === 'missing_name'))
})

t.test('predecessors from one code to another are all of them', async (t) => {
  const { plan } = read(
    lines(
      'ID,Task,Days,Depends on',
      'A1,Survey,1,',
      'A2,Draw,2,A1',
      'A3,Price,2,',
      'B1,Decide,1,A1–A3',
      'B2,Build,9,B1 to B1',
    ),
  )
  t.strictSame(
    plan.dependencies.map(({ predecessor, successor }) => [predecessor, successor]),
    [
      ['A1', 'A2'],
      ['A1', 'B1'],
      ['A2', 'B1'],
      ['A3', 'B1'],
    ],
  )
  t.ok(plan.receipt.some(({ code, where }) => code === 'unknown_predecessor' && where.row === 6))
})

t.test('an early start is where what waits for nothing begins, and is said', async (t) => {
  const { plan } = read(
    lines(
      'Task Name,Duration,Early Start,Late Start,Early Finish,Late Finish,Predecessors',
      'Survey,2 days,2026-03-02,2026-03-02,2026-03-03,2026-03-03,',
      'Draw,3 days,2026-03-04,2026-03-06,2026-03-06,2026-03-10,1',
      'Print,1 day,2026-03-10,2026-03-10,2026-03-10,2026-03-10,',
    ),
  )
  t.strictSame(
    plan.tasks.map(({ planned_start }) => planned_start),
    [null, null, '2026-03-10'],
  )
  t.ok(plan.receipt.some(({ message }) => /1 rows that wait for no other begin on their Early Start/.test(message)))
})

t.test('a week without Fridays is one from Saturday to Thursday', async (t) => {
  const days = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
  // March 2026: the 6th, 13th, 20th and 27th are Fridays.
  const worked = Array.from({ length: 26 }, (_, at) => at + 1).filter((day) => day % 7 !== 6)
  const { plan } = read(lines('Task,Start,Finish', ...worked.map((day) => `Task of ${day},${days(day)},${days(day)}`)))
  t.strictSame(plan.calendar.working_days, [1, 2, 3, 4, 6, 7])
})

t.test('milestones without a date stand among the others where the list does not begin with one', async (t) => {
  const sheet = read(
    lines(
      'Date,Milestone',
      '2026-03-02,Project start',
      '2026-03-04,Team chosen',
      ',Portal for helpers',
      '2026-03-09,Documents written',
      ',Network planned',
      '2026-03-16,Server planned',
    ),
  )
  t.ok(sheet.plan.tasks.every(({ parent, is_milestone }) => parent === null && is_milestone))
})

t.test('a file that is called by its dot keeps it', async (t) => {
  const { plan } = read(lines('Task,Days', 'Set up,2', '.env schreiben,1', '.gitignore,1', '..Deeper,1'))
  t.strictSame(
    plan.tasks.map(({ name }) => name),
    ['Set up', '.env schreiben', '.gitignore', 'Deeper'],
  )
})

const placed = ({ tasks }: ReturnType<typeof read>['plan']) =>
  tasks.map(({ planned_start, source }) => [planned_start, source?.finish?.slice(0, 10)])

t.test('months that are written in each column above their weeks are one month', async (t) => {
  const bands = ',Aug 2026,Aug 2026,Aug 2026,Aug 2026,Sep 2026,Sep 2026,Sep 2026,Sep 2026'
  const merged = ',Aug 2026,,,,Sep 2026,,,'
  const rows = ['Task,W1,W2,W3,W4,W1,W2,W3,W4', 'Draw,x,x,,,,,,', 'Build,,,x,x,x,,,', 'Open,,,,,,,,x']
  const { plan } = read(lines(bands, ...rows))
  t.strictSame(placed(plan), placed(read(lines(merged, ...rows)).plan))
  t.strictSame(placed(plan)[0], ['2026-08-01', '2026-08-14'])
})

t.test('columns for dates that are blank leave it to the chart, whose weeks are what lengths count', async (t) => {
  const { plan, says } = read(
    lines(
      ',,,Aug 2026,,,,Sep 2026,,,',
      'Atividades,duração,Inicio,1s,2s,3s,4s,1s,2s,3s,4s',
      'Tema,2,,x,x,,,,,,',
      'Telas,2,,,,x,x,,,,',
      'Dados,1,,,,,,x,,,',
      'Testes,3,,,,,,,x,x,x',
    ),
  )
  t.strictSame(
    placed(plan).map(([start]) => start),
    ['2026-08-01', '2026-08-16', '2026-09-01', '2026-09-08'],
  )
  t.ok(says(/read in weeks/))
  t.ok(plan.tasks.every(({ duration }, at) => duration >= [10, 10, 5, 15][at]!))
})

t.test('what has begun or ended did so on its own dates, where nothing else says when', async (t) => {
  const { plan } = read(
    lines(
      'Task,Start,Finish,Done,Predecessors',
      'Half,2026-03-02,2026-03-13,50%,',
      'Next,2026-03-16,2026-03-20,0%,1',
      'Done,2026-02-16,2026-02-20,100%,',
      'Done beside it,2026-02-18,2026-02-24,100%,3',
    ),
  )
  t.strictSame(
    plan.tasks.map((task) => [task.planned_start, task.actual_start, task.actual_finish]),
    [
      ['2026-03-02', '2026-03-02', null],
      ['2026-03-16', null, null],
      ['2026-02-16', '2026-02-16', '2026-02-20'],
      ['2026-02-18', '2026-02-18', '2026-02-24'],
    ],
  )
})

t.test('rows that name a year say it of the months below them', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec',
      '2025,,,,,,,,,,,,',
      'Learn,x,x,,,,,,,,,,',
      'Build,,,,x,x,,,,,,,',
      '2026,,,,,,,,,,,,',
      'Test,,x,,,,,,,,,,',
      'Open,,,x,,,,,,,,,',
    ),
  )
  t.strictSame(
    plan.tasks.map(({ name, planned_start, source }) => [name, planned_start, source?.finish?.slice(0, 10)]),
    [
      ['Learn', '2025-01-01', '2025-02-28'],
      ['Build', '2025-04-01', '2025-05-31'],
      ['Test', '2026-02-01', '2026-02-28'],
      ['Open', '2026-03-01', '2026-03-31'],
    ],
  )
  t.ok(says(/in the years that lines 2, 5 name/))
})

t.test('gaps between marks are bridged with a word', async (t) => {
  const rows = ['Draw,x,,x,', 'Build,,x,x,', 'Open,,,,x']
  t.ok(read(lines('Task,Jan 2026,Feb 2026,Mar 2026,Apr 2026', ...rows)).says(/Marks of 1 rows have gaps/))
  t.notOk(read(lines('Task,Jan 2026,Feb 2026,Mar 2026,Apr 2026', ...rows.slice(1))).says(/gaps/))
})
