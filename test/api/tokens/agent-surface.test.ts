import t from 'tap'
import { routes } from '../../../api/server/routes.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject, buildTask } from '../schedule/build-project.ts'
import { IDENTITY, makeProgram, mintAgent, mintClient, POLICY } from './tokens.ts'

t.test('what an agent reaches', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const agent = await mintAgent(app, ann)

  t.test('each view readable for agents answers; each other is refused as no place for the token', async (t) => {
    const readable = new Set(routes.filter((route) => route.agentReadable).map((route) => route.path))
    const named = [
      '/projects/',
      '/projects/{id}/',
      '/programs/',
      '/programs/{id}/',
      '/tasks/',
      '/tasks/{id}/',
      '/auth/me/',
    ]
    for (const path of named) t.ok(readable.has(path), path)
    const project = await makeProject(ann)
    for (const route of routes) {
      if ((route.audience ?? 'account') !== 'account') continue
      const path = route.path.replace(/\{\w+\}/g, project.id)
      const answer = await agent.request(route.method, path, route.method === 'GET' ? undefined : {})
      const isOnView = readable.has(route.path)
      if (!isOnView) {
        if (answer.status !== 401 || answer.body.refusal?.reason !== 'identity')
          t.fail(`${route.method} ${path}: ${answer.text}`)
      } else if (route.method !== 'GET') {
        if (answer.status !== 403 || answer.body.refusal?.reason !== 'policy')
          t.fail(`${route.method} ${path}: ${answer.text}`)
      } else if (answer.status === 401 || answer.status === 403 || answer.status >= 500) {
        t.fail(`${route.method} ${path}: ${answer.text}`)
      }
    }
    t.equal((await agent.get('/auth/me/')).status, 200)
    t.match((await agent.get('/calendars/')).body, IDENTITY)
    t.match((await agent.post('/projects/', { name: 'x', start_date: '2026-01-05' })).body, POLICY)
    t.equal((await agent.delete(`/projects/${project.id}/`)).status, 403)
    t.equal((await ann.get(`/projects/${project.id}/`)).status, 200, 'nothing was deleted')
  })

  t.test('a project that opted out is withheld, refused by address and absent by row', async (t) => {
    const [open, shut] = [await makeProject(ann), await makeProject(ann)]
    const openTask = await buildTask(app, open.id, { name: 'Seen' })
    const shutTask = await buildTask(app, shut.id, { name: 'Kept' })
    await ann.patch(`/projects/${shut.id}/`, { mcp_enabled: false })
    const ids = async (caller: typeof agent | typeof ann, path: string) =>
      (await caller.get(path)).body.results.map((row: { id: string }) => row.id)
    t.ok((await ids(agent, '/projects/')).includes(open.id))
    t.notOk((await ids(agent, '/projects/')).includes(shut.id))
    t.ok((await ids(agent, '/tasks/')).includes(openTask))
    t.notOk((await ids(agent, '/tasks/')).includes(shutTask))
    t.strictSame(await ids(agent, `/tasks/?project=${shut.id}`), [])
    t.strictSame((await agent.get(`/tasks/search/?project=${shut.id}&q=kept`)).body, [])
    t.equal((await agent.get(`/tasks/search/?project=${open.id}&q=seen`)).body.length, 1)
    for (const path of [
      '',
      'schedule/derivation/?quantity=early_start',
      'monte-carlo/latest/',
      'monte-carlo/whatif/',
    ]) {
      const refused = await agent.get(`/projects/${shut.id}/${path}`)
      t.equal(refused.status, 403, path)
      t.match(refused.body, POLICY)
    }
    t.equal((await agent.get(`/tasks/${shutTask}/`)).status, 404)
    t.equal((await agent.get(`/tasks/${openTask}/`)).status, 200)

    const full = await mintClient(app, ann)
    for (const caller of [ann, full]) {
      t.ok((await ids(caller as never, '/tasks/')).includes(shutTask))
      t.equal((await caller.get(`/projects/${shut.id}/`)).status, 200)
      t.equal((await caller.get(`/tasks/${shutTask}/`)).status, 200)
    }
    const stranger = await mintAgent(app, await app.user('stranger'))
    t.equal((await stranger.get(`/projects/${shut.id}/`)).status, 404, 'a stranger does not learn of it')
  })

  t.test('a program or the workspace opts out for all below', async (t) => {
    const programId = await makeProgram(app, ann)
    const projectId = await buildProject(app, [[ann, 400]], { programId })
    t.equal((await agent.get(`/projects/${projectId}/`)).status, 200)
    t.equal((await agent.get(`/programs/${programId}/projects/`)).status, 200)
    await app.sql('update programs set mcp_enabled = false where id = $1', [programId])
    t.equal((await agent.get(`/projects/${projectId}/`)).status, 403)
    t.equal((await agent.get(`/programs/${programId}/`)).status, 404)
    t.equal((await agent.get(`/programs/${programId}/projects/`)).status, 404)
    t.strictSame((await agent.get('/programs/')).body.results, [])
    t.equal((await ann.get(`/programs/${programId}/`)).status, 200)
    await app.sql('update projects set mcp_enabled = true where id = $1', [projectId])
    t.equal((await agent.get(`/projects/${projectId}/`)).status, 200, 'the own word of a project comes first')
    await app.sql('update projects set mcp_enabled = null where id = $1', [projectId])
    await app.sql('update programs set mcp_enabled = null where id = $1', [programId])
    t.equal((await agent.get(`/projects/${projectId}/`)).status, 200)
    await app.sql('update workspace set mcp_enabled = false')
    t.equal((await agent.get(`/projects/${projectId}/`)).status, 403)
    t.equal((await agent.get('/projects/')).body.count, 0)
    t.equal((await agent.get('/tasks/')).body.count, 0)
    await app.sql('update workspace set mcp_enabled = true')
  })
})

t.test('the switch of the installation ends every agent read and nothing else', async (t) => {
  const app = await startApp(t, { env: { SVC_MCP_ENABLED: 'false' } })
  const ann = await app.user('ann')
  const [agent, full] = [await mintAgent(app, ann), await mintClient(app, ann)]
  for (const path of ['/auth/me/', '/projects/', '/tasks/', '/programs/']) {
    const refused = await agent.get(path)
    t.equal(refused.status, 403)
    t.match(refused.body, POLICY)
    t.equal((await full.get(path)).status, 200)
    t.equal((await ann.get(path)).status, 200)
  }
  t.equal((await agent.get('/calendars/')).status, 401)
})

t.test('each agent token has its own count, a narrower one for what computes', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_MCP_READ_RATE: '20/min' } })
  const ann = await app.user('ann')
  const [one, two] = [await mintAgent(app, ann), await mintAgent(app, ann)]
  const { id } = await makeProject(ann)
  const statuses = async (count: number, path: string, caller = one) => {
    const seen: number[] = []
    for (let index = 0; index < count; index++) seen.push((await caller.get(path)).status)
    return seen
  }
  const computed = await statuses(13, `/projects/${id}/monte-carlo/latest/`)
  t.strictSame(computed.slice(0, 12), Array(12).fill(404), 'twelve find no simulation')
  t.equal(computed[12], 429)
  t.equal((await one.get('/auth/me/')).status, 200, 'plain reads go on')
  const rest = await statuses(8, '/auth/me/')
  t.equal(rest.filter((status) => status === 200).length, 6, '20 in all: 13 computing ones, the read before and these')
  t.equal((await two.get('/auth/me/')).status, 200, 'the other token is counted apart')
  t.equal((await ann.get(`/projects/${id}/monte-carlo/latest/`)).status, 404, 'people are not counted with it')
})
