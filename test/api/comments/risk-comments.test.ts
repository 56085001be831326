import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'

t.test('comments on a risk', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const risk = (await member.post(`/projects/${project.id}/risks/`, { title: 'Flood', probability: 2, impact: 3 })).body
    .id
  const path = `/projects/${project.id}/risks/${risk}/comments/`

  await t.test('are said by members, read by viewers, and stay', async (t) => {
    const made = await member.post(path, { message: 'The river rises' })
    t.equal(made.status, 201)
    t.match(made.body, {
      message: 'The river rises',
      author: { id: member.account.id, display_name: /./ },
      created_at: /Z$/,
    })
    await member.post(path, { message: 'It fell' })
    const listed = (await viewer.get(path)).body
    t.same([listed.count, listed.results[0].id], [2, made.body.id], 'the oldest first')
    t.equal((await viewer.get(`${path}?search=fell`)).body.count, 1)
    t.equal((await viewer.post(path, { message: 'X' })).status, 403)
    t.equal((await (await app.user('outsider')).get(path)).status, 404)
    t.same((await framesOf(app, 'comment_created'))[0], { id: made.body.id, risk_id: risk })
    const [told] = await webhooksOf(app, 'comment.created')
    t.match(told, { risk_id: risk, comment_id: made.body.id, author: member.account.id, source: 'api' })
    t.notOk(JSON.stringify(told).includes('river'))
  })

  await t.test('of another project, of a deleted risk and without words are none', async (t) => {
    const other = await buildProject(app)
    t.equal((await app.owner.get(`/projects/${other.id}/risks/${risk}/comments/`)).status, 404)
    for (const message of ['', ' \n', 'x'.repeat(10_001), 7])
      t.same(Object.keys((await member.post(path, { message })).body), ['message'])
    t.equal((await app.owner.delete(`/projects/${project.id}/risks/${risk}/`)).status, 204)
    t.equal((await member.get(path)).status, 404)
    t.equal((await member.post(path, { message: 'X' })).status, 404)
  })
})
