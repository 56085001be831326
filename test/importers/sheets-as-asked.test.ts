// What a person says of a sheet that is read otherwise than meant.
import t from 'tap'
import { readPlan, readWithPreview } from '../../importers/read-plan.ts'
import { day, lines, namedTree, workbook } from './read-sheet.ts'

t.test('last_row ends the plan, and a letter names a column that has no header of its own', (t) => {
  const text = lines(
    'Task,When,When,',
    'Dig,2026-03-02,2026-03-04,Ann',
    'Pour,2026-03-05,2026-03-06,Bob',
    'Sum,,,',
    'x,1,2,y',
  )
  const { tasks } = readPlan(Buffer.from(text), 'plan.csv', {
    lastRow: 3,
    columnMap: { '@B': 'start', '@c': 'finish', '@D': 'assignee', '@ZZ': 'notes' },
  })
  t.same(
    tasks.map(({ name, planned_start, source }) => [name, planned_start, source?.finish?.slice(0, 10)]),
    [
      ['Dig', '2026-03-02', '2026-03-04'],
      ['Pour', '2026-03-05', '2026-03-06'],
    ],
  )
  const { resources } = readPlan(Buffer.from(text), 'plan.csv', { lastRow: 3, columnMap: { '@D': 'assignee' } })
  t.same(
    resources.map(({ name }) => name),
    ['Ann', 'Bob'],
  )
  t.end()
})

t.test('outline overrides what was found to tell which rows head others', async (t) => {
  const text = lines('WBS,Task,Days', '1,House,', '1.1,  Walls,4', '1.2,  Roof,2', '2,Garden,3')
  const parents = (
    outline: 'auto' | 'none' | 'indent' | 'codes' | 'bold',
    bytes: Uint8Array = Buffer.from(text),
    name = 'plan.csv',
  ) => {
    const { plan, preview } = readWithPreview(bytes, name, { outline })
    return { tree: namedTree(plan).map(([, parent]) => parent), warnings: preview?.warnings ?? [] }
  }
  t.same(parents('auto').tree, [null, 'House', 'House', null])
  t.same(parents('none').tree, [null, null, null, null])
  t.same(parents('indent').tree, [null, 'House', 'House', null])
  t.same(parents('codes').tree, [null, 'House', 'House', null])
  const none = parents('bold')
  t.same(none.tree, [null, 'House', 'House', null], 'where nothing is, the names are as indented')
  t.ok(none.warnings.includes('No line is in bold, as was asked.'))
  const book = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Start'])
    for (const name of ['House', 'Walls', 'Roof', 'Garden', 'Lawn']) {
      const row = sheet.addRow([name, day('2026-03-02')])
      row.font = { bold: name === 'House' || name === 'Garden' }
    }
  })
  t.same(parents('auto', book, 'plan.xlsx').tree, [null, null, null, null, null], 'bold work with times may be work')
  const bold = parents('bold', book, 'plan.xlsx')
  t.same(bold.tree, [null, 'House', 'House', null, 'Garden'])
  t.ok(bold.warnings.includes('2 lines in bold, such as 2, head those below them, as was asked.'))
})
