import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'

t.test('baselines of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app, { start_date: '2030-01-07' })
  const manager = await project.member(300)
  const path = `/projects/${project.id}/baselines/`
  const add = async (fields: object) => (await app.owner.post('/tasks/', { project: project.id, ...fields })).body.id
  const dig = await add({ name: 'Dig', duration: 5 })
  const ids: string[] = []

  await t.test('hold every task as it stands, and are not active at first', async (t) => {
    await app.runJobs()
    const made = await manager.post(path, {})
    t.equal(made.status, 201, made.text)
    ids.push(made.body.id)
    t.match(made.body, {
      project: project.id,
      name: 'Baseline 1',
      created_by: manager.account.id,
      is_active: false,
      has_cpm_dates: true,
      task_count: 1,
    })
    const read = await manager.get(`${path}${made.body.id}/`)
    t.same(read.body.tasks, [
      {
        task_id: dig,
        task_name: 'Dig',
        start: '2030-01-07',
        finish: '2030-01-11',
        duration: 5,
        actual_start: null,
        actual_finish: null,
      },
    ])
    t.same(await framesOf(app, 'baseline_created'), [{ id: made.body.id }])
    t.match(await webhooksOf(app, 'baseline.captured'), [
      { id: made.body.id, project: project.id, name: 'Baseline 1', task_count: 1, has_cpm_dates: true, source: 'api' },
    ])
  })

  await t.test('stay as they were when the plan moves', async (t) => {
    const before = (await manager.get(`${path}${ids[0]}/`)).body
    t.equal((await app.owner.patch(`/tasks/${dig}/`, { name: 'Dig deep', duration: 8 })).status, 200)
    await add({ name: 'Later' })
    await app.runJobs()
    t.same((await manager.get(`${path}${ids[0]}/`)).body, before)
  })

  await t.test('compare a task with the active one alone', async (t) => {
    const compare = async (task = dig) => (await manager.get(`/projects/${project.id}/tasks/${task}/baseline/`)).body
    t.same(await compare(), { has_baseline: false })
    const active = await manager.post(`${path}${ids[0]}/activate/`, {})
    t.match(active, { status: 200, body: { is_active: true } })
    t.match(await compare(), {
      has_baseline: true,
      in_baseline: true,
      baseline_name: 'Baseline 1',
      planned_start: '2030-01-07',
      planned_finish: '2030-01-11',
      planned_duration: 5,
      current_finish: '2030-01-16',
      current_duration: 8,
      start_delta_days: 0,
      finish_delta_days: 5,
      duration_delta: 3,
    })
    const later = await add({ name: 'Latest' })
    const { baseline_taken_at, ...rest } = await compare(later)
    t.ok(Date.parse(baseline_taken_at) > 0)
    t.same(rest, { has_baseline: true, in_baseline: false, baseline_name: 'Baseline 1' })
  })

  await t.test('show in the tasks they hold', async (t) => {
    t.match((await manager.get(`/tasks/${dig}/`)).body, {
      baseline_start: '2030-01-07',
      baseline_finish: '2030-01-11',
      readiness: 'baselined',
    })
  })

  await t.test('one is active, and making it so twice tells once', async (t) => {
    const made = (await manager.post(path, { name: 'Second' })).body
    ids.push(made.id)
    t.equal(made.has_cpm_dates, false, 'the newest task was not scheduled yet')
    await manager.post(`${path}${made.id}/activate/`, {})
    await manager.post(`${path}${made.id}/activate/`, {})
    const { results } = (await manager.get(path)).body
    t.same(
      results.map((row: { name: string; is_active: boolean }) => [row.name, row.is_active]),
      [
        ['Second', true],
        ['Baseline 1', false],
      ],
    )
    t.same(await framesOf(app, 'baseline_activated'), [{ id: ids[0] }, { id: made.id }])
  })

  await t.test('names are one whatever their case, and free ones are found', async (t) => {
    const refused = await manager.post(path, { name: ' second ' })
    t.same([refused.status, Object.keys(refused.body)], [400, ['name']], refused.text)
    t.equal((await manager.post(path, { name: 'x'.repeat(256) })).status, 400)
    await manager.post(path, { name: 'Baseline 4' })
    t.equal((await manager.post(path, { name: '' })).body.name, 'Baseline 5')
  })

  await t.test('are removed by Owners, and nothing is measured against one that is gone', async (t) => {
    t.equal((await manager.delete(`${path}${ids[1]}/`)).status, 403)
    t.equal((await app.owner.delete(`${path}${ids[1]}/`)).status, 204)
    t.equal((await manager.get(`${path}${ids[1]}/`)).status, 404)
    t.equal((await manager.post(`${path}${ids[1]}/activate/`, {})).status, 404)
    t.same((await manager.get(`/projects/${project.id}/tasks/${dig}/baseline/`)).body, { has_baseline: false })
    t.same(await framesOf(app, 'baseline_deleted'), [{ id: ids[1] }])
    t.equal((await manager.post(path, { name: 'Second' })).status, 201, 'its name is free again')
  })

  await t.test('are read by members and captured by managers, of their own project', async (t) => {
    const scheduler = await project.member(200)
    t.equal((await scheduler.get(path)).status, 200)
    t.equal((await scheduler.post(path, {})).status, 403)
    t.equal((await scheduler.post(`${path}${ids[0]}/activate/`, {})).status, 403)
    const other = await buildProject(app)
    t.equal((await app.owner.get(`/projects/${other.id}/baselines/${ids[0]}/`)).status, 404)
    t.equal((await app.owner.post(`/projects/${other.id}/baselines/${ids[0]}/activate/`, {})).status, 404)
    t.match((await app.owner.post(`/projects/${other.id}/baselines/`, {})).body, {
      task_count: 0,
      has_cpm_dates: false,
    })
  })
})

t.test('a phase is held with the working days from its start to its finish', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app, { start_date: '2030-01-07' })
  const path = `/projects/${project.id}/baselines/`
  const add = async (fields: object) => (await app.owner.post('/tasks/', { project: project.id, ...fields })).body.id
  const phase = await add({ name: 'Foundations', duration: 1 })
  const drive = await add({ name: 'Drive piles', parent_id: phase, duration: 4 })
  const cap = await add({ name: 'Cast caps', parent_id: phase, duration: 3 })
  await app.owner.post('/dependencies/', { predecessor: drive, successor: cap })
  await app.runJobs()
  const { id } = (await app.owner.post(path, {})).body
  await app.owner.post(`${path}${id}/activate/`, {})
  const held: { task_id: string }[] = (await app.owner.get(`${path}${id}/`)).body.tasks
  t.match(held.find(({ task_id }) => task_id === phase) ?? {}, {
    start: '2030-01-07',
    finish: '2030-01-15',
    duration: 7,
  })
  const compare = async () => (await app.owner.get(`/projects/${project.id}/tasks/${phase}/baseline/`)).body
  t.match(await compare(), { planned_duration: 7, current_duration: 7, duration_delta: 0 })
  await app.owner.patch(`/tasks/${cap}/`, { duration: 5 })
  await app.runJobs()
  t.match(await compare(), { planned_duration: 7, current_duration: 9, duration_delta: 2 })
})
