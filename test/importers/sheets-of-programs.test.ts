// Exports of programs and templates that many people use. Seen failing before: points and hours of trackers became days, clean names had
// addresses behind them, and a table of figures on the first sheet was taken for the plan.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { brief, day, lines, read, workbook } from './read-sheet.ts'

const durations = (text: string) => brief(text).plan.tasks.map(({ duration }) => duration)
const parents = ({ plan }: ReturnType<typeof read>) => {
  const name = new Map(plan.tasks.map((task) => [task.id, task.name]))
  return plan.tasks.map((task) => [task.name, name.get(task.parent ?? '') ?? null])
}

t.test('estimates are hours beside time that was spent, and points where a tracker counts points', async (t) => {
  t.same(
    durations(
      '#,Tracker,Subject,Start date,Due date,Estimated time,Spent time\n1,Task,Cart,,,16.00,0.00\n2,Task,Pay,,,8.00,0.00\n',
    ),
    [2, 1],
  )
  t.same(
    durations('ID,Work Item Type,Title,Original Estimate,Effort\n1,User Story,Login,16,3\n2,User Story,SSO,24,5\n'),
    [2, 3],
  )
  const linear = brief(
    'ID,Title,Status,Estimate,Cycle Name,Cycle Start,Cycle End,Due Date\nE-1,Rewrite,Todo,5,,,,2026-03-13\n',
  )
  t.same(linear.plan.tasks[0]?.duration, 1)
  t.equal(linear.plan.tasks[0]?.story_points, 5)
  t.ok(linear.warnings.some((warning) => /"Estimate" is taken for story_points/.test(warning)))
})

t.test('relations to issues in words are links', async (t) => {
  const { links } = brief(
    '#,Subject,Related issues\n121,Cart,"Precedes #122, Relates to #124"\n122,Pay,Follows #121\n123,Ship,Blocked by #122\n124,Mail,\n',
  )
  t.same(links, ['121 FS 122', '122 FS 123'])
})

t.test('what was cancelled is inactive', async (t) => {
  const active = (...all: string[]) => read(lines(...all)).plan.tasks.map((task) => task.source?.active)
  t.same(active('Task,Status', 'A,Done', 'B,Canceled', 'C,To Do'), [true, false, true])
  t.same(active('Aufgabe;Status', 'A1 x;offen', 'B1 x;storniert'), [true, false])
  t.same(active('Title,Canceled', 'A1 x,', 'B1 x,2026-03-02'), [true, false])
})

t.test('names of people have no address behind them', async (t) => {
  t.same(
    read(lines('Title,Assigned To', 'Login,Ann Lee <ann@x.com>')).plan.resources.map((resource) => resource.name),
    ['Ann Lee'],
  )
})

t.test('three estimates under the letters of textbooks, and normal time beside crash time', async (t) => {
  const { plan } = brief('Activity,Immediate Predecessor,to,tm,tp\nA,-,2,4,6\nB,A,3,5,9\n')
  t.same(
    plan.tasks.map((task) => [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration]),
    [
      [2, 4, 6],
      [3, 5, 9],
    ],
  )
  t.same(durations('Activity,Predecessor,Normal Time (weeks),Crash Time (weeks)\nA,,4,3\nB,A,6,4\n'), [20, 30])
})

t.test('progress as people write it', async (t) => {
  const percents = ['1/2', '3 of 4', '~30 %', '75 percent', '40 Prozent', '☐'].map(
    (cell) => read(lines('Task,Progress', `A,${cell}`)).plan.tasks[0]?.percent_complete,
  )
  t.same(percents, [50, 75, 30, 75, 40, 0])
})

t.test('work packages beside their tasks are the outline', async (t) => {
  t.same(
    parents(read(lines('Work Package,Task,Days', 'WP1 Lead,Manage,9', 'WP1 Lead,Report,6', 'WP2 Make,Design,5'))),
    [
      ['WP1 Lead', null],
      ['Manage', 'WP1 Lead'],
      ['Report', 'WP1 Lead'],
      ['WP2 Make', null],
      ['Design', 'WP2 Make'],
    ],
  )
})

t.test('short headers of sites: Prec., Impresa, Продолж., дн.', async (t) => {
  const { links, plan } = brief(
    'Cod.;Descrizione lavorazione;Durata gg;Impresa;Prec.\nA1;Scavi;10;Rossi srl;\nB1;Fondazioni;20;Bianchi;A1+2\n',
  )
  t.same(links, ['A1 FS2 B1'])
  t.equal(plan.resources[0]?.name, 'Rossi srl')
  t.same(durations('Наименование работ;Продолж., дн.\nКотлован;12\n'), [12])
})

t.test('heads of one word among the ids of a planner’s report', async (t) => {
  const sheet = read(
    lines(
      'Activity ID,Activity Name,Original Duration,Start,Activity % Complete',
      'Wharf,,60,2026-03-02,',
      '  Works,,60,2026-03-02,',
      '    A100,Dredge,20,2026-03-02,40%',
    ),
  )
  t.same(parents(sheet), [
    ['Wharf', null],
    ['Works', 'Wharf'],
    ['Dredge', 'Works'],
  ])
  t.equal(sheet.plan.tasks[2]?.percent_complete, 40)
  const flat = read(
    lines(
      'Activity ID,Activity Name,Start',
      'Wharf,,2026-03-02',
      '  Works,,2026-03-02',
      'A100,Dredge,2026-03-02',
      '  Tests,,2026-03-09',
      'B1,Load,2026-03-09',
    ),
  )
  t.same(parents(flat), [
    ['Wharf', null],
    ['Works', 'Wharf'],
    ['Dredge', 'Works'],
    ['Tests', 'Wharf'],
    ['Load', 'Tests'],
  ])
})

t.test('a sheet of figures before the plan is not the plan', async (t) => {
  const bytes = await workbook((book: ExcelJS.Workbook) => {
    book.addWorksheet('Dashboard').addRows([
      ['Owner', 'Tasks', 'Progress'],
      ['Ann', 5, 0.3],
      ['Bob', 7, 0.5],
    ])
    book.addWorksheet('Gantt').addRows([
      ['ID', 'Task Name', 'Start'],
      [1, 'Dig', day('2026-03-02')],
    ])
  })
  const { plan, says } = read(bytes, 'plan.xlsx')
  t.same(
    plan.tasks.map((task) => task.name),
    ['Dig'],
  )
  t.ok(says(/^Sheet "Gantt" is read/))
})
