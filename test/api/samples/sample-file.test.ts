import t from 'tap'
import { dateSample, findSample, SAMPLE_KEYS, type Sample } from '../../../api/samples/sample-file.ts'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../../compute/model/documents/schedule-document.ts'
import { formatCivilDay, isoWeekday, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { easterSunday, layOutHolidays } from '../../../fixtures/samples/kit/holidays.ts'
import { parentPath } from '../../../importers/seed/place-seed-tasks.ts'
import { planFromSeed } from '../../../importers/seed/plan-from-seed.ts'
import type { SeedTask } from '../../../importers/seed/seed-schema.ts'

const TODAY = '2026-11-20'
const DAYS = ['2026-03-02', '2026-06-10', '2026-08-01', TODAY, '2027-01-15']

const sampleOf = (key: string) => findSample(key) as Sample
const tasksOf = (sample: Sample) => sample.document.projects.flatMap((project) => project.tasks ?? [])
const linksOf = (sample: Sample) => sample.document.projects.flatMap((project) => project.dependencies ?? [])
const days = (from: string, to: string) => (parseCivilDay(to) as number) - (parseCivilDay(from) as number)

/** Tasks without children, with their dates as they are when the sample is loaded `today`. */
function leavesOf(sample: Sample, today: string): SeedTask[] {
  return dateSample(sample, today).seed.projects.flatMap(({ tasks = [] }) => {
    const paths = new Set(tasks.map((task) => task.wbs_path))
    const parents = new Set(tasks.map((task) => parentPath(task.wbs_path, paths)))
    return tasks.filter((task) => !parents.has(task.wbs_path))
  })
}

/** The whole program as one plan, as a program pass computes it: without a data date. */
function wholePlan(sample: Sample, today: string): Plan {
  return { ...planFromSeed(dateSample(sample, today).seed), status_date: null }
}

/** A week before: what it moves was held by the planned start. */
function earlier(date: string | null | undefined): string | null {
  return date ? formatCivilDay((parseCivilDay(date) as number) - 7) : null
}

for (const key of SAMPLE_KEYS) {
  const sample = sampleOf(key)

  t.test(`${key} is a seed whose rows have ids of their own`, async (t) => {
    t.equal(sample.document.schema_version, '2.0')
    const ids = tasksOf(sample).map((task) => task.external_id)
    t.notOk(ids.includes(undefined))
    t.equal(new Set(ids).size, ids.length, 'the start page finds rows by them')
    t.ok(sample.title !== '' && sample.description.length > 80)
    t.strictSame(JSON.parse(sample.bytes.toString()).program.slug, sample.document.program.slug)
  })

  t.test(`${key} has only progress that was made before its data date`, async (t) => {
    const { anchor } = dateSample(sample, TODAY)
    for (const task of leavesOf(sample, TODAY)) {
      const percent = task.percent_complete ?? 0
      if (percent === 100) {
        t.ok(task.actual_start! <= task.actual_finish!, `${task.name} started before it finished`)
        t.ok(task.actual_finish! < anchor, `${task.name} finished in the past`)
      } else if (percent > 0) {
        t.ok(task.actual_start! < anchor, `${task.name} started in the past`)
        t.equal(task.planned_start, anchor, `${task.name} goes on at the data date, also in a pass without one`)
      }
    }
  })

  t.test(`${key} has a planned start and people for all that is to be done`, async (t) => {
    const leaves = leavesOf(sample, TODAY).filter((task) => task.status !== 'BACKLOG')
    const known = new Set(sample.document.resources?.map((resource) => resource.slug))
    t.strictSame(
      leaves.filter((task) => task.planned_start == null).map((task) => task.name),
      [],
    )
    const unmanned = leaves.filter((task) => !task.is_milestone && !task.assignments?.length)
    t.strictSame(
      unmanned.map((task) => task.name),
      [],
    )
    for (const { resource } of leaves.flatMap((task) => task.assignments ?? [])) t.ok(known.has(resource), resource)
  })

  t.test(`${key} has planned starts that hold nothing back`, async (t) => {
    for (const today of DAYS) {
      const plan = wholePlan(sample, today)
      const waiting = new Set((plan.dependencies ?? []).map((link) => link.successor))
      const isHeldByLinks = (task: Plan['tasks'][number]) => waiting.has(task.id) && !task.percent_complete
      const tasks = plan.tasks.map((task) =>
        isHeldByLinks(task) ? { ...task, planned_start: earlier(task.planned_start) } : task,
      )
      const free = { ...plan, tasks }
      const finishOf = (one: Plan) => scheduleDocument(one, runCpm(buildGraph(columnsFromPlan(one)))).project_finish
      const late = days(finishOf(free), finishOf(plan))
      t.equal(late, 0, `${today}: the links decide when it ends`)
    }
  })

  t.test(`${key} computes as a whole, whenever it is loaded`, async (t) => {
    for (const today of DAYS) {
      const { anchor } = dateSample(sample, today)
      const plan = wholePlan(sample, today)
      const schedule = scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan))))
      t.equal(schedule.tasks.length, plan.tasks.length)
      t.ok(schedule.critical_path.length >= 6, `${today}: a critical path of ${schedule.critical_path.length} tasks`)
      const open = new Set(plan.tasks.filter((task) => (task.percent_complete ?? 0) < 100).map((task) => task.id))
      const parents = new Set(plan.tasks.map((task) => task.parent))
      const behind = schedule.tasks.filter(
        (task) => open.has(task.id) && !parents.has(task.id) && task.early_finish < anchor,
      )
      t.strictSame(behind, [], `${today}: nothing unfinished ends before the data date`)
    }
  })
}

t.test('each sample shows what it is for', async (t) => {
  const kinds = (key: string) => [...new Set(linksOf(sampleOf(key)).map((link) => link.dep_type))].sort()
  const across = (key: string) => linksOf(sampleOf(key)).filter((link) => link.predecessor.includes(':')).length
  t.strictSame(kinds('ferry-terminal'), ['FF', 'FS', 'SF', 'SS'])
  t.ok(across('ferry-terminal') >= 2)
  t.strictSame(kinds('footbridge'), ['FF', 'FS', 'SF', 'SS'])
  const lags = linksOf(sampleOf('footbridge')).map((link) => link.lag ?? 0)
  t.ok(lags.some((lag) => lag > 0) && lags.some((lag) => lag < 0), 'lags and leads')
  const booking = tasksOf(sampleOf('booking-app'))
  t.strictSame([...new Set(booking.map((task) => task.delivery_mode))].sort(), ['kanban', 'scrum', undefined])
  t.ok(booking.filter((task) => task.story_points).length >= 8)
  t.ok(booking.some((task) => task.acceptance_criteria?.length) && booking.some((task) => task.labels?.length))
  const odds = tasksOf(sampleOf('tunnel-odds')).flatMap((task) => task.estimate ?? [])
  t.ok(odds.filter((one) => one.pessimistic! >= 1.5 * one.most_likely!).length >= 8, 'wide estimates')
  t.equal(sampleOf('hospital-move').document.projects.length, 4)
  t.ok(across('hospital-move') >= 6)
  t.ok(tasksOf(sampleOf('hospital-move')).filter((task) => task.assignments?.length).length >= 12)
  const late = tasksOf(sampleOf('late-festival'))
  t.ok(late.some((task) => task.status === 'ON_HOLD') && late.filter((task) => task.blocked_reason).length >= 2)
  t.equal(tasksOf(sampleOf('plant-turnaround')).length, 1000)
})

t.test('nobody has worked on a weekend, but for the harbour', async (t) => {
  for (const sample of SAMPLE_KEYS.filter((key) => key !== 'ferry-terminal').map(sampleOf)) {
    const dates = leavesOf(sample, TODAY).flatMap((task) => [task.actual_start ?? [], task.actual_finish ?? []].flat())
    const weekdays = new Set(dates.map((date) => isoWeekday(parseCivilDay(date)!)))
    t.notOk(weekdays.has(6) || weekdays.has(7), sample.key)
  }
})

t.test('the festival cannot keep its date', async (t) => {
  const festival = wholePlan(sampleOf('late-festival'), TODAY)
  const schedule = scheduleDocument(festival, runCpm(buildGraph(columnsFromPlan(festival))))
  const { seed } = dateSample(sampleOf('late-festival'), TODAY)
  t.ok(
    schedule.project_finish > seed.program.target_date!,
    `${schedule.project_finish} and ${seed.program.target_date}`,
  )
})

t.test('dates count from the Monday of the week, so that every weekday is as written', async (t) => {
  for (const today of ['2026-11-16', '2026-11-20', '2026-11-22', '2024-02-29', '2031-01-01']) {
    const { anchor } = dateSample(sampleOf('ferry-terminal'), today)
    t.equal(isoWeekday(parseCivilDay(anchor)!), 1)
    t.ok(days(anchor, today) >= 0 && days(anchor, today) < 7, `${today} is in the week of ${anchor}`)
  }
  const [before, after] = ['2026-03-02', TODAY].map((today) => dateSample(sampleOf('ferry-terminal'), today))
  const dates = (dated: typeof before) =>
    dated!.seed.projects.flatMap((project) => project.tasks ?? []).flatMap((task) => task.actual_start ?? [])
  const shifts = dates(before).map((date, index) => days(date, dates(after)[index] as string))
  t.strictSame([...new Set(shifts)], [days(before!.anchor, after!.anchor)])
})

t.test('public holidays stay on their dates, closures move with the plan', async (t) => {
  const exceptions = (slug: string, today: string) =>
    dateSample(sampleOf('ferry-terminal'), today).seed.calendars?.find((each) => each.slug === slug)?.exceptions ?? []
  const office = exceptions('harbour-office', TODAY)
  t.ok(office.some((each) => each.exc_start === '2026-12-24' && each.exc_end === '2026-12-26' && !each.is_working))
  t.ok(office.some((each) => each.exc_start === '2027-03-26' && each.description === 'Good Friday'))
  const regatta = exceptions('marine-plant', TODAY).find((each) => each.description?.startsWith('Regatta'))!
  t.equal(isoWeekday(parseCivilDay(regatta.exc_start)!), 1)
  t.ok(regatta.exc_start > TODAY)
  const saturdays = exceptions('commissioning', TODAY).filter((each) => each.is_working)
  t.equal(saturdays.length, 8)
  for (const each of saturdays) t.equal(isoWeekday(parseCivilDay(each.exc_start)!), 6)
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
    laidOut.map((holiday) => [holiday.exc_start, holiday.exc_end]),
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
