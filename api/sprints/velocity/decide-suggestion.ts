import { projectScopeOf } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { findStoredTask } from '../../tasks/task.queries.ts'
import { updateTask } from '../../tasks/writing/update-task.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { findSuggestion, findSuggestionOfMember, type SuggestionRow, saveSuggestion } from './suggestion.queries.ts'

const accepted = defineEvent<{ id: string }>({ socket: 'velocity_suggestion_accepted' })
const dismissed = defineEvent<{ id: string }>({ socket: 'velocity_suggestion_dismissed' })

/** Scope of /velocity-suggestions/{id}/…: the project of its task, whose member the caller is. */
export async function suggestionScope(ctx: Ctx, raw: RawInput): Promise<SprintScope> {
  const row = await findSuggestionOfMember(ctx, raw.params.id ?? '')
  if (!row) throw notFound()
  return { ...projectScopeOf(row), sprintId: row.sprint_id }
}

export function canDecideSuggestion(ctx: Ctx<SprintScope>): boolean {
  return ctx.actor.kind === 'system' || atLeast(ctx.scope.role, ROLE.manager)
}

export async function loadSuggestion(ctx: Ctx<unknown>, id: string): Promise<SuggestionRow> {
  const row = await findSuggestion(ctx, id)
  if (!row) throw notFound()
  return row
}

/** Takes the duration over into the task. What was accepted before stays as it was. */
export async function acceptSuggestion(ctx: Ctx<SprintScope>, id: string): Promise<SuggestionRow> {
  await lockProject(ctx, ctx.scope.projectId)
  const row = await loadSuggestion(ctx, id)
  if (row.accepted_at !== null) return row
  refuseUnless(row.dismissed_at === null, () => new Refusal(409, 'The suggestion was dismissed.'))
  await checkOrder(ctx, row)
  await updateTask(ctx, row.task_id, { most_likely_duration: row.suggested_duration })
  await saveSuggestion(ctx, id, { accepted_at: ctx.services.clock.now(), accepted_by_id: actorId(ctx) })
  emit(ctx, accepted, { projectId: ctx.scope.projectId, payload: { id } })
  return loadSuggestion(ctx, id)
}

/** The three estimates of a task stand in order, also with this one among them. */
async function checkOrder(
  ctx: Ctx<SprintScope>,
  { task_id, suggested_duration: likely }: SuggestionRow,
): Promise<void> {
  const stored = await findStoredTask(ctx, ctx.scope.projectId, task_id)
  refuseUnless(stored, notFound)
  const { optimistic_duration: low, pessimistic_duration: high } = stored.row
  const isOrdered = (low === null || low <= likely) && (high === null || likely <= high)
  const detail = 'The suggestion lies outside the optimistic and the pessimistic duration of the task.'
  refuseUnless(isOrdered, () => new Refusal(422, detail))
}

export async function dismissSuggestion(ctx: Ctx<SprintScope>, id: string): Promise<SuggestionRow> {
  await lockProject(ctx, ctx.scope.projectId)
  const row = await loadSuggestion(ctx, id)
  if (row.dismissed_at !== null) return row
  refuseUnless(row.accepted_at === null, () => new Refusal(409, 'The suggestion was accepted.'))
  await saveSuggestion(ctx, id, { dismissed_at: ctx.services.clock.now(), dismissed_by_id: actorId(ctx) })
  emit(ctx, dismissed, { projectId: ctx.scope.projectId, payload: { id } })
  return loadSuggestion(ctx, id)
}
