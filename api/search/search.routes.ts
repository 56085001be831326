import { z } from 'zod'
import { programScope } from '../access/program-scope.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { foundReply, programHit, programSearchQuery, searchQuery } from './search.schema.ts'
import { searchAll, searchTasksOfProgram } from './search.ts'

const tag = 'search'

export const searchRoutes = [
  route({
    method: 'GET',
    path: '/me/search/',
    tag,
    summary: 'Find what the caller may see by its name, in all projects at once',
    agentReadable: true,
    limits: [byAccount('omni_search', (config) => config.throttleOmniSearchRate)],
    query: searchQuery,
    reply: pageOf(foundReply),
    run: async (ctx, { query }) => ({ page: await searchAll(ctx, query), query }),
    present: ({ page, query }, ctx) => presentPage(page, ctx.services.config, '/me/search/', query),
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/task-search/',
    tag,
    summary: 'Find tasks of a program by name, in those of its projects that the caller is a member of',
    scope: programScope(),
    query: programSearchQuery,
    reply: z.array(programHit),
    run: (ctx, { query }) => searchTasksOfProgram(ctx, query),
  }),
]
