import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { isManager } from '../task.policy.ts'
import type { TaskScope } from '../task-scope.ts'
import { bindAssignee } from '../writing/team-decisions.ts'
import { suggestionCreated, suggestionDeclined, suggestionRevoked } from './suggestion.events.ts'
import { findSuggestion, insertSuggestion, type SuggestionRow, saveDecision } from './suggestion.queries.ts'

/** Asks a member to take a task on. */
export async function suggestAssignee(ctx: Ctx<ProjectScope>, taskId: string, accountId: string): Promise<void> {
  const { projectId } = ctx.scope
  const id = newId()
  const names = { task_id: taskId, suggested_account_id: accountId, suggested_by_id: actorId(ctx) }
  await insertSuggestion(ctx, { id, project_id: projectId, sync_seq: await lockProject(ctx, projectId), ...names })
  const payload = { task_id: taskId, suggestion_id: id, suggested_user_id: accountId }
  emit(ctx, suggestionCreated, { projectId, payload })
}

/**
 * Who was asked takes the task. Where somebody else has it by now the suggestion counts as accepted and the task stays
 * where it is; that is committed, and told as 409 (so the reply is returned, not thrown).
 */
export async function acceptSuggestion(ctx: Ctx<TaskScope>, id: string): Promise<{ current: string } | null> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  await loadPending(ctx, id, (row) => row.suggested_account_id === actorId(ctx))
  await saveDecision(ctx, id, { state: 'accepted', syncSeq })
  const current = await bindAssignee(ctx, taskId, actorId(ctx) as string, 'suggestion_accept')
  return current === actorId(ctx) ? null : { current: current as string }
}

/** Who was asked says no. */
export async function declineSuggestion(ctx: Ctx<TaskScope>, id: string): Promise<void> {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  await loadPending(ctx, id, (row) => row.suggested_account_id === actorId(ctx))
  await saveDecision(ctx, id, { state: 'declined', syncSeq })
  emitDecided(ctx, suggestionDeclined, id)
}

/** Who asked takes it back, or a manager does. */
export async function revokeSuggestion(ctx: Ctx<TaskScope>, id: string): Promise<void> {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  await loadPending(ctx, id, (row) => row.suggested_by_id === actorId(ctx) || isManager(ctx))
  await saveDecision(ctx, id, { state: 'revoked', syncSeq })
  emitDecided(ctx, suggestionRevoked, id)
}

function emitDecided(ctx: Ctx<TaskScope>, event: typeof suggestionDeclined, id: string): void {
  const { projectId, taskId } = ctx.scope
  emit(ctx, event, { projectId, payload: { id, task_id: taskId } })
}

async function loadPending(ctx: Ctx<TaskScope>, id: string, mayDecide: (row: SuggestionRow) => boolean): Promise<void> {
  const row = await findSuggestion(ctx, ctx.scope.taskId, id)
  refuseUnless(row, notFound)
  refuseUnless(mayDecide(row), forbidden)
  refuseUnless(row.state === 'pending', () => new Refusal(409, `The suggestion was ${row.state} already.`))
}
