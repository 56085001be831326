import t from 'tap'
import { dateSample } from '../../../api/samples/date-sample.ts'
import { easterSunday, layOutHolidays } from '../../../api/samples/holidays.ts'
import { findSample, SAMPLE_KEYS, type SampleFile } from '../../../api/samples/sample-file.ts'
import { formatCivilDay, isoWeekday, parseCivilDay } from '../../../compute/calendar/civil-day.ts'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import type { Plan, PlanTask } from '../../../compute/model/plan.ts'
import { scheduleDocument } from '../../../compute/model/schedule-document.ts'

const TODAY = '2026-11-20'

function tasksOf(sample: SampleFile): PlanTask[] {
  return sample.projects.flatMap((project) => project.plan.tasks)
}

/** The whole program as one plan, as a program pass computes it: without a data date. */
function wholePlan(sample: SampleFile, today = TODAY): Plan {
  const dated = dateSample(sample, today)
  const calendars = Object.fromEntries(
    Object.entries(dated.calendars).map(([key, { workingDays, exceptions }]) => [
      key,
      { working_days: [...workingDays], exceptions: [...exceptions] },
    ]),
  )
  return {
    format: 'svc-plan/1',
    start_date: dated.projects[0]!.plan.start_date,
    calendars,
    tasks: dated.projects.flatMap((project) =>
      project.plan.tasks.map((task) => ({ ...task, calendar: task.calendar ?? project.calendar })),
    ),
    dependencies: [...dated.projects.flatMap((project) => project.plan.dependencies ?? []), ...sample.links],
  }
}

for (const key of SAMPLE_KEYS) {
  const sample = findSample(key)!

  t.test(`${key} is a program of three projects with a deep tree and every kind of link`, async (t) => {
    const tasks = tasksOf(sample)
    t.equal(sample.format, 'svc-sample/1')
    t.equal(sample.key, key)
    t.equal(sample.projects.length, 3)
    t.ok(tasks.length >= 60, `${tasks.length} tasks`)
    t.equal(new Set(tasks.map((task) => task.id)).size, tasks.length, 'ids are unique in the file')
    const parentOf = new Map(tasks.map((task) => [task.id, task.parent ?? null]))
    const depth = (id: string | null): number => (id === null ? 0 : 1 + depth(parentOf.get(id) ?? null))
    t.equal(Math.max(...tasks.map((task) => depth(task.id))), 3, 'three levels')
    const links = sample.projects.flatMap((project) => project.plan.dependencies ?? [])
    t.strictSame([...new Set(links.map((link) => link.dep_type))].sort(), ['FF', 'FS', 'SF', 'SS'])
    t.ok(links.some((link) => (link.lag ?? 0) > 0) && links.some((link) => (link.lag ?? 0) < 0), 'lags and leads')
    t.ok(sample.links.length >= 2, 'links between projects')
  })

  t.test(`${key} links projects of its own, each end in another one`, async (t) => {
    const projectOf = new Map(
      sample.projects.flatMap((project) => project.plan.tasks.map((task) => [task.id, project.code] as const)),
    )
    for (const link of sample.links) {
      t.ok(projectOf.has(link.predecessor) && projectOf.has(link.successor), `${link.predecessor} → ${link.successor}`)
      t.not(projectOf.get(link.predecessor), projectOf.get(link.successor))
    }
  })

  t.test(`${key} names only calendars and holiday lists that it holds, one with a working Saturday`, async (t) => {
    const keys = Object.keys(sample.calendars)
    for (const project of sample.projects) t.ok(keys.includes(project.calendar))
    for (const task of tasksOf(sample)) if (task.calendar != null) t.ok(keys.includes(task.calendar), task.calendar)
    for (const calendar of Object.values(sample.calendars)) {
      for (const list of calendar.holidays) t.ok(sample.holidays[list], list)
    }
    const saturdays = Object.values(sample.calendars).flatMap((calendar) =>
      (calendar.exceptions ?? []).filter((each) => each.working && isoWeekday(parseCivilDay(each.from)!) === 6),
    )
    t.ok(saturdays.length > 0)
  })

  t.test(`${key} has progress of every kind, recorded before its data date`, async (t) => {
    const parents = new Set(tasksOf(sample).map((task) => task.parent))
    const leaves = tasksOf(sample).filter((task) => !parents.has(task.id))
    const done = leaves.filter((task) => task.percent_complete === 100)
    const started = leaves.filter((task) => (task.percent_complete ?? 0) > 0 && task.percent_complete! < 100)
    t.ok(done.length >= 5 && started.length >= 5 && leaves.length > done.length + started.length)
    for (const task of done) {
      t.ok(task.actual_start! <= task.actual_finish!, `${task.id} started before it finished`)
      t.ok(task.actual_finish! < sample.anchor, `${task.id} finished in the past`)
    }
    for (const task of started) {
      t.ok(task.actual_start! < sample.anchor, `${task.id} started in the past`)
      t.equal(task.actual_finish, undefined)
      t.equal(task.planned_start, sample.anchor, `${task.id} goes on at the data date, also in a pass without one`)
    }
    t.ok(leaves.some((task) => task.is_milestone))
    for (const task of leaves) t.equal(task.is_milestone ?? false, task.duration === 0, `${task.id} milestone`)
    const estimated = leaves.filter((task) => task.pessimistic_duration !== undefined)
    t.ok(estimated.length >= 30, `${estimated.length} three-point estimates`)
    for (const task of estimated) {
      t.ok(task.optimistic_duration! <= task.most_likely_duration!, task.id)
      t.ok(task.most_likely_duration! <= task.pessimistic_duration!, task.id)
    }
  })

  t.test(`${key} computes as a whole, whenever it is loaded`, async (t) => {
    for (const today of ['2026-03-02', '2026-06-10', '2026-08-01', TODAY, '2027-01-15']) {
      const { anchor } = dateSample(sample, today)
      const plan = wholePlan(sample, today)
      const schedule = scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan))))
      t.equal(schedule.tasks.length, plan.tasks.length)
      t.ok(schedule.critical_path.length >= 12, `${today}: a critical path of ${schedule.critical_path.length} tasks`)
      const open = new Set(plan.tasks.filter((task) => (task.percent_complete ?? 0) < 100).map((task) => task.id))
      const parents = new Set(plan.tasks.map((task) => task.parent))
      const behind = schedule.tasks.filter(
        (task) => open.has(task.id) && !parents.has(task.id) && task.early_finish < anchor,
      )
      t.strictSame(behind, [], `${today}: nothing unfinished ends before the data date`)
    }
  })
}

t.test(
  'loading moves every date by the same whole weeks and lands the anchor on the Monday of this week',
  async (t) => {
    const sample = findSample('ferry-terminal')!
    t.equal(isoWeekday(parseCivilDay(sample.anchor)!), 1)
    for (const today of ['2026-11-16', '2026-11-20', '2026-11-22', '2024-02-29', '2031-01-01']) {
      const dated = dateSample(sample, today)
      const ageDays = parseCivilDay(today)! - parseCivilDay(dated.anchor)!
      t.ok(ageDays >= 0 && ageDays < 7, `${today} is in the week of ${dated.anchor}`)
      const before = sample.projects.flatMap((project) => project.plan.tasks)
      const after = dated.projects.flatMap((project) => project.plan.tasks)
      const shifts = before.flatMap((task, index) =>
        task.actual_start ? [parseCivilDay(after[index]!.actual_start!)! - parseCivilDay(task.actual_start)!] : [],
      )
      t.strictSame([...new Set(shifts)], [parseCivilDay(dated.anchor)! - parseCivilDay(sample.anchor)!])
      t.equal(shifts[0]! % 7, 0)
    }
  },
)

t.test('public holidays stay on their dates, closures move with the plan', async (t) => {
  const dated = dateSample(findSample('ferry-terminal')!, TODAY)
  const office = dated.calendars['harbour-office']!.exceptions
  t.ok(office.some((each) => each.from === '2026-12-24' && each.to === '2026-12-26' && !each.working))
  t.ok(office.some((each) => each.from === '2027-03-26' && each.description === 'Good Friday'))
  const regatta = dated.calendars['marine-plant']!.exceptions.find((each) => each.description?.startsWith('Regatta'))
  t.equal(isoWeekday(parseCivilDay(regatta!.from)!), 1)
  t.ok(regatta!.from > TODAY)
})

t.test('Easter Sundays are those of the almanac', async (t) => {
  const known = [
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2019-04-21',
    '2025-04-20',
    '2027-03-28',
    '2038-04-25',
    '2285-03-22',
  ]
  for (const date of known) t.equal(formatCivilDay(easterSunday(Number(date.slice(0, 4)))), date)
})

t.test('a holiday of several days is one range, and a date that no year has is refused', async (t) => {
  const laidOut = layOutHolidays([{ name: 'Christmas', date: '12-24', days: 3 }], 2026, 2027)
  t.strictSame(
    laidOut.map(({ from, to }) => [from, to]),
    [
      ['2026-12-24', '2026-12-26'],
      ['2027-12-24', '2027-12-26'],
    ],
  )
  t.throws(() => layOutHolidays([{ name: 'Nothing', date: '02-30' }], 2026, 2026), /Nothing/)
})

t.test('a key that names no bundled file finds nothing', async (t) => {
  t.equal(findSample('../../package'), undefined)
})
