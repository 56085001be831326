import { type CatalogScope, catalogScope } from '../../access/org-admin.ts'
import { isAdmin, workspaceScope } from '../../access/workspace-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import { deactivateResource, restoreResource } from './deactivate-resource.ts'
import { pageResources } from './page-resources.ts'
import { presentResource } from './resource.present.ts'
import { loadResource, viewResource } from './resource.queries.ts'
import {
  listAssignmentsOfQuery,
  listResourcesQuery,
  resourceAssignmentReply,
  resourceBody,
  resourcePatch,
  resourceReply,
} from './resource.schema.ts'
import { pageResourceAssignments } from './resource-list.queries.ts'
import { loadViewer } from './viewer.ts'
import { createResource, updateResource } from './write-resource.ts'

const tag = 'resources'
const canWrite = (ctx: Ctx<CatalogScope>) => ctx.scope.isOrgAdmin

export const resourceRoutes = [
  route({
    method: 'GET',
    path: '/resources/',
    tag,
    summary: 'People, teams and equipment of the workspace',
    limits: [byAccount('resources', (config) => config.throttleResourceListRate)],
    query: listResourcesQuery,
    reply: pageOf(resourceReply),
    run: async (ctx, { query }) =>
      presentPage(await pageResources(ctx, query), ctx.services.config, '/resources/', query),
  }),
  route({
    method: 'POST',
    path: '/resources/',
    tag,
    summary: 'Add a resource',
    scope: catalogScope,
    allow: canWrite,
    body: resourceBody,
    status: 201,
    reply: resourceReply,
    run: async (ctx, { body }) => presentStored(ctx, await createResource(ctx, body)),
  }),
  route({
    method: 'GET',
    path: '/resources/{id}/',
    tag,
    summary: 'One resource',
    reply: resourceReply,
    run: async (ctx, { params }) => presentStored(ctx, (await loadResource(ctx, params.id as string)).id),
  }),
  route({
    method: 'PUT',
    path: '/resources/{id}/',
    tag,
    summary: 'Change a resource, naming it',
    scope: catalogScope,
    allow: canWrite,
    body: resourceBody,
    reply: resourceReply,
    run: async (ctx, { params, body }) => presentStored(ctx, await updateResource(ctx, params.id as string, body)),
  }),
  route({
    method: 'PATCH',
    path: '/resources/{id}/',
    tag,
    summary: 'Change the fields sent',
    scope: catalogScope,
    allow: canWrite,
    body: resourcePatch,
    reply: resourceReply,
    run: async (ctx, { params, body }) => presentStored(ctx, await updateResource(ctx, params.id as string, body)),
  }),
  route({
    method: 'DELETE',
    path: '/resources/{id}/',
    tag,
    summary: 'Deactivate a resource; its assignments stay',
    scope: workspaceScope,
    allow: isAdmin,
    status: 204,
    run: (ctx, { params }) => deactivateResource(ctx, params.id as string),
  }),
  route({
    method: 'POST',
    path: '/resources/{id}/restore/',
    tag,
    summary: 'Take a deactivated resource back',
    scope: workspaceScope,
    allow: isAdmin,
    reply: resourceReply,
    run: async (ctx, { params }) => presentStored(ctx, await restoreResource(ctx, params.id as string)),
  }),
  route({
    method: 'GET',
    path: '/resources/{id}/assignments/',
    tag,
    summary: 'What a resource is assigned to, in all projects',
    scope: workspaceScope,
    allow: isAdmin,
    query: listAssignmentsOfQuery,
    reply: pageOf(resourceAssignmentReply),
    run: async (ctx, { params, query }) =>
      presentPage(
        await pageResourceAssignments(ctx, params.id as string, query),
        ctx.services.config,
        `/resources/${params.id}/assignments/`,
        query,
      ),
  }),
]

async function presentStored(ctx: Ctx<unknown>, id: string): Promise<object> {
  return presentResource(await viewResource(ctx, id), await loadViewer(ctx))
}
