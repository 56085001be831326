import { z } from 'zod'
import { type Route, route } from '../../platform/http/route.ts'
import { loadTask } from '../reading/task-page.ts'
import { canDeleteTask } from '../task.policy.ts'
import { presentOne } from '../task.present.ts'
import { taskReply } from '../task.reply.ts'
import { taskScope } from '../task-scope.ts'
import { listTrash, trashQuery, trashReply } from './list-trash.ts'
import { restoreTask } from './restore-task.ts'

const tag = 'tasks'

export const trashRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/trash/',
    tag,
    summary: 'Deleted tasks of a project that can still come back',
    params: z.object({}),
    query: trashQuery,
    reply: trashReply,
    run: (ctx, { query }) => listTrash(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/tasks/{id}/restore/',
    tag,
    summary: 'Bring a deleted task back with everything that went with it',
    scope: taskScope('deleted'),
    allow: (ctx) => canDeleteTask(ctx, ctx.scope),
    reply: taskReply,
    run: async (ctx) => {
      await restoreTask(ctx, ctx.scope.taskId)
      return presentOne(await loadTask(ctx, ctx.scope.taskId))
    },
  }),
]
