// Seen failing before: numbers of weeks were lengths, a list of days to keep in mind was read instead of the plan behind it, days
// below months without a year were not read, and the name of a project was taken for a header.
import t from 'tap'
import { datesOf, day, lines, namedTree, read, workbook } from './read-sheet.ts'

t.test('numbers that go on from row to row below Week say which week it is', (t) => {
  const sheet = read(lines('Week,Tasks', '1,Read', '2,Write', '3,Check', '', 'Step,Description', 'Data,Collect'))
  t.same(datesOf(sheet), [
    ['Read', '2000-01-03', '2000-01-09'],
    ['Write', '2000-01-10', '2000-01-16'],
    ['Check', '2000-01-17', '2000-01-23'],
  ])
  t.ok(sheet.says(/^Lines of another table below are not imported: 6, 7\.$/))
  t.same(
    read(lines('Task,Weeks', 'Read,1', 'Write,4', 'Check,2')).plan.tasks.map((task) => task.duration),
    [5, 20, 10],
    'numbers that do not are lengths',
  )
  t.end()
})

t.test('of a list of days and a plan with starts the plan is read, where it has as many rows', async (t) => {
  const book = (tasks: number) =>
    workbook((made) => {
      made.addWorksheet('Important dates').addRows([
        ['Title', 'Date'],
        ['Brief', day('2026-03-20')],
        ['Report', day('2026-04-17')],
      ])
      const plan = made.addWorksheet('Planned')
      plan.addRow(['Task', 'Start Date', 'End Date'])
      for (let index = 0; index < tasks; index += 1)
        plan.addRow([`Step ${index + 1}`, day('2026-03-02'), day('2026-03-06')])
    })
  t.equal(read(await book(3), 'plan.xlsx').plan.tasks[0]?.name, 'Step 1')
  t.equal(read(await book(1), 'plan.xlsx').plan.tasks[0]?.name, 'Brief')
})

t.test('a block with the name of the project, and days below months', (t) => {
  const sheet = read(
    lines(
      'Project Name,Stair robot,,,,,',
      'Student,Dan,,,,,',
      ',Date (week commencing),October,,,,November',
      'Stages,Tasks:,7th,14th,21st,28th,4th',
      'Stage 1,Ideas,x,x,,,',
      ',Proposal,,,x,x,x',
    ),
    'Robot 2019.csv',
  )
  t.same(
    datesOf(sheet).filter(([, start]) => start != null),
    [
      ['Ideas', '2019-10-07', '2019-10-20'],
      ['Proposal', '2019-10-21', '2019-11-10'],
    ],
  )
  t.end()
})

t.test('days of completion are when work was done, and words behind the header are named', (t) => {
  const sheet = read(
    lines(
      'Task,Due Date,Date Completed',
      'Draft,2026-03-06,2026-03-05',
      'Review,2026-03-13,,late,Bob',
      'Publish,2026-03-20,',
    ),
  )
  t.same(
    sheet.plan.tasks.map((task) => [task.deadline, task.actual_finish ?? null, task.percent_complete]),
    [
      ['2026-03-06', '2026-03-05', 100],
      ['2026-03-13', null, 0],
      ['2026-03-20', null, 0],
    ],
  )
  t.ok(sheet.says(/Cells right of the last header are not imported; they stand in lines 3/))
  t.end()
})

t.test('a phase numbered 0 with parts of its own is not the project', (t) => {
  const { plan } = read(
    lines('WBS,Task,Days', '0,Front,', '0.1,Draw,2', '0.2,Check,1', '1,Build,', '1.1,Code,5', '1.2,Test,2'),
  )
  t.same(namedTree(plan), [
    ['Front', null],
    ['Draw', 'Front'],
    ['Check', 'Front'],
    ['Build', null],
    ['Code', 'Build'],
    ['Test', 'Build'],
  ])
  t.end()
})
