// What part of the plan a task belongs to, in a column beside it. Seen failing before: such columns were left out, so that
// the plan had no outline.
import t from 'tap'
import { lines, read } from './read-sheet.ts'

const outline = (text: string) => {
  const { plan, says } = read(text)
  const names = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  return { plan, says, tree: plan.tasks.map(({ name, parent }) => [name, parent === null ? null : names.get(parent)]) }
}

t.test('channels, modules and lists beside tasks are their summaries', async (t) => {
  for (const header of ['Channel', 'Module', 'To-do list', 'Section', 'Area']) {
    const { tree, says } = outline(
      lines(`${header},Task,Days`, 'Print,Draw,2', 'Print,Order,3', 'Web,Write,1', 'Web,Publish,1'),
    )
    t.same(
      tree,
      [
        ['Print', null],
        ['Draw', 'Print'],
        ['Order', 'Print'],
        ['Web', null],
        ['Write', 'Web'],
        ['Publish', 'Web'],
      ],
      header,
    )
    t.ok(says(new RegExp(`Column "${header}" is taken for name`)), 'which is said')
  }
})

t.test('a group written once heads the rows below it', async (t) => {
  const { tree } = outline(lines('Channel,Task,Days', 'Print,Draw,2', ',Order,3', 'Web,Write,1', ',Publish,1'))
  t.same(tree[2], ['Order', 'Print'])
  t.same(tree[5], ['Publish', 'Web'])
})

t.test('groups may stand right of the tasks, and what is in none stands beside them', async (t) => {
  const { tree } = outline(lines('Title,Weight,Epic ID,Epic Title', 'Dig,2,7,Pier', 'Pour,3,7,Pier', 'Tell,1,,'))
  t.same(tree, [
    ['Pier', null],
    ['Dig', 'Pier'],
    ['Pour', 'Pier'],
    ['Tell', null],
  ])
})

t.test('tasks that name a parent are where it is, also without a group of their own', async (t) => {
  const { tree } = outline(
    lines('Name,Section/Column,Parent task', 'Dig,Ground,', 'Rent pump,,Dig', 'Pour,Ground,', 'Roof,Top,'),
  )
  t.same(tree, [
    ['Ground', null],
    ['Dig', 'Ground'],
    ['Rent pump', 'Dig'],
    ['Pour', 'Ground'],
    ['Top', null],
    ['Roof', 'Top'],
  ])
})

t.test('groups inside of phases are a level of their own', async (t) => {
  const { tree } = outline(
    lines('Phase,Area,Task,Days', 'Build,North,Dig,2', 'Build,North,Pour,2', 'Build,South,Fill,1', 'Open,North,Sign,1'),
  )
  t.same(tree, [
    ['Build', null],
    ['North', 'Build'],
    ['Dig', 'North'],
    ['Pour', 'North'],
    ['South', 'Build'],
    ['Fill', 'South'],
    ['Open', null],
    ['North', 'Open'],
    ['Sign', 'North'],
  ])
})

t.test('columns of a board that are states, groups that come again and labels head nothing', async (t) => {
  for (const text of [
    lines('Task,List,Days', 'Dig,To do,1', 'Pour,To do,1', 'Fill,Done,1'),
    lines('Area,Task,Days', 'North,Dig,1', 'South,Pour,1', 'North,Fill,1'),
    lines('Workstream,Task,Days', 'Civil,Dig,1', 'Civil,Pour,1', 'Power,Wire,1'),
  ]) {
    t.equal(read(text).plan.tasks.length, 3)
  }
})

t.test('several parts of a task in one cell are notes, and take no dates from it', async (t) => {
  const { plan, says } = read(
    lines('Phase,Task,Subtasks,Start,Days', 'Plan,Scope,Ask; List,2026-03-02,5', 'Do,Build,,2026-03-09,3'),
  )
  const scope = plan.tasks.find(({ name }) => name === 'Scope')
  t.match(scope, { duration: 5, planned_start: '2026-03-02', notes: 'Ask; List' })
  t.ok(says(/"Subtasks" is taken for notes/))
})

t.test('any column before the tasks groups them where two of its words at least stand beside several', async (t) => {
  const { tree, says } = outline(
    lines('Machine,Task,Days', 'Press,Strip,2', 'Press,Clean,3', 'Lathe,Strip it,1', 'Lathe,Oil,1'),
  )
  t.same(tree[1], ['Strip', 'Press'])
  t.ok(says(/"Machine" is taken for name/))
  const single = read(lines('Machine,Task,Days', 'Press,Strip,2', 'Press,Clean,3', 'Lathe,Oil,1'))
  t.equal(single.plan.tasks.length, 3, 'one pair may be chance')
  const ranked = read(lines('Priority,Task,Days', 'High,A,1', 'High,B,1', 'Low,C,1', 'Low,D,1'))
  t.equal(ranked.plan.tasks.length, 4, 'priorities are none')
})

t.test('groups inside of groups that are written once', async (t) => {
  const { tree } = outline(
    lines(
      'Year,Objective,Task,Start,End',
      'Year 1,Literature,Review,2026-10-01,2027-03-31',
      ',,Write,2027-04-01,2027-06-30',
      ',Methods,Design,2027-01-01,2027-05-31',
      'Year 2,Data,Collect,2027-10-01,2028-06-30',
      ',,Analyse,2028-05-01,2028-09-30',
    ),
  )
  t.same(tree, [
    ['Year 1', null],
    ['Literature', 'Year 1'],
    ['Review', 'Literature'],
    ['Write', 'Literature'],
    ['Methods', 'Year 1'],
    ['Design', 'Methods'],
    ['Year 2', null],
    ['Data', 'Year 2'],
    ['Collect', 'Data'],
    ['Analyse', 'Data'],
  ])
})

t.test('words for levels are the outline', async (t) => {
  const { tree, says } = outline(
    lines('Hierarchy,Title,Days', 'Initiative,Move,1', 'Epic,Zone,3', 'Story,Rack,1', 'Epic,Data,2'),
  )
  t.same(tree, [
    ['Move', null],
    ['Zone', 'Move'],
    ['Rack', 'Zone'],
    ['Data', 'Move'],
  ])
  t.ok(says(/"Hierarchy" are read as the levels/))
})

t.test('letters above numbers head the rows below them, also with a total that stands alone', async (t) => {
  const { tree } = outline(
    lines(
      ',Task,Start,Finish',
      'A,Prepare,,',
      '1,Permit,2026-03-02,2026-03-13',
      'B,Works,,',
      '1,Dig,2026-03-18,2026-03-27',
      'Total,,,',
    ),
  )
  t.same(tree, [
    ['Prepare', null],
    ['Permit', 'Prepare'],
    ['Works', null],
    ['Dig', 'Works'],
  ])
})
