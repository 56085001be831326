/** An agent with its token: what it may read, what it is refused, what is written down of it, and how it is stopped. */
import t from 'tap'
import { Client } from '../support/client.ts'
import { makeProject } from '../support/projects.ts'
import { startApp } from '../support/start-app.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

t.test('an agent with its token', async (t) => {
  const app = await startApp(t)
  const [ann, eve] = [await app.user('ann'), await app.user('eve')]
  const open = await makeProject(ann, { name: 'Open' })
  const closed = await makeProject(ann, { name: 'Closed' })
  const foreign = await makeProject(eve, { name: 'Foreign' })
  const task = (await ann.post('/tasks/', { project: open.id, name: 'Seen', duration: 3 })).body.id as string
  await app.runJobs()
  await ann.patch(`/projects/${closed.id}/`, { mcp_enabled: false })
  const minted = await ann.post('/me/api-tokens/', { name: 'helper', scopes: ['mcp:read'], expires_at: inDays(30) })
  const agent = new Client(app.url, minted.body.token)

  await t.test('the token is told once', async (t) => {
    t.equal(minted.status, 201)
    const listed = await ann.get('/me/api-tokens/')
    t.notMatch(listed.text, minted.body.token)
    t.match(listed.text, 'helper')
  })

  await t.test('it reads what its person may, but for what opted out', async (t) => {
    const { body } = await agent.get('/projects/')
    t.same(
      body.results.map((row: { id: string }) => row.id),
      [open.id],
    )
    t.equal((await agent.get(`/tasks/${task}/`)).body.name, 'Seen')
    t.equal((await agent.get(`/projects/${foreign.id}/`)).status, 404, 'nor what its person may not')
    t.not((await agent.get(`/projects/${closed.id}/`)).status, 200)
  })

  await t.test('it writes nothing, and is told why', async (t) => {
    const refused = await agent.patch(`/tasks/${task}/`, { name: 'Changed' })
    t.equal(refused.status, 403)
    t.match(refused.body.refusal, { verdict: 'refused', reason: 'policy' })
    t.equal((await ann.get(`/tasks/${task}/`)).body.name, 'Seen')
  })

  await t.test('its person reads what it did', async (t) => {
    const { body } = await ann.get('/agent-actions/')
    t.ok(body.count >= 4)
    const refused = (await ann.get('/agent-actions/?verdict=refused')).body.results
    t.ok(refused.some((row: { method: string }) => row.method === 'PATCH'))
    t.equal((await eve.get('/agent-actions/')).body.count, 0, 'others do not')
  })

  await t.test('revoked, it is nobody', async (t) => {
    t.equal((await ann.delete(`/me/api-tokens/${minted.body.id}/`)).status, 204)
    t.equal((await agent.get('/projects/')).status, 401)
  })
})
