import { createHash } from 'node:crypto'
import type { TaskStatus } from '../../../compute/plan/task-status.ts'
import { type ProjectScope, systemProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { FieldErrors, notFound, Refusal } from '../../platform/errors.ts'
import { parseJsonBody } from '../../platform/http/body/json-body.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { tellWriter } from '../../projects/writer.ts'
import { updateTask } from '../../tasks/writing/update-task.ts'
import {
  claimDelivery,
  findAutomationInUse,
  findLinksLike,
  type GitAutomationRow,
  saveDelivery,
  saveRefusal,
} from './git-automation.queries.ts'
import type { GitDeliveryResult } from './git-automation.schema.ts'
import { judgeDelivery } from './judge-delivery.ts'
import { type GitProvider, type RequestEvent, readEvent, requestAddressOf } from './read-event.ts'

const MAX_DEPTH = 32

/** Takes what a provider says of a request, and moves the task that links to it. Whatever cannot be believed is a 404. */
export async function receiveDelivery(ctx: Ctx, projectId: string, bytes: Buffer): Promise<GitDeliveryResult> {
  const automation = await findAutomationInUse(ctx, projectId)
  const { provider, refusal } = judgeDelivery(ctx.services, automation, bytes, ctx.caller.header)
  if (automation === undefined) throw notFound()
  if (refusal !== null || provider === null) {
    const outcome = refusal ?? 'unknown_provider'
    await ctx.services.systemContext((own) => saveRefusal(own, projectId, outcome, provider ?? ''))
    throw notFound()
  }
  const payload = await readPayload(ctx, projectId, bytes, provider)
  const event = readEvent(provider, payload, ctx.caller.header)
  if (event.kind === 'ignored') {
    const outcome = event.isDraft ? 'draft' : 'ignored'
    await ctx.services.systemContext((own) => saveDelivery(own, projectId, outcome, provider))
    return { matched: false, moved: false, ignored: event.name, ...(event.isDraft ? { reason: 'draft' } : {}) }
  }
  return follow(ctx, automation, {
    event,
    provider,
    key: event.key ?? createHash('sha256').update(bytes).digest('hex'),
  })
}

async function readPayload(ctx: Ctx, projectId: string, bytes: Buffer, provider: GitProvider) {
  try {
    const payload = parseJsonBody(bytes, MAX_DEPTH)
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) {
      return payload as Record<string, unknown>
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  await ctx.services.systemContext((own) => saveDelivery(own, projectId, 'malformed_payload', provider))
  throw new Refusal(400, 'The body must be a JSON object.')
}

interface Delivery {
  readonly event: RequestEvent
  readonly provider: GitProvider
  readonly key: string
}

/** Acts on a request in one transaction. A rule of tasks that refuses the move undoes it, and is told as what it is. */
async function follow(ctx: Ctx, automation: GitAutomationRow, delivery: Delivery): Promise<GitDeliveryResult> {
  const { project_id: projectId } = automation
  const kept = (own: Ctx, result: GitDeliveryResult) =>
    saveDelivery(own, projectId, result.reason ?? 'ignored', delivery.provider)
  try {
    return await ctx.services.systemContext(async (own) => {
      const result = await moveTask(await systemProjectScope(own, projectId), automation, delivery)
      await kept(own, result)
      return result
    })
  } catch (error) {
    if (!(error instanceof TaskRefused)) throw error
    const refused: GitDeliveryResult = { matched: true, moved: false, task: error.taskId, reason: 'refused' }
    await ctx.services.systemContext((own) => kept(own, refused))
    return refused
  }
}

/** A rule of tasks keeps the task where it is. */
class TaskRefused extends Error {
  override name = 'TaskRefused'
  readonly taskId: string

  constructor(taskId: string, cause: unknown) {
    super('refused', { cause })
    this.taskId = taskId
  }
}

const OPENED_FROM: readonly string[] = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS']
const MOVES = {
  opened: { to: 'REVIEW', reason: 'opened_review', told: 'git:pr_opened' },
  merged: { to: 'COMPLETE', reason: 'merged_complete', told: 'git:pr_merged' },
} as const

async function moveTask(
  ctx: Ctx<ProjectScope>,
  automation: GitAutomationRow,
  { event, key }: Delivery,
): Promise<GitDeliveryResult> {
  const { projectId } = ctx.scope
  const { to, reason, told } = MOVES[event.change]
  await tellWriter(ctx, { actorId: automation.configured_by_id, reason: told })
  await lockProject(ctx, projectId)
  if (!(await claimDelivery(ctx, projectId, key))) return { matched: false, moved: false, reason: 'duplicate' }
  const asked = event.url === null ? null : requestAddressOf(event.url)
  if (asked === null) return { matched: false, moved: false, reason: 'no_url' }
  const links = await findLinksLike(ctx, [`/pull/${asked.number}`, `/merge_requests/${asked.number}`])
  const link = links.find(({ url }) => {
    const address = requestAddressOf(url)
    return address?.host === asked.host && address.repository === asked.repository && address.number === asked.number
  })
  if (link === undefined) return { matched: false, moved: false, reason: 'no_link' }
  const { task_id: task, status: from } = link
  const isBehind = event.change === 'merged' ? from !== 'COMPLETE' : OPENED_FROM.includes(from)
  if (!isBehind) return { matched: true, moved: false, task, from, to: from, reason: 'noop_forward_only' }
  await moveTo(ctx, task, to)
  return { matched: true, moved: true, task, from, to, reason }
}

async function moveTo(ctx: Ctx<ProjectScope>, taskId: string, status: TaskStatus): Promise<void> {
  try {
    await updateTask(ctx, taskId, { status })
  } catch (error) {
    throw error instanceof Refusal || error instanceof FieldErrors ? new TaskRefused(taskId, error) : error
  }
}
