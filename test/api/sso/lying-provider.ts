import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'

export interface Lies {
  /** Changes to the claims of an honest ID token; null removes one. */
  claims?: Record<string, unknown>
  /** Signs in place of the honest RS256 under a published key. */
  sign?: (claims: JWTPayload) => Promise<string> | string
  discovery?: Record<string, unknown> | string
  discoveryStatus?: number
  token?: Record<string, unknown> | string
  tokenStatus?: number
  userinfo?: Record<string, unknown>
  userinfoStatus?: number
  jwksStatus?: number
}

export interface LyingProvider {
  readonly issuer: string
  readonly clientId: string
  /** How often the key set was asked for. */
  keyRequests: number
  lies: Lies
  nonce: string
  /** What the last code was exchanged with. */
  lastExchange: { form: URLSearchParams; authorization: string | undefined } | null
  /** Puts a new key into the published set and signs with it from now on. */
  rotate(): Promise<void>
  readonly strangerKey: CryptoKey
  /** The published key, used with another algorithm. */
  ownKey(algorithm: string): Promise<CryptoKey>
}

/** Speaks the protocol as far as we use it, and tells whatever the test wants told. */
export async function startLyingProvider(t: { teardown: (work: () => void) => void }): Promise<LyingProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const published: object[] = []
  let signing = { key: {} as CryptoKey, kid: '' }
  const liar: LyingProvider = {
    issuer,
    clientId: 'svc',
    keyRequests: 0,
    lies: {},
    nonce: '',
    lastExchange: null,
    strangerKey: (await generateKeyPair('RS256')).privateKey,
    async ownKey(algorithm) {
      return (await importJWK({ ...(await exportJWK(signing.key)), alg: algorithm })) as CryptoKey
    },
    async rotate() {
      const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
      signing = { key: privateKey, kid: `key-${published.length + 1}` }
      published.push({ ...(await exportJWK(publicKey)), kid: signing.kid, use: 'sig' })
    },
  }
  await liar.rotate()

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const honest = {
      iss: issuer,
      aud: liar.clientId,
      sub: 'liar-1',
      nonce: liar.nonce,
      iat: now,
      exp: now + 300,
      email: 'new@example.org',
      email_verified: true,
    }
    const told = Object.entries({ ...honest, ...liar.lies.claims }).filter(([, value]) => value !== null)
    const claims = Object.fromEntries(told) as JWTPayload
    if (liar.lies.sign) return liar.lies.sign(claims)
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: signing.kid }).sign(signing.key)
  }

  async function answer(path: string): Promise<[status: number, body: unknown]> {
    const { lies } = liar
    if (path === '/.well-known/openid-configuration') {
      const honest = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
      }
      if (typeof lies.discovery === 'string') return [lies.discoveryStatus ?? 200, lies.discovery]
      return [lies.discoveryStatus ?? 200, { ...honest, ...lies.discovery }]
    }
    if (path === '/keys') {
      liar.keyRequests++
      return [lies.jwksStatus ?? 200, { keys: published }]
    }
    if (path === '/userinfo') return [lies.userinfoStatus ?? 200, lies.userinfo ?? { sub: 'liar-1' }]
    if (path === '/token') {
      if (typeof lies.token === 'string') return [lies.tokenStatus ?? 200, lies.token]
      return [
        lies.tokenStatus ?? 200,
        lies.token ?? { access_token: 'at', token_type: 'Bearer', id_token: await idToken() },
      ]
    }
    return [404, {}]
  }

  server.on('request', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url === '/token') {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      liar.lastExchange = { form, authorization: request.headers.authorization }
    }
    const [status, body] = await answer(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return liar
}
