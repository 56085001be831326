import { actorId, type Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { emitTouched } from '../../tasks/task.events.ts'
import { followTasks } from '../follow-tasks.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { scopeAccepted, scopeRejected } from './scope-change.events.ts'
import { checkDecidesScope } from './scope-change.policy.ts'
import { presentScopeChange } from './scope-change.present.ts'
import {
  decideScopeChanges,
  findScopeChange,
  listPending,
  type ScopeChange,
  settleTasks,
} from './scope-change.queries.ts'

export type Decision = 'accepted' | 'rejected'

/** Decides one addition. One that was decided before stays as it was, and nobody is told again. */
export async function decideOne(ctx: Ctx<SprintScope>, id: string, decision: Decision) {
  await checkDecidesScope(ctx)
  await lockProject(ctx, ctx.scope.projectId)
  const change = await findScopeChange(ctx, id)
  refuseUnless(change, notFound)
  const [decided] = await decide(ctx, [change], decision)
  return { ...presentScopeChange(decided ?? change), pending_count: await countPending(ctx) }
}

/** Decides what waits in a sprint: those named, or all. What was decided before, or is of another sprint, is passed over. */
export async function decideMany(ctx: Ctx<SprintScope>, ids: readonly string[], decision: Decision) {
  await checkDecidesScope(ctx)
  await lockProject(ctx, ctx.scope.projectId)
  const pending = await listPending(ctx, ctx.scope.sprintId)
  const named = new Set(ids)
  const meant = named.size === 0 ? pending : pending.filter((change) => named.has(change.id))
  const decided = await decide(ctx, meant, decision)
  return { [decision]: decided.map(presentScopeChange), pending_count: await countPending(ctx) }
}

/** Returns those that were decided now. */
async function decide(
  ctx: Ctx<SprintScope>,
  changes: readonly ScopeChange[],
  decision: Decision,
): Promise<ScopeChange[]> {
  const { projectId } = ctx.scope
  const by = { status: decision, decided_by_id: actorId(ctx), decided_at: ctx.services.clock.now() }
  const ids = await decideScopeChanges(
    ctx,
    changes.map((change) => change.id),
    by,
  )
  const decided = changes.filter((change) => ids.includes(change.id)).map((row) => ({ ...row, status: decision }))
  const taskIds = decided.filter((change) => !change.is_subtask).map((change) => change.task_id)
  const isRejected = decision === 'rejected'
  const saved = await settleTasks(ctx, taskIds, await lockProject(ctx, projectId), isRejected)
  emitTouched(ctx, projectId, saved, isRejected ? ['sprint', 'sprint_pending'] : ['sprint_pending'])
  for (const change of decided) announce(ctx, change)
  if (decided.length === 0) return []
  // A task that leaves may begin earlier than its sprint; one that stays keeps its dates.
  if (isRejected) requestRecompute(ctx, projectId)
  else ctx.beforeCommit.push(() => followTasks(ctx, projectId))
  return decided
}

function announce(ctx: Ctx<SprintScope>, change: ScopeChange): void {
  const { projectId } = ctx.scope
  const payload = { sprint_id: change.sprint_id, task_id: change.task_id }
  const webhookPayload = { ...presentScopeChange(change), project: projectId, source: ctx.caller.source }
  if (change.status === 'accepted') emit(ctx, scopeAccepted, { projectId, payload, webhookPayload })
  else emit(ctx, scopeRejected, { projectId, payload })
}

async function countPending(ctx: Ctx<SprintScope>): Promise<number> {
  return (await listPending(ctx, ctx.scope.sprintId)).length
}
