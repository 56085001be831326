import { z } from 'zod'
import { byAccount, byIp } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { ssoProviderRoutes } from './providers/provider.routes.ts'
import { discoverProviders, finishLogin, startLink, startLogin } from './sign-in.ts'

/** Browsers are sent here by others: a parameter given twice is one that is not there. */
const once = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value : undefined))
  .optional()

const tag = 'single sign-on'

const sentOn = z.object({ Location: z.string().describe('where the browser goes on') })

export const ssoRoutes = [
  ...ssoProviderRoutes,
  route({
    method: 'GET',
    path: '/auth/oidc/discover/',
    tag,
    summary: 'Identity providers that a sign-in page may offer',
    audience: 'public',
    limits: [byIp('oidc_discover', (config) => config.throttleOidcDiscoverRate)],
    malformedQuery: 'ignored',
    query: z.object({ email: once }),
    reply: z
      .object({
        provider_present: z.boolean(),
        providers: z.array(z.object({ slug: z.string(), display_name: z.string() })).optional(),
      })
      .meta({ id: 'SsoDiscoverResponse' }),
    run: (ctx, { query }) => discoverProviders(ctx, query.email),
  }),
  route({
    method: 'GET',
    path: '/auth/oidc/login/',
    tag,
    summary: 'Begin a sign-in at a provider',
    audience: 'public',
    limits: [byIp('oidc_login', (config) => config.throttleOidcLoginRate)],
    malformedQuery: 'ignored',
    query: z.object({ provider: once }),
    status: 302,
    replyHeaders: sentOn,
    run: (ctx, { query }) => startLogin(ctx, query.provider),
  }),
  route({
    method: 'POST',
    path: '/auth/oidc/link/',
    tag,
    summary: 'Link an identity provider to one’s own account: answers where the browser is to go',
    audience: 'session',
    limits: [byAccount('oidc_link', (config) => config.throttleOidcLoginRate)],
    // The provider may be asked where it lives, and no transaction is held open meanwhile.
    transaction: false,
    idempotency: { exempt: 'issues a one-time secret' },
    body: z.object({ provider: z.string().max(64) }),
    reply: z.object({ authorization_url: z.string() }).meta({ id: 'SsoLinkStarted' }),
    otherReplies: {
      400: { description: 'The provider is not set up or switched off.' },
      503: { description: 'The provider cannot be reached.' },
    },
    run: (ctx, { body }) => startLink(ctx, body.provider),
  }),
  route({
    method: 'GET',
    path: '/auth/oidc/callback/',
    tag,
    summary: 'Where providers send people back to',
    audience: 'public',
    limits: [byIp('oidc_callback', (config) => config.throttleOidcCallbackRate)],
    malformedQuery: 'ignored',
    query: z.object({ code: once, state: once, error: once, iss: once }),
    status: 302,
    replyHeaders: sentOn,
    run: (ctx, { query }) => finishLogin(ctx, query),
  }),
]
