import type { Ctx } from '../platform/context.ts'
import { LARGE_LIST, pageRequest, presentPage } from '../platform/http/paging.ts'
import { type Route, route } from '../platform/http/route.ts'
import { createDependency } from './create-dependency.ts'
import { acceptDependency, rejectDependency } from './decide-dependency.ts'
import { deleteDependency } from './delete-dependency.ts'
import { canAuthorLink, canDecideLink } from './dependency.policy.ts'
import { presentDependencies, presentDependency } from './dependency.present.ts'
import { type DependencyRow, pageDependencies } from './dependency.queries.ts'
import {
  type DependencyFilters,
  dependencyBody,
  dependencyPage,
  dependencyReply,
  listDependenciesQuery,
  patchDependencyBody,
} from './dependency.schema.ts'
import { type LinkScope, linkScope, type NewLinkScope, newLinkScope } from './dependency.scope.ts'
import { updateDependency } from './update-dependency.ts'

const tag = 'Dependencies'

export const dependencyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/dependencies/',
    tag,
    summary: 'Links the caller may read',
    query: listDependenciesQuery,
    reply: dependencyPage,
    run: (ctx, { query }) => listDependencies(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/dependencies/',
    tag,
    summary: 'Link two tasks; across projects the link waits for acceptance',
    scope: newLinkScope,
    allow: mayCreate,
    body: dependencyBody,
    status: 201,
    reply: dependencyReply,
    run: (ctx, { body }) => createDependency(ctx, body),
    present: (row, ctx) => presentDependency(ctx, row),
  }),
  route({
    method: 'GET',
    path: '/dependencies/{id}/',
    tag,
    summary: 'One link',
    scope: linkScope,
    reply: dependencyReply,
    run: async (ctx) => ctx.scope.link,
    present: (row, ctx) => presentDependency(ctx, row),
  }),
  route({
    method: 'PUT',
    path: '/dependencies/{id}/',
    tag,
    summary: 'Replace a link',
    scope: linkScope,
    allow: (ctx: Ctx<LinkScope>) => canAuthorLink(ctx, ctx.scope),
    body: dependencyBody,
    reply: dependencyReply,
    run: (ctx, { body }) => updateDependency(ctx, body),
    present: (row, ctx) => presentDependency(ctx, row),
  }),
  route({
    method: 'PATCH',
    path: '/dependencies/{id}/',
    tag,
    summary: 'Change a link',
    scope: linkScope,
    allow: (ctx: Ctx<LinkScope>) => canAuthorLink(ctx, ctx.scope),
    body: patchDependencyBody,
    reply: dependencyReply,
    run: (ctx, { body }) => updateDependency(ctx, body),
    present: (row, ctx) => presentDependency(ctx, row),
  }),
  route({
    method: 'DELETE',
    path: '/dependencies/{id}/',
    tag,
    summary: 'Remove a link',
    scope: linkScope,
    allow: (ctx: Ctx<LinkScope>) => canAuthorLink(ctx, ctx.scope),
    status: 204,
    run: deleteDependency,
  }),
  decision('accept', 'Let a pending link count', acceptDependency),
  decision('reject', 'Turn a pending link down', rejectDependency),
]

function decision(verb: string, summary: string, run: (ctx: Ctx<LinkScope>) => Promise<DependencyRow>): Route {
  return route({
    method: 'POST',
    path: `/dependencies/{id}/${verb}/`,
    tag,
    summary,
    scope: linkScope,
    allow: (ctx: Ctx<LinkScope>) => canDecideLink(ctx, ctx.scope),
    reply: dependencyReply,
    run,
    present: (row: DependencyRow, ctx) => presentDependency(ctx, row),
  })
}

/** With an end unknown there is nothing to judge yet; the body is refused on that field instead. */
function mayCreate(ctx: Ctx<NewLinkScope>): boolean {
  const { predecessor, successor } = ctx.scope
  return predecessor === null || successor === null || canAuthorLink(ctx, { predecessor, successor })
}

async function listDependencies(ctx: Ctx<unknown>, query: DependencyFilters): Promise<object> {
  const page = await pageDependencies(ctx, query, pageRequest(query, LARGE_LIST))
  const results = await presentDependencies(ctx, page.results)
  return presentPage({ ...page, results }, ctx.services.config, '/dependencies/', query)
}
