import type { Ctx } from '../platform/context.ts'
import { route } from '../platform/http/route.ts'
import { type ProjectTaskScope, projectTaskScope } from '../tasks/project-task-scope.ts'
import { canEditTask } from '../tasks/task.policy.ts'
import { fieldValueBody, fieldValueReply } from './custom-field.schema.ts'
import { customFieldCollection } from './custom-fields-resource.ts'
import { clearFieldValue, setFieldValue } from './write-field-value.ts'

const ofTask = {
  path: '/projects/{id}/tasks/{taskId}/field-values/{fieldId}/',
  tag: 'custom fields',
  scope: projectTaskScope,
  allow: (ctx: Ctx<ProjectTaskScope>) => canEditTask(ctx, ctx.scope),
} as const

export const customFieldRoutes = [
  ...customFieldCollection,
  route({
    method: 'PUT',
    ...ofTask,
    summary: 'Set what a task has in a field',
    body: fieldValueBody,
    reply: fieldValueReply,
    run: (ctx, { params, body }) => setFieldValue(ctx, params.fieldId as string, body.value),
  }),
  route({
    method: 'DELETE',
    ...ofTask,
    summary: 'Take the value of a field off a task',
    status: 204,
    run: (ctx, { params }) => clearFieldValue(ctx, params.fieldId as string),
  }),
]
