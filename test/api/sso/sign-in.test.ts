import t from 'tap'
import { CLIENT, startIdentityProvider } from '../../support/identity-provider.ts'
import { startApp } from '../../support/start-app.ts'
import { Browser, CALLBACK, ENV, errorOf, PUBLIC_URL, setUp } from './browser.ts'

const LOGIN = '/api/v1/auth/oidc/login/?provider=generic'

t.test('signing in at a real provider', async (t) => {
  const app = await startApp(t, { env: ENV })
  const idp = await startIdentityProvider(t, CALLBACK)
  const facts = { client_id: CLIENT.id, client_secret: CLIENT.secret, server_url: idp.issuer }
  await setUp(app.owner, {
    slug: 'generic',
    ...facts,
    display_name: 'Works',
    allowed_email_domains: ['example.org'],
    auto_create_members: true,
  })
  const change = (fields: object) => app.owner.patch('/workspace/sso/providers/generic/', fields)
  const arrive = async (subject: string, browser = new Browser(app)) => {
    idp.current = subject
    return { browser, error: errorOf(await browser.go(LOGIN)) }
  }
  const accounts = async () => (await app.sql<{ n: number }>('select count(*)::int as n from accounts'))[0]?.n

  t.test('a newcomer of an allowed domain gets an account, and the same one ever after', async (t) => {
    idp.people.set('p-1', { email: 'Zoe.Q@Example.org', email_verified: true, given_name: 'Zoe', family_name: 'Quist' })
    const { browser, error } = await arrive('p-1')
    t.equal(error, null)
    t.notOk(
      browser.visited.some((url) => url.startsWith('http://client.test')),
      'nothing goes to the client but the browser',
    )
    const me = await browser.whoAmI()
    t.match(me, { username: 'Zoe.Q', email: 'Zoe.Q@Example.org', workspace_role: 100 })
    const stored = await app.sql(
      'select password_hash, is_superuser, first_name, last_name, last_login from accounts where id = $1',
      [me.id],
    )
    t.match(stored[0], {
      password_hash: null,
      is_superuser: false,
      first_name: 'Zoe',
      last_name: 'Quist',
      last_login: /./,
    })
    const audit = await app.sql(
      `select actor_id, metadata from workspace_audit_events where event_type = 'member_added'`,
    )
    t.match(audit, [{ actor_id: me.id, metadata: { via: 'sso', provider: 'generic' } }])
    idp.people.set('p-1', { email: 'zoe@elsewhere.example', email_verified: false })
    const again = await arrive('p-1')
    t.equal(again.error, null, 'known by subject, whatever became of the address')
    t.equal((await again.browser.whoAmI()).id, me.id)
    t.equal((await app.sql('select 1 from sso_identities')).length, 1)
  })

  t.test('the session ends with the browser and carries no token in an address', async (t) => {
    const { browser } = await arrive('p-1')
    const callback = browser.visited.at(-1) ?? ''
    t.match(callback, /^http:\/\/svc\.test\/api\/v1\/auth\/oidc\/callback\/\?code=/)
    const claims = JSON.parse(Buffer.from(browser.cookie('svc_refresh')?.split('.')[1] ?? '', 'base64url').toString())
    t.equal(claims.remember, false)
    t.equal(claims.exp - claims.iat, 12 * 3600)
    const replayed = await browser.go(callback)
    t.equal(errorOf(replayed), 'invalid_state', 'a callback works once')
  })

  t.test('login sends PKCE, state and nonce, bound to this browser', async (t) => {
    const browser = new Browser(app)
    const response = await browser.step(LOGIN)
    t.equal(response.status, 302)
    const target = new URL(response.headers.get('location') ?? '')
    t.equal(target.origin, idp.issuer)
    t.match(Object.fromEntries(target.searchParams), {
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      state: /^[\w-]{43}$/,
      nonce: /^[\w-]{43}$/,
      code_challenge: /^[\w-]{43}$/,
      code_challenge_method: 'S256',
    })
    const cookie = response.headers.getSetCookie()[0] ?? ''
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=300', 'Path=/api/v1/auth/oidc/']) {
      t.ok(cookie.includes(attribute), attribute)
    }
    const rows = await app.sql<Record<string, unknown>>('select * from sso_login_states')
    t.notOk(JSON.stringify(rows).includes(target.searchParams.get('state') ?? ''), 'the state is stored as a hash')
    const other = new Browser(app)
    idp.current = 'p-1'
    await other.step(LOGIN)
    const stolen = await other.go(`${CALLBACK}?code=x&state=${target.searchParams.get('state')}`)
    t.equal(errorOf(stolen), 'invalid_state', 'another browser’s sign-in is not taken over')
    t.equal(other.cookie('svc_refresh'), undefined)
  })

  t.test('two tabs finish apart', async (t) => {
    const browser = new Browser(app)
    idp.current = 'p-1'
    const [one, two] = [await browser.step(LOGIN), await browser.step(LOGIN)]
    t.equal(browser.cookieNames().length, 2)
    t.equal(errorOf(await browser.go(two.headers.get('location') ?? '')), null)
    t.equal(errorOf(await browser.go(one.headers.get('location') ?? '')), null)
  })

  t.test('parallel callbacks with one state: one goes on', async (t) => {
    const browser = new Browser(app)
    idp.current = 'p-1'
    let url = new URL(LOGIN, PUBLIC_URL)
    while (!url.href.startsWith(CALLBACK)) {
      url = new URL((await browser.step(url.href)).headers.get('location') ?? '', url)
    }
    const ends = await Promise.all(Array.from({ length: 10 }, () => browser.step(url.href)))
    const errors = ends.map((end) => errorOf(new URL(end.headers.get('location') ?? '')))
    t.equal(errors.filter((error) => error === null).length, 1)
    t.equal(errors.filter((error) => error === 'invalid_state').length, 9)
  })

  t.test('a known address is linked; an ambiguous, inactive or foreign one is not', async (t) => {
    const ann = await app.user('ann', { email: 'ANN@example.org', password: 'correct horse 1' })
    idp.people.set('p-ann', { email: 'ann@example.org', email_verified: true })
    const { browser, error } = await arrive('p-ann')
    t.equal(error, null)
    t.equal((await browser.whoAmI()).id, ann.account.id)
    await app.user('twin1', { email: 'twin@example.org' })
    await app.user('twin2', { email: 'twin@example.org' })
    idp.people.set('p-twin', { email: 'twin@example.org', email_verified: true })
    t.equal((await arrive('p-twin')).error, 'sso_no_member')
    const gone = await app.user('gone', { email: 'gone@example.org' })
    await app.sql('update accounts set is_active = false where id = $1', [gone.account.id])
    idp.people.set('p-gone', { email: 'gone@example.org', email_verified: true })
    t.equal((await arrive('p-gone')).error, 'sso_account_disabled')
    await app.sql('update accounts set is_active = false where id = $1', [ann.account.id])
    const out = await arrive('p-ann')
    t.equal(out.error, 'sso_account_disabled', 'also when it is linked')
    t.equal(out.browser.cookie('svc_refresh'), undefined)
  })

  t.test('addresses must be verified and of an allowed domain', async (t) => {
    const before = await accounts()
    for (const [subject, person, code] of [
      ['u-1', { email: 'u1@example.org', email_verified: false }, 'email_unverified'],
      ['u-2', { email: 'u2@example.org' }, 'email_unverified'],
      ['u-3', {}, 'email_unverified'],
      ['u-4', { email: 'u4@other.example', email_verified: true }, 'sso_no_member'],
      ['u-5', { email: 'u5@sub.example.org', email_verified: true }, 'sso_no_member'],
      ['u-6', { email: 'u6@evil.test@example.org', email_verified: true }, 'sso_no_member'],
      ['u-7', { email: '@example.org', email_verified: true }, 'sso_no_member'],
    ] as const) {
      idp.people.set(subject, person)
      t.equal((await arrive(subject)).error, code, subject)
    }
    t.equal(await accounts(), before)
  })

  t.test('without the permission to make accounts nobody new comes in', async (t) => {
    await change({ auto_create_members: false })
    idp.people.set('n-1', { email: 'n1@example.org', email_verified: true })
    t.equal((await arrive('n-1')).error, 'sso_no_member')
    await change({ auto_create_members: true, default_role: 300 })
    const { browser, error } = await arrive('n-1')
    t.equal(error, null)
    t.match(await browser.whoAmI(), { username: 'n1', workspace_role: 300 })
    await change({ default_role: 100 })
  })

  t.test('a taken username gets a number; parallel first sign-ins make one account', async (t) => {
    await app.user('kim', { email: 'kim@elsewhere.example' })
    idp.people.set('k-1', { email: 'kim@example.org', email_verified: true })
    idp.current = 'k-1'
    const before = await accounts()
    const browsers = Array.from({ length: 5 }, () => new Browser(app))
    const ends = await Promise.all(browsers.map((browser) => browser.go(LOGIN)))
    t.strictSame(ends.map(errorOf), [null, null, null, null, null])
    const names = await Promise.all(browsers.map(async (browser) => (await browser.whoAmI()).username))
    t.strictSame(names, Array(5).fill('kim2'))
    t.equal(await accounts(), (before ?? 0) + 1)
  })

  t.test('a wrong secret ends the exchange', async (t) => {
    await change({ client_secret: 'wrong' })
    t.equal((await arrive('p-1')).error, 'token_exchange_failed')
    await app.sql(`update sso_providers set sealed_secret = 'box1.00000000.AAAA'`)
    t.equal((await arrive('p-1')).error, 'oidc_error', 'a secret of another key is told to the operator alone')
    await change({ client_secret: CLIENT.secret })
    t.equal((await arrive('p-1')).error, null)
  })

  t.test('what comes back without an answer is told apart', async (t) => {
    const browser = new Browser(app)
    const end = async (query: string) => errorOf(await browser.go(`${CALLBACK}${query}`))
    t.equal(await end('?error=access_denied&state=x'), 'oidc_error')
    t.equal(await end(''), 'oidc_error')
    t.equal(await end('?code=x'), 'oidc_error')
    t.equal(await end('?state=x'), 'oidc_error')
    t.equal(await end('?code=x&state=a&state=b'), 'oidc_error')
    t.equal(await end('?code=x&state=unknown'), 'invalid_state')
    t.equal(await end('?code=%00&state=x'), 'oidc_error', 'what cannot be read was not sent')
    t.equal(errorOf(await browser.go('/api/v1/auth/oidc/login/')), 'sso_not_configured')
    t.equal(errorOf(await browser.go('/api/v1/auth/oidc/login/?provider=okta')), 'sso_not_configured')
    const started = await browser.step(LOGIN)
    await app.sql(`update sso_login_states set expires_at = now() - interval '1 second'`)
    idp.current = 'p-1'
    t.equal(errorOf(await browser.go(started.headers.get('location') ?? '')), 'invalid_state', 'five minutes are over')
    const open = await browser.step(LOGIN)
    await change({ enabled: false })
    t.equal(
      errorOf(await browser.go(open.headers.get('location') ?? '')),
      'sso_not_configured',
      'switched off meanwhile',
    )
    t.equal(await end('?code=x&state=y'), 'sso_not_configured')
    await change({ enabled: true })
  })

  t.test('discovery offers the provider of a domain, or all', async (t) => {
    const offer = async (query: string) => (await app.anonymous.get(`/auth/oidc/discover/${query}`)).body
    const all = { provider_present: true, providers: [{ slug: 'generic', display_name: 'Works' }] }
    t.strictSame(await offer(''), all)
    t.strictSame(await offer('?email=anyone@EXAMPLE.org'), all)
    t.strictSame(await offer('?email=anyone@other.example'), { provider_present: false, providers: [] })
    t.strictSame(await offer('?email=nonsense'), { provider_present: false, providers: [] })
    t.equal((await app.anonymous.get('/auth/oidc/discover/?email=a&email=b')).status, 200)
    t.equal((await app.anonymous.get('/auth/oidc/discover/?email=%00&%00=x')).status, 200)
  })
})

t.test('a provider out of reach is told as that', async (t) => {
  const app = await startApp(t, { env: { ...ENV, SVC_EGRESS_ALLOWLISTED_HOSTS: 'idp.internal' } })
  await setUp(app.owner, {
    slug: 'generic',
    client_id: 'x',
    client_secret: 'y',
    server_url: 'http://127.0.0.1:9',
    allowed_email_domains: ['example.org'],
  })
  t.equal(errorOf(await new Browser(app).go(LOGIN)), 'provider_unreachable')
})

t.test('sign-in is rated by address', async (t) => {
  const app = await startApp(t, { env: { ...ENV, SVC_RATE_LIMIT_ENABLED: 'true' } })
  const allowed = async (path: string) => {
    for (let count = 0; count < 40; count++) {
      const { status } = await app.anonymous.get(path)
      if (status === 429) return count
    }
    return null
  }
  t.equal(await allowed('/auth/oidc/discover/'), 30)
  t.equal(await allowed('/auth/oidc/login/'), 20)
  t.equal(await allowed('/auth/oidc/callback/'), 30)
})
