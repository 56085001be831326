import { Reply, route } from '../platform/http/route.ts'
import { ingestLimits, ingestScope } from '../tokens/ingest-scope.ts'
import { syncTask } from './sync-task.ts'
import { taskSyncBody, taskSyncReply } from './task-sync.schema.ts'

export const taskSyncRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/task-sync/',
    tag: 'tokens',
    summary: 'Push one row of an outside system: its task is created or brought up to date',
    audience: 'integration',
    scope: ingestScope,
    limits: ingestLimits,
    idempotency: { exempt: 'a repeated push updates the same task' },
    body: taskSyncBody,
    reply: taskSyncReply,
    otherReplies: { 201: { description: 'the task was created', schema: taskSyncReply } },
    run: async (ctx, { body }) => {
      const result = await syncTask(ctx, body)
      return new Reply(result.created ? 201 : 200, result)
    },
  }),
]
