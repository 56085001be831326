import t from 'tap'
import { civilDay } from '../../../api/platform/clock.ts'
import { socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

/** A Friday. */
const NOW = new Date('2026-03-06T12:00:00Z')
const clock = { now: () => NOW, today: (zone?: string) => civilDay(NOW, zone) }

t.test('a draft is committed', async (t) => {
  const app = await startApp(t, { clock })
  const made = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02', lifecycle: 'draft' })
  const id = made.body.id as string
  const dig = (await app.owner.post('/tasks/', { project: id, name: 'Dig', duration: 5 })).body.id
  const resource = (await app.owner.post('/resources/', { name: 'Ada' })).body.id
  await app.owner.post('/task-resources/', { task: dig, resource, units: 1 })
  await app.runJobs()
  const committed = await app.owner.post(`/projects/${id}/commit/`)

  await t.test('with a first baseline that is active, and once', async (t) => {
    t.match(committed, {
      status: 200,
      body: { baseline_name: 'Baseline v1', task_count: 1, notified_resource_count: 1 },
    })
    t.equal((await app.owner.get(`/projects/${id}/`)).body.lifecycle, 'active')
    t.match((await app.owner.get(`/projects/${id}/baselines/`)).body.results, [
      { id: committed.body.baseline_id, is_active: true, has_cpm_dates: true },
    ])
    const again = await app.owner.post(`/projects/${id}/commit/`)
    t.match(again, { status: 409, body: { code: 'already_committed' } })
  })

  await t.test('and tells so', async (t) => {
    const events = await socketEvents(app, id)
    for (const name of ['baseline_created', 'baseline_activated', 'project_updated']) t.ok(events.includes(name), name)
    const [hook] = await app.sql<{ payload: string }>(
      `select coalesce(webhook_payload, socket_payload) as payload from outbox_events where webhook_name = 'baseline.captured'`,
    )
    t.match(JSON.parse(hook?.payload ?? '{}'), { name: 'Baseline v1', source: 'commit' })
  })
})

t.test('what was planned by a day stays so when the calendar is edited later', async (t) => {
  const app = await startApp(t, { clock })
  const calendar = (await app.owner.post('/calendars/', { name: 'Harbour' })).body.id
  const fields = { name: 'Quay', start_date: '2026-03-02', status_date: '2026-03-02', calendar }
  const id = (await app.owner.post('/projects/', { ...fields, lifecycle: 'draft' })).body.id as string
  const dig = (await app.owner.post('/tasks/', { project: id, name: 'Dig', duration: 5 })).body.id
  await app.runJobs()
  const baseline = (await app.owner.post(`/projects/${id}/commit/`)).body.baseline_id
  await app.sql(`update projects set status_date = '2026-03-04' where id = $1`, [id])
  const compare = async () => (await app.owner.get(`/projects/${id}/baselines/${baseline}/comparison/`)).body
  const shown = async () => (await app.owner.get(`/tasks/${dig}/`)).body

  // Monday to Wednesday of a week of work: three days of five are to be done, and one is.
  await app.owner.patch(`/tasks/${dig}/`, { percent_complete: 20, actual_start: '2026-03-02' })
  const before = await compare()
  t.match(before, { planned_value_days: 3, earned_value_days: 1, schedule_variance_days: -2, spi: 0.33 })
  t.match(await shown(), { spi: 0.33, spi_band: 'behind' })

  const closed = { exc_start: '2026-03-03', exc_end: '2026-03-03', description: 'Storm' }
  t.equal((await app.owner.post(`/calendars/${calendar}/exceptions/`, closed)).status, 201)
  t.equal((await app.owner.patch(`/calendars/${calendar}/`, { working_days: 127 })).status, 200)
  await app.runJobs()
  const after = await compare()
  for (const key of ['planned_value_days', 'schedule_variance_days', 'spi', 'bei'])
    t.equal(after[key], before[key], key)
  t.not(after.current_finish, before.current_finish, 'while the task itself is worked on by the new one')
  await app.owner.patch(`/tasks/${dig}/`, { percent_complete: 60 })
  t.match(await shown(), { spi: 1, spi_band: 'on_track' })
  await app.owner.patch(`/tasks/${dig}/`, { percent_complete: 54 })
  t.match(await shown(), { spi: 0.9, spi_band: 'at_risk' })
})

t.test('a project beside its baseline', async (t) => {
  const app = await startApp(t, { clock })
  const project = await buildProject(app, { start_date: '2026-03-02', status_date: '2026-03-02' })
  const path = `/projects/${project.id}/baselines/`
  const add = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration: 5, ...more })).body.id as string
  // From Monday to Friday, of which the data date is the last day; and the four days after the weekend.
  const dig = await add('Dig')
  const pour = await add('Pour', { duration: 4, planned_start: '2026-03-09' })
  const gone = await add('Gone', { duration: 1 })
  await app.runJobs()
  const baseline = (await app.owner.post(path, {})).body.id
  await app.sql(`update projects set status_date = '2026-03-06' where id = $1`, [project.id])
  const compare = async () => (await app.owner.get(`${path}${baseline}/comparison/`)).body

  await t.test('begins without any difference', async (t) => {
    t.match(await compare(), {
      status_date: '2026-03-06',
      planned_start: '2026-03-02',
      planned_finish: '2026-03-12',
      current_finish: '2026-03-12',
      finish_delta_days: 0,
      planned_value_days: 6,
      earned_value_days: 0,
      schedule_variance_days: -6,
      spi: 0,
      bei: 0,
      due_count: 2,
      captured_count: 3,
      added_count: 0,
      later_count: 0,
      most_late: [],
    })
  })

  await t.test('counts what is done, moved, added and removed', async (t) => {
    await app.owner.patch(`/tasks/${dig}/`, {
      status: 'COMPLETE',
      actual_start: '2026-03-02',
      actual_finish: '2026-03-06',
    })
    await app.owner.patch(`/tasks/${pour}/`, { duration: 6 })
    await app.owner.delete(`/tasks/${gone}/`)
    await add('New', { planned_start: '2026-03-09' })
    await app.runJobs()
    t.match(await compare(), {
      planned_value_days: 5,
      earned_value_days: 5,
      schedule_variance_days: 0,
      spi: 1,
      bei: 1,
      done_count: 1,
      added_count: 1,
      removed_count: 1,
      later_count: 1,
      finish_delta_days: 4,
      most_late: [
        { id: pour, name: 'Pour', planned_finish: '2026-03-12', current_finish: '2026-03-16', finish_delta_days: 4 },
      ],
    })
  })

  await t.test('feeds the points of the check that need a baseline, once it is active', async (t) => {
    const bei = async () => {
      const { assessment } = (await app.owner.get(`/projects/${project.id}/schedule/check/`)).body
      return assessment.find(({ rule }: { rule: string }) => rule === 'dcma-14-bei')
    }
    const before = await bei()
    t.equal(before.status, 'not_measured')
    t.equal((await app.owner.post(`${path}${baseline}/activate/`)).status, 200)
    t.match(await bei(), { value: 1, total: 1 })
  })

  await t.test('is for members, of its own baselines', async (t) => {
    const outsider = await app.user('outsider')
    t.equal((await outsider.get(`${path}${baseline}/comparison/`)).status, 404)
    const other = await buildProject(app)
    t.equal((await app.owner.get(`/projects/${other.id}/baselines/${baseline}/comparison/`)).status, 404)
  })
})
