import type { Ctx } from '../../platform/context.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import { loadTask } from '../reading/task-page.ts'
import { presentOne } from '../task.present.ts'
import { readTaskReply } from '../task.reply.ts'
import { type TaskScope, taskScope } from '../task-scope.ts'
import { acceptSuggestion, declineSuggestion, revokeSuggestion } from './decide-suggestion.ts'

const decide = {
  method: 'POST',
  tag: 'tasks',
  scope: taskScope(),
  ignoresInput: 'there is nothing to say beside that it is meant',
  reply: readTaskReply,
} as const

const settled = { 409: { description: 'it is settled already' } }

export const taskSuggestionRoutes: readonly Route[] = [
  route({
    ...decide,
    path: '/tasks/{id}/suggestions/{suggestionId}/accept/',
    summary: 'Take a task on that was suggested to the caller',
    otherReplies: {
      409: {
        description:
          'it is settled already; with `task_id` and `current_assignee_id`: somebody else has the task by now',
      },
    },
    run: async (ctx, { params }) => {
      const taken = await acceptSuggestion(ctx, params.suggestionId as string)
      if (taken === null) return present(ctx)
      const detail = 'Somebody else has the task by now.'
      return new Reply(409, { detail, task_id: ctx.scope.taskId, current_assignee_id: taken.current })
    },
  }),
  route({
    ...decide,
    path: '/tasks/{id}/suggestions/{suggestionId}/decline/',
    summary: 'Say no to a task that was suggested to the caller',
    otherReplies: settled,
    run: async (ctx, { params }) => {
      await declineSuggestion(ctx, params.suggestionId as string)
      return present(ctx)
    },
  }),
  route({
    ...decide,
    path: '/tasks/{id}/suggestions/{suggestionId}/revoke/',
    summary: 'Take a suggestion back',
    otherReplies: settled,
    run: async (ctx, { params }) => {
      await revokeSuggestion(ctx, params.suggestionId as string)
      return present(ctx)
    },
  }),
]

async function present(ctx: Ctx<TaskScope>): Promise<object> {
  return presentOne(await loadTask(ctx, ctx.scope.taskId))
}
