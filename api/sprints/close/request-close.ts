import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { checkDecidesScope } from '../scope/scope-change.policy.ts'
import { listPending } from '../scope/scope-change.queries.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { holdSprint } from '../write-sprint.ts'
import { closeSprintJob } from './close.jobs.ts'
import { findTarget } from './close.queries.ts'
import type { CloseInput } from './close.schema.ts'
import { findNewestRequest, findOpenRequest, insertRequest } from './close-request.queries.ts'

/** Asks that a sprint be closed in the background. While one request is open, asking again leads to that one. */
export async function requestClose(ctx: Ctx<SprintScope>, input: CloseInput): Promise<object> {
  const { sprintId } = ctx.scope
  const stored = await holdSprint(ctx)
  refuseUnless(stored.state === 'ACTIVE', () => new Refusal(400, 'Only an active sprint can be closed.'))
  const target = await checkTarget(ctx, input.carry_over_to ?? 'backlog')
  const pending = await listPending(ctx, sprintId)
  if (input.pending_disposition === 'reject' && pending.length > 0) await checkDecidesScope(ctx)
  const open = await findOpenRequest(ctx, sprintId)
  const requestId = open?.id ?? newId()
  if (!open) {
    await insertRequest(ctx, {
      id: requestId,
      sprint_id: sprintId,
      requested_by_id: actorId(ctx),
      ...target,
      pending_disposition: input.pending_disposition ?? 'carry',
      source: ctx.caller.source,
      requested_at: ctx.services.clock.now(),
    })
    enqueue(ctx, closeSprintJob, { requestId })
  }
  return { queued: true, request_id: requestId, ...warning(pending) }
}

async function checkTarget(ctx: Ctx<SprintScope>, to: string) {
  if (to === 'backlog' || to === 'none') return { carry_over: to, carry_over_sprint_id: null } as const
  const refused = (message: string) => fieldError('carry_over_to', message)
  const target = await findTarget(ctx, ctx.scope.projectId, to)
  refuseUnless(target, () => refused('Must be a sprint of the project.'))
  refuseUnless(target.id !== ctx.scope.sprintId, () => refused('Must be another sprint.'))
  refuseUnless(target.state === 'PLANNED', () => refused('That sprint has ended.'))
  return { carry_over: 'sprint', carry_over_sprint_id: target.id } as const
}

/** What waits to be accepted never keeps a sprint open; whoever closes it is told. */
function warning(pending: Awaited<ReturnType<typeof listPending>>): object {
  if (pending.length === 0) return {}
  return {
    scope_pending_on_close: {
      code: 'scope_pending_on_close',
      detail: `${pending.length} additions to this sprint wait to be accepted.`,
      pending_count: pending.length,
      items: pending.map((change) => ({ id: change.id, task: change.task_id, item_name: change.item_name })),
      default_disposition: 'carry',
    },
  }
}

export async function readCloseRequest(ctx: Ctx<SprintScope>) {
  const request = await findNewestRequest(ctx, ctx.scope.sprintId)
  refuseUnless(request, notFound)
  return request
}
