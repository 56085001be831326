import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { buildLink, buildProgram, buildProject, buildTask, eventsOf } from '../../api/schedule/build-project.ts'
import { startApp } from '../../support/start-app.ts'

// 2026-01-05 is a Monday. Rows that no write lets through are put into the database directly.

async function setUp(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t)
  const dates = async (id: string) => {
    const { body } = await app.owner.get(`/tasks/${id}/`)
    return [body.early_start, body.early_finish]
  }
  const patch = async (id: string, fields: object) => {
    const reply = await app.owner.patch(`/tasks/${id}/`, fields)
    await app.runJobs()
    return reply
  }
  const summary = async (projectId: string) => (await app.owner.get(`/projects/${projectId}/status-summary/`)).body
  const spoil = (id: string) =>
    app.sql(
      `update tasks set actual_start = '2026-01-20', actual_finish = '2026-01-07', percent_complete = 100,
         sync_seq = (select sync_seq + 1 from project_counters c where c.project_id = tasks.project_id) where id = $1`,
      [id],
    )
  return { app, dates, patch, summary, spoil }
}

t.test('a row that cannot be computed is left out by name and the rest is scheduled', async (t) => {
  const { app, dates, patch, summary, spoil } = await setUp(t)
  const project = await buildProject(app, [[app.owner, 400]])
  const phase = await buildTask(app, project, { name: 'Phase' })
  const bad = await buildTask(app, project, { name: 'Dig', parentId: phase })
  const good = await buildTask(app, project, { duration: 2 })
  await patch(good, { duration: 3 })
  t.notOk('dates_stale_since' in (await summary(project)))
  await spoil(bad)
  await patch(good, { duration: 4 })
  t.same(await dates(good), ['2026-01-05', '2026-01-08'], 'the rest has its dates')
  t.same(
    [await dates(bad), await dates(phase)],
    [
      [null, null],
      [null, null],
    ],
    'a phase of nothing else has none',
  )
  const stale = await summary(project)
  const reason = 'has an actual finish before its actual start.'
  t.match(stale.dates_stale_because, { task_count: 1, tasks: [{ id: bad, name: 'Dig', reason }] })
  t.match((await app.owner.get(`/projects/${project}/`)).body.dates_stale_because, { tasks: [{ id: bad }] })
  t.match((await eventsOf(app, project)).at(-1), { name: 'cpm_error', payload: { offending: [bad] } })
  const read = (await app.owner.get(`/tasks/${good}/`)).body
  t.match(read, { dates_stale_since: stale.dates_stale_since, dates_stale_because: { tasks: [{ id: bad }] } })
  const page = (await app.owner.get(`/tasks/?project=${project}`)).body
  t.match(page.stale_dates, [{ project, dates_stale_since: stale.dates_stale_since, dates_stale_because: Object }])
  t.notOk('dates_stale_since' in page.results[0], 'once for all rows of a page')
  const written = await patch(good, { duration: 5 })
  t.match(written.body.warnings, [{ rule: 'dates_stale', detail: /Dig" has an actual finish before/ }])
  t.ok(written.body.warnings[0].detail.includes(stale.dates_stale_since))
  const since = (await summary(project)).dates_stale_since
  t.equal(since, stale.dates_stale_since, 'a later pass does not make it younger')
  const told = (await eventsOf(app, project)).filter(({ name }) => name === 'cpm_error')
  t.equal(told.length, 1, 'and says nothing that has been said')
  t.equal((await app.owner.post(`/projects/${project}/monte-carlo/`, { n_simulations: 10 })).status, 200)
  await app.sql(`update tasks set actual_start = '2026-01-05', sync_seq = sync_seq + 1 where id = $1`, [bad])
  const mended = await patch(good, { duration: 6 })
  t.ok(mended.body.warnings, 'the pass has not run yet')
  t.same(await dates(bad), ['2026-01-05', '2026-01-07'])
  t.notOk('dates_stale_since' in (await summary(project)))
  t.notOk('warnings' in (await patch(good, { duration: 7 })).body)
  t.notOk('dates_stale_since' in (await app.owner.get(`/tasks/${good}/`)).body)
  t.notOk('stale_dates' in (await app.owner.get(`/tasks/?project=${project}`)).body)
})

t.test('every kind of row that the engine refuses costs only itself', async (t) => {
  const { app, dates, patch, summary } = await setUp(t)
  const closed = newId()
  await app.sql(`insert into calendars (id, name, working_days) values ($1, 'Closed', 0)`, [closed])
  const kinds: [what: string, columns: string][] = [
    ['a calendar without a working day', `calendar_id = '${closed}'`],
    ['a start centuries ahead', `planned_start = '9000-01-01'`],
    ['a record centuries back', `actual_start = '0001-01-01'`],
    ['a constraint without its date', `constraint_type = 'MSO'`],
  ]
  for (const [what, columns] of kinds) {
    const project = await buildProject(app, [[app.owner, 400]])
    const bad = await buildTask(app, project)
    const good = await buildTask(app, project, { duration: 2 })
    await app.sql(`update tasks set ${columns} where id = $1`, [bad])
    await patch(good, { duration: 3 })
    t.same(await dates(good), ['2026-01-05', '2026-01-07'], what)
    t.match((await summary(project)).dates_stale_because?.tasks, [{ id: bad }], what)
  }
})

t.test('a cycle costs the tasks on it, also across projects, and each project is told of its own', async (t) => {
  const { app, dates, patch, summary } = await setUp(t)
  const program = await buildProgram(app)
  const one = await buildProject(app, [[app.owner, 400]], { programId: program })
  const two = await buildProject(app, [[app.owner, 400]], { programId: program })
  const [a, b] = [await buildTask(app, one, { name: 'Dig' }), await buildTask(app, two, { name: 'Pour' })]
  const apart = await buildTask(app, two, { duration: 2 })
  await buildLink(app, a, b)
  await buildLink(app, b, a)
  await patch(apart, { duration: 3 })
  t.same(await dates(apart), ['2026-01-05', '2026-01-07'])
  t.same(
    [await dates(a), await dates(b)],
    [
      [null, null],
      [null, null],
    ],
  )
  const blamed = async (id: string) =>
    (await summary(id)).dates_stale_because.tasks.map((task: { id: string }) => task.id)
  t.same([await blamed(one), await blamed(two)], [[a], [b]])
})

t.test('a plan that cannot be computed at all keeps its dates and says since when', async (t) => {
  const { app, dates, patch, summary } = await setUp(t)
  const project = await buildProject(app, [[app.owner, 400]])
  const task = await buildTask(app, project, { duration: 2 })
  await patch(task, { duration: 3 })
  const closed = newId()
  await app.sql(`insert into calendars (id, name, working_days) values ($1, 'Closed', 0)`, [closed])
  await app.sql('update projects set calendar_id = $2 where id = $1', [project, closed])
  await patch(task, { duration: 9 })
  t.same(await dates(task), ['2026-01-05', '2026-01-07'])
  t.match(await summary(project), { dates_stale_because: { code: 'calendar_has_no_working_day', task_count: 0 } })
  await app.sql('update projects set calendar_id = null where id = $1', [project])
  await app.owner.post(`/projects/${project}/schedule/`)
  await app.runJobs()
  t.same(await dates(task), ['2026-01-05', '2026-01-15'])
  t.notOk('dates_stale_because' in (await summary(project)))
})
