import { z } from 'zod'
import { byIp } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { ssoProviderRoutes } from './provider.routes.ts'
import { discoverProviders, finishLogin, startLogin } from './sign-in.ts'

/** Browsers are sent here by others: a parameter given twice is one that is not there. */
const once = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value : undefined))
  .optional()

const tag = 'single sign-on'

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
    run: (ctx, { query }) => startLogin(ctx, query.provider),
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
    run: (ctx, { query }) => finishLogin(ctx, query),
  }),
]
