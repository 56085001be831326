import { projectScopeOfBody, projectScopeOfQuery } from '../access/project-scope.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../platform/http/paging.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { type Route, route } from '../platform/http/route.ts'
import { loadApplication, pageApplications } from './applications/application.queries.ts'
import { applicationScope } from './applications/application.scope.ts'
import { requestApplication } from './applications/request-application.ts'
import { undoApplication } from './applications/undo-application.ts'
import { previewPublication } from './preview-publication.ts'
import { publishTemplate } from './publish-template.ts'
import { managesTemplates } from './template.policy.ts'
import { presentApplication, presentTemplate } from './template.present.ts'
import { pageTemplates } from './template.queries.ts'
import {
  applicationQuery,
  applicationReply,
  applyBody,
  nameTakenReply,
  previewQuery,
  previewReply,
  publishBody,
  queuedReply,
  templateQuery,
  templateReply,
  undoneReply,
} from './template.schema.ts'

const tag = 'templates'
/** An application names up to two thousand tasks. */
const APPLICATION_LIST = { ...LARGE_LIST, maxSize: 100 }

export const templateRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/project-templates/',
    tag,
    summary: 'Gallery of templates, without their structure',
    query: templateQuery,
    reply: pageOf(templateReply),
    run: async (ctx, { query }) => {
      const page = await pageTemplates(ctx, query, pageRequest(query, LARGE_LIST))
      const results = page.results.map(presentTemplate)
      return presentPage({ ...page, results }, ctx.services.config, '/project-templates/', query)
    },
  }),
  route({
    method: 'GET',
    path: '/project-templates/publish-preview/',
    tag,
    summary: 'What publishing a project would make',
    scope: projectScopeOfQuery,
    allow: managesTemplates,
    query: previewQuery,
    reply: previewReply,
    run: (ctx, { query }) => previewPublication(ctx, query.name ?? ''),
  }),
  route({
    method: 'POST',
    path: '/project-templates/publish/',
    tag,
    summary: 'Publish the structure of a project as a template, or as the next version of one',
    scope: projectScopeOfBody,
    whenArchived: 'allowed',
    allow: managesTemplates,
    body: publishBody,
    status: 201,
    reply: templateReply,
    otherReplies: { 409: { description: 'name_taken', schema: nameTakenReply } },
    run: (ctx, { body }) => publishTemplate(ctx, body),
    present: presentTemplate,
  }),
  route({
    method: 'POST',
    path: '/project-templates/{id}/apply/',
    tag,
    summary: 'Write the tasks of a template into a project, in the background',
    limits: [byAccount('seed_import', (config) => config.throttleSeedImportRate)],
    scope: projectScopeOfBody,
    allow: managesTemplates,
    body: applyBody,
    status: 202,
    reply: queuedReply,
    run: (ctx, { params }) => requestApplication(ctx, params.id as string),
    present: ({ id }) => ({ queued: true, application: id }),
  }),
  route({
    method: 'GET',
    path: '/template-applications/',
    tag,
    summary: 'Applications of templates in the caller’s projects, newest first',
    query: applicationQuery,
    reply: pageOf(applicationReply),
    run: async (ctx, { query }) => {
      const page = await pageApplications(ctx, query.project, pageRequest(query, APPLICATION_LIST))
      const results = page.results.map(presentApplication)
      return presentPage({ ...page, results }, ctx.services.config, '/template-applications/', query)
    },
  }),
  route({
    method: 'GET',
    path: '/template-applications/{id}/',
    tag,
    summary: 'State of an application, with the tasks it made',
    scope: applicationScope,
    reply: applicationReply,
    run: (ctx) => loadApplication(ctx, ctx.scope.applicationId),
    present: presentApplication,
  }),
  route({
    method: 'POST',
    path: '/template-applications/{id}/undo/',
    tag,
    summary: 'Take back an application; rows a person edited since stay',
    scope: applicationScope,
    allow: managesTemplates,
    reply: undoneReply,
    run: (ctx) => undoApplication(ctx),
    present: ({ application, undo }) => ({ ...presentApplication(application), undo }),
  }),
]
