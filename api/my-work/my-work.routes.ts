import { windowRequest } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { myWorkQuery, myWorkReply } from './my-work.schema.ts'
import { readMyWork } from './read-my-work.ts'

const PAGE = { defaultSize: 100, maxSize: 200 }

export const myWorkRoutes = [
  route({
    method: 'GET',
    path: '/me/work/',
    tag: 'my work',
    summary: 'What waits for the caller in all projects, and in trackers outside',
    agentReadable: true,
    query: myWorkQuery,
    reply: myWorkReply,
    run: (ctx, { query }) => readMyWork(ctx, windowRequest(query, PAGE)),
  }),
]
