import t from 'tap'
import { openSecret } from '../../../api/platform/secrets-box.ts'
import type { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { IDENTITY, mintAgent, mintClient, POLICY } from '../tokens/tokens.ts'
import { ENV } from './browser.ts'

const ROOT = '/workspace/sso/providers/'
const FULL = {
  slug: 'okta',
  client_id: 'abc',
  client_secret: 'hunter2-hunter2',
  server_url: 'https://works.okta.example',
  allowed_email_domains: ['@Example.ORG', 'example.org', 'works.example'],
}

t.test('identity providers of the workspace', async (t) => {
  const app = await startApp(t, { env: ENV })
  const owner = app.owner
  const admin = await app.user('admin')
  const member = await app.user('member')
  await app.sql('insert into workspace_members (account_id, role) values ($1, 300)', [admin.account.id])

  t.test('Admins set them up, in a session', async (t) => {
    const made = await admin.post(ROOT, { ...FULL, enabled: true })
    t.equal(made.status, 201, made.text)
    t.match(made.body, {
      slug: 'okta',
      provider: 'okta',
      kind: 'oidc',
      display_name: 'Okta',
      enabled: true,
      client_id: 'abc',
      server_url: 'https://works.okta.example',
      github_org: '',
      scopes: ['openid', 'email', 'profile'],
      allowed_email_domains: ['example.org', 'works.example'],
      auto_create_members: false,
      default_role: 100,
      allow_password_signin: true,
      allow_password_signin_enforced: false,
      secret_set: true,
      redirect_uri: 'http://svc.test/api/v1/auth/oidc/callback/',
      linked_account_count: 0,
      locked_out_account_count: 0,
    })
    t.notOk(made.text.includes('hunter2'))
    t.strictSame((await admin.get(`${ROOT}okta/`)).body, made.body)
    t.strictSame((await owner.get(ROOT)).body, [made.body])
    t.equal((await admin.post(ROOT, FULL)).status, 409)
    t.equal((await admin.get(`${ROOT}auth0/`)).status, 404)
    const [stored] = await app.sql<{ sealed_secret: string }>('select sealed_secret from sso_providers')
    t.notOk(stored?.sealed_secret.includes('hunter2'))
    t.equal(openSecret(app.services, 'sso:okta', stored?.sealed_secret ?? ''), 'hunter2-hunter2')
    const audit = await app.sql<{ text: string }>('select metadata::text as text from workspace_audit_events')
    t.equal(audit.length, 1)
    t.notOk(audit[0]?.text.includes('hunter2'))
  })

  t.test('nobody else, and no token', async (t) => {
    const doors: [string, string][] = [
      ['GET', ROOT],
      ['POST', ROOT],
      ['GET', `${ROOT}okta/`],
      ['PUT', `${ROOT}okta/`],
      ['PATCH', `${ROOT}okta/`],
      ['DELETE', `${ROOT}okta/`],
      ['POST', `${ROOT}okta/test-connection/`],
    ]
    const tokens: [Client, number, object][] = [
      [await mintClient(app, owner), 403, POLICY],
      [await mintAgent(app, owner), 401, IDENTITY],
    ]
    for (const [method, path] of doors) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const refused = await member.request(method, path, body)
      t.equal(refused.status, 403, `${method} ${path}`)
      t.strictSame(Object.keys(refused.body), ['detail'])
      t.equal((await app.anonymous.request(method, path, body)).status, 401)
      for (const [token, status, refusal] of tokens) {
        const answer = await token.request(method, path, body)
        t.equal(answer.status, status)
        t.match(answer.body, refusal)
      }
    }
    t.equal((await admin.get(ROOT)).body.length, 1)
  })

  t.test('fields are checked', async (t) => {
    const refused = async (fields: object, field: string) => {
      const answer = await owner.patch(`${ROOT}okta/`, fields)
      t.equal(answer.status, 400, JSON.stringify(fields))
      t.strictSame(Object.keys(answer.body), [field])
    }
    await refused({ client_secret: '' }, 'client_secret')
    await refused({ client_secret: '   ' }, 'client_secret')
    await refused({ allow_password_signin: false }, 'allow_password_signin')
    await refused({ allow_password_signin: true }, 'allow_password_signin')
    await refused({ default_role: 200 }, 'default_role')
    await refused({ default_role: 400 }, 'default_role')
    await refused({ allowed_email_domains: ['a b'] }, 'allowed_email_domains')
    await refused({ allowed_email_domains: ['x@example.org'] }, 'allowed_email_domains')
    await refused({ allowed_email_domains: ['example.org/x'] }, 'allowed_email_domains')
    await refused({ github_org: 'works' }, 'github_org')
    for (const server_url of [
      'works.okta.example',
      '/relative',
      'ftp://works.okta.example',
      'https://works.okta.example?x=1',
      'https://works.okta.example#x',
      'https://user:pw@works.okta.example',
      'https://works.okta.example/.well-known/openid-configuration',
    ])
      await refused({ server_url }, 'server_url')
    await refused({ server_url: '' }, 'enabled')
    await refused({ allowed_email_domains: [] }, 'enabled')
    await refused({ client_id: '' }, 'enabled')
    t.equal((await owner.post(ROOT, { slug: 'facebook' })).status, 400)
    const bare = await owner.post(ROOT, { slug: 'keycloak', enabled: true })
    t.match(bare.body, { enabled: [/client_id, client_secret, allowed_email_domains, server_url/] })
    t.equal((await owner.get(`${ROOT}keycloak/`)).status, 404, 'a refused one is not there')
    t.equal(
      (await owner.patch(`${ROOT}okta/`, { server_url: 'http://localhost:8080' })).status,
      200,
      'http while developing',
    )
    await owner.patch(`${ROOT}okta/`, { server_url: FULL.server_url })
  })

  t.test('a role at or above one’s own cannot be given away', async (t) => {
    t.equal((await admin.patch(`${ROOT}okta/`, { default_role: 300 })).status, 403)
    t.strictSame(Object.keys((await admin.patch(`${ROOT}okta/`, { default_role: 300 })).body), ['detail'])
    t.equal((await admin.post(ROOT, { slug: 'gitlab', default_role: 300 })).status, 403)
    t.equal((await admin.patch(`${ROOT}okta/`, { default_role: 100 })).status, 200)
    t.equal((await owner.patch(`${ROOT}okta/`, { default_role: 300 })).body.default_role, 300)
    t.equal((await admin.get(`${ROOT}gitlab/`)).status, 404)
  })

  t.test('a replacement forgets what it does not say, but not the secret', async (t) => {
    const fields = { client_id: 'new', server_url: FULL.server_url, allowed_email_domains: ['works.example'] }
    const replaced = await owner.put(`${ROOT}okta/`, fields)
    t.match(replaced.body, {
      client_id: 'new',
      enabled: false,
      default_role: 100,
      secret_set: true,
      display_name: 'Okta',
    })
    t.match((await owner.patch(`${ROOT}okta/`, { enabled: true })).body, { client_id: 'new', enabled: true })
    t.equal((await owner.put(`${ROOT}auth0/`, fields)).status, 404)
  })

  t.test('presets with a fixed address, and the one without', async (t) => {
    const google = await owner.post(ROOT, { slug: 'google' })
    t.match(google.body, { server_url: 'https://accounts.google.com', display_name: 'Google', enabled: false })
    t.equal((await owner.patch(`${ROOT}google/`, { server_url: 'https://evil.example' })).status, 400)
    const github = await owner.post(ROOT, { slug: 'github', github_org: 'works' })
    t.match(github.body, { kind: 'oauth2', server_url: '', scopes: ['read:user', 'user:email', 'read:org'] })
    t.equal((await owner.patch(`${ROOT}github/`, { server_url: 'https://ghe.example' })).status, 400)
    const ready = { client_id: 'a', client_secret: 'b', allowed_email_domains: ['example.org'], enabled: true }
    t.equal((await owner.patch(`${ROOT}github/`, ready)).status, 200)
    t.match((await owner.post(`${ROOT}github/test-connection/`)).body, { ok: true })
    await owner.post(ROOT, { slug: 'entra' })
    t.match((await owner.post(`${ROOT}entra/test-connection/`)).body, { ok: false, error: 'no_issuer' })
    t.equal((await owner.post(`${ROOT}zitadel/test-connection/`)).status, 404)
    await owner.post(ROOT, { slug: 'generic', server_url: 'http://10.0.0.1' })
    t.match((await owner.post(`${ROOT}generic/test-connection/`)).body, { ok: false, error: 'address_refused' })
    await owner.patch(`${ROOT}generic/`, { server_url: 'http://127.0.0.1:9' })
    t.match((await owner.post(`${ROOT}generic/test-connection/`)).body, { ok: false, error: 'unreachable' })
  })

  t.test('people who could not sign in any more are counted, and removing asks twice', async (t) => {
    const link = (username: string, slug: string) =>
      app.sql(
        `insert into sso_identities (id, provider_slug, issuer, subject, account_id)
         select gen_random_uuid(), $2, 'https://i.example', username, id from accounts where username = $1`,
        [username, slug],
      )
    await app.user('only-here', {})
    await app.user('with-password', { password: 'correct horse 1' })
    await app.user('two-ways', {})
    await app.user('off-elsewhere', {})
    for (const name of ['only-here', 'with-password', 'two-ways', 'off-elsewhere']) await link(name, 'okta')
    await link('two-ways', 'github')
    await link('off-elsewhere', 'google')
    t.match((await owner.get(`${ROOT}okta/`)).body, { linked_account_count: 4, locked_out_account_count: 2 })
    const moved = await owner.patch(`${ROOT}okta/`, { server_url: 'https://other.okta.example' })
    t.strictSame(Object.keys(moved.body), ['server_url'], 'an issuer with linked people stays')
    const refused = await owner.delete(`${ROOT}okta/`)
    t.equal(refused.status, 409)
    t.match(refused.body, { code: 'sso_removal_locks_out_members', locked_out_account_count: 2 })
    t.equal((await owner.get(`${ROOT}okta/`)).status, 200)
    t.equal((await owner.delete(`${ROOT}okta/?confirm_lockout=false`)).status, 409)
    t.equal((await owner.delete(`${ROOT}okta/?confirm_lockout=true`)).status, 204)
    t.equal((await owner.get(`${ROOT}okta/`)).status, 404)
    t.equal((await app.sql(`select 1 from sso_identities where provider_slug = 'okta'`)).length, 0)
    t.equal((await owner.delete(`${ROOT}google/`)).status, 409, 'now google is the last way in of one')
    await app.sql(`update accounts set is_active = false where username = 'off-elsewhere'`)
    t.equal((await owner.delete(`${ROOT}google/`)).status, 204, 'who is out anyway is not counted')
  })
})

t.test('production takes https issuers only', async (t) => {
  const app = await startApp(t, { env: ENV })
  Object.assign(app.services.config, { env: 'production' })
  const refused = await app.owner.post(ROOT, { slug: 'generic', server_url: 'http://idp.example' })
  t.equal(refused.status, 400)
  t.equal((await app.owner.post(ROOT, { slug: 'generic', server_url: 'https://idp.example' })).status, 201)
})
