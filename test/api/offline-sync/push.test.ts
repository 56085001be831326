import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { awaitsRecompute, forgetConsequences, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('a push of what was done offline', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const mia = await project.member(100, 'mia')
  const path = `/projects/${project.id}/sync/`
  const push = (tasks: object, more: object = {}, who = app.owner) =>
    who.post(path, { client_batch_id: newId(), changes: { tasks }, ...more })
  const add = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration: 2, ...more })).body
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  const mark = async () => (await app.owner.get(path)).body.timestamp as number

  await t.test('creates under the ids of the client, parents first, updates and deletes', async (t) => {
    const [phase, child] = [newId(), newId()]
    const [old, gone] = [await add('Old'), await add('Gone')]
    await forgetConsequences(app)
    const pushed = await push({
      created: [
        { id: child, name: 'Child', duration: 3, parent_id: phase },
        { id: phase, name: 'Phase', wbs_path: '9.9', project: newId() },
      ],
      updated: [{ id: old.id, name: 'New', base_version: old.server_version }],
      deleted: [gone.id],
    })
    t.equal(pushed.status, 200)
    t.match(pushed.body.applied.tasks, {
      created: [{ id: phase }, { id: child }],
      updated: [{ id: old.id, server_version: old.server_version + 1 }],
      deleted: [{ id: gone.id }],
    })
    t.strictSame(pushed.body.conflicts, { tasks: [] })
    t.match(await read(child), { name: 'Child', parent_id: phase, duration: 3 })
    t.equal((await read(phase)).is_phase, true)
    t.equal((await read(old.id)).name, 'New')
    t.equal((await app.owner.get(`/tasks/${gone.id}/`)).status, 404)
    t.strictSame(await socketEvents(app, project.id), ['tasks_bulk_mutated'])
    t.ok(await awaitsRecompute(app, project.id))
  })

  await t.test('takes the buckets inline as well', async (t) => {
    const id = newId()
    const sent = { client_batch_id: newId(), created: [{ id, name: 'Inline' }], updated: [], deleted: [] }
    t.equal((await app.owner.post(path, sent)).status, 200)
    t.equal((await read(id)).name, 'Inline')
  })

  await t.test('merges what others left alone and tells what they changed too', async (t) => {
    const { id, server_version: base } = await add('Shared', { notes: 'a' })
    await app.owner.patch(`/tasks/${id}/`, { duration: 7 })
    const merged = await push({ updated: [{ id, notes: 'b', base_version: base }] })
    t.match(merged.body, { applied: { tasks: { updated: [{ id }] } }, conflicts: { tasks: [] } })
    const refused = await push({ updated: [{ id, duration: 4, notes: 'b', base_version: base }] })
    t.equal(refused.status, 200)
    t.strictSame(refused.body.applied.tasks.updated, [])
    t.match(refused.body.conflicts.tasks, [
      {
        id,
        code: 'sync_conflict',
        conflict_fields: ['duration'],
        server_value: { duration: 7 },
        client_value: { duration: 4 },
      },
    ])
    t.match(await read(id), { duration: 7, notes: 'b' })
  })

  await t.test('goes by the mark of the last pull where rows name no version', async (t) => {
    const { id } = await add('Marked')
    const before = await mark()
    t.equal(
      (await push({ updated: [{ id, name: 'First' }] }, { last_pulled_at: before })).body.conflicts.tasks.length,
      0,
    )
    const late = await push({ updated: [{ id, name: 'Second' }] }, { last_pulled_at: before })
    t.match(late.body.conflicts.tasks, [{ id, conflict_fields: ['name'], server_value: { name: 'First' } }])
    t.equal(
      (await push({ updated: [{ id, name: 'First' }] }, { last_pulled_at: before })).body.conflicts.tasks.length,
      0,
    )
    t.equal(
      (await push({ updated: [{ id, name: 'Third' }] }, { last_pulled_at: await mark() })).body.conflicts.tasks.length,
      0,
    )
    t.equal((await push({ updated: [{ id, name: 'Last writer' }] })).body.applied.tasks.updated.length, 1)
  })

  await t.test('and merges what others changed of other fields since that pull', async (t) => {
    const { id } = await add('Shared')
    const before = await mark()
    await app.owner.patch(`/tasks/${id}/`, { duration: 9 })
    const merged = await push({ updated: [{ id, notes: 'from the site' }] }, { last_pulled_at: before })
    t.same(merged.body.conflicts.tasks, [], merged.text)
    t.match(await read(id), { duration: 9, notes: 'from the site' })
    const refused = await push({ updated: [{ id, duration: 3, notes: 'again' }] }, { last_pulled_at: before })
    t.match(refused.body.conflicts.tasks, [{ id, server_value: { duration: 9 }, client_value: { duration: 3 } }])
    t.match(await read(id), { duration: 9, notes: 'from the site' }, 'and nothing of the row was written')

    const between = await mark()
    for (let edit = 1; edit <= 12; edit++) await app.owner.patch(`/tasks/${id}/`, { percent_complete: edit })
    const far = await push({ updated: [{ id, notes: 'after many' }] }, { last_pulled_at: between })
    t.match(far.body.conflicts.tasks, [{ id, ambiguous: true }], 'what is too long ago is told, not guessed')
    const near = await push({ updated: [{ id, notes: 'after none' }] }, { last_pulled_at: await mark() })
    t.same(near.body.conflicts.tasks, [])
  })

  await t.test('takes 500 owners at most, over all rows', async (t) => {
    const { id } = await add('Crowded')
    const owners = Array.from({ length: 84 }, () => ({ resource: newId(), units: 1 }))
    const refused = await push({ updated: Array.from({ length: 6 }, () => ({ id, owners })) })
    t.same([refused.status, Object.keys(refused.body)], [400, ['changes']])
    t.match(refused.text, /At most 500 owners/)
  })

  await t.test('passes over what is gone or never was', async (t) => {
    const { id } = await add('Doomed')
    await app.owner.delete(`/tasks/${id}/`)
    const pushed = await push({
      created: [{ id, name: 'Back?' }],
      updated: [
        { id, name: 'Back?' },
        { id: newId(), name: 'Nobody' },
      ],
      deleted: [id, newId()],
    })
    t.equal(pushed.status, 200)
    t.strictSame(pushed.body.applied.tasks, { created: [], updated: [], deleted: [] })
    t.equal((await app.owner.get(`/tasks/${id}/`)).status, 404)
  })

  await t.test('is refused whole when one row is', async (t) => {
    const id = newId()
    const bad = await push({
      created: [
        { id, name: 'Fine' },
        { id: newId(), name: '', duration: -1 },
      ],
    })
    t.match(bad, { status: 400, body: { changes: { tasks: { created: { 1: { name: [/./], duration: [/./] } } } } } })
    t.equal((await app.owner.get(`/tasks/${id}/`)).status, 404)
    const other = await buildProject(app)
    const foreign = (await app.owner.post('/tasks/', { project: other.id, name: 'Theirs' })).body.id
    const taken = await push({ created: [{ id: foreign, name: 'Mine' }] })
    t.strictSame([taken.status, Object.keys(taken.body)], [409, ['detail']])
    t.match(await push({ created: [{ id: 'x', name: 'No id' }] }), {
      status: 400,
      body: { changes: { tasks: { created: { 0: { id: [/UUID/] } } } } },
    })
    t.match(await app.owner.post(path, { client_batch_id: newId(), changes: { risks: {} } }), { status: 400 })
    t.equal((await push({ updated: [{ id: (await add('Not hers')).id, name: 'x' }] }, {}, mia)).status, 403)
    const many = Array.from({ length: 501 }, () => newId())
    t.match(await push({ deleted: many }), { status: 400, body: { changes: [/500/] } })
  })

  await t.test('of the same batch again is replied the same and changes nothing', async (t) => {
    const id = newId()
    const batch = { client_batch_id: newId(), changes: { tasks: { created: [{ id, name: 'Once' }] } } }
    const first = await mia.post(path, batch)
    await app.owner.patch(`/tasks/${id}/`, { name: 'Twice' })
    const again = await mia.post(path, batch)
    t.strictSame(again.body, first.body)
    t.equal((await read(id)).name, 'Twice')
    const theirs = await app.owner.post(path, { client_batch_id: batch.client_batch_id, changes: {} })
    t.strictSame(theirs.body.applied.tasks.created, [], 'somebody else’s batch is another')
    const other = await buildProject(app)
    const hers = { client_batch_id: batch.client_batch_id, changes: {} }
    await app.sql(
      `insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 100)`,
      [other.id, mia.account.id],
    )
    t.equal((await mia.post(`/projects/${other.id}/sync/`, hers)).status, 409)
  })

  await t.test('twice at once is applied once', async (t) => {
    const id = newId()
    const batch = { client_batch_id: newId(), changes: { tasks: { created: [{ id, name: 'Race' }] } } }
    const replies = await Promise.all([1, 2, 3].map(() => app.owner.post(path, batch)))
    t.ok(replies.every(({ status }) => status === 200 || status === 409))
    t.ok(replies.some(({ status }) => status === 200))
    t.equal((await app.sql('select 1 from tasks where id = $1', [id])).length, 1)
  })

  await t.test('is for authors of a project in use', async (t) => {
    for (const [role, status] of [
      [1, 403],
      [200, 403],
      [100, 200],
    ] as const)
      t.equal((await push({}, {}, await project.member(role))).status, status, String(role))
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await push({})).status, 403)
  })
})
