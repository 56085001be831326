import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import {
  buildLink,
  buildProject,
  buildTask,
  eventsOf,
  waitingRecomputes,
  webhooksOf,
} from '../schedule/build-project.ts'

const ABSENT = '0198c0de-0000-7000-8000-000000000000'

t.test('links between tasks of one project', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const eve = await app.user('eve')
  const project = await buildProject(app, [
    [ann, 200],
    [bob, 100],
  ])
  const task = (name: string, parentId?: string) => buildTask(app, project, { name, ...(parentId ? { parentId } : {}) })

  await t.test('a scheduler draws a link; event, webhook and recompute follow', async (t) => {
    const [design, build] = [await task('Design'), await task('Build')]
    const made = await ann.post('/dependencies/', { predecessor: design, successor: build, dep_type: 'SS', lag: -2 })
    t.equal(made.status, 201)
    t.match(made.body, {
      predecessor: design,
      successor: build,
      dep_type: 'SS',
      lag: -2,
      lag_unit: 'working',
      pending_acceptance: false,
      accepted_by: null,
      accepted_at: null,
      is_driving: false,
      predecessor_card: null,
      successor_card: null,
    })
    t.same((await eventsOf(app, project)).at(-1), { name: 'dependency_created', payload: { id: made.body.id } })
    t.same((await webhooksOf(app, project)).at(-1), {
      name: 'dependency.created',
      payload: { id: made.body.id, project, predecessor: design, successor: build, dep_type: 'SS', lag: -2 },
    })
    t.same(await waitingRecomputes(app), [`recompute:${project}`])
    t.same((await bob.get(`/dependencies/${made.body.id}/`)).body, made.body)
  })

  await t.test('defaults are finish-to-start without lag', async (t) => {
    const made = await ann.post('/dependencies/', { predecessor: await task('A'), successor: await task('B') })
    t.match(made.body, { dep_type: 'FS', lag: 0 })
  })

  await t.test('PUT replaces, PATCH changes one field, both announce', async (t) => {
    const [a, b, c] = [await task('A'), await task('B'), await task('C')]
    const id = await buildLink(app, a, b, { depType: 'FF', lag: 3 })
    const patched = await ann.patch(`/dependencies/${id}/`, { lag: 5 })
    t.match([patched.status, patched.body], [200, { dep_type: 'FF', lag: 5 }])
    const replaced = await ann.put(`/dependencies/${id}/`, { predecessor: a, successor: c })
    t.match([replaced.status, replaced.body], [200, { successor: c, dep_type: 'FS', lag: 0 }])
    t.same((await eventsOf(app, project)).at(-1), { name: 'dependency_updated', payload: { id } })
    const short = await ann.put(`/dependencies/${id}/`, { predecessor: a })
    t.match([short.status, Object.keys(short.body)], [400, ['successor']])
  })

  await t.test('a deleted link is gone, and can be drawn again', async (t) => {
    const [a, b] = [await task('A'), await task('B')]
    const id = await buildLink(app, a, b)
    t.equal((await ann.delete(`/dependencies/${id}/`)).status, 204)
    t.equal((await ann.get(`/dependencies/${id}/`)).status, 404)
    t.same((await eventsOf(app, project)).at(-1), { name: 'dependency_deleted', payload: { id } })
    t.same((await webhooksOf(app, project)).at(-1), { name: 'dependency.deleted', payload: { id, project } })
    t.equal((await ann.post('/dependencies/', { predecessor: a, successor: b })).status, 201)
  })

  await t.test('a Team Member reads and may not write; a stranger sees nothing', async (t) => {
    const [a, b, c] = [await task('A'), await task('B'), await task('C')]
    const id = await buildLink(app, a, b)
    t.equal((await bob.post('/dependencies/', { predecessor: a, successor: c })).status, 403)
    t.equal((await bob.patch(`/dependencies/${id}/`, { lag: 1 })).status, 403)
    t.equal((await bob.delete(`/dependencies/${id}/`)).status, 403)
    t.equal((await eve.get(`/dependencies/${id}/`)).status, 404)
    t.equal((await eve.delete(`/dependencies/${id}/`)).status, 404)
    t.equal((await eve.get('/dependencies/')).body.count, 0)
    const hidden = await eve.post('/dependencies/', { predecessor: a, successor: c })
    const absent = await eve.post('/dependencies/', { predecessor: ABSENT, successor: c })
    t.same([hidden.status, hidden.text], [400, absent.text], 'hidden and absent tasks look alike')
    t.equal((await app.anonymous.get('/dependencies/')).status, 401)
  })

  await t.test('links are written from Resource Manager upwards', async (t) => {
    for (const [role, status] of [
      [1, 403],
      [100, 403],
      [199, 403],
      [200, 201],
      [299, 201],
      [300, 201],
      [400, 201],
    ] as const) {
      const person = await app.user(`role${role}`)
      const own = await buildProject(app, [[person, role]])
      const ends = { predecessor: await buildTask(app, own), successor: await buildTask(app, own) }
      t.equal((await person.post('/dependencies/', ends)).status, status, `role ${role}`)
    }
  })

  await t.test('bad fields are refused by name and change nothing', async (t) => {
    const [a, b] = [await task('A'), await task('B')]
    const refused = async (body: object) => Object.keys((await ann.post('/dependencies/', body)).body)
    t.same(await refused({ successor: b }), ['predecessor'])
    t.same(await refused({ predecessor: 'x', successor: b }), ['predecessor'])
    t.same(await refused({ predecessor: a, successor: ABSENT }), ['successor'])
    t.same(await refused({ predecessor: a, successor: b, dep_type: 'XX' }), ['dep_type'])
    t.same(await refused({ predecessor: a, successor: b, lag: 36_526 }), ['lag'])
    t.same(await refused({ predecessor: a, successor: b, lag: -36_526 }), ['lag'])
    t.same(await refused({ predecessor: a, successor: b, lag: 1.5 }), ['lag'])
    const gone = await buildTask(app, project, { isDeleted: true })
    t.same(await refused({ predecessor: a, successor: gone }), ['successor'])
    t.equal((await ann.post('/dependencies/', [])).body.code, 'invalid_body')
    t.same((await ann.get(`/dependencies/?task=${a}`)).body.results, [])
  })

  await t.test('a second link of the same type is refused, one of another type is not', async (t) => {
    const [a, b] = [await task('A'), await task('B')]
    await buildLink(app, a, b)
    const twin = await ann.post('/dependencies/', { predecessor: a, successor: b })
    t.match([twin.status, Object.keys(twin.body)], [400, ['non_field_errors']])
    const other = await ann.post('/dependencies/', { predecessor: a, successor: b, dep_type: 'SS' })
    t.equal(other.status, 201)
    const clash = await ann.patch(`/dependencies/${other.body.id}/`, { dep_type: 'FS' })
    t.match([clash.status, Object.keys(clash.body)], [400, ['non_field_errors']])
  })

  await t.test('a lag that stretches the project past its span is refused on lag', async (t) => {
    const wide = await buildProject(app, [[ann, 300]])
    const [a, b] = [await buildTask(app, wide), await buildTask(app, wide)]
    for (let n = 0; n < 10; n++) await buildTask(app, wide, { duration: 36_000 })
    const link = await buildLink(app, a, b, { lag: 5000 })
    const refused = await ann.patch(`/dependencies/${link}/`, { lag: -6001 })
    t.match([refused.status, Object.keys(refused.body)], [400, ['lag']])
    t.equal((await ann.patch(`/dependencies/${link}/`, { lag: 5998 })).status, 200, '366,000 is still allowed')
  })

  await t.test('an archived project refuses every write and is still read', async (t) => {
    const closed = await buildProject(app, [[ann, 400]], { isArchived: true })
    const [a, b] = [await buildTask(app, closed), await buildTask(app, closed)]
    const id = await buildLink(app, a, b)
    t.equal((await ann.post('/dependencies/', { predecessor: b, successor: a })).status, 403)
    t.equal((await ann.patch(`/dependencies/${id}/`, { lag: 1 })).status, 403)
    t.equal((await ann.delete(`/dependencies/${id}/`)).status, 403)
    t.equal((await ann.get(`/dependencies/${id}/`)).status, 200)
  })

  await t.test('lists filter by project, task and type, and page', async (t) => {
    const own = await buildProject(app, [[ann, 200]])
    const tasks = []
    for (let n = 0; n < 4; n++) tasks.push(await buildTask(app, own))
    const [a, b, c, d] = tasks as [string, string, string, string]
    const fs = await buildLink(app, a, b)
    const ss = await buildLink(app, b, c, { depType: 'SS' })
    const last = await buildLink(app, c, d)
    const ids = [fs, ss, last].sort()
    const list = async (query: string) =>
      (await ann.get(`/dependencies/?${query}`)).body.results.map((row: { id: string }) => row.id)
    t.same(await list(`project=${own}`), ids)
    t.same(await list(`project=${own}&dep_type=SS`), [ss])
    t.same(await list(`task=${b}`), [fs, ss].sort())
    t.same(await list(`project=${own}&ordering=-dep_type`), [ss, ...[fs, last].sort()])
    const page = await ann.get(`/dependencies/?project=${own}&page_size=2&page=2`)
    t.match(page.body, { count: 3, next: null, results: [{ id: ids[2] }] })
    t.match(page.body.previous, /page=1/)
    t.equal((await ann.get(`/dependencies/?project=${own}&page=9`)).status, 404)
    t.equal((await ann.get('/dependencies/?project=nonsense')).status, 400)
    t.equal((await ann.get('/dependencies/?dep_type=XX')).status, 400)
  })

  await t.test('malformed and unknown ids in the path are 404', async (t) => {
    t.equal((await ann.get('/dependencies/nonsense/')).status, 404)
    t.equal((await ann.patch(`/dependencies/${ABSENT}/`, { lag: 1 })).status, 404)
  })
})
