import * as oidc from 'openid-client'
import type { Services } from '../../platform/context.ts'
import type { LoginState } from '../login-state.queries.ts'
import type { ProvenIdentity } from '../resolve-account.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { SsoFailure } from '../sso.errors.ts'
import { failureOf, signInRequests, transportRules } from './provider-requests.ts'

/** GitHub speaks OAuth 2 without ID tokens and has these addresses; tests put their own in. */
export const GITHUB = {
  issuer: 'https://github.com',
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  api: 'https://api.github.com',
}

interface Proof {
  readonly provider: SsoProvider
  readonly secret: string
  readonly code: string
  readonly state: LoginState
}

type AskApi = (path: string) => Promise<Response>

/** Its addresses as the library wants them. */
export function githubMetadata(): oidc.ServerMetadata {
  return { issuer: GITHUB.issuer, authorization_endpoint: GITHUB.authorize, token_endpoint: GITHUB.token }
}

/** Exchanges the code and reads who it stands for: the number of the user, and the primary address if it is verified. */
export async function proveGithubIdentity(services: Services, input: Proof): Promise<ProvenIdentity> {
  const { provider, secret } = input
  const client = new oidc.Configuration(githubMetadata(), provider.client_id, {}, oidc.ClientSecretPost(secret))
  for (const rule of transportRules(services)) rule(client)
  client[oidc.customFetch] = signInRequests(services, { [GITHUB.token]: 'token_exchange_failed' })
  const ask = apiOf(client, await exchangeCode(client, input))
  const user = await readApi(ask, '/user')
  const { id, name } = user as { id?: unknown; name?: unknown }
  if (typeof id !== 'number') throw new SsoFailure('oidc_error', 'the user has no number')
  if (provider.github_org !== '') await checkMembership(ask, provider.github_org)
  const email = await primaryEmail(ask)
  const [firstName = '', ...rest] = typeof name === 'string' ? name.trim().split(/\s+/u) : []
  return {
    issuer: GITHUB.issuer,
    subject: String(id),
    email: email?.email ?? '',
    isEmailVerified: email?.verified === true,
    first_name: firstName,
    last_name: rest.join(' '),
  }
}

async function exchangeCode(client: oidc.Configuration, { code, state }: Proof): Promise<string> {
  const callback = new URL(state.redirect_uri)
  callback.searchParams.set('code', code)
  try {
    return (await oidc.authorizationCodeGrant(client, callback, { pkceCodeVerifier: state.verifier })).access_token
  } catch (error) {
    throw failureOf(error, 'token_exchange_failed')
  }
}

async function readApi(ask: AskApi, path: string): Promise<unknown> {
  const reply = await ask(path)
  if (reply.status !== 200) throw new SsoFailure('token_exchange_failed', `${path} answered ${reply.status}`)
  try {
    return await reply.json()
  } catch {
    throw new SsoFailure('oidc_error', `${path} answered no JSON`)
  }
}

function apiOf(client: oidc.Configuration, token: string): AskApi {
  return async (path) => {
    try {
      return await oidc.fetchProtectedResource(client, token, new URL(`${GITHUB.api}${path}`), 'GET')
    } catch (error) {
      throw failureOf(error, 'token_exchange_failed')
    }
  }
}

async function checkMembership(ask: AskApi, org: string): Promise<void> {
  const path = `/user/memberships/orgs/${org}`
  const reply = await ask(path)
  if (reply.status >= 500) throw new SsoFailure('provider_unreachable', `the membership answered ${reply.status}`)
  const membership = reply.status === 200 ? await readApi(async () => reply, path) : null
  if ((membership as { state?: unknown } | null)?.state !== 'active')
    throw new SsoFailure('sso_no_member', 'not a member of the organisation')
}

async function primaryEmail(ask: AskApi): Promise<{ email: string; verified: boolean } | undefined> {
  const emails = await readApi(ask, '/user/emails')
  if (!Array.isArray(emails)) throw new SsoFailure('oidc_error', 'the addresses are no list')
  return emails.find((entry) => entry?.primary === true && typeof entry.email === 'string')
}
