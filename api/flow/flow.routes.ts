import { projectScope } from '../access/project-scope.ts'
import { pictureRoutes } from '../platform/http/picture-route.ts'
import type { Route } from '../platform/http/route.ts'
import { drawBurn, drawFlow } from './draw-flow.ts'
import { burnQuery, burnReply, flowQuery, flowReply } from './flow.schema.ts'
import { readBurn } from './read-burn.ts'
import { readFlow } from './read-flow.ts'

const read = { method: 'GET', tag: 'flow', agentReadable: true, scope: projectScope() } as const

export const flowRoutes: readonly Route[] = [
  ...pictureRoutes({
    ...read,
    path: '/projects/{id}/flow-metrics/',
    summary: 'How long tasks took, how many were done each week, and how many stood where each day',
    query: flowQuery,
    reply: flowReply,
    run: (ctx, { query }) => readFlow(ctx, query),
    draw: drawFlow,
  }),
  ...pictureRoutes({
    ...read,
    path: '/projects/{id}/burn/',
    summary: 'What there was to do and what was done at the end of each day',
    query: burnQuery,
    reply: burnReply,
    otherReplies: { 400: { description: 'no such chart, metric or date, or too long a time' } },
    run: (ctx, { query }) => readBurn(ctx, query),
    draw: drawBurn,
  }),
]
