import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { type Route, route } from '../platform/http/route.ts'
import { loadProjectFacts } from './project-facts.ts'
import { loadTask } from './reading/task-page.ts'
import { mayJudgeEstimates } from './task.policy.ts'
import { presentOne } from './task.present.ts'
import { readTaskReply } from './task.reply.ts'
import { type TaskScope, taskScope } from './task-scope.ts'
import { judgeEstimates } from './writing/team-decisions.ts'

const judge = {
  method: 'POST',
  tag: 'tasks',
  scope: taskScope(),
  allow: mayJudgeEstimates,
  ignoresInput: 'there is nothing to say beside that it is meant',
  reply: readTaskReply,
  otherReplies: { 400: { description: 'the project accepts no estimates, or the task has no three-point estimate' } },
} as const

/** In mode `suggest_approve` members estimate and Resource Managers say whether it holds; saying so again changes nothing. */
export const estimateRoutes: readonly Route[] = [
  route({
    ...judge,
    path: '/tasks/{id}/approve-estimates/',
    summary: 'Accept the three-point estimate of a task',
    run: (ctx) => setStatus(ctx, 'accepted'),
  }),
  route({
    ...judge,
    path: '/tasks/{id}/withdraw-approval/',
    summary: 'Take back that the estimate of a task is accepted',
    run: (ctx) => setStatus(ctx, 'pending'),
  }),
]

async function setStatus(ctx: Ctx<TaskScope>, status: 'accepted' | 'pending'): Promise<object> {
  const { estimationMode } = await loadProjectFacts(ctx, ctx.scope.projectId)
  refuseUnless(
    estimationMode === 'suggest_approve',
    () => new Refusal(400, 'Estimates of this project hold as they are written; nobody accepts them.'),
  )
  const isEstimated = await judgeEstimates(ctx, ctx.scope.taskId, status)
  refuseUnless(isEstimated, () => new Refusal(400, 'The task has no three-point estimate.'))
  return presentOne(await loadTask(ctx, ctx.scope.taskId))
}
