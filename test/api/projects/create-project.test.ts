import t from 'tap'
import { createProgram } from '../../../api/programs/create-program.ts'
import { createProject } from '../../../api/projects/create-project.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

t.test('the system creates programs and projects for an owner', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const ownerId = ann.account.id
  const made = await app.services.systemContext(async (ctx) => {
    const program = await createProgram(ctx, { name: 'Sample', ownerId, isSample: true, sampleKey: 'wind' })
    const project = await createProject(ctx, {
      name: 'Foundations',
      start_date: '2026-01-05',
      program: program.id,
      lead: bob.account.id,
      ownerId,
      isSample: true,
    })
    return { programId: program.id, projectId: project.id }
  })
  t.match((await ann.get(`/projects/${made.projectId}/`)).body, {
    my_role: 400,
    is_sample: true,
    program: made.programId,
    lead_detail: { username: 'bob' },
  })
  t.match((await ann.get(`/programs/${made.programId}/`)).body, { my_role: 400, is_sample: true, project_count: 1 })
  await t.rejects(
    app.services.systemContext((ctx) => createProject(ctx, { name: 'Nobody’s', start_date: '2026-01-05' })),
    /no account acts here/,
  )
})

t.test('a lead of a new project is somebody the creator could add', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const create = (lead: string) => ann.post('/projects/', { name: 'Led', start_date: '2026-01-05', lead })
  t.strictSame(Object.keys((await create(bob.account.id)).body), ['lead'])
  t.equal((await create(ann.account.id)).status, 201)
  const shared = await makeProject(ann)
  await joinProject(app, shared.id, bob, 1)
  t.equal((await create(bob.account.id)).status, 201)
})

t.test('of two Owners who leave at once, one stays', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  for (let round = 0; round < 5; round++) {
    const { id } = await makeProject(ann)
    const bobs = await joinProject(app, id, bob, 400)
    const anns = (await ann.get(`/projects/${id}/members/?self=true`)).body[0].id
    const left = await Promise.all([
      ann.delete(`/projects/${id}/members/${anns}/`),
      bob.delete(`/projects/${id}/members/${bobs}/`),
    ])
    t.strictSame(left.map((answer) => answer.status).sort(), [204, 400])
  }
})

t.test('a write that waited while the project was archived is refused', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { id } = await makeProject(ann)
  const em = app.services.orm.em.fork()
  await em.begin()
  await em
    .getConnection()
    .execute('update project_counters set sync_seq = sync_seq + 1', [], 'run', em.getTransactionContext())
  await em.getConnection().execute('update projects set is_archived = true', [], 'run', em.getTransactionContext())
  const waiting = ann.patch(`/projects/${id}/`, { name: 'Too late' })
  await new Promise((done) => setTimeout(done, 200))
  await em.commit()
  t.equal((await waiting).status, 403)
  t.equal((await ann.get(`/projects/${id}/`)).body.name, 'Website Redesign')
})
