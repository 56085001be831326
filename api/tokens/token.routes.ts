import { z } from 'zod'
import { type ProgramScope, programScope } from '../access/program-scope.ts'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import {
  LARGE_LIST,
  pageOf,
  pageQuery,
  pageRequest,
  presentPage,
  presentWindow,
  windowQuery,
  windowRequest,
} from '../platform/http/paging.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { type Route, route } from '../platform/http/route.ts'
import { mintIntegrationToken, mintPersonalToken } from './mint-token.ts'
import { revokeToken } from './revoke-token.ts'
import { presentAuditRow, presentIntegrationToken, presentPersonalToken } from './token.present.ts'
import { loadToken, pageTokens, type TokenOwner } from './token.queries.ts'
import {
  auditRowReply,
  integrationTokenReply,
  mintedIntegrationReply,
  mintedPersonalReply,
  mintIntegrationBody,
  mintPersonalBody,
  personalTokenReply,
} from './token.schema.ts'
import { pageTokenAudit } from './token-audit.queries.ts'

const SECRET_REASON = 'issues a one-time secret'
const perMinuteSetting = (limit: number) => ({ limit, windowSeconds: 60 })
const mintLimit = byAccount('token_mint', (config) => perMinuteSetting(config.tokenIssuancePerMinute))
const revokeLimit = byAccount('token_revoke', (config) => perMinuteSetting(config.tokenRevocationPerMinute))

/** The three surfaces of tokens differ in where they hang, who may use them and how a row reads. */
interface Surface<S> {
  readonly root: string
  readonly auditPath: string
  readonly scope:
    | ((ctx: Ctx, raw: { params: Readonly<Record<string, string>>; query: never; body: unknown }) => Promise<S>)
    | undefined
  readonly owner: (ctx: Ctx<S>) => TokenOwner
  readonly canManage: (ctx: Ctx<S>) => boolean
  readonly isPersonal: boolean
}

function tokenRoutesOf<S>(surface: Surface<S>): Route[] {
  const shared = {
    tag: 'tokens',
    audience: 'session' as const,
    ...(surface.scope ? { scope: surface.scope as never } : {}),
  }
  const present = surface.isPersonal ? presentPersonalToken : presentIntegrationToken
  const reply = surface.isPersonal ? personalTokenReply : integrationTokenReply
  const address = (ctx: Ctx<S>, path: string) => path.replace('{id}', idOf(surface.owner(ctx)))
  return [
    route({
      ...shared,
      method: 'GET',
      path: surface.root,
      summary: 'List tokens, newest first',
      query: z.object(pageQuery),
      reply: pageOf(reply),
      run: async (ctx: Ctx<S>, { query }) => {
        const page = await pageTokens(ctx, surface.owner(ctx), pageRequest(query, LARGE_LIST))
        const results = page.results.map((token) => present(token, ctx))
        return presentPage({ ...page, results }, ctx.services.config, address(ctx, surface.root), query)
      },
    }),
    mintRoute(surface, shared),
    route({
      ...shared,
      method: 'GET',
      path: `${surface.root}{token_id}/`,
      summary: 'Read one token; never its secret',
      reply,
      run: (ctx: Ctx<S>, { params }) => loadToken(ctx, surface.owner(ctx), params.token_id as string),
      present,
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${surface.root}{token_id}/`,
      summary: 'Revoke a token',
      allow: surface.canManage,
      whenArchived: 'allowed',
      limits: [revokeLimit],
      status: 204,
      run: async (ctx: Ctx<S>, { params }) =>
        revokeToken(ctx, await loadToken(ctx, surface.owner(ctx), params.token_id as string)),
      present: () => undefined,
    }),
    route({
      ...shared,
      method: 'GET',
      path: surface.auditPath,
      summary: 'What happened to the tokens',
      query: z.object(windowQuery),
      reply: pageOf(auditRowReply),
      run: async (ctx: Ctx<S>, { query }) => {
        const window = windowRequest(query)
        const { count, rows } = await pageTokenAudit(ctx, surface.owner(ctx), window)
        const results = rows.map((row) => presentAuditRow(row, surface.canManage(ctx)))
        return presentWindow({ count, results, window }, ctx.services.config, address(ctx, surface.auditPath))
      },
    }),
  ]
}

function mintRoute<S>(surface: Surface<S>, shared: object): Route {
  const common = {
    ...shared,
    method: 'POST' as const,
    path: surface.root,
    tag: 'tokens',
    summary: 'Mint a token; the secret is in this reply only',
    allow: surface.canManage,
    limits: [mintLimit],
    idempotency: { exempt: SECRET_REASON },
    holdsSecret: true as const,
    status: 201,
  }
  if (surface.isPersonal) {
    return route({
      ...common,
      body: mintPersonalBody,
      reply: mintedPersonalReply,
      run: (ctx: Ctx<S>, { body }) => mintPersonalToken(ctx, body),
      present: ({ token, raw }, ctx) => ({ ...presentPersonalToken(token, ctx), token: raw }),
    })
  }
  return route({
    ...common,
    body: mintIntegrationBody,
    reply: mintedIntegrationReply,
    run: (ctx: Ctx<S>, { body }) =>
      mintIntegrationToken(ctx, surface.owner(ctx) as { project_id: string } | { program_id: string }, body),
    present: ({ token, raw }) => ({ ...presentIntegrationToken(token), token: raw }),
  })
}

function idOf(owner: TokenOwner): string {
  return Object.values(owner)[0] as string
}

export const tokenRoutes = [
  ...tokenRoutesOf<unknown>({
    root: '/me/api-tokens/',
    auditPath: '/me/api-token-audit/',
    scope: undefined,
    owner: (ctx) => ({ owner_id: actingAccount(ctx).id }),
    canManage: () => true,
    isPersonal: true,
  }),
  ...tokenRoutesOf<ProjectScope>({
    root: '/projects/{id}/api-tokens/',
    auditPath: '/projects/{id}/api-token-audit/',
    scope: projectScope('id') as never,
    owner: (ctx) => ({ project_id: ctx.scope.projectId }),
    canManage: (ctx) => atLeast(ctx.scope.role, ROLE.manager),
    isPersonal: false,
  }),
  ...tokenRoutesOf<ProgramScope>({
    root: '/programs/{id}/api-tokens/',
    auditPath: '/programs/{id}/api-token-audit/',
    scope: programScope('id') as never,
    owner: (ctx) => ({ program_id: ctx.scope.programId }),
    canManage: (ctx) => atLeast(ctx.scope.role, ROLE.manager),
    isPersonal: false,
  }),
]
