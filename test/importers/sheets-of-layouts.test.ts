// Choices that a person makes one beside the other when they draw up a plan: what a few of them together once hid.

import t from 'tap'
import { brief, fileDates, lines, namedLinks, namedTree, read } from './read-sheet.ts'

t.test('week numbers under a title with a year are weeks of that year, in any language', (t) => {
  for (const [start, end, task] of [
    ['Start Week', 'End Week', 'Task'],
    ['Semaine début', 'Semaine fin', 'Tâche'],
    ['Tydzień od', 'Tydzień do', 'Zadanie'],
    ['Start week:', 'End week:', 'Task:'],
  ] as const) {
    const { plan, says } = read(lines('Northgate 2026', `${task},${start},${end}`, 'Review,8,8', 'Install,8,10'))
    t.same(
      fileDates(plan),
      [
        ['Review', '2026-02-16', '2026-02-22'],
        ['Install', '2026-02-16', '2026-03-08'],
      ],
      start,
    )
    t.ok(says(/read as weeks of the calendar/))
  }
  const first = read(lines('Northgate 2025', 'Task,Start Week,End Week', 'Test,1,4', 'Order,5,5')).plan
  t.same(
    fileDates(first).map(([, start]) => start),
    ['2024-12-30', '2025-01-27'],
    'the first week belongs to the year of its middle',
  )
  const counted = read(lines('Project start: 2026-03-02', 'Task,Start Week,End Week', 'Test,1,4', 'Order,5,5')).plan
  t.equal(counted.tasks[0]?.planned_start, '2026-03-02', 'a day to count from comes first')
  t.end()
})

t.test('the day on which a title block was written is not the year of the plan', (t) => {
  const { plan } = read(
    lines('Northgate 2026', 'Date:,2025-12-16', 'Task,Start,End', 'Dig,5-Jan,9-Jan', 'Pour,12-Jan,13-Jan'),
  )
  t.equal(plan.tasks[0]?.planned_start, '2026-01-05')
  t.end()
})

t.test('days by which work is due go on past December as starts do', (t) => {
  const { plan } = read(
    lines('Northgate 2026', 'Task,Due Date', 'Test,13-Nov', 'Order,4-Dec', 'Install,23-Dec', 'Review,4-Jan'),
  )
  t.same(
    plan.tasks.map(({ deadline }) => deadline),
    ['2026-11-13', '2026-12-04', '2026-12-23', '2027-01-04'],
  )
  t.end()
})

t.test(
  'two full names with a sign between them are two people, a firm is one, and what stays in doubt is said',
  (t) => {
    const people = (...cells: string[]) => {
      const { plan, warnings } = brief(lines('Task;Days;Owner', ...cells.map((cell, at) => `T${at};2;${cell}`)))
      return [plan.resources.map(({ name }) => name), warnings.some((text) => /not for two/.test(text))]
    }
    t.same(people('Ana Costa & Dmitri Lee', 'E. Novak'), [['Ana Costa', 'Dmitri Lee', 'E. Novak'], false])
    t.same(people('Meier & Sohn', 'Harbour Group & Lee Ltd'), [['Meier & Sohn', 'Harbour Group & Lee Ltd'], true])
    t.same(
      people('Carla & Ben', 'Ben & Fatima'),
      [['Carla', 'Ben', 'Fatima'], false],
      'who has two partners is somebody',
    )
    t.end()
  },
)

const CODED = [
  '1 Planning,,',
  '1.1 Review,2026-03-02,2026-03-03',
  '2 Design,,',
  '2.1 Milestone: Order,2026-03-04,2026-03-04',
]

t.test('codes in front of names say more than which rows have a name only', (t) => {
  const deeper = ['2.2 Hall,,', '2.2.1 Test,2026-03-05,2026-03-06', '2.2.2 Approve,2026-03-09,2026-03-10']
  const { plan } = read(lines('Task,Start,Finish', ...CODED, ...deeper))
  t.same(
    namedTree(plan).map(([, parent]) => parent),
    [null, '1 Planning', null, '2 Design', '2 Design', '2.2 Hall', '2.2 Hall'],
  )
  t.equal(plan.tasks[3]?.is_milestone, true, 'a milestone by its name, behind the code')
  t.end()
})

t.test('a name without the code in front of it names its row', (t) => {
  const rows = CODED.map((row) => `${row},`)
  const { plan } = read(lines('Task,Start,Finish,Predecessors', ...rows, '2.2 Test,2026-03-05,2026-03-06,Review'))
  t.same(namedLinks(plan), ['1.1 Review > 2.2 Test'])
  t.end()
})

t.test('a milestone by its name takes no time, also where rows say weeks', (t) => {
  const { plan } = read(lines('Northgate 2026', 'Task,Start Week,End Week', 'Review,8,9', 'Milestone: go live,10,10'))
  t.same(
    plan.tasks.map(({ is_milestone }) => is_milestone),
    [false, true],
  )
  t.end()
})
