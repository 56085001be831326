import { projectScope } from '../access/project-scope.ts'
import { byAccount, callerKey } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { canCreateTasks } from '../tasks/task.policy.ts'
import { pullChanges } from './pull-changes.ts'
import { pullPrograms } from './pull-programs.ts'
import { pushBatch } from './push-batch.ts'
import { pullQuery, pullReply, pushBody, pushReply } from './sync.schema.ts'

const tag = 'sync'
const path = '/projects/{id}/sync/'
const MAX_PUSH_BYTES = 8 * 1024 * 1024

export const syncRoutes = [
  route({
    method: 'GET',
    path,
    tag,
    summary: 'What changed in a project since the last pull, with tombstones',
    scope: projectScope(),
    query: pullQuery,
    reply: pullReply,
    run: (ctx, { query }) => pullChanges(ctx, query),
  }),
  route({
    method: 'POST',
    path,
    tag,
    summary: 'Apply what a client did offline, as a whole or not at all; conflicting rows are left and told',
    scope: projectScope(),
    allow: canCreateTasks,
    limits: [
      {
        name: 'sync_push_project',
        rate: (config) => config.throttleSyncPushProjectRate,
        key: (ctx, { params }) => `${callerKey(ctx)} ${params.id}`,
      },
      byAccount('sync_push_user', (config) => config.throttleSyncPushUserRate),
    ],
    idempotency: { exempt: '`client_batch_id` names the batch, and its reply is kept' },
    maxBodyBytes: MAX_PUSH_BYTES,
    body: pushBody,
    reply: pushReply,
    run: (ctx, { body }) => pushBatch(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/sync/user/programs/',
    tag,
    summary: 'What changed of the caller’s programs and of who is in them',
    query: pullQuery,
    reply: pullReply,
    run: (ctx, { query }) => pullPrograms(ctx, query),
  }),
]
