import type { Services } from '../../platform/context.ts'
import type { LoginState } from '../login-state.queries.ts'
import type { ProvenIdentity } from '../resolve-account.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { SsoFailure } from '../sso.errors.ts'
import { askProvider, jsonObject } from './issuer-metadata.ts'

/** GitHub speaks OAuth 2 without ID tokens and has these addresses; tests put their own in. */
export const GITHUB = {
  issuer: 'https://github.com',
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  api: 'https://api.github.com',
}

/** Exchanges the code and reads who it stands for: the number of the user, and the primary address if it is verified. */
export async function proveGithubIdentity(
  services: Services,
  input: { provider: SsoProvider; secret: string; code: string; state: LoginState },
): Promise<ProvenIdentity> {
  const token = await exchangeCode(services, input)
  const user = await readApi(services, token, '/user')
  const { id, name } = user as { id?: unknown; name?: unknown }
  if (typeof id !== 'number') throw new SsoFailure('oidc_error', 'the user has no number')
  if (input.provider.github_org !== '') await checkMembership(services, token, input.provider.github_org)
  const email = await primaryEmail(services, token)
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

async function exchangeCode(
  services: Services,
  { provider, secret, code, state }: { provider: SsoProvider; secret: string; code: string; state: LoginState },
): Promise<string> {
  const form = new URLSearchParams({
    client_id: provider.client_id,
    client_secret: secret,
    code,
    redirect_uri: state.redirect_uri,
    code_verifier: state.verifier,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await askProvider(services, GITHUB.token, { method: 'POST', headers, body: form.toString() })
  const token = reply.status === 200 ? jsonObject(reply)?.access_token : undefined
  if (typeof token !== 'string')
    throw new SsoFailure('token_exchange_failed', `the token endpoint answered ${reply.status}`)
  return token
}

async function readApi(services: Services, token: string, path: string): Promise<unknown> {
  const reply = await callApi(services, token, path)
  if (reply.status !== 200) throw new SsoFailure('token_exchange_failed', `${path} answered ${reply.status}`)
  try {
    return JSON.parse(reply.body.toString('utf8'))
  } catch {
    throw new SsoFailure('oidc_error', `${path} answered no JSON`)
  }
}

function callApi(services: Services, token: string, path: string) {
  return askProvider(services, `${GITHUB.api}${path}`, { headers: { authorization: `Bearer ${token}` } })
}

async function checkMembership(services: Services, token: string, org: string): Promise<void> {
  const reply = await callApi(services, token, `/user/memberships/orgs/${org}`)
  if (reply.status >= 500) throw new SsoFailure('provider_unreachable', `the membership answered ${reply.status}`)
  const state = reply.status === 200 ? jsonObject(reply)?.state : undefined
  if (state !== 'active') throw new SsoFailure('sso_no_member', 'not a member of the organisation')
}

async function primaryEmail(
  services: Services,
  token: string,
): Promise<{ email: string; verified: boolean } | undefined> {
  const emails = await readApi(services, token, '/user/emails')
  if (!Array.isArray(emails)) throw new SsoFailure('oidc_error', 'the addresses are no list')
  return emails.find((entry) => entry?.primary === true && typeof entry.email === 'string')
}
