import t from 'tap'
import { routes } from '../../../api/server/routes.ts'
import { joinProject, makeProject, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { IDENTITY, inDays, makeProgram, mintClient } from './tokens.ts'

t.test('tokens of projects and programs', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const [viewer, scheduler, manager, outsider] = [
    await app.user('viewer'),
    await app.user('scheduler'),
    await app.user('manager'),
    await app.user('outsider'),
  ]
  const project = await makeProject(ann)
  for (const [user, role] of [
    [viewer, 1],
    [scheduler, 200],
    [manager, 300],
  ] as const)
    await joinProject(app, project.id, user, role)
  const root = `/projects/${project.id}/api-tokens/`

  t.test('managers mint, members read, strangers see nothing', async (t) => {
    t.equal((await outsider.get(root)).status, 404)
    t.equal((await outsider.post(root, { name: 'x' })).status, 404)
    for (const user of [viewer, scheduler]) {
      t.equal((await user.post(root, { name: 'x' })).status, 403)
      t.equal((await user.get(root)).status, 200)
    }
    const minted = await manager.post(root, { name: 'ci', status_map: { open: 'NOT_STARTED', closed: 'COMPLETE' } })
    t.equal(minted.status, 201)
    t.match(minted.body, {
      project: project.id,
      program: null,
      scopes: ['legacy:full'],
      created_by: manager.account.id,
      status_map: { open: 'NOT_STARTED', closed: 'COMPLETE' },
      token: /^svc_[0-9a-f]{64}$/,
    })
    await manager.post('/me/api-tokens/', { name: 'mine' })
    const listed = await viewer.get(root)
    t.equal(listed.body.count, 1, 'personal tokens are not among them')
    t.notOk('token' in listed.body.results[0])
    t.equal((await viewer.delete(`${root}${minted.body.id}/`)).status, 403)
    t.equal((await manager.delete(`${root}${minted.body.id}/`)).status, 204)
    t.equal((await manager.delete(`${root}${minted.body.id}/`)).status, 204)
    t.match((await viewer.get(`${root}${minted.body.id}/`)).body, { is_revoked: true })
    const events = (await socketEvents(app, project.id)).filter((name) => name.startsWith('api_token'))
    t.strictSame(events, ['api_token_minted', 'api_token_revoked'])
    const payloads = await app.sql<{ payload: object }>(
      `select socket_payload::json as payload from outbox_events where socket_name = 'api_token_minted'`,
    )
    t.match(payloads[0]?.payload, { token_prefix: minted.body.token_prefix, name: 'ci' })
  })

  t.test('the audit is for members, the address for managers', async (t) => {
    const address = `/projects/${project.id}/api-token-audit/`
    const seen = await manager.get(address)
    t.equal(seen.body.count, 2)
    t.match(seen.body.results[0], { action: 'revoked', actor_email: 'manager@example.org', source_ip: /./ })
    t.equal((await viewer.get(address)).body.results[0].source_ip, null)
    t.equal((await outsider.get(address)).status, 404)
    const page = await manager.get(`${address}?limit=1&offset=1`)
    t.match(page.body, { count: 2, next: null, previous: /offset=0/, results: [{ action: 'minted' }] })
  })

  t.test('fields are checked', async (t) => {
    for (const [body, field] of [
      [{ name: 'x', scopes: ['mcp:read'], expires_at: inDays(1) }, 'scopes'],
      [{ name: 'x', scopes: [] }, 'scopes'],
      [{ name: 'x', status_map: { open: 'DOING' } }, 'status_map'],
      [{ name: 'x', expires_at: inDays(-1) }, 'expires_at'],
      [{}, 'name'],
    ] as const) {
      const answer = await ann.post(root, body)
      t.equal(answer.status, 400)
      t.strictSame(Object.keys(answer.body), [field])
    }
  })

  t.test('a token belongs to its project: another one’s address does not lead to it', async (t) => {
    const other = await makeProject(ann)
    const minted = await mintClient(app, ann, {}, root)
    t.equal((await ann.get(`/projects/${other.id}/api-tokens/${minted.id}/`)).status, 404)
    t.equal((await ann.delete(`/projects/${other.id}/api-tokens/${minted.id}/`)).status, 404)
    t.equal((await ann.delete(`/me/api-tokens/${minted.id}/`)).status, 404)
    t.match((await ann.get(`${root}${minted.id}/`)).body, { is_revoked: false })
  })

  t.test('archived projects and closed programs let tokens be revoked, not minted', async (t) => {
    const { id } = await makeProject(ann)
    const minted = await mintClient(app, ann, {}, `/projects/${id}/api-tokens/`)
    await ann.post(`/projects/${id}/archive/`)
    t.equal((await ann.post(`/projects/${id}/api-tokens/`, { name: 'x' })).status, 403)
    t.equal((await ann.delete(`/projects/${id}/api-tokens/${minted.id}/`)).status, 204)
    t.match((await ann.get(`/projects/${id}/api-tokens/${minted.id}/`)).body, { is_revoked: true })

    const programId = await makeProgram(app, ann)
    const programRoot = `/programs/${programId}/api-tokens/`
    const ofProgram = await mintClient(app, ann, {}, programRoot)
    await app.sql('update programs set is_closed = true where id = $1', [programId])
    t.equal((await ann.post(programRoot, { name: 'x' })).status, 403)
    t.equal((await ann.delete(`${programRoot}${ofProgram.id}/`)).status, 204)
    t.match((await ann.get(`${programRoot}${ofProgram.id}/`)).body, { is_revoked: true, program: programId })
    t.equal((await ann.get(`/programs/${programId}/api-token-audit/`)).body.count, 2)
    t.equal((await outsider.get(programRoot)).status, 404)
  })

  t.test('they open no door but ingest: 401 on every route for people', async (t) => {
    const programId = await makeProgram(app, ann)
    const callers = [
      await mintClient(app, ann, {}, root),
      await mintClient(app, ann, {}, `/programs/${programId}/api-tokens/`),
    ]
    const doors = routes.filter((route) => (route.audience ?? 'account') === 'account')
    t.ok(doors.length > 50)
    for (const route of doors) {
      const path = route.path.replace(/\{\w+\}/g, project.id)
      for (const caller of callers) {
        const answer = await caller.request(route.method, path, route.method === 'GET' ? undefined : {})
        if (answer.status !== 401 || answer.body.refusal?.reason !== 'identity')
          t.fail(`${route.method} ${path}: ${answer.text}`)
      }
    }
    t.match((await callers[0]!.get(`/projects/${project.id}/`)).body, IDENTITY)
  })
})
