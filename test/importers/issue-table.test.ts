import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'

const read = (lines: readonly string[], name = 'issues.csv') =>
  readPlan(Buffer.from(lines.join('\n')), name, { expects: 'tracker' })

t.test('an issue export of one tracker gives tasks, parents, links, labels and estimates', async (t) => {
  const plan = read([
    'Summary,Issue key,Issue id,Parent id,Issue Type,Status,Status Category,Assignee,Due Date,Original estimate,Labels,Labels,Outward issue link (Blocks),Custom field (Start date)',
    'Build it,A-1,100,,Epic,To Do,To Do,,,,,,,',
    '"Dig, deep",A-2,101,100,Task,In Review,In Progress,Ana,12/Mar/26 5:00 PM,57600,sea,wall,A-3,02/Mar/26',
    'Pour,A-3,102,100,Task,Done,Done,Ana,,28800,,,,',
  ])
  t.same(
    plan.tasks.map(({ id, name, parent, duration, status, planned_start }) => [
      id,
      name,
      parent,
      duration,
      status,
      planned_start,
    ]),
    [
      ['A-1', 'Build it', null, 0, 'NOT_STARTED', null],
      ['A-2', 'Dig, deep', 'A-1', 2, 'REVIEW', '2026-03-02'],
      ['A-3', 'Pour', 'A-1', 1, 'COMPLETE', null],
    ],
  )
  t.match(plan.tasks[1], { labels: ['sea', 'wall'], source: { deadline: '2026-03-12' } })
  t.match(plan.dependencies, [{ predecessor: 'A-2', successor: 'A-3', dep_type: 'FS' }])
  t.same(
    plan.resources.map(({ name }) => name),
    ['Ana'],
  )
})

t.test('exports of other trackers are read by their headers', async (t) => {
  const lab = read([
    'Title,Description,Issue ID,URL,State,Assignee,Assignee Username,Due Date,Created At (UTC),Closed At (UTC),Weight,Labels,Time Estimate',
    'Dig,Deep,7,https://example.org/p/-/issues/7,Closed,Ana,ana,2026-03-12,2026-03-01 08:00:00,2026-03-09 10:00:00,3,"sea,wall",57600',
    'Pour,,8,https://example.org/p/-/issues/8,Opened,,,,2026-03-01 08:00:00,,,,0',
  ])
  t.match(lab.tasks[0], {
    id: '7',
    duration: 2,
    status: 'COMPLETE',
    actual_finish: '2026-03-09',
    story_points: 3,
    labels: ['sea', 'wall'],
  })
  t.match(lab.tasks[1], { id: '8', status: 'NOT_STARTED' })
  const hub = read(
    ['Title\tURL\tAssignees\tStatus', 'Dig\thttps://example.org/o/r/issues/12\tana, bo\tTodo'],
    'issues.tsv',
  )
  t.match(hub.tasks, [{ id: '12', name: 'Dig', status: 'NOT_STARTED' }])
})

t.test('a table that is no export is refused with its place, and other doors read it as a sheet', async (t) => {
  t.throws(() => read(['Name,Duration', 'Dig,3']), { code: 'no_header', detail: /line 1/ })
  t.throws(() => read(['Title,Issue ID,URL']), { code: 'no_tasks' })
  t.equal(readPlan(Buffer.from('Name,Duration\nDig,3'), 'a.csv').source?.format, 'csv')
})
