// Seen failing before: quarters and weeks without a year were no dates although the title says the year, and charts below
// letters of weekdays or names of months were not read.
import t from 'tap'
import { type ReadOptions, readWithPreview } from '../../importers/read-plan.ts'
import { lines, read } from './read-sheet.ts'

function spans(text: string, options: ReadOptions = {}) {
  const { plan, preview } = readWithPreview(Buffer.from(text), 'plan.csv', options)
  return {
    tasks: plan.tasks.map((task) => [task.name, task.planned_start, task.source?.finish?.slice(0, 10) ?? null]),
    days: plan.tasks.map(({ duration }) => duration),
    says: (words: RegExp) => preview?.warnings.some((warning) => words.test(warning)) === true,
    warnings: preview?.warnings,
  }
}

t.test('weeks and months without a year are of the year that the title says, and said', async (t) => {
  const weeks = spans(
    lines('Projektplan 2026;;', 'Arbeitspaket;Start KW;Ende KW', 'Konzept;KW 10;KW 12', 'Test;KW 51;KW 2'),
  )
  t.same(weeks.tasks, [
    ['Konzept', '2026-03-02', '2026-03-22'],
    ['Test', '2026-12-14', '2027-01-17'],
  ])
  t.ok(weeks.says(/4 dates have no year/))
  const numbers = spans(lines('Bauzeitenplan 2026;;', 'Arbeitspaket;KW von;KW bis', 'Rohbau;10;14', 'Dach;15;18'))
  t.same(numbers.tasks[0], ['Rohbau', '2026-03-02', '2026-04-05'])
  t.same(spans('Task,Start,End\nDig,March,April\n', { startDate: '2026-02-01' }).tasks, [
    ['Dig', '2026-03-01', '2026-04-30'],
  ])
})

t.test('one column of quarters or months is when a row starts and ends', async (t) => {
  const titled = spans(lines('Roadmap 2026,', 'Initiative,Quarter', 'Referral,Q1', 'API,Q2-Q3', 'Sunset,Q4 2026'))
  t.same(titled.tasks, [
    ['Referral', '2026-01-01', '2026-03-31'],
    ['API', '2026-04-01', '2026-09-30'],
    ['Sunset', '2026-10-01', '2026-12-31'],
  ])
  t.ok(titled.says(/^Column "Quarter" holds starts and ends in one/))
  t.same(spans(lines('Initiative,Timeframe', 'Referral,H1 2026', 'API,Mar 2026 - May 2026')).tasks[1], [
    'API',
    '2026-03-01',
    '2026-05-31',
  ])
  const unknown = spans(lines('Initiative,Quarter', 'Referral,Q1', 'API,Q2'))
  t.same(unknown.tasks[0], ['Referral', null, null], 'no year is made up')
  t.ok(unknown.says(/not imported: "Quarter"/))
})

t.test('look-ahead lists: marks below weekdays, with days and months above them', async (t) => {
  const { tasks, says } = spans(
    lines(
      'THREE WEEK LOOK AHEAD,,,,,,,,,',
      'Project: Wharf,,Week of: 3/2/2026,,,,,,,',
      ',,3/2,3/3,3/4,3/5,3/6,3/9,3/10,3/11',
      'Activity,Crew,M,T,W,T,F,M,T,W',
      'Dig,4,x,x,x,,,,,',
      'Pour,8,,,,,x,x,x,',
    ),
  )
  t.same(tasks, [
    ['Dig', '2026-03-02', '2026-03-04'],
    ['Pour', '2026-03-06', '2026-03-10'],
  ])
  t.ok(says(/^Marks in 8 columns are read/))
})

t.test('marks below names of months, which go on into the next year', async (t) => {
  const rows = ['1,Read,✓,✓,,,', '2,Write,,,✓,✓,✓']
  const titled = spans(lines('Thesis 2026,,,,,,', 'No,Activities,Oct,Nov,Dec,Jan,Feb', ...rows))
  t.same(titled.tasks, [
    ['Read', '2026-10-01', '2026-11-30'],
    ['Write', '2026-12-01', '2027-02-28'],
  ])
  const below = spans(lines('No,Activities,Months,,,,', ',,Oct,Nov,Dec,Jan,Feb', ...rows), { startDate: '2026-10-01' })
  t.same(below.tasks, titled.tasks)
  t.ok(below.says(/counted from the start of the project/))
  const bare = spans(lines('No,Activities,Months,,,,', ',,Oct,Nov,Dec,Jan,Feb', ...rows))
  t.same(bare.days, [44, 64])
  t.ok(bare.says(/nothing says the year, and 2000 stands for it/))
})

t.test('When, Est. and Who are columns that people write', async (t) => {
  const { plan } = readWithPreview(
    Buffer.from(lines('Deliverable,Who?,When?,Est.', 'Contract,Legal,mid March 2026,2 wks', 'Pilot,Ops,2026-04-02,3')),
    'plan.csv',
  )
  t.same(
    plan.tasks.map((task) => [task.deadline, task.duration]),
    [
      ['2026-03-20', 10],
      ['2026-04-02', 3],
    ],
  )
})

t.test('numbers of weeks below months of the year that the title says', async (t) => {
  const { tasks, says } = spans(
    lines('Cronograma 2026,,,,,', 'Actividad,Marzo,,,,Abril', ',1,2,3,4,1', 'Diseño,x,x,,,', 'Obra,,,x,x,x'),
  )
  t.same(tasks, [
    ['Diseño', '2026-03-01', '2026-03-14'],
    ['Obra', '2026-03-15', '2026-04-30'],
  ])
  t.ok(says(/in 2026, as the title says/))
})

t.test(
  'counted ends that the next task starts with are moments, and work lasts from one number to the other',
  async (t) => {
    const dates = (plan: ReturnType<typeof read>['plan']) =>
      plan.tasks.map(({ name, duration, planned_start, source }) => [
        name,
        duration,
        planned_start,
        source?.finish?.slice(0, 10),
      ])
    const network = read(
      lines(
        'Task,Start (day),Finish (day),Predecessors',
        'A,0,4,',
        'B,4,9,A',
        'C,4,6,A',
        'D,9,12,"B,C"',
        'End,12,12,D',
      ),
    )
    t.same(dates(network.plan), [
      ['A', 4, '2000-01-03', '2000-01-06'],
      ['B', 5, '2000-01-07', '2000-01-13'],
      ['C', 2, '2000-01-07', '2000-01-10'],
      ['D', 3, '2000-01-14', '2000-01-18'],
      ['End', 0, '2000-01-19', '2000-01-19'],
    ])
    const days = read(lines('Task,Start day,End day', 'A,1,4', 'B,5,9', 'C,5,6', 'D,10,12'))
    t.same(
      days.plan.tasks.map(({ duration }) => duration),
      [4, 5, 2, 3],
    )
    const measured = read(lines('Task,Start,Duration,End', 'A,0,4,4', 'B,6,5,11', 'C,12,2,14'))
    t.same(dates(measured.plan), [
      ['A', 4, '2000-01-03', '2000-01-06'],
      ['B', 5, '2000-01-11', '2000-01-17'],
      ['C', 2, '2000-01-19', '2000-01-20'],
    ])
  },
)
