import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { insertTasks } from '../../../api/tasks/writing/insert-tasks.ts'
import { startApp } from '../../support/start-app.ts'
import { readTree, treeFaults } from '../../support/tree.ts'
import { buildProject } from './support/build-project.ts'
import { announced } from './support/read-outbox.ts'

t.test('seeded rows nobody touched go; touched ones live on', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [phase, kept, gone] = [newId(), newId(), newId()]
  const seeded = { source_kind: 'template', seeded_at: '2020-01-01T00:00:00.000Z' } as const
  await app.services.systemContext((ctx) =>
    insertTasks(ctx, project.id, [
      { id: phase, name: 'Phase', parent_id: null, wbs_order: [1], ...seeded },
      { id: kept, name: 'Kept', parent_id: phase, wbs_order: [1, 1], ...seeded },
      { id: gone, name: 'Gone', parent_id: phase, wbs_order: [1, 2], ...seeded },
    ]),
  )
  const { body: own } = await app.owner.post('/tasks/', { project: project.id, name: 'Own' })
  t.match((await app.owner.get(`/tasks/${gone}/`)).body, {
    is_untouched_seed: true,
    source_kind: 'template',
    seeded_at: '2020-01-01T00:00:00.000Z',
    edited_at: null,
  })
  await app.owner.patch(`/tasks/${kept}/`, { notes: 'mine' })
  t.match((await app.owner.get(`/tasks/${kept}/`)).body, { is_untouched_seed: false, edited_at: String })
  await app.sql('delete from outbox_events')
  const post = (body: unknown, user = app.owner) => user.post('/tasks/delete-untouched-seeded/', body)
  for (const role of [1, 100, 200])
    t.equal((await post({ project: project.id }, await project.member(role))).status, 403)
  t.match(await post({}), { status: 400, body: { detail: String } })
  t.match(await post({ project: 7 }), { status: 400, body: { detail: String } })
  t.equal((await post({ project: newId() })).status, 404)
  t.equal((await post({ project: project.id }, await app.user('outsider'))).status, 404)
  t.match(await post({ project: project.id }), { status: 200, body: { deleted: 2 } })
  t.ok((await announced(app)).includes('tasks_restructured'))
  t.match(
    (await app.owner.get(`/tasks/${kept}/`)).body,
    { parent_id: null, wbs_path: '3' },
    'it moves up, behind the others',
  )
  t.same(treeFaults(await readTree(app.owner, project.id)), [])
  t.equal((await app.owner.get(`/tasks/${own.id}/`)).status, 200)
  t.equal((await app.owner.get(`/tasks/${phase}/`)).status, 404)
  await app.sql('delete from outbox_events')
  t.match((await post({ project: project.id })).body, { deleted: 0 })
  t.same(await announced(app), [])
  await app.sql('update projects set is_archived = true')
  t.equal((await post({ project: project.id })).status, 403)
})
