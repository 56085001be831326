import t, { type Test } from 'tap'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { setRole } from '../workspace/workspace-people.ts'
import { Browser, CALLBACK, ENV, errorOf, setUp } from './browser.ts'

const LOGIN = '/api/v1/auth/oidc/login/?provider=generic'
const PROVIDER = '/workspace/sso/providers/generic/'

interface Stage {
  app: TestApp
  idp: IdentityProvider
  admin: TestUser
  /** Signs in as a subject of the provider; answers who one is then, or the error. */
  arrive(subject: string): Promise<string>
}

/** An Admin has set up a provider of his own, which says of anybody what he likes. */
async function setStage(t: Test, fields: object = {}): Promise<Stage> {
  const app = await startApp(t, { env: ENV })
  const idp = await startIdentityProvider(t, CALLBACK)
  const admin = await setRole(app, await app.user('admin'), 300)
  const facts = { client_id: CLIENT.id, client_secret: CLIENT.secret, server_url: idp.issuer }
  await setUp(admin, { slug: 'generic', ...facts, allowed_email_domains: ['example.org'], ...fields })
  const arrive = async (subject: string) => {
    idp.current = subject
    const browser = new Browser(app)
    const error = errorOf(await browser.go(LOGIN))
    return error ?? String((await browser.whoAmI()).username)
  }
  const vouch = (name: string) => idp.people.set(name, { email: `${name}@example.org`, email_verified: true })
  for (const name of ['owner', 'admin', 'peer', 'member', 'new', 'new2']) vouch(name)
  return { app, idp, admin, arrive }
}

/** The path of one who is signed in: asks for the address, goes there, comes back. */
async function link(app: TestApp, idp: IdentityProvider, user: TestUser, subject: string): Promise<string | null> {
  const started = await user.post('/auth/oidc/link/', { provider: 'generic' })
  if (started.status !== 200) throw new Error(started.text)
  const browser = new Browser(app)
  browser.take(started.headers.getSetCookie())
  idp.current = subject
  const end = await browser.go(started.body.authorization_url)
  if (browser.cookie('svc_refresh') !== undefined) throw new Error('linking opened a session')
  return errorOf(end)
}

t.test('a provider opens by address only what ranks below whoever last changed it', async (t) => {
  const { app, admin, arrive } = await setStage(t)
  await setRole(app, await app.user('peer'), 300)
  await app.user('member')
  t.equal(await arrive('owner'), 'sso_no_member')
  t.equal(await arrive('peer'), 'sso_no_member')
  t.equal(await arrive('admin'), 'sso_no_member', 'not even one’s own: that is what linking is for')
  t.strictSame(await app.sql('select 1 from sso_identities'), [], 'nothing is kept of it')
  t.equal(await arrive('member'), 'member')
  t.equal((await app.owner.patch(PROVIDER, { display_name: 'Works' })).status, 200)
  t.equal(await arrive('peer'), 'peer', 'the Owner answers for it now')
  t.equal(await arrive('owner'), 'sso_no_member')
  t.equal((await admin.patch(PROVIDER, { display_name: 'Mine' })).status, 200)
  t.equal(await arrive('admin'), 'sso_no_member')
  t.equal(await arrive('member'), 'member')
})

t.test('a superuser whose row says Admin still ranks above Admins', async (t) => {
  const { app, arrive } = await setStage(t)
  await setRole(app, app.owner, 100)
  t.equal(await arrive('owner'), 'sso_no_member')
})

t.test('an address that opened an account opens it no more once the account has risen', async (t) => {
  const { app, idp, admin, arrive } = await setStage(t)
  const member = await app.user('member')
  t.equal(await arrive('member'), 'member')
  await setRole(app, member, 300)
  t.equal(await arrive('member'), 'sso_no_member')
  t.equal(await link(app, idp, member, 'member'), null)
  t.equal(await arrive('member'), 'member', 'confirmed by the person')
  await app.owner.delete(`/workspace/members/${admin.account.id}/`)
  t.equal(await arrive('member'), 'member', 'whoever answers for the provider')
})

t.test('nobody answers for a provider after leaving', async (t) => {
  const { app, admin, arrive } = await setStage(t, { auto_create_members: true })
  await app.user('member')
  t.equal(await arrive('new'), 'new')
  await app.owner.delete(`/workspace/members/${admin.account.id}/`)
  t.equal(await arrive('member'), 'sso_no_member')
  t.equal(await arrive('new2'), 'sso_no_member')
  t.equal(await arrive('new'), 'new', 'whom the provider brought stays')
  await app.owner.patch(PROVIDER, { enabled: true })
  t.strictSame([await arrive('member'), await arrive('new2')], ['member', 'new2'])
})

t.test('newcomers get no role that whoever last changed the provider could not give', async (t) => {
  const { app, admin, arrive } = await setStage(t)
  const raised = { auto_create_members: true, default_role: 300 }
  t.equal((await app.owner.patch(PROVIDER, raised)).status, 200)
  const taken = await admin.patch(PROVIDER, { client_id: 'mine' })
  t.match([taken.status, Object.keys(taken.body)], [403, ['detail']])
  t.match((await admin.get(PROVIDER)).body, { client_id: CLIENT.id, default_role: 300 })
  t.equal((await admin.patch(PROVIDER, { enabled: false })).status, 200, 'it may always be switched off')
  t.equal((await admin.patch(PROVIDER, { enabled: true })).status, 403)
  t.equal((await admin.patch(PROVIDER, { enabled: true, default_role: 100 })).status, 200)
  t.equal((await app.owner.patch(PROVIDER, raised)).status, 200)
  await setRole(app, app.owner, 300)
  t.equal(await arrive('new'), 'sso_no_member', 'an Owner who is none any more')
})

t.test('what a provider proved counts only as long as nobody changed it', async (t) => {
  const { app, idp, arrive } = await setStage(t)
  await setRole(app, await app.user('peer'), 300)
  const original = app.services.systemContext
  app.services.systemContext = async function changedFirst<T>(
    this: typeof app.services,
    work: Parameters<typeof original<T>>[0],
  ) {
    app.services.systemContext = original
    await app.owner.patch(PROVIDER, { display_name: 'Changed while it was being asked' })
    return original.call(this, work) as Promise<T>
  }
  idp.current = 'peer'
  t.equal(await arrive('peer'), 'sso_not_configured')
  t.equal(await arrive('peer'), 'peer')
})

t.test('who is signed in links a provider to the own account', async (t) => {
  const { app, idp, admin, arrive } = await setStage(t)
  t.equal(await link(app, idp, app.owner, 'owner'), null)
  t.equal(await arrive('owner'), 'owner')
  t.equal(await link(app, idp, app.owner, 'owner'), null, 'again is the same as once')
  t.equal((await app.sql('select 1 from sso_identities')).length, 1)
  t.equal(await link(app, idp, admin, 'owner'), 'sso_no_member', 'what is somebody’s stays so')
  idp.people.set('doubtful', { email: 'admin@example.org', email_verified: false })
  t.equal(await link(app, idp, admin, 'doubtful'), 'email_unverified')
  idp.people.set('foreign', { email: 'admin@elsewhere.example', email_verified: true })
  t.equal(await link(app, idp, admin, 'foreign'), 'sso_no_member')
  t.equal(await arrive('owner'), 'owner')
  t.match(await admin.post('/auth/oidc/link/', { provider: 'okta' }), {
    status: 400,
    body: { code: 'sso_not_configured' },
  })
  t.equal((await app.anonymous.post('/auth/oidc/link/', { provider: 'generic' })).status, 401)
})

t.test('a link is bound to the browser and ends with the sessions of the account', async (t) => {
  const { app, idp, admin } = await setStage(t)
  const started = await admin.post('/auth/oidc/link/', { provider: 'generic' })
  idp.current = 'admin'
  t.equal(errorOf(await new Browser(app).go(started.body.authorization_url)), 'invalid_state')
  const later = await admin.post('/auth/oidc/link/', { provider: 'generic' })
  const browser = new Browser(app)
  browser.take(later.headers.getSetCookie())
  await app.owner.delete(`/workspace/members/${admin.account.id}/`)
  t.equal(errorOf(await browser.go(later.body.authorization_url)), 'invalid_state')
  t.strictSame(await app.sql('select 1 from sso_identities'), [])
})
