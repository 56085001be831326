import { projectScope } from '../../access/project-scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { canCreateTasks } from '../task.policy.ts'
import { classificationBody, classificationReply } from './classification.schema.ts'
import { classifyTasks } from './classify-tasks.ts'

export const classificationRoutes: readonly Route[] = [
  route({
    method: 'PATCH',
    path: '/projects/{id}/tasks/classification/',
    tag: 'tasks',
    summary: 'Set governance and delivery mode of a subtree',
    scope: projectScope(),
    allow: canCreateTasks,
    body: classificationBody,
    reply: classificationReply,
    run: (ctx, { body }) => classifyTasks(ctx, body),
  }),
]
