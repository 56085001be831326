import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { canCreateTasks } from '../task.policy.ts'
import { bulkBody, bulkReply } from './bulk.schema.ts'
import { writeTasks } from './write-tasks.ts'

export const bulkRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/bulk/',
    tag: 'tasks',
    summary: 'Write up to 500 tasks and the links between them',
    scope: projectScope(),
    allow: canCreateTasks,
    maxBodyBytes: 8 * 1024 * 1024,
    body: bulkBody,
    status: 207,
    reply: bulkReply,
    run: (ctx, { body }) => writeTasks(ctx, body),
  }),
]
