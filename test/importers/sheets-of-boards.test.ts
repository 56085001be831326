// Seen failing before: the parts of an item, which a board writes in a table of their own below it, were named and not read,
// and the first group of a board lost its name while the others kept theirs.
import t from 'tap'
import { brief, lines, read } from './read-sheet.ts'

const HEADER = 'Name,Subitems,Person,Status,Timeline - Start,Timeline - End,Dependency,Duration'

const outline = ({ plan }: ReturnType<typeof read>) => {
  const name = new Map(plan.tasks.map((task) => [task.id, task.name]))
  return plan.tasks.map((task) => [task.name, name.get(task.parent ?? '') ?? null])
}

t.test('a table of subitems inside a board’s table holds the children of the item above it', async (t) => {
  const sheet = read(
    lines(
      HEADER,
      'Design,,Ann,Done,2026-03-02,2026-03-13,,10',
      'Build,,Bob,Working on it,2026-03-16,2026-04-03,Design,15',
      'Subitems,Name,Owner,Status,Date',
      ',API,Bob,Done,2026-03-20',
      ',Pages,"Ann, Bob",,2026-03-27',
      'Test,,,,2026-04-06,2026-04-10,Build,5',
    ),
  )
  t.same(outline(sheet), [
    ['Design', null],
    ['Build', null],
    ['API', 'Build'],
    ['Pages', 'Build'],
    ['Test', null],
  ])
  const [, , api, pages] = sheet.plan.tasks
  t.match(api, { deadline: '2026-03-20', percent_complete: 100, source: { row: 5 } })
  t.match(pages, { deadline: '2026-03-27', percent_complete: 0 })
  t.same(
    sheet.plan.assignments.filter(({ task }) => task === pages?.id).map(({ resource }) => resource),
    ['r1', 'r2'],
  )
  t.ok(sheet.says(/^Lines below 4 are read as parts of the items above them: 5, 6\.$/))
  t.notOk(sheet.plan.receipt.some(({ code }) => code === 'missing_name'))
})

t.test('children have columns of their own where the board has none for what they say', async (t) => {
  const sheet = read(
    lines(
      'Name,Subitems,Owner',
      'Build,,Bob',
      'Subitems,Name,Start Date,End Date,Mood,Item ID (auto generated)',
      ',API,2026-03-02,2026-03-06,fair,11',
      'Test,,Ann',
      'Subitems,Name,Start Date,End Date,Mood,Item ID (auto generated)',
      ',Smoke,2026-03-09,2026-03-10,fair,12',
    ),
  )
  t.same(outline(sheet), [
    ['Build', null],
    ['API', 'Build'],
    ['Test', null],
    ['Smoke', 'Test'],
  ])
  t.same(
    sheet.plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      [null, 1],
      ['2026-03-02', 5],
      [null, 1],
      ['2026-03-09', 2],
    ],
  )
  t.ok(sheet.says(/Columns of parts that are not imported: "Mood"\./))
})

t.test('the groups of a board are heads, also the first one, which stands above the header', async (t) => {
  const board = read(
    lines(
      'Website,,,,,,,',
      'All of it,,,,,,,',
      '',
      'Planning,,,,,,,',
      HEADER,
      'Kick-off,,Ann,Done,2026-03-02,2026-03-03,,',
      'Brief,,Bob,,2026-03-04,2026-03-06,,',
      'Subitems,Name,Owner,Status,Date',
      ',Ask,Ann,,2026-03-05',
      '',
      'Build,,,,,,,',
      HEADER,
      'Pages,,Dan,,2026-03-30,2026-04-10,,',
    ),
  )
  t.same(outline(board), [
    ['Planning', null],
    ['Kick-off', 'Planning'],
    ['Brief', 'Planning'],
    ['Ask', 'Brief'],
    ['Build', null],
    ['Pages', 'Build'],
  ])
  t.ok(board.says(/2 filled lines above it are not imported/))
  const titled = brief(lines('Website', 'Task,Days', 'Dig,3', 'Task,Days', 'Pour,2'))
  t.same(
    titled.plan.tasks.map((task) => task.name),
    ['Dig', 'Pour'],
    'a title above one table is no head',
  )
})
