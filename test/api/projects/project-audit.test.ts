import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { auditRows } from '../workspace/workspace-people.ts'

t.test('administrators read what became of projects', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const { id } = await makeProject(ann, { name: 'Harbour', code: 'HARB' })
  await joinProject(app, id, bob, 300)
  await bob.post(`/projects/${id}/archive/`)
  await ann.post(`/projects/${id}/archive/`)
  await ann.post(`/projects/${id}/archive/`)
  await ann.post(`/projects/${id}/unarchive/`)
  await ann.delete(`/projects/${id}/?force=true`)
  await ann.delete(`/projects/${id}/`)
  await ann.post(`/projects/${id}/restore/`)
  await ann.patch(`/projects/${id}/`, { name: 'Port' })
  await ann.post(`/projects/${id}/transfer/`, { new_owner_user_id: bob.account.id })
  await bob.post(`/projects/${id}/archive/`)
  await bob.delete(`/projects/${id}/?force=true`)
  const rows = await auditRows(app, 'projects')
  t.strictSame(
    rows.map((row) => [row.event_type, row.actor_label, row.target_label, row.metadata]),
    [
      ['project_created', 'ann', 'Harbour', { code: 'HARB' }],
      ['project_archived', 'ann', 'Harbour', { code: 'HARB' }],
      ['project_unarchived', 'ann', 'Harbour', { code: 'HARB' }],
      ['project_deleted', 'ann', 'Harbour', { code: 'HARB', mode: 'soft' }],
      ['project_restored', 'ann', 'Harbour', { code: 'HARB' }],
      ['project_transferred', 'ann', 'Port', { code: 'HARB', new_owner_id: bob.account.id }],
      ['project_archived', 'bob', 'Port', { code: 'HARB' }],
      ['project_deleted', 'bob', 'Port', { code: 'HARB', mode: 'hard' }],
    ],
    'each once, refusals and repetitions not at all, and also after the project is gone',
  )
  const listed = await app.owner.get('/workspace/audit-events/?event_type=project_deleted')
  t.match(listed.body.results, [
    { target_type: 'project', target_id: id },
    { target_type: 'project', target_id: id },
  ])
})
