/** An administrator: invites somebody, watches tokens, empties and restores the trash, shuts an account. */
import t from 'tap'
import { Client } from '../support/client.ts'
import { joinProject, makeProject } from '../support/projects.ts'
import { startApp } from '../support/start-app.ts'

t.test('an administrator with trash and tokens', async (t) => {
  const app = await startApp(t)
  const { owner } = app
  const max = await app.user('max')
  const project = await makeProject(owner, { name: 'Depot' })
  await joinProject(app, project.id, max, 300)
  const task = (await owner.post('/tasks/', { project: project.id, name: 'Fence', duration: 2 })).body.id as string

  const minted = await max.post('/me/api-tokens/', { name: 'nightly export' })
  const script = new Client(app.url, minted.body.token)
  await t.test('a token works as its person does', async (t) => {
    t.equal(minted.status, 201, minted.text)
    t.equal((await script.get(`/tasks/${task}/`)).body.name, 'Fence')
  })

  await t.test('a project is put into the trash by its admin alone, and comes back as it was', async (t) => {
    t.equal((await max.delete(`/projects/${project.id}/`)).status, 403)
    t.equal((await owner.delete(`/projects/${project.id}/`)).status, 204)
    t.equal((await script.get(`/tasks/${task}/`)).status, 404, 'gone for scripts too')
    const [row] = (await owner.get('/projects/trash/')).body
    t.match(row, { id: project.id, deleted_by_name: 'owner', can_restore: true })
    t.ok(row.days_remaining > 0, 'for some days')
    t.equal((await owner.post(`/projects/${project.id}/restore/`)).status, 200)
    t.equal((await script.get(`/tasks/${task}/`)).body.name, 'Fence')
  })

  await t.test('what is deleted for good asks twice, and stays gone', async (t) => {
    t.equal((await owner.delete(`/projects/${project.id}/?force=true`)).status, 400, 'not while it is in use')
    await owner.post(`/projects/${project.id}/archive/`)
    t.equal((await owner.delete(`/projects/${project.id}/?force=true`)).status, 204)
    t.equal((await owner.post(`/projects/${project.id}/restore/`)).status, 404)
    t.notMatch((await owner.get('/projects/trash/')).text, project.id)
  })

  await t.test('an account that is shut takes its tokens with it', async (t) => {
    t.equal((await script.get('/auth/me/')).status, 200)
    const shut = await owner.delete(`/workspace/members/${max.account.id}/`)
    t.ok(shut.status < 300, shut.text)
    t.equal((await script.get('/auth/me/')).status, 401)
    t.equal((await max.get('/auth/me/')).status, 401)
  })

  await t.test('somebody new is invited in place, and the audit tells who did what', async (t) => {
    t.equal((await owner.post('/workspace/invites/', { email: 'ida@example.org' })).status, 201)
    t.match((await owner.get('/workspace/invites/?status=pending')).text, 'ida@example.org')
    const audit = await owner.get('/workspace/audit-events/')
    t.equal(audit.status, 200)
    t.ok(audit.body.results.length > 0)
    t.equal((await max.get('/workspace/audit-events/')).status, 401)
  })
})
