import { createHmac, createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import t from 'tap'
import { mintAccessToken, mintRefreshToken } from '../../../api/auth/session-tokens.ts'
import { newId } from '../../../api/platform/ids.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { handClock } from './session.ts'

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token with any header and claims; signed with the right key unless another is given. */
function forge(key: string, header: object, claims: object, hash = 'sha256'): string {
  const head = `${encode(header)}.${encode(claims)}`
  return `${head}.${createHmac(hash, key).update(head).digest('base64url')}`
}

async function forgedTokens(app: TestApp, accountId: string, nowSeconds: number): Promise<Record<string, string>> {
  const key = app.services.secrets.jwtSigningKey
  const good = {
    token_type: 'access',
    user_id: accountId,
    epoch: 0,
    iss: 'svc',
    aud: 'svc-api',
    jti: newId(),
    iat: nowSeconds,
    exp: nowSeconds + 900,
  }
  const header = { alg: 'HS256', typ: 'JWT' }
  const valid = await mintAccessToken({ accountId, epoch: 0 }, app.services, nowSeconds)
  const [head = '', body = '', signature = ''] = valid.split('.')
  const tokens: Record<string, string> = {
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${valid}.x`,
    'five parts': `${valid}.x.y`,
    'an empty head': `.${body}.${signature}`,
    'a signature of another token': `${head}.${body}.${(await mintAccessToken({ accountId: newId(), epoch: 0 }, app.services, nowSeconds)).split('.')[2]}`,
    'no epoch': forge(key, header, { ...good, epoch: undefined }),
    'an epoch that is over': forge(key, header, { ...good, epoch: -1 }),
    noise: 'noise',
    dots: '..',
    'an API token of no one': `svc_${'0'.repeat(64)}`,
    'the signing key itself': Buffer.from(key).toString('base64url'),
    'HS384 with the right key': forge(key, { ...header, alg: 'HS384' }, good, 'sha384'),
    'HS512 with the right key': forge(key, { ...header, alg: 'HS512' }, good, 'sha512'),
    'RS256 in name only': forge(key, { ...header, alg: 'RS256' }, good),
    'an algorithm that is none': forge(key, { ...header, alg: '' }, good),
    'no algorithm': forge(key, { typ: 'JWT' }, good),
    'an unknown critical header': forge(key, { ...header, crit: ['x'], x: 1 }, good),
    'unencoded payload': forge(key, { ...header, b64: false, crit: ['b64'] }, good),
    'a key of its own': forge(
      'attacker-attacker-attacker-attacker',
      { ...header, jwk: { kty: 'oct', k: encode('attacker') } },
      good,
    ),
    'an empty key': forge('', header, good),
    'another key': forge('x'.repeat(48), { ...header, kid: '../../dev/null' }, good),
    'a refresh token': await mintRefreshToken(
      { id: newId(), accountId, remember: true },
      new Date((nowSeconds + 900) * 1000),
      app.services,
      nowSeconds,
    ),
    'claims that are no object': forge(key, header, [good]),
    'a payload that is no JSON': `${encode(header)}.${encode('{')}.${createHmac('sha256', key)
      .update(`${encode(header)}.${encode('{')}`)
      .digest('base64url')}`,
    'too large': forge(key, header, { ...good, padding: 'x'.repeat(4096) }),
  }
  for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
    tokens[`alg ${alg}`] = `${encode({ ...header, alg })}.${body}.`
    tokens[`alg ${alg} with a signature`] = `${encode({ ...header, alg })}.${body}.${signature}`
  }
  const without = (name: keyof typeof good) =>
    Object.fromEntries(Object.entries(good).filter(([each]) => each !== name))
  for (const name of Object.keys(good) as (keyof typeof good)[])
    tokens[`no ${name}`] = forge(key, header, without(name))
  for (const [what, claims] of Object.entries({
    'another kind': { token_type: 'refresh' },
    'a kind in capitals': { token_type: 'ACCESS' },
    'a ticket': { token_type: 'ticket' },
    'another issuer': { iss: 'other' },
    'a list of issuers': { iss: ['svc'] },
    'another audience': { aud: 'other' },
    'expired a second ago': { exp: nowSeconds - 1 },
    'expired now': { exp: nowSeconds },
    'expiry as text': { exp: String(nowSeconds + 900) },
    'not yet valid': { nbf: nowSeconds + 60 },
    nobody: { user_id: newId() },
    'an id that is no id': { user_id: `${accountId}' or 1=1` },
    'a number for an id': { user_id: 1 },
    'no id': { user_id: null },
    'a list of ids': { user_id: [accountId] },
  })) {
    tokens[what] = forge(key, header, { ...good, ...claims })
  }
  for (let index = 0; index < 12; index++) {
    const at = Math.floor(((index + 0.5) * valid.length) / 12)
    // Not a dot and not the last character, of which some bits mean nothing.
    const place = valid[at] === '.' || at === valid.length - 1 ? at - 1 : at
    tokens[`altered at ${place}`] =
      `${valid.slice(0, place)}${valid[place] === 'A' ? 'B' : 'A'}${valid.slice(place + 1)}`
  }
  return tokens
}

t.test('forged, altered and misused access tokens are refused', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  const ann = await app.user('ann')
  const nowSeconds = Math.floor(clock.now().getTime() / 1000)
  const get = (authorization: string) => app.anonymous.get('/auth/me/', { Authorization: authorization })
  t.equal((await get(`Bearer ${ann.token}`)).status, 200, 'the real one')
  const tokens = await forgedTokens(app, ann.account.id, nowSeconds)
  t.ok(Object.keys(tokens).length >= 60, `${Object.keys(tokens).length} tokens`)
  const bodies = new Set<string>()
  for (const [what, token] of Object.entries(tokens)) {
    const answer = await get(`Bearer ${token}`)
    t.equal(answer.status, 401, what)
    // API tokens are refused in an envelope of their own; who holds a token that was good is told that it was.
    if (what.startsWith('expired')) t.equal(answer.body.code, 'token_expired', what)
    else if (!token.startsWith('svc_')) bodies.add(answer.text)
  }
  t.equal(bodies.size, 1, 'no other learns why')
  t.match([...bodies], [/The token is not valid/])
  t.match((await app.anonymous.get('/auth/me/')).body, { detail: /were not provided/ })
  const good = ann.token as string
  for (const header of [
    '',
    good,
    `Basic ${good}`,
    `Token ${good}`,
    `Bearer  ${good}`,
    `Bearer ${good} x`,
    `Bearer ${good},${good}`,
    'Bearer',
    'Bearer ',
  ]) {
    const answer = await get(header)
    t.equal(answer.status, 401, header.slice(0, 12))
    const told = header.includes(',') ? 'The token is not valid' : 'Send the token as `Authorization: Bearer <token>`.'
    if (header !== '') t.match(answer.body, { detail: told })
  }
  t.equal((await get(`bearer ${good}`)).status, 200, 'the scheme has no case')
})

t.test('an access token lives fifteen minutes and ends with its account', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  const ann = await app.user('ann')
  clock.advance(15 * 60 - 1)
  t.equal((await ann.get('/auth/me/')).status, 200)
  clock.advance(1)
  const over = await ann.get('/auth/me/')
  t.match(over, { status: 401, body: { code: 'token_expired', detail: /has expired; refresh it, or sign in again/ } })
  t.match(over.headers.get('www-authenticate'), /^Bearer error="invalid_token"/)
  const bob = await app.user('bob')
  t.equal((await bob.get('/auth/me/')).status, 200)
  await app.sql('update accounts set is_active = false where id = $1', [bob.account.id])
  t.equal((await bob.get('/auth/me/')).status, 401)
  t.match((await bob.get('/auth/me/')).headers.get('www-authenticate'), /Bearer/)
})

t.test('a token signed with the library under the right rules is taken', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const token = await new SignJWT({ token_type: 'access', user_id: ann.account.id, epoch: 0 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('svc')
    .setAudience('svc-api')
    .setJti(newId())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(createSecretKey(Buffer.from(app.services.secrets.jwtSigningKey)))
  t.equal((await app.anonymous.get('/auth/me/', { Authorization: `Bearer ${token}` })).status, 200)
})
