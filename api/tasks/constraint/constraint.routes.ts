import type { Ctx } from '../../platform/context.ts'
import { editBaseOf, guardedEdit } from '../../platform/http/base-version.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { canEditTask } from '../task.policy.ts'
import { type TaskScope, taskScope } from '../task-scope.ts'
import { loadConstraint } from './constraint.queries.ts'
import { constraintBody, constraintReply } from './constraint.schema.ts'
import { NOT_HELD, updateConstraint } from './update-constraint.ts'

const tag = 'tasks'
const path = '/tasks/{id}/constraint/'

export const constraintRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path,
    tag,
    summary: 'The constraint and the deadline a task is held to',
    scope: taskScope(),
    reply: constraintReply,
    run: (ctx) => loadConstraint(ctx),
  }),
  route({
    method: 'PUT',
    path,
    tag,
    summary: 'Hold a task to a constraint, a deadline, or both',
    scope: taskScope(),
    allow: mayHold,
    body: constraintBody,
    ...guardedEdit,
    reply: constraintReply,
    run: async (ctx, { body, sent }) => {
      await updateConstraint(ctx, body, editBaseOf(ctx, sent))
      return loadConstraint(ctx)
    },
  }),
  route({
    method: 'DELETE',
    path,
    tag,
    summary: 'Hold a task to nothing but its planned start',
    scope: taskScope(),
    allow: mayHold,
    status: 204,
    run: (ctx) => updateConstraint(ctx, NOT_HELD),
  }),
]

function mayHold(ctx: Ctx<TaskScope>): boolean {
  return canEditTask(ctx, ctx.scope)
}
