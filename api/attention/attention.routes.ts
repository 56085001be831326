import { projectScope } from '../access/project-scope.ts'
import { route } from '../platform/http/route.ts'
import { attentionReply, blockedQuery, blockedReply, myTasksReply } from './attention.schema.ts'
import { listAttention, listBlocked, listMyTasks } from './attention.ts'

const tag = 'attention'

export const attentionRoutes = [
  route({
    method: 'GET',
    path: '/projects/{id}/attention/',
    tag,
    summary: 'What somebody should look at in a project: up to three of each kind',
    scope: projectScope(),
    reply: attentionReply,
    run: (ctx) => listAttention(ctx),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/my-tasks/',
    tag,
    summary: 'What the caller is to finish this week, Monday to Sunday',
    scope: projectScope(),
    reply: myTasksReply,
    run: (ctx) => listMyTasks(ctx),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/blocked/',
    tag,
    summary: 'Tasks flagged as blocked, the longest blocked first, without the reason',
    scope: projectScope(),
    query: blockedQuery,
    reply: blockedReply,
    run: (ctx, { query }) => listBlocked(ctx, query),
  }),
]
