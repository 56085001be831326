import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { addDays, buildPlan, clock, moveTask } from './capacity-plan.ts'
import { addResource, addTask, addToRoster, assign } from './people.ts'

interface Day {
  hours: number
  tasks: string[]
  load_pct: number | null
  load_band: string
  overallocated: boolean
}

t.test('the time that tasks take of people', async (t) => {
  const app = await startApp(t, { clock })
  const { project, week, people, tasks } = await buildPlan(app, 24)
  const scheduler = await project.member(200)
  const at = `/projects/${project.id}`
  const [start, end] = ['2026-02-23', '2026-04-05']

  /** What one person is asked for on one day, said slowly and without the code under test. */
  const slowly = (person: string, day: string) => {
    const isCy = person === people.Cy
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const isHoliday = isCy && (day === '2026-03-10' || day === '2026-03-11')
    const works = weekday >= 1 && weekday <= (isCy ? 4 : 5) && !isHoliday
    const asked = tasks.filter((task) => works && task.units[person] && task.start <= day && day <= task.finish)
    const units = asked.reduce((sum, task) => sum + Math.round((task.units[person] as number) * 100), 0) / 100
    const capacity = { [people.Bo]: 0.5, [people.Cy]: 0.8 }[person] ?? 1
    return { works, ids: asked.map((task) => task.id), units, capacity, hours: units * (isCy ? 10 : 8) }
  }

  await t.test('utilization tells day by day what a slow calculation finds', async (t) => {
    const { status, body } = await scheduler.get(`${at}/utilization/?start=${start}&end=${end}`)
    t.equal(status, 200)
    t.same(body.window, { start, end })
    t.same(
      body.resources.map((row: { resource_name: string }) => row.resource_name),
      ['Ada Lovelace', 'Bo', 'Cy Young'],
    )
    for (const row of body.resources) {
      let dayCount = 0
      for (let day = start; day <= end; day = addDays(day, 1)) {
        const slow = slowly(row.resource_id, day)
        const told: Day | undefined = row.days[day]
        t.equal(told !== undefined, slow.ids.length > 0, `${row.resource_name} ${day}`)
        if (!told) continue
        dayCount += 1
        t.same([...told.tasks].sort(), [...slow.ids].sort())
        t.ok(Math.abs(told.hours - slow.hours) < 0.006, `${told.hours} hours, slowly ${slow.hours}`)
        t.ok(Math.abs((told.load_pct as number) - (100 * slow.units) / slow.capacity) <= 0.051)
        t.equal(told.overallocated, Math.round(slow.units * 100) > slow.capacity * 100)
        t.equal(told.load_band === 'critical', told.overallocated)
      }
      t.equal(dayCount, Object.keys(row.days).length)
      t.equal(
        row.overallocated,
        Object.values<Day>(row.days).some((day) => day.overallocated),
      )
    }
    t.match(body.resources[1], { max_units: '0.50', calendar_differs_from_project: false, hours_per_day: 8 })
    t.match(body.resources[2], { calendar_id: week, calendar_differs_from_project: true, hours_per_day: 10 })
    const inWindow = tasks.filter((task) => task.start <= end && task.finish >= start)
    const worked = new Set<string>(
      body.resources.flatMap((row: { days: object }) =>
        Object.values<Day>(row.days as Record<string, Day>).flatMap((day) => day.tasks),
      ),
    )
    t.equal(body.unassigned_task_count, inWindow.filter((task) => !worked.has(task.id)).length)
  })

  await t.test('the heatmap tells week by week what a slow calculation finds', async (t) => {
    const { body } = await scheduler.get(`${at}/resources/heatmap/?start=2026-02-25&weeks=4`)
    t.same(body.weeks, ['2026-W09', '2026-W10', '2026-W11', '2026-W12'])
    t.same(
      body.resources.map((row: { name: string }) => row.name),
      ['Ada Lovelace', 'Bo', 'Cy Young', 'Di Idle'],
    )
    for (const row of body.resources) {
      const expected = [0, 1, 2, 3].map((week) => {
        const days = [0, 1, 2, 3, 4, 5, 6].map((day) => slowly(row.id, addDays('2026-02-23', week * 7 + day)))
        const available = days.filter((day) => day.works).length * (days[0]?.capacity ?? 0)
        return Math.round((100 * days.reduce((sum, day) => sum + day.units, 0)) / available)
      })
      t.same(row.util, expected, row.name)
    }
    t.match(body.resources[0], { initials: 'AL', job_role: 'Surveyor', color: /^#[0-9A-F]{6}$/ })
    t.equal(body.resources[1].initials, 'BO')
    t.equal((await scheduler.get(`${at}/resources/heatmap/`)).body.weeks[0], '2026-W10', 'the current week by default')
    t.same((await scheduler.get(`${at}/resources/heatmap/?start=2027-01-01&weeks=4`)).body.weeks[0], '2026-W53')
  })

  await t.test('grouping by project is served as none, and says so', async (t) => {
    const by = async (how: string) => (await scheduler.get(`${at}/resources/heatmap/?group_by=${how}`)).body
    t.same(await by('project'), await by('none'))
    t.equal((await by('project')).group_by, 'none')
    const headers = async (how: string) => (await scheduler.get(`${at}/resources/heatmap/?group_by=${how}`)).headers
    const told = await headers('project')
    t.match(told.get('deprecation'), /^@\d{10}$/)
    const link = /^<(.+)>; rel="alternate"$/.exec(told.get('link') ?? '')?.[1] as string
    t.equal(new URL(link, `http://x/api/v1${at}/resources/heatmap/?group_by=project`).search, '?group_by=none')
    for (const how of ['none', 'role']) t.equal((await headers(how)).get('deprecation'), null, how)
    const roles = await by('role')
    t.equal(roles.group_by, 'role')
    t.same(
      roles.resources.map((row: { job_role: string }) => row.job_role),
      ['', 'contractor', 'mason', 'Surveyor'],
    )
    const schema = JSON.stringify(
      (await app.anonymous.get('/schema/')).body.paths['/api/v1/projects/{id}/resources/heatmap/'],
    )
    t.match(schema, /"deprecated":true/)
  })

  await t.test('the summary counts the next eight weeks', async (t) => {
    const weeks = (await scheduler.get(`${at}/resources/heatmap/?weeks=8`)).body
    const { body } = await scheduler.get(`${at}/resources/summary/`)
    const all: number[] = weeks.resources
      .flatMap((row: { util: number[] }) => row.util)
      .filter((value: number) => value)
    t.equal(body.avg_utilization_pct, Math.round(all.reduce((sum, value) => sum + value, 0) / all.length))
    const over = weeks.resources.filter((row: { util: number[] }) => row.util.some((value) => value > 100))
    t.equal(body.over_allocated_count, over.length)
    t.match(body.over_allocated_weeks, over.length > 0 ? /^W\d\d(-W\d\d)?$/ : /^$/)
    const under = weeks.resources.filter(
      ({ util }: { util: number[] }) => util.some(Boolean) && util.reduce((sum, value) => sum + value, 0) / 8 < 70,
    )
    t.equal(body.under_utilized_count, under.length)
    t.match(body, { headcount: 4, contractor_count: 1 })
    t.notOk(body.under_utilized_names.includes('D. Idle'), 'who has no work at all is not asked for too little')
  })

  await t.test('what cannot be asked is refused in a sentence', async (t) => {
    for (const query of [
      'utilization/?start=soon',
      'utilization/?start=2026-03-02&end=2026-03-01',
      'utilization/?start=1900-01-01&end=2199-12-31',
      'resources/heatmap/?weeks=5',
      'resources/heatmap/?weeks=x',
      'resources/heatmap/?start=2026-13-01',
      'resource-allocation/?start=2026-03-02&end=2026-03-01',
      'resource-allocation/?end=x',
    ]) {
      const refused = await scheduler.get(`${at}/${query}`)
      t.same([refused.status, Object.keys(refused.body)], [400, ['detail']], query)
    }
    t.equal((await scheduler.get(`${at}/resources/heatmap/?group_by=team`)).status, 400)
    t.same(Object.keys((await scheduler.get(`${at}/resource-allocation/?resource=x`)).body), ['resource'])
  })

  await t.test('Resource Managers and above look, nobody else', async (t) => {
    const [viewer, member, outsider] = [await project.member(1), await project.member(100), await app.user('outsider')]
    for (const path of ['utilization/', 'resources/heatmap/', 'resources/summary/', 'resource-allocation/']) {
      t.equal((await viewer.get(`${at}/${path}`)).status, 403)
      t.equal((await member.get(`${at}/${path}`)).status, 403)
      t.equal((await outsider.get(`${at}/${path}`)).status, 404)
    }
  })
})

t.test('the edges of capacity', async (t) => {
  const app = await startApp(t, { clock })
  const { project, people } = await buildPlan(app, 3)
  const at = `/projects/${project.id}`
  const utilization = async () => (await app.owner.get(`${at}/utilization/?start=2026-03-02&end=2026-03-08`)).body

  await t.test('who has no capacity in the project has too much with any work', async (t) => {
    const none = await addResource(app.owner, 'Nobody')
    await addToRoster(app.owner, project.id, none, { units_override: 0 })
    const task = await addTask(app.owner, project.id)
    await assign(app.owner, task, none, '0.10')
    await app.runJobs()
    await moveTask(app, task, '2026-03-02', '2026-03-03')
    const row = (await utilization()).resources.find((each: { resource_id: string }) => each.resource_id === none)
    t.match(row, { max_units: '0.00', overallocated: true })
    t.match(row.days['2026-03-02'], { hours: 0.8, load_pct: null, load_band: 'critical', overallocated: true })
    await app.owner.delete(`/resources/${none}/`)
    t.notOk(
      (await utilization()).resources.some((each: { resource_id: string }) => each.resource_id === none),
      'gone',
    )
  })

  await t.test('exactly full is at risk, and no more than that', async (t) => {
    const full = await addResource(app.owner, 'Full')
    const tasks: string[] = []
    for (const units of ['0.10', '0.20', '0.70']) {
      const task = await addTask(app.owner, project.id)
      await assign(app.owner, task, full, units)
      tasks.push(task)
    }
    await app.runJobs()
    for (const task of tasks) await moveTask(app, task, '2026-03-02', '2026-03-02')
    const row = (await utilization()).resources.find((each: { resource_id: string }) => each.resource_id === full)
    t.match(row.days, { '2026-03-02': { hours: 8, load_pct: 100, load_band: 'at-risk', overallocated: false } })
  })

  await t.test('a task that became a phase is work of its tasks, not its own', async (t) => {
    const late = await addResource(app.owner, 'Phased')
    const task = await addTask(app.owner, project.id)
    await assign(app.owner, task, late)
    await addTask(app.owner, project.id, { parent_id: task })
    await app.runJobs()
    const everything = (await app.owner.get(`${at}/utilization/?start=2026-01-01&end=2026-12-31`)).body
    t.notOk(everything.resources.some((each: { resource_id: string }) => each.resource_id === late))
    t.ok(everything.resources.some((each: { resource_id: string }) => each.resource_id === people.Ada))
  })

  await t.test('where nothing is dated there is nothing to see yet', async (t) => {
    const empty = (await app.owner.post('/projects/', { name: 'Empty', start_date: '2026-01-05' })).body.id
    for (const path of ['utilization/', 'resources/heatmap/', 'resources/summary/', 'resource-allocation/']) {
      const refused = await app.owner.get(`/projects/${empty}/${path}`)
      t.same([refused.status, Object.keys(refused.body)], [409, ['detail']], path)
    }
    const both = await app.owner.get(`/projects/${empty}/utilization/?start=2026-03-02&end=2026-03-03`)
    t.match(both.body, { resources: [], unassigned_task_count: 0 })
    t.equal((await app.owner.get(`/projects/${empty}/resource-allocation/?start=2026-03-02`)).status, 200)
  })
})
