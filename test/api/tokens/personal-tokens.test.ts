import { createHash } from 'node:crypto'
import t from 'tap'
import { revokeAllPersonalTokens } from '../../../api/tokens/revoke-token.ts'
import { Client } from '../../support/client.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { IDENTITY, inDays, mintAgent, mintClient, POLICY } from './tokens.ts'

t.test('personal tokens', async (t) => {
  const app = await startApp(t)

  t.test('the secret is told once, stored as a hash, and its prefix recognises it', async (t) => {
    const ann = await app.user('ann')
    const minted = await ann.post('/me/api-tokens/', { name: '  laptop  ' })
    t.equal(minted.status, 201)
    t.match(minted.body.token, /^svc_[0-9a-f]{64}$/)
    t.equal(minted.body.token_prefix, minted.body.token.slice(4, 12))
    t.match(minted.body, {
      name: 'laptop',
      scopes: ['legacy:full'],
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      is_revoked: false,
      is_expired: false,
    })
    const one = await ann.get(`/me/api-tokens/${minted.body.id}/`)
    t.notOk('token' in one.body)
    const listed = await ann.get('/me/api-tokens/')
    t.match(listed.body, { count: 1, next: null, previous: null, results: [one.body] })
    const stored = await app.sql<{ token_hash: string }>('select * from api_tokens where id = $1', [minted.body.id])
    t.equal(stored[0]?.token_hash, createHash('sha256').update(minted.body.token).digest('hex'))
    t.notOk(JSON.stringify(stored).includes(minted.body.token.slice(12)))
    t.equal((await ann.post('/me/api-tokens/', { name: 'x' }, { 'Idempotency-Key': 'k' })).status, 201)
    const again = await ann.post('/me/api-tokens/', { name: 'x' }, { 'Idempotency-Key': 'k' })
    t.equal(again.headers.get('idempotent-replay'), null, 'a secret is never stored for a replay')
    t.equal((await app.sql('select 1 from idempotency_keys')).length, 0)
  })

  t.test('a full token acts as its owner, no more', async (t) => {
    const bea = await app.user('bea')
    const project = await makeProject(bea)
    const script = await mintClient(app, bea)
    t.equal((await script.get('/auth/me/')).body.id, bea.account.id)
    t.equal((await script.patch(`/projects/${project.id}/`, { name: 'Renamed' })).status, 200)
    t.equal((await script.get('/me/api-tokens/')).status, 403)
    const stranger = await mintClient(app, await app.user('carl'))
    t.equal((await stranger.get(`/projects/${project.id}/`)).status, 404)
    t.ok((await bea.get(`/me/api-tokens/${script.id}/`)).body.last_used_at)
  })

  t.test('fields are checked', async (t) => {
    const dan = await app.user('dan')
    const refused = async (body: object, field: string) => {
      const answer = await dan.post('/me/api-tokens/', body)
      t.equal(answer.status, 400, answer.text)
      t.strictSame(Object.keys(answer.body), [field])
    }
    await refused({}, 'name')
    await refused({ name: '   ' }, 'name')
    await refused({ name: 'x'.repeat(129) }, 'name')
    await refused({ name: 'x', scopes: [] }, 'scopes')
    await refused({ name: 'x', scopes: ['admin'] }, 'scopes')
    await refused({ name: 'x', scopes: ['legacy:full', 'mcp:read'], expires_at: inDays(1) }, 'scopes')
    await refused({ name: 'x', expires_at: inDays(-1) }, 'expires_at')
    await refused({ name: 'x', expires_at: 'tomorrow' }, 'expires_at')
    await refused({ name: 'x', scopes: ['mcp:read'] }, 'expires_at')
    await refused({ name: 'x', scopes: ['mcp:read'], expires_at: null }, 'expires_at')
    await refused({ name: 'x', scopes: ['mcp:read'], expires_at: inDays(366) }, 'expires_at')
    t.equal(
      (await dan.post('/me/api-tokens/', { name: 'x', scopes: ['mcp:read'], expires_at: inDays(364.9) })).status,
      201,
    )
    t.equal((await app.sql(`select 1 from api_tokens where owner_id = $1`, [dan.account.id])).length, 1)
  })

  t.test('of 50 parallel mints ten win; revoked and expired ones make room', async (t) => {
    const eve = await app.user('eve')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => eve.post('/me/api-tokens/', { name: `n${index}` })),
    )
    const won = answers.filter((answer) => answer.status === 201)
    const lost = answers.filter((answer) => answer.status === 400)
    t.equal(won.length, 10)
    t.equal(lost.length, 40)
    t.strictSame(Object.keys(lost[0]?.body ?? {}), ['detail'])
    t.equal((await eve.delete(`/me/api-tokens/${won[0]?.body.id}/`)).status, 204)
    t.equal((await eve.post('/me/api-tokens/', { name: 'room' })).status, 201)
    t.equal((await eve.post('/me/api-tokens/', { name: 'full' })).status, 400)
    await app.sql(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [won[1]?.body.id])
    t.equal((await eve.post('/me/api-tokens/', { name: 'room again' })).status, 201)
  })

  t.test('revoking is for good, the same twice, and only of one’s own', async (t) => {
    const fay = await app.user('fay')
    const gus = await app.user('gus')
    const script = await mintClient(app, fay)
    t.equal((await gus.delete(`/me/api-tokens/${script.id}/`)).status, 404)
    t.equal((await gus.get(`/me/api-tokens/${script.id}/`)).status, 404)
    t.equal((await script.get('/auth/me/')).status, 200)
    t.equal((await fay.delete(`/me/api-tokens/${script.id}/`)).status, 204)
    const first = (await fay.get(`/me/api-tokens/${script.id}/`)).body
    t.equal((await fay.delete(`/me/api-tokens/${script.id}/`)).status, 204)
    t.strictSame((await fay.get(`/me/api-tokens/${script.id}/`)).body, first)
    t.equal(first.is_revoked, true)
    const refused = await script.get('/auth/me/')
    t.equal(refused.status, 401)
    t.match(refused.body, IDENTITY)
    t.equal(refused.headers.get('www-authenticate'), 'Bearer')
    const audit = await fay.get('/me/api-token-audit/')
    t.equal(audit.body.count, 2)
    t.match(audit.body.results, [
      {
        action: 'revoked',
        token: script.id,
        actor: fay.account.id,
        actor_email: 'fay@example.org',
        detail: { name: 'script' },
      },
      { action: 'minted', detail: { name: 'script', scopes: ['legacy:full'] }, source_ip: /./ },
    ])
    t.equal((await gus.get('/me/api-token-audit/')).body.count, 0)
  })

  t.test('a sweep ends every token of an account and says why', async (t) => {
    const hal = await app.user('hal')
    const [one, two] = [await mintClient(app, hal), await mintAgent(app, hal)]
    await app.services.systemContext((ctx) => revokeAllPersonalTokens(ctx, hal.account.id, 'password_reset'))
    t.equal((await one.get('/auth/me/')).status, 401)
    t.equal((await two.get('/auth/me/')).status, 401)
    const { results } = (await hal.get('/me/api-token-audit/?limit=2')).body
    t.match(results, [
      { action: 'revoked', actor: null, detail: { reason: 'password_reset' } },
      { action: 'revoked', actor: null, detail: { reason: 'password_reset' } },
    ])
  })

  t.test('nothing tells bad tokens apart', async (t) => {
    const ida = await app.user('ida')
    const [good, expired] = [await mintClient(app, ida), await mintClient(app, ida)]
    await app.sql(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
    const over = await new Client(app.url, expired.raw).get('/auth/me/')
    t.match(
      over,
      { status: 401, body: { code: 'token_expired', ...IDENTITY } },
      'but for one that was good until it expired',
    )
    const bad = [
      `svc_${'0'.repeat(64)}`,
      'svc_',
      good.raw.slice(0, -1),
      `${good.raw}0`,
      good.raw.toUpperCase().replace('SVC_', 'svc_'),
      `svc_${'g'.repeat(64)}`,
    ]
    const answers = await Promise.all(bad.map((raw) => new Client(app.url, raw).get('/auth/me/')))
    for (const answer of answers) {
      t.equal(answer.status, 401)
      t.equal(answer.text, answers[0]?.text)
      t.match(answer.body, IDENTITY)
    }
    t.equal((await app.anonymous.get('/auth/me/', { Authorization: good.raw })).status, 401, 'Bearer is part of it')
    await app.sql('update accounts set is_active = false where id = $1', [ida.account.id])
    t.equal((await good.get('/auth/me/')).text, answers[0]?.text, 'nor an owner who is out')
  })

  t.test('the management of tokens is for people signed in', async (t) => {
    const kim = await app.user('kim')
    const project = await makeProject(kim)
    const full = await mintClient(app, kim)
    const agent = await mintAgent(app, kim)
    const ingest = await mintClient(app, kim, {}, `/projects/${project.id}/api-tokens/`)
    const surfaces: [string, string][] = [
      ['GET', '/me/api-tokens/'],
      ['POST', '/me/api-tokens/'],
      ['GET', `/me/api-tokens/${full.id}/`],
      ['DELETE', `/me/api-tokens/${full.id}/`],
      ['GET', '/me/api-token-audit/'],
      ['GET', `/projects/${project.id}/api-tokens/`],
      ['POST', `/projects/${project.id}/api-tokens/`],
      ['DELETE', `/projects/${project.id}/api-tokens/${ingest.id}/`],
      ['GET', `/projects/${project.id}/api-token-audit/`],
      ['GET', `/programs/${project.id}/api-tokens/`],
      ['POST', `/programs/${project.id}/api-tokens/`],
      ['GET', `/programs/${project.id}/api-token-audit/`],
    ]
    for (const [method, path] of surfaces) {
      const body = method === 'POST' ? { name: 'x' } : undefined
      for (const caller of [full, ingest]) {
        const answer = await caller.request(method, path, body)
        t.equal(answer.status, 403, `${method} ${path}`)
        t.strictSame(answer.body, { detail: answer.body.detail, ...POLICY })
      }
      const ofWrongScope = await agent.request(method, path, body)
      t.equal(ofWrongScope.status, 401, `${method} ${path}`)
      t.match(ofWrongScope.body, IDENTITY)
      t.equal((await app.anonymous.request(method, path)).status, 401)
    }
    t.equal((await full.get('/auth/me/')).status, 200, 'none of it revoked anything')
  })
})

t.test('tokens are minted and revoked at a bounded rate', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_TOKEN_REVOCATION_PER_MINUTE: '3' } })
  const ann = await app.user('ann')
  const mints = []
  for (let index = 0; index < 6; index++) mints.push(await ann.post('/me/api-tokens/', { name: 'x' }))
  t.strictSame(
    mints.map((answer) => answer.status),
    [201, 201, 201, 201, 201, 429],
  )
  t.ok(mints[5]?.headers.get('retry-after'))
  const revocations = []
  for (let index = 0; index < 4; index++) revocations.push(await ann.delete(`/me/api-tokens/${mints[0]?.body.id}/`))
  t.strictSame(
    revocations.map((answer) => answer.status),
    [204, 204, 204, 429],
  )
})

t.test('a token ends at its hour, by the clock of the service', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  const ann = await app.user('ann')
  const script = await mintClient(app, ann, { expires_at: new Date(clock.now().getTime() + 60_000).toISOString() })
  clock.advance(59)
  t.equal((await script.get('/auth/me/')).status, 200)
  clock.advance(1)
  t.equal((await script.get('/auth/me/')).status, 401)
  t.equal((await ann.get(`/me/api-tokens/${script.id}/`)).body.is_expired, true)
})
