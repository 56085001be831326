import { z } from 'zod'
import { isAdmin, type WorkspaceScope, workspaceScope } from '../../access/workspace-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { booleanFilter } from '../../platform/http/list-query.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { presentProvider } from './provider.present.ts'
import { findProviders, linkedCounts, loadProvider } from './provider.queries.ts'
import { createProviderBody, providerReply, testConnectionReply, writeProviderBody } from './provider.schema.ts'
import { testConnection } from './test-connection.ts'
import { createProvider, deleteProvider, patchProvider, replaceProvider } from './write-provider.ts'

const ROOT = '/workspace/sso/providers/'
const params = z.object({ slug: z.string().max(64) })
const shared = { tag: 'single sign-on', audience: 'session', scope: workspaceScope, allow: isAdmin } as const

async function present(provider: SsoProvider, ctx: Ctx<WorkspaceScope>): Promise<object> {
  return presentProvider(provider, (await linkedCounts(ctx))(provider.slug), ctx.services.config)
}

export const ssoProviderRoutes = [
  route({
    ...shared,
    method: 'GET',
    path: ROOT,
    summary: 'Identity providers of the workspace',
    reply: z.array(providerReply),
    run: async (ctx) => {
      const providers = await findProviders(ctx)
      const countsOf = await linkedCounts(ctx)
      return providers.map((provider) => presentProvider(provider, countsOf(provider.slug), ctx.services.config))
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: ROOT,
    summary: 'Set up an identity provider',
    idempotency: { exempt: 'a second one of a kind is a 409' },
    body: createProviderBody,
    status: 201,
    reply: providerReply,
    run: (ctx, { body: { slug, ...fields } }) => createProvider(ctx, slug, fields),
    present,
  }),
  route({
    ...shared,
    method: 'GET',
    path: `${ROOT}{slug}/`,
    summary: 'One identity provider; never its secret',
    params,
    reply: providerReply,
    run: (ctx, { params: { slug } }) => loadProvider(ctx, slug),
    present,
  }),
  route({
    ...shared,
    method: 'PUT',
    path: `${ROOT}{slug}/`,
    summary: 'Replace the settings of an identity provider',
    params,
    body: writeProviderBody,
    reply: providerReply,
    run: (ctx, { params: { slug }, body }) => replaceProvider(ctx, slug, body),
    present,
  }),
  route({
    ...shared,
    method: 'PATCH',
    path: `${ROOT}{slug}/`,
    summary: 'Change settings of an identity provider',
    params,
    body: writeProviderBody,
    reply: providerReply,
    run: (ctx, { params: { slug }, body }) => patchProvider(ctx, slug, body),
    present,
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: `${ROOT}{slug}/`,
    summary: 'Remove an identity provider',
    params,
    query: z.object({ confirm_lockout: z.string().optional() }),
    status: 204,
    run: (ctx, { params: { slug }, query }) => deleteProvider(ctx, slug, booleanFilter(query.confirm_lockout) === true),
  }),
  route({
    ...shared,
    method: 'POST',
    path: `${ROOT}{slug}/test-connection/`,
    summary: 'Look whether the provider answers',
    params,
    limits: [byAccount('oidc_test', (config) => config.throttleOidcTestRate)],
    // It writes nothing, and the provider is asked while no transaction is held open.
    transaction: false,
    idempotency: { exempt: 'reads only' },
    reply: testConnectionReply,
    run: async (ctx, { params: { slug } }) => testConnection(ctx.services, await loadProvider(ctx, slug)),
  }),
]
