import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const namesOf = (rows: { name: string }[]) => rows.map((row) => row.name)

t.test('phases of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const scheduler = await project.member(200)
  const manager = await project.member(300)
  const outsider = await app.user('outsider')
  const path = `/projects/${project.id}/phases/`
  const make = async (name: string, more: object = {}) => (await manager.post(path, { name, ...more })).body

  await t.test('managers add them to the top of the tree, viewers read them', async (t) => {
    const made = await manager.post(path, { name: ' Dredge ', color: '#336699' })
    t.equal(made.status, 201)
    t.match(made.body, { name: 'Dredge', color: '#336699', priority_rank: null, wbs_path: '1', task_count: 1 })
    t.equal((await viewer.get(`/tasks/${made.body.id}/`)).body.structure_role, 'container')
    const child = { project: project.id, name: 'Survey', parent_id: made.body.id }
    const { id } = (await manager.post('/tasks/', child)).body
    await manager.post('/tasks/', { ...child, name: 'Chart', parent_id: id })
    t.match((await viewer.get(`${path}${made.body.id}/`)).body, { task_count: 3 })
    await make('Quay')
    t.same(namesOf((await viewer.get(path)).body), ['Dredge', 'Quay'], 'a bare list; tasks below are none')
    t.equal((await viewer.get(`${path}${id}/`)).status, 404, 'nor is a task below read as one')
    t.equal((await framesOf(app, 'task_created')).length, 4)
  })

  await t.test('name and colour change one by one, each as a save of the task', async (t) => {
    const { id, server_version: version } = await make('Piles')
    await app.sql('delete from outbox_events')
    t.match((await manager.patch(`${path}${id}/`, { color: '#aabbcc' })).body, { name: 'Piles', color: '#aabbcc' })
    t.match((await manager.put(`${path}${id}/`, { name: 'Piling' })).body, { name: 'Piling', color: '#aabbcc' })
    t.match((await manager.patch(`${path}${id}/`, { color: '#aabbcc' })).body, { server_version: version + 2 })
    t.match((await manager.patch(`${path}${id}/`, { color: null })).body, { color: null, server_version: version + 3 })
    const changed = (await framesOf(app, 'task_updated')).map((frame) => frame.changed_fields)
    t.same(changed, [['color'], ['name'], ['color']])
  })

  await t.test('a phase that holds tasks stays, an empty one goes', async (t) => {
    const { id } = await make('Crane')
    const task = (await manager.post('/tasks/', { project: project.id, name: 'Hook', parent_id: id })).body
    const refused = await manager.delete(`${path}${id}/`)
    t.same([refused.status, Object.keys(refused.body)], [400, ['detail']])
    await manager.delete(`/tasks/${task.id}/`)
    t.equal((await manager.delete(`${path}${id}/`)).status, 204)
    t.equal((await manager.get(`${path}${id}/`)).status, 404)
    t.ok((await framesOf(app, 'task_deleted')).some((frame) => frame.id === id))
  })

  await t.test('phases are ranked in the order sent; the same order again writes nothing', async (t) => {
    const rows = (await viewer.get(path)).body as { id: string; server_version: number }[]
    const phases = rows.toReversed().map(({ id, server_version }) => ({ id, server_version }))
    await app.sql('delete from outbox_events')
    t.same((await manager.patch(`${path}reorder/`, { phases })).body, { updated: 3 })
    const after = (await viewer.get(path)).body
    t.same(namesOf(after), namesOf(rows as never).toReversed())
    t.same(
      after.map((row: { priority_rank: number }) => row.priority_rank),
      [10, 20, 30],
    )
    t.ok((await announced(app)).includes('phases_reordered'))
    const again = after.map(({ id, server_version }: (typeof rows)[number]) => ({ id, server_version }))
    t.same((await manager.patch(`${path}reorder/`, { phases: again })).body, { updated: 0 })
    const stale = await manager.patch(`${path}reorder/`, { phases })
    t.same([stale.status, stale.body.conflicts.length], [409, 3])
  })

  await t.test('what cannot be is refused and changes nothing', async (t) => {
    const before = await app.sql('select id, server_version from tasks order by id')
    const [row] = (await viewer.get(path)).body
    const twice = [row, row].map(({ id, server_version }) => ({ id, server_version }))
    const cases: [string, string, object, string][] = [
      ['POST', path, {}, 'name'],
      ['POST', path, { name: ' ' }, 'name'],
      ['POST', path, { name: 'x'.repeat(513) }, 'name'],
      ['POST', path, { name: 'X', color: 'red' }, 'color'],
      ['PATCH', `${path}reorder/`, { phases: [] }, 'phases'],
      ['PATCH', `${path}reorder/`, { phases: twice }, 'phases'],
      ['PATCH', `${path}reorder/`, { phases: [{ id: ABSENT, server_version: 1 }] }, 'phases'],
    ]
    for (const [method, address, body, field] of cases) {
      const refused = await manager.request(method, address, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body).slice(0, 80))
    }
    for (const user of [viewer, scheduler]) t.equal((await user.post(path, { name: 'X' })).status, 403)
    t.equal((await outsider.get(path)).status, 404)
    t.equal((await manager.patch(`${path}${ABSENT}/`, { name: 'X' })).status, 404)
    t.same(await app.sql('select id, server_version from tasks order by id'), before)
  })
})

t.test(
  'a plan without a tree has a phase a row, each counted once, before anybody looked at its statistics',
  async (t) => {
    const app = await startApp(t)
    const project = await buildProject(app)
    const rows = 20_000
    await app.sql(
      `insert into tasks (id, project_id, number, name, duration, wbs_order)
     select gen_random_uuid(), $1, n, 'Task ' || n, 1, array[n] from generate_series(1, $2::int) as n`,
      [project.id, rows],
    )
    const { status, body } = await app.owner.get(`/projects/${project.id}/phases/`)
    t.equal(status, 200)
    t.equal(body.length, rows)
    t.match(body.at(-1), { name: `Task ${rows}`, wbs_path: String(rows), task_count: 1 })
  },
)
