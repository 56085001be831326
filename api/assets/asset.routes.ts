import { programScope } from '../access/program-scope.ts'
import { projectScope } from '../access/project-scope.ts'
import { route } from '../platform/http/route.ts'
import { feedQuery, feedReply, workspaceFeedQuery } from './asset.schema.ts'
import { readFeed } from './read-feed.ts'

const tag = 'assets'

export const assetRoutes = [
  route({
    method: 'GET',
    path: '/assets/',
    tag,
    summary: 'Files and links of every project that the caller reads, the newest first',
    agentReadable: true,
    query: workspaceFeedQuery,
    reply: feedReply,
    run: (ctx, { query }) => readFeed(ctx, null, query),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/assets/',
    tag,
    summary: 'Files and links of a project, the newest first',
    scope: projectScope(),
    query: feedQuery,
    reply: feedReply,
    run: (ctx, { query }) => readFeed(ctx, { projectId: ctx.scope.projectId }, query),
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/assets/',
    tag,
    summary: 'Files and links of the projects of a program that the caller reads, the newest first',
    scope: programScope(),
    query: feedQuery,
    reply: feedReply,
    run: (ctx, { query }) => readFeed(ctx, { programId: ctx.scope.programId }, query),
  }),
]
