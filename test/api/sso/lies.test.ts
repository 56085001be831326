import { createHash } from 'node:crypto'
import { base64url, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { Browser, CALLBACK, ENV, errorOf, setUp } from './browser.ts'
import { type Lies, startLyingProvider } from './lying-provider.ts'

const LOGIN = '/api/v1/auth/oidc/login/?provider=generic'
const SECRET = 'the client secret that is long enough to sign'
const fromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

type LyingProvider = Awaited<ReturnType<typeof startLyingProvider>>

/** What a provider may say that is not so, and how the sign-in ends then. */
async function liesOf(liar: LyingProvider): Promise<[name: string, lies: Lies, code: string][]> {
  const es256 = await generateKeyPair('ES256')
  const signed =
    (alg: string, key: Parameters<InstanceType<typeof SignJWT>['sign']>[0], kid = 'key-1') =>
    (claims: object) =>
      new SignJWT(claims as never).setProtectedHeader({ alg, kid }).sign(key)
  const secretKey = new TextEncoder().encode(SECRET)
  return [
    ['another issuer', { claims: { iss: 'https://accounts.example' } }, 'invalid_id_token'],
    ['the issuer with a slash more', { claims: { iss: `${liar.issuer}/` } }, 'invalid_id_token'],
    ['no issuer', { claims: { iss: null } }, 'invalid_id_token'],
    ['another audience', { claims: { aud: 'someone-else' } }, 'invalid_id_token'],
    ['no audience', { claims: { aud: null } }, 'invalid_id_token'],
    ['several audiences without a party', { claims: { aud: ['svc', 'other'] } }, 'invalid_id_token'],
    ['several audiences for another party', { claims: { aud: ['svc', 'other'], azp: 'other' } }, 'invalid_id_token'],
    ['another authorised party', { claims: { azp: 'other' } }, 'invalid_id_token'],
    ['another nonce', { claims: { nonce: 'replayed' } }, 'invalid_id_token'],
    ['no nonce', { claims: { nonce: null } }, 'invalid_id_token'],
    ['expired beyond the leeway', { claims: { exp: fromNow(-61) } }, 'invalid_id_token'],
    ['no end', { claims: { exp: null } }, 'invalid_id_token'],
    ['no beginning', { claims: { iat: null } }, 'invalid_id_token'],
    ['from the future', { claims: { iat: fromNow(120) } }, 'invalid_id_token'],
    ['not valid yet', { claims: { nbf: fromNow(120) } }, 'invalid_id_token'],
    ['no subject', { claims: { sub: null } }, 'invalid_id_token'],
    ['an empty subject', { claims: { sub: '' } }, 'invalid_id_token'],
    ['a subject that is no text', { claims: { sub: 7 } }, 'invalid_id_token'],
    ['alg none', { sign: (claims) => new UnsecuredJWT(claims).encode() }, 'invalid_id_token'],
    ['HS256 by the client secret', { sign: signed('HS256', secretKey) }, 'invalid_id_token'],
    ['PS256 by its own key', { sign: signed('PS256', await liar.ownKey('PS256')) }, 'invalid_id_token'],
    ['a key of somebody else', { sign: signed('RS256', liar.strangerKey) }, 'invalid_id_token'],
    ['another kind of key under the same id', { sign: signed('ES256', es256.privateKey) }, 'invalid_id_token'],
    ['an unknown key id', { sign: signed('RS256', liar.strangerKey, 'never-published') }, 'invalid_id_token'],
    [
      'its own key inside the token',
      {
        sign: async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' } })
            .sign(es256.privateKey),
      },
      'invalid_id_token',
    ],
    [
      'claims changed after signing',
      { sign: async (claims) => tampered(await signed('RS256', liar.strangerKey)(claims)) },
      'invalid_id_token',
    ],
    ['no token at all', { token: { access_token: 'at' } }, 'invalid_id_token'],
    ['a token that is none', { token: { id_token: 'nonsense' } }, 'invalid_id_token'],
    ['an endless token', { token: { id_token: 'x'.repeat(50_000) } }, 'invalid_id_token'],
    ['a refused code', { token: { error: 'invalid_grant' }, tokenStatus: 400 }, 'token_exchange_failed'],
    ['an answer that is no JSON', { token: '<html>' }, 'token_exchange_failed'],
    ['a redirect at the token endpoint', { token: {}, tokenStatus: 302 }, 'token_exchange_failed'],
    ['an unverified address', { claims: { email_verified: false } }, 'email_unverified'],
    ['an address nobody vouches for', { claims: { email_verified: null } }, 'email_unverified'],
    ['vouching by a number', { claims: { email_verified: 1 } }, 'email_unverified'],
    [
      'userinfo about somebody else',
      { claims: { email: null }, userinfo: { sub: 'other', email: 'new@example.org', email_verified: true } },
      'invalid_id_token',
    ],
    ['userinfo that fails', { claims: { email: null }, userinfoStatus: 500 }, 'token_exchange_failed'],
    ['no address anywhere', { claims: { email: null } }, 'email_unverified'],
    ['a domain that is not ours', { claims: { email: 'new@example.org.evil.test' } }, 'sso_no_member'],
  ]
}

function tampered(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)))
  return [header, base64url.encode(JSON.stringify({ ...claims, sub: 'admin' })), signature].join('.')
}

t.test('identity answers that are not believed', async (t) => {
  const app = await startApp(t, { env: ENV })
  const liar = await startLyingProvider(t)
  await setUp(app.owner, {
    slug: 'generic',
    client_id: liar.clientId,
    client_secret: SECRET,
    server_url: liar.issuer,
    allowed_email_domains: ['example.org'],
    auto_create_members: true,
  })

  /** One sign-in with the provider telling these lies; answers the error it ends with. */
  async function signIn(lies: Lies = {}, query: Record<string, string> = {}): Promise<string | null> {
    const browser = new Browser(app)
    const started = await browser.step(LOGIN)
    const asked = new URL(started.headers.get('location') ?? '').searchParams
    liar.lies = lies
    liar.nonce = asked.get('nonce') ?? ''
    const params = new URLSearchParams({ code: 'any', state: asked.get('state') ?? '', ...query })
    const error = errorOf(await browser.go(`${CALLBACK}?${params}`))
    if (error === null && liar.lastExchange) {
      const verifier = liar.lastExchange.form.get('code_verifier') ?? ''
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      if (challenge !== asked.get('code_challenge')) throw new Error('the verifier does not fit the challenge')
    }
    if ((error === null) !== (browser.cookie('svc_refresh') !== undefined)) throw new Error('a session and an error')
    return error
  }
  const rows = async () =>
    (
      await app.sql<{ n: number }>('select (select count(*) from accounts) * 100 + count(*) as n from sso_identities')
    )[0]?.n

  t.test('each lie ends with its code and leaves nothing behind', async (t) => {
    const before = await rows()
    for (const [name, lies, code] of await liesOf(liar)) t.equal(await signIn(lies), code, name)
    t.equal(await signIn({}, { iss: 'https://accounts.example' }), 'oidc_error', 'a callback of another issuer')
    t.equal(await rows(), before)
  })

  t.test('the truth is believed, within the leeway', async (t) => {
    t.equal(await signIn(), null)
    t.equal(await signIn({}, { iss: liar.issuer }), null)
    t.equal(await signIn({ claims: { exp: fromNow(-30), iat: fromNow(-330) } }), null)
    t.equal(await signIn({ claims: { iat: fromNow(30) } }), null)
    t.equal(await signIn({ claims: { aud: ['svc', 'other'], azp: 'svc' } }), null)
    const told = { sub: 'liar-1', email: 'new@example.org', email_verified: 'true' }
    t.equal(await signIn({ claims: { email: null }, userinfo: told }), null)
    const expected = Buffer.from(`svc:${new URLSearchParams({ v: SECRET }).toString().slice(2)}`).toString('base64')
    t.equal(liar.lastExchange?.authorization, `Basic ${expected}`)
    t.equal(liar.lastExchange?.form.get('client_secret'), null)
    t.equal(liar.lastExchange?.form.get('redirect_uri'), CALLBACK)
  })

  t.test('a subject is somebody at one issuer only', async (t) => {
    await app.sql(`update sso_identities set issuer = 'https://old.example' where subject = 'liar-1'`)
    t.equal(await signIn(), 'sso_no_member')
    await app.sql('update sso_identities set issuer = $1', [liar.issuer])
    t.equal(await signIn(), null)
    t.equal(
      await signIn({ claims: { sub: 'liar-2' } }),
      null,
      'another subject with the same verified address is linked',
    )
    const linked = await app.sql<{ account_id: string }>('select distinct account_id from sso_identities')
    t.equal(linked.length, 1)
  })
})

t.test('keys that changed are fetched once, strangers’ ids do not make us ask again and again', async (t) => {
  const clock = handClock(new Date().toISOString())
  const app = await startApp(t, { env: ENV, clock })
  const liar = await startLyingProvider(t)
  await setUp(app.owner, {
    slug: 'generic',
    client_id: 'svc',
    client_secret: SECRET,
    server_url: liar.issuer,
    allowed_email_domains: ['example.org'],
    auto_create_members: true,
  })
  async function signIn(lies: Lies = {}): Promise<string | null> {
    const browser = new Browser(app)
    const asked = new URL((await browser.step(LOGIN)).headers.get('location') ?? '').searchParams
    liar.lies = lies
    liar.nonce = asked.get('nonce') ?? ''
    return errorOf(await browser.go(`${CALLBACK}?code=any&state=${asked.get('state')}`))
  }
  const strange: Lies = {
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'strange' }).sign(liar.strangerKey),
  }
  t.equal(await signIn(), null)
  t.equal(await signIn(), null)
  t.equal(liar.keyRequests, 1, 'the set is kept')
  await liar.rotate()
  clock.advance(61)
  t.equal(await signIn(), null)
  t.equal(liar.keyRequests, 2, 'a new key is found by asking once')
  for (let count = 0; count < 5; count++) t.equal(await signIn(strange), 'invalid_id_token')
  t.equal(liar.keyRequests, 2, 'just asked: patience')
  clock.advance(61)
  for (let count = 0; count < 5; count++) t.equal(await signIn(strange), 'invalid_id_token')
  t.equal(liar.keyRequests, 3)
  clock.advance(61)
  t.equal(await signIn({ ...strange, jwksStatus: 500 }), 'provider_unreachable')
})

t.test('a discovery document is believed only about its own issuer', async (t) => {
  const app = await startApp(t, { env: ENV })
  const liar = await startLyingProvider(t)
  const facts = { client_id: 'svc', client_secret: SECRET, allowed_email_domains: ['example.org'] }
  await setUp(app.owner, { slug: 'generic', ...facts, server_url: liar.issuer })
  const test = async (lies: Lies) => {
    liar.lies = lies
    return (await app.owner.post('/workspace/sso/providers/generic/test-connection/')).body
  }
  for (const [lies, error] of [
    [{ discovery: { issuer: 'https://accounts.example' } }, 'issuer_mismatch'],
    [{ discovery: { issuer: 7 } }, 'bad_document'],
    [{ discovery: '<html>' }, 'bad_document'],
    [{ discovery: '[]' }, 'bad_document'],
    [{ discovery: { token_endpoint: 'javascript:alert(1)' } }, 'bad_document'],
    [{ discovery: { jwks_uri: undefined } }, 'bad_document'],
    [{ discovery: { filler: 'x'.repeat(300_000) } }, 'bad_document'],
    [{ discoveryStatus: 500 }, 'bad_status'],
    [{ discoveryStatus: 302 }, 'bad_status'],
  ] as [Lies, string][]) {
    const answer = await test(lies)
    t.match(answer, { ok: false, error, detail: /./ })
    t.equal(errorOf(await new Browser(app).go(LOGIN)), 'provider_unreachable', error)
  }
  t.match(await test({}), { ok: true, issuer: liar.issuer, endpoints: { token_endpoint: `${liar.issuer}/token` } })
  t.match(await test({ discovery: { issuer: `${liar.issuer}/` } }), { ok: true }, 'a last slash may differ')
})
