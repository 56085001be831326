import * as oidc from 'openid-client'
import { openSession } from '../auth/sessions.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { Reply } from '../platform/http/route.ts'
import { openSecret } from '../platform/secrets-box.ts'
import { linkAccount } from './link-account.ts'
import type { LoginState } from './login-state.queries.ts'
import { bindingCookie, isBoundHere, redeemState, startState } from './login-state.ts'
import { githubMetadata, proveGithubIdentity } from './protocol/github-identity.ts'
import { metadataOf } from './protocol/issuer-metadata.ts'
import { proveOidcIdentity } from './protocol/oidc-identity.ts'
import { transportRules } from './protocol/provider-requests.ts'
import { presetOf, scopesOf } from './providers/presets.ts'
import { redirectUri } from './providers/provider.present.ts'
import { findEnabledProvider, findEnabledProviders } from './providers/provider.queries.ts'
import { secretPurpose } from './providers/write-provider.ts'
import { resolveAccount } from './resolve-account.ts'
import type { SsoProvider } from './sso.entity.ts'
import { refusalOfFailure, SsoFailure } from './sso.errors.ts'

export interface CallbackQuery {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly error?: string | undefined
  readonly iss?: string | undefined
}

/** Providers a sign-in page offers: the one of the address's domain, or all that are on. */
export async function discoverProviders(ctx: Ctx, email: string | undefined): Promise<object> {
  const enabled = await findEnabledProviders(ctx)
  const domain =
    email === undefined
      ? undefined
      : email
          .slice(email.lastIndexOf('@') + 1)
          .trim()
          .toLowerCase()
  const offered =
    domain === undefined ? enabled : enabled.filter((each) => each.allowed_email_domains.includes(domain)).slice(0, 1)
  return {
    provider_present: offered.length > 0,
    providers: offered.map((provider) => ({ slug: provider.slug, display_name: provider.display_name })),
  }
}

/** Sends the browser to the provider, with what ties its return to this sign-in and this browser. */
export function startLogin(ctx: Ctx, slug: string | undefined): Promise<Reply> {
  return endingOnPage(ctx, async () => {
    const { address, cookie } = await startAt(ctx, await enabledProvider(ctx, slug ?? ''), null)
    return redirect(address, cookie)
  })
}

/**
 * Begins linking a provider to the account of whoever is signed in. The client goes to the address; the way back ends on
 * the same page as a sign-in.
 */
export async function startLink(ctx: Ctx, slug: string): Promise<Reply> {
  try {
    const { address, cookie } = await startAt(ctx, await enabledProvider(ctx, slug), actingAccount(ctx).id)
    return new Reply(200, { authorization_url: address }, { 'Set-Cookie': cookie })
  } catch (error) {
    throw error instanceof SsoFailure ? refusalOfFailure(error) : error
  }
}

/** Where the browser is to go, and the cookie that ties its return to this browser. */
async function startAt(
  ctx: Ctx,
  provider: SsoProvider,
  accountId: string | null,
): Promise<{ address: string; cookie: string }> {
  const { config } = ctx.services
  const isOidc = presetOf(provider.slug).kind === 'oidc'
  const metadata = isOidc ? await metadataOf(ctx.services, provider) : githubMetadata()
  const started = await startState(ctx, {
    provider_slug: provider.slug,
    redirect_uri: redirectUri(config),
    account_id: accountId,
  })
  const client = new oidc.Configuration(metadata, provider.client_id, {}, oidc.None())
  for (const rule of transportRules(ctx.services)) rule(client)
  const target = oidc.buildAuthorizationUrl(client, {
    redirect_uri: started.redirect_uri,
    scope: scopesOf(provider).join(' '),
    state: started.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(started.verifier),
    code_challenge_method: 'S256',
    ...(isOidc ? { nonce: started.nonce } : {}),
  })
  return { address: target.href, cookie: bindingCookie(started.state, config) }
}

/** The browser is back: proves who it is, finds or makes the account, opens a session. */
export function finishLogin(ctx: Ctx, query: CallbackQuery): Promise<Reply> {
  return endingOnPage(ctx, async () => {
    if (query.error !== undefined) throw new SsoFailure('oidc_error', 'the provider refused')
    if ((await findEnabledProviders(ctx)).length === 0) throw new SsoFailure('sso_not_configured', 'no provider is on')
    if (!query.code || !query.state) throw new SsoFailure('oidc_error', 'the callback lacks a code or a state')
    if (!isBoundHere(query.state, ctx.caller))
      throw new SsoFailure('invalid_state', 'another browser began this sign-in')
    const state = await redeemState(ctx, query.state)
    if (!state) throw new SsoFailure('invalid_state', 'the state is unknown, used or too old')
    const provider = await enabledProvider(ctx, state.provider_slug)
    const identity = await prove(ctx, provider, state, query.code, query.iss)
    const { account_id: accountId } = state
    if (accountId !== null) {
      await ctx.services.systemContext((own) => linkAccount(own, provider, { identity, accountId }))
      return redirect(`${completionPage(ctx)}?linked=${provider.slug}`)
    }
    const session = await ctx.services.systemContext(async (own) =>
      openSession(own, await resolveAccount(own, provider, identity)),
    )
    return redirect(`${completionPage(ctx)}`, session.setCookie)
  })
}

function prove(ctx: Ctx, provider: SsoProvider, state: LoginState, code: string, issuerSeen: string | undefined) {
  const secret = openSecret(ctx.services, secretPurpose(provider.slug), provider.sealed_secret ?? '')
  const input = { provider, secret, code, state, issuerSeen }
  return presetOf(provider.slug).kind === 'oidc'
    ? proveOidcIdentity(ctx.services, input)
    : proveGithubIdentity(ctx.services, input)
}

async function enabledProvider(ctx: Ctx, slug: string): Promise<SsoProvider> {
  const provider = await findEnabledProvider(ctx, slug)
  if (!provider) throw new SsoFailure('sso_not_configured', 'the provider is not set up or off')
  return provider
}

/** A browser cannot read a refusal: every failure ends on the client's page with a code, its reason in the log. */
async function endingOnPage(ctx: Ctx, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    const failure = error instanceof SsoFailure ? error : null
    const facts = { requestId: ctx.caller.requestId, code: failure?.code ?? 'oidc_error' }
    if (failure) ctx.services.log.info({ ...facts, reason: failure.message }, 'single sign-on refused')
    else ctx.services.log.error({ ...facts, cause: String(error) }, 'single sign-on failed')
    return redirect(`${completionPage(ctx)}?error=${facts.code}`)
  }
}

/** The address comes from the settings, never from the request, so that nobody can be sent elsewhere. */
function completionPage(ctx: Ctx): string {
  return `${ctx.services.config.appUrl.replace(/\/$/, '')}/auth/complete`
}

function redirect(address: string, cookie?: string): Reply {
  return new Reply(302, undefined, {
    Location: address,
    'Referrer-Policy': 'no-referrer',
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  })
}
