import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

t.test('pins are private, idempotent and work on what is archived or closed', async (t) => {
  const app = await startApp(t, { env: { SVC_MAX_USER_PINS: '2' } })
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const program = (await ann.post('/programs/', { name: 'Offshore' })).body
  const project = await makeProject(ann, { program: program.id, code: 'PIN' })
  await joinProject(app, project.id, bob, 1)
  await ann.post(`/projects/${project.id}/archive/`)
  await ann.post(`/programs/${program.id}/close/`)
  t.match(await ann.post(`/projects/${project.id}/pin/`), { status: 200, body: { is_pinned: true } })
  t.match(await ann.post(`/projects/${project.id}/pin/`), { status: 200, body: { is_pinned: true } })
  t.match(await ann.post(`/programs/${program.id}/pin/`), { status: 200, body: { is_pinned: true } })
  const third = await makeProject(ann)
  t.match(await ann.post(`/projects/${third.id}/pin/`), { status: 400, body: { code: 'pin_limit_reached' } })
  t.match((await ann.get('/auth/me/pinned/')).body, [
    { kind: 'program', id: program.id, code: 'offshore', program_id: null, program_name: null },
    { kind: 'project', id: project.id, code: 'PIN', program_id: program.id, program_name: 'Offshore', pinned_at: /Z$/ },
  ])
  t.equal((await ann.get(`/projects/${project.id}/`)).body.is_pinned, true)
  t.equal((await ann.get(`/programs/${program.id}/`)).body.is_pinned, true)
  t.equal((await ann.get(`/programs/${program.id}/projects/`)).body[0].is_pinned, true)
  t.equal((await bob.get(`/projects/${project.id}/`)).body.is_pinned, false)
  t.strictSame((await bob.get('/auth/me/pinned/')).body, [])
  t.equal((await bob.post(`/programs/${program.id}/pin/`)).status, 404)
  t.equal((await ann.delete(`/projects/${project.id}/pin/`)).status, 204)
  t.equal((await ann.delete(`/projects/${project.id}/pin/`)).status, 204)
  t.equal((await ann.delete(`/programs/${program.id}/pin/`)).status, 204)
  t.equal((await ann.post(`/projects/${third.id}/pin/`)).status, 200)
  await ann.delete(`/projects/${third.id}/`)
  t.strictSame((await ann.get('/auth/me/pinned/')).body, [], 'what is in the trash is not at hand')
})
