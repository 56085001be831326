// Seen failing before: trackers' seconds became days, progress of 1 and links in words were lost.
import t from 'tap'
import { brief, lines, read } from './read-sheet.ts'

const starts = (text: string) =>
  read(lines('Task,Start', ...text.split('\n'))).plan.tasks.map((task) => task.planned_start)
const days = (...cells: string[]) =>
  read(lines('Task,Duration', ...cells.map((cell) => `A,${cell}`))).plan.tasks.map((task) => task.duration)

t.test('dates as people and programs write them', async (t) => {
  const same = [
    'A,"Monday, March 16, 2026"',
    'A,mar 16/03/26',
    "A,'16/03/2026",
    'A,16.03.2026 г.',
    'A,2026-03-16 (월)',
    'A,115/03/16',
  ]
  t.same(new Set(starts(same.join('\n'))), new Set(['2026-03-16']))
  t.same(starts('A,20/12/2026\nB,28-Dec\nC,Jan 4'), ['2026-12-20', '2026-12-28', '2027-01-04'])
  t.ok(read(lines('Task,Start', 'A,2026-12-20', 'B,28-Dec')).says(/1 dates have no year/))
  const yearless = read(lines('Task,Start,Finish', 'A,03/02,13/02', 'B,16/02,06/03', 'C,09/03,20/03'))
  t.same(
    yearless.plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      ['2026-02-03', 9],
      ['2026-02-16', 15],
      ['2026-03-09', 10],
    ],
    'the latest year in which hardly one is a day off',
  )
  t.ok(yearless.says(/6 dates have no year, and nothing in the file says one; 2026 is a guess/))
  const { plan } = read(lines('Deliverable,Owner,Deadline', 'Report,Ann,16/03/2026'))
  t.equal(plan.tasks[0]?.deadline, '2026-03-16', 'a deadline shows the order too')
})

t.test('durations and estimates', async (t) => {
  t.same(days('10 working days', '5 дней', '2 wkn', '5 个工作日', '2 周工时', '3 calendar days'), [10, 5, 10, 5, 10, 2])
  t.same(days('3-5 days', '~5 days', '1 yr'), [5, 5, 240])
  const tracker = read(lines('Summary,Issue key,Original Estimate', 'Login,P-1,28800', 'Logout,P-2,57600'))
  t.same(
    tracker.plan.tasks.map((task) => task.duration),
    [1, 2],
    'seconds',
  )
  const pert = read(lines('Activity,Optimistic,Most Likely,Pessimistic', 'Dig,2,4,6', 'Pour,9,4,6')).plan
  t.same(
    pert.tasks.map((task) => [
      task.duration,
      task.optimistic_duration,
      task.most_likely_duration,
      task.pessimistic_duration,
    ]),
    [
      [4, 2, 4, 6],
      [1, null, null, null],
    ],
  )
  t.ok(pert.receipt.some(({ code }) => code === 'partial_estimates'))
  t.equal(read(lines('Task,Min,Days', 'A,30,5')).fields?.[1], null, 'one estimate is none')
})

t.test('predecessors with and, blanks in words, shares of the predecessor', async (t) => {
  const { plan } = read(
    lines('Task,Days,Predecessors', 'Dig,4,None', 'Pour,5,-', 'Cure,1,Dig and Pour', 'Load,1,2SS+50%'),
  )
  t.same(
    plan.dependencies.map((link) => `${link.predecessor}${link.dep_type}${link.lag}>${link.successor}`),
    ['row-2FS0>row-4', 'row-3FS0>row-4', 'row-3SS3>row-5'],
  )
  t.same(
    plan.receipt.map(({ code }) => code),
    ['file_note', 'file_note', 'lag_rounded'],
  )
})

t.test('progress in fractions and milestones in words or by kind', async (t) => {
  const percents = (...cells: string[]) =>
    read(lines('Task,Done', ...cells.map((cell) => `A,${cell}`))).plan.tasks.map((task) => task.percent_complete)
  t.same(percents('1', '0.5', '0'), [100, 50, 0])
  t.same(percents('1', '50'), [1, 50])
  t.same(percents('TRUE', 'Done', 'no'), [100, 100, 0])
  const flags = read(lines('Task,Meilenstein', 'A,Ja', 'B,Nein', 'C,✓')).plan.tasks.map((task) => task.is_milestone)
  t.same(flags, [true, false, true])
  const kinds = read(lines('ID,Type,Task,Days', '1,Task,Dig,3', '2,Finish Milestone,Dug,0')).plan.tasks.map(
    (task) => task.is_milestone,
  )
  t.same(kinds, [false, true])
})

t.test('successors are links where nothing names predecessors, and repeat them where something does', async (t) => {
  const links = (...all: string[]) =>
    read(lines(...all)).plan.dependencies.map(
      (link) => `${link.predecessor}${link.dep_type}${link.lag}>${link.successor}`,
    )
  t.same(links('ID,Task,Days,Successors', '1,Dig,3,2', '2,Pour,2,3SS+1d;4', '3,Cure,7,', '4,Clean,1,'), [
    '1FS0>2',
    '2SS1>3',
    '2FS0>4',
  ])
  t.same(links('ID,Task,Predecessors,Successors', '1,Dig,,2', '2,Pour,1,'), ['1FS0>2'])
})

t.test('the kind and lag of a link in columns of their own', async (t) => {
  const { plan } = read(
    lines(
      'Task,Days,Predecessor,Dependency Type,Lag',
      'Dig,3,,,',
      'Pour,2,Dig,SS,1',
      'Cure,2,Pour,Finish-to-Finish (FF),2 days',
    ),
  )
  t.same(
    plan.dependencies.map((link) => `${link.dep_type}${link.lag}`),
    ['SS1', 'FF2'],
  )
})

t.test('estimates in points or money are no days; the column that counts time is taken', async (t) => {
  const { plan, warnings } = brief('Task,Estimate (points),Estimate (hours)\nLogin,5,16\nSignup,3,8\n')
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [2, 1],
  )
  t.same(
    plan.tasks.map(({ story_points }) => story_points),
    [5, 3],
  )
  t.notOk(warnings.some((warning) => /not imported/.test(warning)))
  for (const header of ['Estimate (points)', 'Story point estimate', 'Effort [pts]', 'Estimate ($)', 'Estimate (SP)']) {
    const alone = brief(`Task,${header}\nLogin,5\nSignup,3\n`)
    t.same(
      alone.plan.tasks.map(({ duration }) => duration),
      [1, 1],
      header,
    )
  }
  t.equal(brief('Aufgabe;Aufwand (PT)\nAnalyse;5\n').plan.tasks[0]?.duration, 5, 'Personentage are days')
})

t.test('a numbering with gaps before the names is what references mean, whatever its header', async (t) => {
  for (const header of ['№', 'Item', 'Ítem', '']) {
    const { links, warnings } = brief(
      `${header},Task,Duration,Predecessors\n1,Dig,5,\n2,Pour,5,1\n4,Cure,5,2\n5,Strip,5,4\n`,
    )
    t.same(links, ['1 FS 2', '2 FS 4', '4 FS 5'], header)
    t.ok(
      warnings.some((warning) => warning.endsWith('is taken for id.')),
      header,
    )
  }
})

t.test('numbers that no reference means are no ids', async (t) => {
  const { links } = brief('Cost code,Task,Duration,Predecessors\n100,Dig,5,\n200,Pour,5,1\n300,Cure,5,2\n')
  t.same(links, ['row-2 FS row-3', 'row-3 FS row-4'], 'positions are meant')
})

t.test('links as schedulers print them: the kind behind a colon, the lag without a sign', async (t) => {
  const { links } = brief(
    'Activity ID,Activity Name,OD,Predecessors\nA1,Dig,5,\nA2,Pour,5,A1: FS 2\nA3,Cure,7,"A1: SS, A2: FF -1d"\nA4,Strip,1,A3:FS\n',
  )
  t.same(links, ['A1 FS2 A2', 'A1 SS A3', 'A2 FF-1 A3', 'A3 FS A4'])
})

t.test('where no date proves its order, the one in which no finish comes before its start is taken', async (t) => {
  const dmy = brief('Task,Start,Finish\nPlan,02/03/2026,06/03/2026\nBuild,12/03/2026,08/04/2026\n')
  t.equal(dmy.order, 'dmy')
  t.match(dmy.preview, {
    date_order_ambiguous: false,
    date_order_evidence: { row: 3, column: 'Finish', value: '08/04/2026', reason: /before its start, 12\/03\/2026/ },
  })
  t.same(Object.keys(dmy.preview?.date_order_evidence ?? {}), ['row', 'column', 'value', 'reason'])
  const mdy = brief('Task,Start,Finish\nPlan,03/12/2026,04/02/2026\n')
  t.match([mdy.order, mdy.preview?.date_order_ambiguous], ['mdy', false])
  const open = brief('Task,Start,Finish\nPlan,02/03/2026,06/03/2026\n')
  t.match([open.order, open.preview?.date_order_ambiguous], ['mdy', true], 'both orders run forward')
})

t.test('shares behind names, days and months in eastern writing, and a template’s last line', async (t) => {
  const { plan, warnings } = brief(
    'Task,Owner,Start,Days\nPhase 1,,,\nPlan,Müller 50%,2026/04/01,5\nBuild,Lee,4月27日,5\nInsert new rows ABOVE this one,,,\n',
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Phase 1', 'Plan', 'Build'],
  )
  t.equal(plan.tasks[2]?.planned_start, '2026-04-27')
  t.match(plan.resources[0], { name: 'Müller' })
  t.equal(plan.assignments[0]?.units, 0.5)
  t.ok(warnings.includes('Lines that tell where to insert rows are not imported: 5.'))
})

t.test('numbers of which eight make each day from start to finish are hours, as trackers export them', async (t) => {
  const { plan, warnings } = brief(
    'Task,Estimated time,Start date,Due date\nA,16.0,2026-03-02,2026-03-03\nB,8.0,2026-03-04,2026-03-04\nC,4.0,,\n',
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [2, 1, 1],
  )
  t.ok(warnings.some((warning) => /^Durations without a unit are read in hours/.test(warning)))
  const days = brief('Task,Duration,Start,Finish\nA,16,2026-03-02,2026-03-23\nB,8,2026-03-04,2026-03-13\n')
  t.same(
    days.plan.tasks.map(({ duration }) => duration),
    [16, 8],
  )
  t.notOk(days.warnings.some((warning) => /hours/.test(warning)))
})

t.test('where some durations count days off and others do not, it is said, because they end later', async (t) => {
  const { plan, warnings } = brief(
    'Task,Days,Start,End\nA,8,2026-03-02,2026-03-09\nB,4,2026-03-10,2026-03-13\nC,14,2026-03-12,2026-03-25\nD,6,2026-03-26,2026-04-02\n',
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [8, 4, 14, 6],
  )
  t.ok(warnings.some((warning) => /^Durations of 2 rows count days off/.test(warning)))
  const working = brief('Task,Days,Start,End\nA,6,2026-03-02,2026-03-09\nB,2,2026-03-10,2026-03-11\n')
  t.notOk(working.warnings.some((warning) => /days off/.test(warning)))
})
