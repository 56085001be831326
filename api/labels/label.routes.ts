import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { route } from '../platform/http/route.ts'
import { type ProjectTaskScope, projectTaskScope } from '../tasks/project-task-scope.ts'
import { canEditTask } from '../tasks/task.policy.ts'
import { attachBody, chipsReply, detachFields } from './label.schema.ts'
import { attachLabel, detachLabel } from './label-task.ts'
import { labelCollection } from './labels-resource.ts'
import { programLabelRoutes } from './program/program-label.routes.ts'

const onTask = {
  tag: 'labels',
  scope: projectTaskScope,
  allow: (ctx: Ctx<ProjectTaskScope>) => canEditTask(ctx, ctx.scope),
}

export const labelRoutes = [
  ...labelCollection,
  ...programLabelRoutes,
  route({
    method: 'POST',
    path: '/projects/{id}/tasks/{taskId}/labels/',
    summary: 'Put a label on a task; returns all it carries',
    ...onTask,
    body: attachBody,
    reply: chipsReply,
    run: (ctx, { body }) => attachLabel(ctx, body.label_id),
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/tasks/{taskId}/labels/',
    summary: 'Take a label off a task, named in the body or in the query',
    ...onTask,
    query: detachFields,
    body: detachFields,
    status: 204,
    run: (ctx, { body, query }) => {
      const labelId = body.label_id ?? query.label_id
      refuseUnless(labelId !== undefined, () => fieldError('label_id', 'This field is required.'))
      return detachLabel(ctx, labelId)
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/{id}/tasks/{taskId}/labels/{labelId}/',
    summary: 'Take a label off a task',
    ...onTask,
    status: 204,
    run: (ctx, { params }) => detachLabel(ctx, params.labelId as string),
  }),
]
