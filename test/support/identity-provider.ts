import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'

export interface Person {
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export interface IdentityProvider {
  readonly issuer: string
  /** Everybody it knows, by subject. */
  readonly people: Map<string, Person>
  /** Who is in front of the browser. */
  current: string
}

export const CLIENT = { id: 'svc client', secret: 's+cret: 100% of it' }

// The package publishes no types; this is what is used of it.
interface ProviderClass {
  new (
    issuer: string,
    settings: object,
  ): {
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listener: (...facts: unknown[]) => void): void
  }
}

interface GrantContext {
  oidc: {
    client: { clientId: string }
    session: { accountId: string }
    provider: { Grant: new (facts: object) => { addOIDCScope(scope: string): void; save(): Promise<void> } }
  }
}

/** A real OpenID provider on a free port. It asks nothing: whoever is `current` is signed in and agrees. */
export async function startIdentityProvider(
  t: { teardown: (work: () => void) => void },
  redirectUri: string,
): Promise<IdentityProvider> {
  const { default: Provider } = (await import('oidc-provider' as string)) as { default: ProviderClass }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const known: IdentityProvider = { issuer, people: new Map(), current: '' }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...known.people.get(subject) }),
    }),
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: known.current } })
  })
  return known
}
