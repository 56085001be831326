// Seen failing before: the first task of a table without a header was lost, lists below a plan came in as tasks, weeks in a column
// were lengths, hours of weeks and days counted before an event were not read, and cells behind the header stood in for dates.
import t from 'tap'
import { datesOf, lines, read } from './read-sheet.ts'

const namesOf = ({ plan }: ReturnType<typeof read>) => plan.tasks.map(({ name }) => name)

t.test('a table without a header has its first task', (t) => {
  const sheet = read(
    lines('Survey,2026-04-01,2026-04-03', 'Design,2026-04-06,2026-04-17', 'Build,2026-04-20,2026-05-22'),
  )
  t.same(datesOf(sheet), [
    ['Survey', '2026-04-01', '2026-04-03'],
    ['Design', '2026-04-06', '2026-04-17'],
    ['Build', '2026-04-20', '2026-05-22'],
  ])
  t.ok(sheet.says(/No line is a header; line 1 is read as the first task/))
  t.end()
})

t.test('a table below the plan that has no dates is none of its tasks', (t) => {
  const sheet = read(
    lines(
      'Task,Owner,Start,End',
      'Kick-off,Ann,2026-01-12,2026-01-12',
      'Design,Cy,2026-01-26,2026-02-13',
      '',
      'Team,Role,Rate,Since',
      'Ann,PM,90,May',
      'Cy,Designer,70,June',
    ),
  )
  t.same(namesOf(sheet), ['Kick-off', 'Design'])
  t.ok(sheet.says(/Lines of another table below are not imported: 5, 6, 7/))
  const open = read(
    lines(
      'Task,Start,End',
      'Dig,2026-01-12,2026-01-16',
      'Pour,2026-01-19,2026-01-23',
      '',
      'Paint,TBD,TBD',
      'Hand over,,',
    ),
  )
  t.equal(open.plan.tasks.length, 4, 'work whose days nobody knows yet is work')
  t.end()
})

t.test('names of fields below the header, and a total of the last line, are no tasks', (t) => {
  const sheet = read(
    lines(
      'Task,Planned Start,Planned Finish,Planned Hours',
      'lv1,plannedStart,plannedFinish,plannedWork',
      'Dig,2026-03-02,2026-03-06,40',
      'Pour,2026-03-09,2026-03-13,40',
      'Total MVP,,,80',
    ),
  )
  t.same(namesOf(sheet), ['Dig', 'Pour'])
  t.end()
})

t.test('weeks in a column say when, also below the row in which they are written', (t) => {
  const sheet = read(lines('Week,Milestone,Who', 'Week 1,Idea,Ann', ',Plan,Bob', 'Week 2 to Week 4,Build,Cy'))
  t.same(datesOf(sheet), [
    ['Idea', '2000-01-03', '2000-01-09'],
    ['Plan', '2000-01-03', '2000-01-09'],
    ['Build', '2000-01-10', '2000-01-30'],
  ])
  const longer = read(lines('Task,Months', 'Dig,M1-M2,note,more', 'Pour,M3-M4'), 'plan.csv')
  t.same(
    longer.plan.tasks.map((task) => task.planned_start),
    ['2000-01-03', '2000-03-03'],
    'remarks behind the header are no dates',
  )
  t.end()
})

t.test('periods counted in hours or in days below weeks', (t) => {
  const hours = read(lines('Activity,Plan Start (Hours),Plan Duration (Hours)', 'Plan,1,8', 'Build,9,16', 'Test,25,8'))
  t.same(
    hours.plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-03', 1],
      ['2000-01-04', 2],
      ['2000-01-06', 1],
    ],
  )
  const days = read(
    lines(
      'Activity,Plan Start,Plan Duration,Week 1,,,,,Week 2,,,,',
      ',,,1,2,3,4,5,6,7,8,9,10',
      'Dig,1,3,,,,,,,,,,',
      'Pour,6,5,,,,,,,,,,',
    ),
  )
  t.same(
    days.plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2000-01-03', 3],
      ['2000-01-10', 5],
    ],
  )
  t.end()
})

t.test('hours in the columns of weeks are work then, where a column has their sum', (t) => {
  const sheet = read(lines('Task,Owner,Week 1,Week 2,Week 3,Total hours', 'Spec,Ann,16,8,,24', 'Code,Bob,,20,40,60'))
  t.same(datesOf(sheet), [
    ['Spec', '2000-01-03', '2000-01-16'],
    ['Code', '2000-01-10', '2000-01-23'],
  ])
  t.ok(sheet.says(/Numbers in these columns are work/))
  t.end()
})

t.test('months before the one day that a check list names', (t) => {
  const sheet = read(
    lines(
      'Wedding date:,12 Sep 2026,',
      'When,Task,Done',
      '12 months before,Budget,x',
      ',Venue,',
      '1 week before,Numbers,',
    ),
  )
  t.same(
    sheet.plan.tasks.filter(({ deadline }) => deadline != null).map((task) => [task.name, task.deadline]),
    [
      ['Budget', '2025-09-12'],
      ['Venue', '2025-09-12'],
      ['Numbers', '2026-09-05'],
    ],
  )
  t.ok(sheet.says(/counts from 2026-09-12/))
  t.end()
})

t.test(
  'hours of the clock are no lengths, words in full are the names, and predecessors are known by any spelling',
  (t) => {
    const event = read(lines('Time,Activity,Who', '08:00,Set up,All', '10:30 - 11:30,Band,Bob', '16:00,Close,All'))
    t.same(
      event.plan.tasks.map((task) => task.duration),
      [1, 1, 1],
    )
    t.ok(event.says(/not imported: "Time"/))
    const twice = read(
      lines(
        'Task,Task,Start',
        'Collect,Collect needs,2026-03-02',
        'Build,Build the base,2026-03-09',
        'Build,Build the roof,2026-03-16',
      ),
    )
    t.same(namesOf(twice), ['Collect needs', 'Build the base', 'Build the roof'])
    const linked = read(lines('No,Tasks,Days,Predesscecor', '1,Dig,2,', '2,Pour,3,1'))
    t.equal(linked.plan.dependencies.length, 1)
    t.end()
  },
)
