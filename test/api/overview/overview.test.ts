import t from 'tap'
import { civilDay } from '../../../api/platform/clock.ts'
import { startApp } from '../../support/start-app.ts'
import { putDates } from '../../support/task-dates.ts'
import { buildProject } from '../tasks/support/build-project.ts'

/** A Wednesday. */
const NOW = new Date('2026-03-11T12:00:00Z')
const clock = { now: () => NOW, today: (zone?: string) => civilDay(NOW, zone) }

t.test('the overview of a project', async (t) => {
  const app = await startApp(t, { clock })
  const project = await buildProject(app, { start_date: '2026-03-02' })
  const viewer = await project.member(1)
  const read = async () => (await viewer.get(`/projects/${project.id}/overview/`)).body
  const add = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration: 2, ...more })).body.id as string

  await t.test('knows nothing of an empty one', async (t) => {
    t.match(await read(), {
      schedule_health: 'unknown',
      spi: null,
      total_tasks: 0,
      next_milestone: null,
      team_utilization_pct: null,
      team_utilization_reason: 'no_team',
      start_date: '2026-03-02',
      risk_premium_state: 'not_run',
    })
    t.ok((await read()).owner_name)
  })

  const early = await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(name, { planned_start: '2026-03-02' })))
  const gate = await add('Gate', { duration: 0, is_milestone: true, planned_start: '2026-04-01' })
  await add('Later', { planned_start: '2026-03-20' })
  await app.runJobs()

  await t.test('compares what is done with what was to be done', async (t) => {
    const finish = (id: string) =>
      app.sql(`update tasks set status = 'COMPLETE', percent_complete = 100 where id = $1`, [id])
    const seen: string[] = [(await read()).schedule_health]
    // The schedule is left as it stands: a pass would move what is open behind today.
    for (const id of early) await putDates(app, id, { early_finish: '2026-03-03' })
    for (const id of early) {
      await finish(id)
      const { spi, schedule_health } = await read()
      seen.push(`${spi} ${schedule_health}`)
    }
    t.strictSame(seen.slice(1), ['0.25 critical', '0.5 critical', '0.75 critical', '1 on_track'])
  })

  await t.test('measures against the active baseline where there is one', async (t) => {
    const taken = await app.owner.post(`/projects/${project.id}/baselines/`, {})
    await app.owner.post(`/projects/${project.id}/baselines/${taken.body.id}/activate/`)
    t.equal((await read()).spi, 1)
    await app.sql(`update baseline_tasks set finish = '2026-03-05' where task_name = 'Later'`)
    t.match(await read(), { spi: 0.8, schedule_health: 'critical' })
    await app.sql(`update baseline_tasks set finish = '2026-03-30' where task_name = 'b'`)
    t.match(await read(), { spi: 1, schedule_health: 'on_track' })
  })

  await t.test('names the next milestone, late work, risks and how busy the team is', async (t) => {
    const before = await read()
    t.match(before.next_milestone, { id: gate, name: 'Gate', date: '2026-04-01', percent_complete: 0 })
    t.match(before, { total_tasks: 6, complete_tasks: 4, tasks_late_count: 0, open_risk_count: 0 })
    const running = await add('Running', { planned_start: '2026-03-10', duration: 5 })
    await app.runJobs()
    const resource = (await app.owner.post('/resources/', { name: 'Ada' })).body.id
    await app.owner.post('/task-resources/', { task: running, resource, units: 0.5 })
    for (const impact of [1, 4]) {
      await app.owner.post(`/projects/${project.id}/risks/`, { title: 'Rain', probability: 3, impact })
    }
    t.match(await read(), {
      team_utilization_pct: 50,
      team_utilization_reason: null,
      open_risk_count: 2,
      high_risk_count: 1,
      risk_premium_state: 'not_run',
    })
    await putDates(app, running, { early_finish: '2026-03-10' })
    t.equal((await read()).tasks_late_count, 1)
  })

  await t.test('tells what the last forecast asks beyond the plan', async (t) => {
    t.equal((await app.owner.post(`/projects/${project.id}/monte-carlo/`, {})).status, 200)
    t.ok((await read()).risk_premium_as_of)
  })

  await t.test('is for members', async (t) => {
    const outsider = await app.user('outsider')
    t.equal((await outsider.get(`/projects/${project.id}/overview/`)).status, 404)
  })
})
